"""The conformance battery: what every model must keep, whatever its game, tried on a sample of its states.

Declarations say what must hold of one game. The battery says what must hold of any: that saves come back as they were,
that rules depend on nothing but the state, that views are filled for every seat, and so on. It is a test, not a proof:
the sample is bounded, and each finding says how much was looked at.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from ...invariants.language.checks import BuiltIn, CheckKind, holds
from ...invariants.language.declarations import applicable
from ...invariants.language.presented import PresentedLaws, presented_for
from ...invariants.language.steps import replayed
from ...model import Fault, Instance, Rejected, SaveError, Slots
from ...model.language.base.errors import Rejection
from ...model.language.play.instance import fault_of
from ..findings.status import Status
from ..judgement.judge import Judge
from ..judgement.subjects import judge_instance
from ..processes import supervision
from ..processes.forks import answered
from ..search.policies import Player, PolicyFault, offers_to
from ..trace.tracing import trace_model
from .acceptance import edited_data, edited_states, refusals_of
from .sample import Reader, Sample, sampled, steps_from


@dataclass(frozen=True)
class Finding:
    """One test of the battery: its name, how it came out, and what was looked at or what is wrong."""

    name: str
    status: Status
    message: str
    is_empty: bool = False
    """Whether the model does not have what the test is about."""

    @property
    def ok(self) -> bool:
        """Whether nothing wrong was found, as far as was looked."""
        return self.status not in (Status.VIOLATED, Status.VACUOUS)


class _Undecided(Exception):  # noqa: N818
    """The sample is too small to tell."""


class _Dead(Exception):  # noqa: N818
    """Something that should happen never does."""


class _NothingToTest(Exception):  # noqa: N818
    """The model does not have what the test is about."""


MOST_ASKED = 50
"""States in which policies are asked: in each, every seat that is offered something is."""

Test: TypeAlias = Callable[[Sample], Iterator[str]]
"""Yields what is wrong; its docstring is what must hold."""


def slot_paths(sample: Sample) -> Iterator[str]:
    """Slots have unique paths and at least one value each."""
    slots = sample.instance.slots
    if not slots:
        yield "the state has no slot at all"
    if tuple(slot.count for slot in slots) != sample.instance.layout.counts:
        yield "the listed slots and the layout of the state differ"
    paths = [slot.path for slot in slots]
    for slot in slots:
        if slot.count < 1:
            yield f"{slot.path} can hold no value"
        if paths.count(slot.path) > 1:
            yield f"{slot.path} names two slots"


def ranges(sample: Sample) -> Iterator[str]:
    """Every slot of every state that rules produce holds a value of its domain."""
    for slots in sample.produced:
        for slot, code in zip(sample.instance.slots, slots, strict=True):
            if not 0 <= code < slot.count:
                yield f"{slot.path} holds code {code} of {slot.count}"


def canonical(sample: Sample) -> Iterator[str]:
    """Every state that rules produce is in canonical form, so equal states are equal tuples."""
    for slots in sample.produced:
        if sample.instance.canonical(slots) != slots:
            yield f"content is left where none can be seen: {sample.told(slots)}"


def round_trip(sample: Sample) -> Iterator[str]:
    """Every state comes back from its save as it was."""
    for slots in (*sample.reached, *sample.drawn):
        try:
            back = sample.instance.from_json(sample.instance.to_json(slots))
        except SaveError as error:
            yield f"a state's own save is refused: {error}"
            continue
        if back != slots:
            yield f"a save comes back changed: {sample.told(slots)} became {sample.told(back)}"


def description(sample: Sample) -> Iterator[str]:
    """States that differ in a slot are described differently."""
    found: dict[tuple[tuple[str, str], ...], Slots] = {}
    for slots in _varied(sample):
        told = tuple(sample.instance.describe(slots).items())
        if found.setdefault(told, slots) != slots:
            yield f"two states are both described as {sample.told(slots)}"


def _varied(sample: Sample) -> Iterator[Slots]:
    """The sample, and states that differ from one of them in a single slot."""
    yield from sample.reached
    yield from sample.drawn
    for base in (*sample.reached[-1:], *sample.drawn[:5]):
        for index, slot in enumerate(sample.instance.slots):
            changed = (*base[:index], (base[index] + 1) % slot.count, *base[index + 1 :])
            yield sample.instance.canonical(changed)


def rules_hold_up(sample: Sample) -> Iterator[str]:
    """No rule fails in a reached state."""
    for step in sample.steps:
        if isinstance(step.outcome, Fault):
            yield f"{step}: {step.outcome}; in {sample.told(step.before)}"


def successors(sample: Sample) -> Iterator[str]:
    """What is listed as possible is what trying every combination of arguments gives."""
    instance = sample.instance
    for slots in (*sample.reached[:: max(1, len(sample.reached) // 10)], *sample.drawn[:5]):
        listed = [(action.index, codes, outcome) for action, codes, outcome in instance.successors(slots)]
        tried = [
            (action.index, codes, outcome)
            for action in instance.actions
            for codes in action.instances()
            if not isinstance(outcome := instance.step(slots, action, codes), Rejected)
        ]
        if listed != tried:
            yield f"{len(listed)} steps are listed and {len(tried)} are possible, in {sample.told(slots)}"


def determinism(sample: Sample) -> Iterator[str]:
    """Taking an action again, and after others, gives the same outcome."""
    for slots in sample.reached[:: max(1, len(sample.reached) // 100)]:
        first = list(sample.instance.successors(slots))
        again = {(action.index, codes): outcome for action, codes, outcome in sample.instance.successors(slots)}
        if len(again) != len(first):
            yield f"other actions are possible the second time, in {sample.told(slots)}"
        for action, codes, outcome in reversed(first):
            for later in (again.get((action.index, codes)), sample.instance.step(slots, action, codes)):
                if later != outcome:
                    yield f"{action.describe(codes)} depends on something outside the state: {outcome}, then {later}"


def every_action_fires(sample: Sample) -> Iterator[str]:
    """Every action is possible in some state."""
    fired = {step.action.index for step, _ in sample.accepted}
    dead = [action.name for action in sample.instance.actions if action.index not in fired]
    if dead and not sample.complete:
        raise _Undecided(f"not taken within the sample: {', '.join(dead)}; a complete exploration decides")
    if dead:
        raise _Dead("; ".join(f"{name} is never possible" for name in dead))
    yield from ()


def action_names(sample: Sample) -> Iterator[str]:
    """Every way to take an action is written differently."""
    for action in sample.instance.actions:
        seen: set[str] = set()
        for codes in action.instances():
            told = action.describe(codes)
            if told in seen:
                yield f"{told} stands for two different steps"
            seen.add(told)


def automatic_actions(sample: Sample) -> Iterator[str]:
    """Automatic actions come to an end."""
    for slots in sample.reached:
        sample.instance.settle(slots)
    yield from ()


def views(sample: Sample) -> Iterator[str]:
    """Every seat and every onlooker has a complete view of every reached state."""
    instance = sample.instance
    if not instance.views:
        raise _NothingToTest(f"{instance.model.name} declares no view.")
    for slots in sample.reached:
        for seat in filter(instance.views_of, instance.viewers.members):
            if instance.view_slots(slots, seat) != instance.view_slots(slots, seat):
                yield f"{seat.name} is shown two different things in one state: {sample.told(slots)}"


def panel(sample: Sample) -> Iterator[str]:
    """The panel, if there is one, is a text for everybody, the same whenever the same is shown, as its laws say."""
    instance = sample.instance
    if instance.model.panel_rule is None:
        raise _NothingToTest(f"{instance.model.name} declares no panel.")
    told: dict[tuple[object, Slots], str | None] = {}
    laws = presented_for(instance, BuiltIn.PANEL)
    for slots in sample.reached:
        for viewer in filter(instance.views_of, instance.viewers.members):
            codes = instance.view_slots(slots, viewer)
            key, text = (viewer, codes), instance.panel_of(instance.shown_by(codes, viewer), viewer)
            if key not in told:
                for wrong in laws.broken(text, instance.shown_by(codes, viewer), viewer):
                    yield f"{wrong}: the panel of {viewer.name} in {sample.told(slots)}"
            if told.setdefault(key, text) != text:
                yield f"the panel of {viewer.name} tells more than it is shown: {sample.told(slots)}"
    if sample.complete:
        _see_speaking(laws)


def policies(sample: Sample) -> Iterator[str]:
    """Each policy, in 50 of these states, chooses an offer, equally where equal things are shown, as its laws say."""
    instance = sample.instance
    if len(instance.model.policies) == 1:
        raise _NothingToTest(f"{instance.model.name} declares no policy.")
    laws = presented_for(instance, BuiltIn.POLICIES)
    for name in instance.model.policies:
        player, chance = Player(instance, name), random.Random(0)
        for slots in sample.reached[:: 1 + len(sample.reached) // MOST_ASKED]:
            for seat, offered in offers_to(instance, slots).items():
                try:
                    chosen = player.choice(slots, seat, offered, chance).offer
                except PolicyFault as fault:
                    yield f"policy {name}: {fault}: {sample.told(slots)}"
                    continue
                offers = tuple(each.offer for each in offered)
                for wrong in laws.broken(instance.shown(slots, seat), seat, offers, chosen, policy=name):
                    yield f"{wrong}: policy {name} for {seat.name} in {sample.told(slots)}"
    if sample.complete and len(sample.reached) <= MOST_ASKED:
        _see_speaking(laws)


def _see_speaking(laws: PresentedLaws) -> None:
    """Raise for a law that had nothing to say, where all that is reached was looked at."""
    if laws.silent:
        raise _Dead(f"{laws.silent[0]} says nothing anywhere")


def knowledge(sample: Sample) -> Iterator[str]:
    """What a seat may know is defined in every reached state, and of one length."""
    for seat in sample.instance.viewers.members:
        lengths = {len(sample.instance.knowledge(slots, seat)) for slots in sample.reached}
        if len(lengths) > 1:
            yield f"what {seat.name} may know has {' or '.join(map(str, sorted(lengths)))} parts"


def events(sample: Sample) -> Iterator[str]:
    """Every event is told to seats at the table and to onlookers only."""
    seats = set(sample.instance.viewers.by_name)
    for step, accepted in sample.accepted:
        for sent in accepted.events:
            if not set(sent.seats) <= seats:
                yield f"{step} tells {sent.event} to {', '.join(sent.seats)}"


def saves(sample: Sample) -> Iterator[str]:
    """The save rules accept every reached state."""
    rules = [each for each in applicable(sample.instance) if each.kind is CheckKind.SAVE_RULE]
    for slots in sample.reached:
        for rule in rules:
            kept, where = holds(rule, sample.instance.state(slots))
            if not kept:
                yield f"{rule.id} refuses a reached state at {where or '$'}: {sample.told(slots)}"


def refused_saves(sample: Sample) -> Iterator[str]:
    """A save that is incomplete, not canonical or out of range is refused where the fault is."""
    instance = sample.instance
    for slots in sample.reached[-2:]:
        data = json.loads(instance.to_json(slots))
        may_lack = {name: data[name] for name in instance.layout.unused}
        for where, edited in edited_data(data):
            try:
                back = instance.from_json(json.dumps(edited))
            except SaveError as error:
                if not error.path.startswith(where):
                    yield f"an edit of {where} is refused at {error.path}: {error.message}"
                continue
            assert isinstance(edited, dict), "nothing else is accepted"
            if json.loads(instance.to_json(back)) != may_lack | edited:
                yield f"an edit of {where} is taken for another save: {sample.told(back)}"


EDITS = 1_000
"""How many slots are edited; many edits change nothing."""


def edited_saves(sample: Sample) -> Iterator[str]:
    """A save with one part edited is refused, or play goes on from it to nothing but saves that are accepted."""
    instance = sample.instance
    # Save rules promise that; invariants alone promise nothing of a save that no play leads to.
    if all(each.kind is not CheckKind.SAVE_RULE for each in applicable(instance)):
        raise _NothingToTest(f"{instance.model.name} declares no save rules.")
    yield from _edited_badly(sample)


def _edited_badly(sample: Sample) -> Iterator[str]:
    """Edits that are accepted, and from which play does not go on well."""
    instance = sample.instance
    for where, edited in edited_states(instance, sample.reached, EDITS):
        if refusals_of(instance, edited):
            continue
        for step in steps_from(instance, edited):
            if isinstance(step.outcome, Fault):
                yield f"an edit of {where} is accepted, but {step}: {step.outcome}; in {sample.told(edited)}"
            elif refused := refusals_of(instance, step.outcome.slots):
                yield f"an edit of {where} is accepted, but {step} breaks {refused[0].rule}; in {sample.told(edited)}"


def declarations(sample: Sample) -> Iterator[str]:
    """Whatever is declared can be decided in every reached state and for every step."""
    instance = sample.instance
    of_states = [each for each in applicable(instance) if each.takes == 1]
    of_steps = [each for each in applicable(instance) if each.takes != 1]
    for slots in sample.reached:
        state = instance.state(slots)
        for each in of_states:
            holds(each, state)
    for step, accepted in sample.accepted:
        arguments = replayed(instance, step.before, step.action, step.codes, accepted.slots)
        for each in of_steps:
            holds(each, *arguments)
    yield from ()


BATTERY: tuple[Test, ...] = (
    slot_paths, ranges, canonical, round_trip, description, rules_hold_up, successors, determinism, every_action_fires,
    action_names, automatic_actions, views, panel, policies, knowledge, events, saves, refused_saves, edited_saves,
    declarations,
)  # fmt: skip
"""Every test, in the order in which they are reported."""


def conformance(
    instance: Instance,
    *,
    most: int = 500,
    seed: int = 0,
    tests: Sequence[Test] = BATTERY,
    read: Reader = trace_model,
    workers: int = 1,
) -> list[Finding]:
    """Run the battery over at most `most` reached states; the same seed gives the same sample.

    The tests are shared among so many processes. Raises `ModelError` for rules that are refused.
    """
    judge = judge_instance(instance, applicable(instance))
    sample = sampled(instance, most, seed, read)
    judge.confirm()
    tasks = [partial(_finding, test, sample, judge) for test in tests]
    found = answered(tasks, workers, stop=lambda: False)
    return [task() if finding is None else finding for task, finding in zip(tasks, found, strict=True)]


def _finding(test: Test, sample: Sample, judge: Judge) -> Finding:
    """What a test finds. Raises `ModelError` if a rule has changed one of the tables that it rests on."""
    finding = _tested(test, sample)
    judge.confirm()
    return finding


def _tested(test: Test, sample: Sample) -> Finding:
    name, about = test.__name__.replace("_", "-"), f"testing {sample.instance.name}"
    supervision.tell_phase(f"{about}: {name}")
    try:
        complaint = next(test(sample), None)
    except _Undecided as undecided:
        return Finding(name, Status.INCONCLUSIVE, str(undecided))
    except _Dead as dead:
        return Finding(name, Status.VACUOUS, str(dead))
    except _NothingToTest as nothing:
        return Finding(name, Status.HOLDS, str(nothing), is_empty=True)
    except (Exception, Rejection) as error:
        return Finding(name, Status.VIOLATED, str(fault_of(error)))
    finally:
        supervision.tell_phase(about)
    if complaint is not None:
        return Finding(name, Status.VIOLATED, complaint)
    tried = f"all {len(sample.reached)} reached states"
    if not sample.complete:
        tried = f"{len(sample.reached)} reached states, near the start and spread over depth"
    return Finding(name, Status.HOLDS, f"{test.__doc__} Tried on {tried}.")
