"""The verdict on a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ..findings.leaks import Channel
from .verdict import LEAK, Change, CheckVerdict, CounterexampleRecord, FindingRecord, Verdict

COLOURS = {
    "holds": "green",
    "violated": "red",
    "error": "red",
    "sampled": "yellow",
    "open": "yellow",
    "inconclusive": "yellow",
    "vacuous": "magenta",
}
MOST_START_LINES = 40

MOST_CIRCUMSTANCES = 12
"""Values that two leaking states have in common, of those that are otherwise than at the start."""

LABELS = {Channel.LEARNING.value: ("may not know", "knows then"), Channel.WITHHELD.value: ("differs", "not shown")}
"""For what the values are that differ in two states, and those that a seat is given or not; of other channels else."""

MOST_AT_A_GLANCE = 4
"""Elements of a set or a sequence up to which what changed is seen in it as a whole."""

SHORTEST_TOLD = 0.05
"""Seconds below which a part of the time is not told for itself."""

WITNESS = "witness"
"""The kind of finding that is no fault: a trace to the state that was asked for."""


def coloured(status: str) -> str:
    """The status in its colour."""
    return f"[{COLOURS.get(status, 'white')}]{status}[/]"


def headline(verdict: Verdict) -> str:
    """One line: the status, of what, how much was looked at and how long it took."""
    given = "".join(f" {name}={value}" for name, value in verdict.parameters.items())
    name = f"{verdict.model}:{verdict.scenario}" if verdict.scenario else verdict.model
    reason = f" - {escape(verdict.reason)}" if verdict.reason else ""
    return f"{coloured(verdict.status)} [bold]{escape(name)}[/]{escape(given)}: {_extent(verdict)}{reason}"


def _extent(verdict: Verdict) -> str:
    """How much was looked at: states that were visited, questions that the solver answered, or both."""
    asked = [f"{verdict.details['questions']:,} questions"] if "questions" in verdict.details else []
    if asked and not verdict.states:
        return f"{asked[0]}, {total_seconds(verdict):.1f} s, {verdict.engine}"
    visited = [f"{verdict.states:,} states", f"{verdict.transitions:,} steps", f"depth {verdict.depth}"]
    rate = f"{verdict.engine} at {verdict.states_per_second:,.0f} states/s"
    return ", ".join([*visited, *asked, f"{total_seconds(verdict):.1f} s", rate])


def total_seconds(verdict: Verdict) -> float:
    """How long somebody waited, as far as the record tells: the sum of the parts, where it has any."""
    parts: Mapping[str, float] = verdict.details.get("seconds", {})
    return sum(parts.values()) if parts else verdict.seconds


def show(
    console: Console, verdict: Verdict, *, quiet: bool = False, verbose: bool = False, tables: Sequence[Table] = ()
) -> None:
    """Show a verdict: what is violated first, then what was and was not looked at, the status last.

    `tables` come between; `verbose` adds one of every action and one of every declaration.
    """
    if not quiet:
        _show_findings(console, verdict)
        for table in tables:
            console.print(table)
        if verbose and verdict.actions:
            console.print(_actions(verdict))
        if verbose and verdict.invariants:
            console.print(_checks(verdict))
        _show_coverage(console, verdict)
        _show_seconds(console, verdict)
    console.print(headline(verdict), soft_wrap=True, highlight=False)
    if not quiet:
        console.print(f"again: {verdict.command}", style="dim", soft_wrap=True, highlight=False, markup=False)


def _show_findings(console: Console, verdict: Verdict) -> None:
    for violated in (True, False):
        for check in verdict.invariants:
            if check.counterexample is not None and (check.status == "violated") is violated:
                _show_broken(console, check, check.counterexample)
        for finding in verdict.findings:
            is_shown = finding.kind == WITNESS or (finding.status != "holds" and finding.kind != LEAK)
            if (finding.status == "violated") is violated and is_shown:
                _show_finding(console, finding)
        for answer, finding in _leaks(verdict):
            if (answer["status"] == "violated") is violated:
                _show_leak(console, answer, finding)


def _show_broken(console: Console, check: CheckVerdict, example: CounterexampleRecord) -> None:
    told = f" ({check.conjunct})" if check.conjunct else ""
    clauses = f" [{', '.join(check.clauses)}]" if check.clauses else ""
    steps = f"{len(example.steps)} step{'s' * (len(example.steps) != 1)}"
    console.print()
    if check.status == "open":
        console.print(f"[yellow]{check.id}[/]{escape(told)}{escape(clauses)} is {check.reason}", soft_wrap=True)
    else:
        console.print(
            f"[red]{check.id}[/]{escape(told)}{escape(clauses)} is broken in {steps}: {escape(check.sentence)}"
        )
    show_steps(console, example)


def _show_finding(console: Console, finding: FindingRecord) -> None:
    colour = COLOURS.get(finding.status, "white")
    console.print()
    console.print(f"[{colour}]{finding.kind}[/] ({finding.count:,}): {escape(finding.message)}", soft_wrap=True)
    if finding.counterexample is not None:
        show_steps(console, finding.counterexample)


def _leaks(verdict: Verdict) -> Iterator[tuple[Mapping[str, Any], FindingRecord]]:
    """Every leak, as data and as a finding."""
    answers = [each for each in verdict.details.get("sight", ()) if "seen" in each]
    return zip(answers, (each for each in verdict.findings if each.kind == LEAK), strict=True)


def _show_leak(console: Console, leak: Mapping[str, Any], finding: FindingRecord) -> None:
    """What the seat may not know, and what it sees, in one state and in the other; a play to each."""
    channel = leak["channel"]
    hidden, seen = LABELS.get(channel, ("may not know", "sees"))
    between = "after" if channel == Channel.LEARNING.value else "of"
    of = f" {between} {leak['action']}" if "action" in leak else ""
    kind = "[red]leak[/]" if leak["status"] == "violated" else "[yellow]possible leak[/]"
    told = f"{kind} to {escape(leak['seat'])} by its {escape(channel)}{escape(of)}"
    console.print()
    console.print(f"[red]{escape(finding.message)}[/]" if channel == Channel.WITHHELD.value else told)
    one, other = leak["steps"] or ("one state", "the other")
    table = Table("", "", escape(one), escape(other), box=None, pad_edge=False)
    for index, (path, left, right) in enumerate(leak["hidden"]):
        table.add_row("" if index else hidden, escape(path), escape(left), escape(right))
    for index, (path, left, right) in enumerate(leak["seen"]):
        table.add_row(
            "" if index else f"[red]{seen}[/]", escape(path), f"[red]{escape(left)}[/]", f"[red]{escape(right)}[/]"
        )
    equal = leak.get("equal", ())
    for index, (path, value) in enumerate(equal[:MOST_CIRCUMSTANCES]):
        table.add_row("" if index else "in both", escape(path), escape(value), escape(value))
    if len(equal) > MOST_CIRCUMSTANCES:
        table.add_row("", f"... and {len(equal) - MOST_CIRCUMSTANCES} more values", "", "")
    console.print(table)
    first, second = finding.counterexample, finding.other
    if first is None or second is None:
        return
    console.print(f"  to {one}:", markup=False, highlight=False, soft_wrap=True)
    show_steps(console, first)
    console.print(f"  to {other}:", markup=False, highlight=False, soft_wrap=True)
    show_steps(console, second, again=first.start == second.start)


def _changed(changes: Sequence[Change]) -> Iterator[str]:
    """A line for each change. An option or a choice that was filled is told by its parts, what it was without them."""
    left = tuple(
        f"{change.path.removesuffix('.kind')}."
        for change in changes
        if (change.before is None and change.after == "none") or (change.path.endswith(".kind") and change.after)
    )
    for change in changes:
        path, before, after = (escape(text or "") for text in (change.path, change.before, change.after))
        if change.after is None:
            if change.before != "none" and not change.path.startswith(left):
                yield f"{path}  [red]{before}[/] is no more"
        elif change.before is not None:
            yield f"{path}  [red]{before}[/] -> [green]{after}[/]{_moved(change.before, change.after)}"
        elif any(other.path.startswith(f"{change.path}.") for other in changes):
            yield f"{path}  -> [green]{after}[/]"
        else:
            yield f"{path}  = [green]{after}[/]"


def _moved(before: str, after: str) -> str:
    """What a set or a sequence lost and got, where it has too many elements to see it at once."""
    old, new = elements(before), elements(after)
    if max(len(old), len(new)) <= MOST_AT_A_GLANCE:
        return ""
    lost, got = Counter(old) - Counter(new), Counter(new) - Counter(old)
    told = [
        *(f"[red]-{escape(each)}[/]" for each in lost.elements()),
        *(f"[green]+{escape(each)}[/]" for each in got.elements()),
    ]
    return f"  ({' '.join(told)})" if told else "  (in another order)"


def elements(told: str) -> list[str]:
    """The elements of a set or a sequence as it is told; none for anything else."""
    if told[:1] + told[-1:] not in ("{}", "[]"):
        return []
    found, depth = [""], 0
    for sign in told[1:-1]:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            found.append("")
        else:
            found[-1] += sign
    return [each.strip() for each in found if each.strip()]


def show_steps(console: Console, example: CounterexampleRecord, *, again: bool = False) -> None:
    """A counterexample: the start, unless it is shown `again`, then each step with what it changed."""
    if again:
        console.print("  [dim]0[/]  the same start", highlight=False)
    else:
        _show_start(console, example)
    for number, step in enumerate(example.steps, 1):
        console.print(f"  [dim]{number}[/]  [bold]{escape(step.action)}[/]", highlight=False, soft_wrap=True)
        for line in _changed(step.changes):
            console.print(f"       {line}", highlight=False, soft_wrap=True)
        for event in step.events:
            console.print(f"       tells {event}", style="dim", markup=False, highlight=False, soft_wrap=True)
        if step.fault is not None:
            console.print(f"       [red]fails[/] {escape(step.fault)}", highlight=False, soft_wrap=True)
    for file in filter(None, (example.file, example.test)):
        console.print(f"     written to {file}", markup=False, highlight=False, soft_wrap=True)
    console.print()


def _show_start(console: Console, example: CounterexampleRecord) -> None:
    console.print(f"  [dim]0[/]  {escape(example.begins)}", highlight=False, soft_wrap=True)
    shown = list(example.start.items())
    if example.begins == "start":
        shown = shown[:MOST_START_LINES]
    for path, value in shown:
        console.print(f"       {path} = {value}", markup=False, highlight=False, soft_wrap=True)
    if len(example.start) > len(shown):
        console.print(f"       ... and {len(example.start) - len(shown)} more values", highlight=False)


def _actions(verdict: Verdict) -> Table:
    table = Table("action", title="actions fired", title_justify="left", box=None, pad_edge=False)
    table.add_column("times", justify="right")
    for name, times in verdict.actions.items():
        table.add_row(escape(name), f"{times:,}" if times else "[magenta]never[/]")
    return table


def _checks(verdict: Verdict) -> Table:
    table = Table("id", "kind", "status", "says", title="declared", title_justify="left", box=None, pad_edge=False)
    for check in verdict.invariants:
        says = check.sentence + (f" [{', '.join(check.clauses)}]" if check.clauses else "")
        if check.status == "holds" and check.length is not None:
            says += f" (shown in {check.length} steps)"
        elif check.status == "violated" and (check.conjunct or check.reason):
            says += f" ({check.conjunct or check.reason})"
        elif check.status in ("holds", "vacuous") and check.reason:
            says += f" ({check.reason})"
        table.add_row(escape(check.id), check.kind, coloured(check.status), escape(says))
    return table


def _show_coverage(console: Console, verdict: Verdict) -> None:
    if verdict.checked or verdict.unchecked:
        console.print("[italic]what was looked at, and what was not[/]")
    for line in verdict.checked:
        console.print(f"  [green]+[/] {escape(line)}", highlight=False, soft_wrap=True)
    for line in verdict.unchecked:
        console.print(f"  [yellow]-[/] {escape(line)}", highlight=False, soft_wrap=True)


def _show_seconds(console: Console, verdict: Verdict) -> None:
    """How long it took, and what for."""
    parts: Mapping[str, float] = verdict.details.get("seconds", {})
    if parts:
        told = ", ".join(f"{part} {taken:.1f} s" for part, taken in parts.items() if taken >= SHORTEST_TOLD)
        console.print(
            f"{total_seconds(verdict):.1f} s in all{': ' * bool(told)}{told}",
            style="dim",
            highlight=False,
            soft_wrap=True,
        )
