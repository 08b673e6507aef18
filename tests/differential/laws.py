"""Laws of the special kinds, drawn at random: what only changes, is told, decided, done once, and histories."""

from __future__ import annotations

from collections.abc import Sequence

from .claims import Claims

STEP = "before: Table, step: Step, after: Table"


class Laws:
    """Draws laws that speak of some actions of seats."""

    def __init__(self, claims: Claims, actions: Sequence[str]) -> None:
        self.claims = claims
        self.rng = claims.rng
        self.actions = actions

    def _taken(self) -> str:
        return f"step.took({self.rng.choice(self.actions)})"

    def only_changes(self) -> str:
        """Some action changes some fields and no others."""
        fields = [each for each in self.claims.fields if self.rng.random() < 0.7]
        paths = [
            f'("{each.name}", step["seat"])'
            if each.kind in ("numbers", "hands", "held", "bags") and self.rng.random() < 0.5
            else f'"{each.name}"'
            for each in fields
        ]
        return "\n".join([
            f'@laws.step("only", when=lambda before, step, after: {self._taken()})',
            f"def only({STEP}) -> Iterator[Conjunct]:",
            '    """Nothing else changes."""',
            f"    yield from changes_only({', '.join(['before', 'after', *paths])})",
        ])  # fmt: skip

    def told(self) -> str:
        """Some action tells a number, to everybody or to who takes it."""
        words = self.claims.about("before", "after")
        taken = self._taken()
        to = self.rng.choice(("", ", to=lambda before, step, after: step['seat'] if step.took() else Seat.ANN"))
        to = to.replace("step.took()", taken)
        number = f"min(max({words.number(1)}, -500), 500)"
        return "\n".join([
            f'@laws.told("tells", Told{to}, times={self.rng.choice((1, 1, 2))})',
            f"def tells({STEP}) -> Told | None:",
            '    """It is told what comes of it."""',
            f"    return Told(number={number}, maybe={self.rng.choice(('None', words.card(0)))}) if {taken} else None",
        ])  # fmt: skip

    def decision(self) -> str:
        """Whoever a field names, or some seat, has some of the actions, and nobody else has."""
        words = self.claims.about("g")
        answers = self.rng.sample(self.actions, self.rng.randint(1, len(self.actions)))
        asked = self.rng.choice([words.seat(1), "set(scope(g, Seat))", *words.of("maybe_seat", "seats") * 2])
        return "\n".join([
            f'@laws.decision("asked", answers=({", ".join(answers)},){self.claims.premise("g", "g")})',
            "def asked(g: Table) -> Any:",
            '    """Whoever is asked may answer."""',
            f"    return {asked}",
        ])  # fmt: skip

    def once(self) -> str:
        """Something is told or done once, for each card, each seat or at all."""
        words = self.claims.about("before", "after")
        action = self.rng.choice(self.actions)
        effect, key, arguments, told = self.rng.choice((
            ("Told", "key=Card", "event: Told", "event.maybe"),
            ("Told", "", "event: Told", f"event.number > {self.rng.randint(-1, 2)}"),
            (action, "key=Seat", STEP, 'step["seat"]'),
            (action, "", STEP, words.truth(1)),
        ))  # fmt: skip
        shown = ""
        if self.rng.random() < 0.4:
            state = self.claims.about("g")
            names = {"key=Card": "card", "key=Seat": "seat"}
            if key:
                state.names[names[key]] = ["key"] * 3
            shown = f"shown=lambda g{', key' if key else ''}: {state.truth(1)}"
        given = ", ".join(part for part in ('"once"', effect, key, shown) if part)
        return "\n".join([
            f"@laws.once({given})",
            f"def once_only({arguments}) -> Any:",
            '    """It is done once."""',
            f"    return {told}",
        ])  # fmt: skip

    def history(self) -> str:
        """How often an action is taken, and what a field was at some time, with a law that reads it."""
        words = self.claims.about("before", "after")
        after = self.claims.about("g")
        after.names["number"] = ["past.times"] * 3
        after.names["truth"] = ["past.was"] * 3
        return "\n".join([
            "class Past(History):",
            "    times: int = Int(0, 2)",
            "    was: bool",
            "",
            "",
            "@laws.history(Past)",
            f"def remembered(past: Past, {STEP}) -> None:",
            f"    if {self._taken()} and past.times < 2:",
            "        past.times += 1",
            f"    past.was = {self.rng.choice((words.truth(1), f'either(past.was, {words.truth(0)})'))}",
            "",
            "",
            '@laws.invariant("past-inv")',
            "def past_inv(g: Table, past: Past) -> Any:",
            '    """Something holds of what was."""',
            f"    return {self.claims.condition(after)}",
            "",
            "",
            '@laws.step("past-step")',
            f"def past_step({STEP}, past: Past) -> Any:",
            '    """Something holds of every step and what was before."""',
            f"    return either(past.times < {self.rng.randint(1, 2)}, {words.truth(1)})",
        ])  # fmt: skip
