"""`kanly clauses`: which check holds which clause, how it stands, and which clauses nothing holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ....processes import supervision
from ...frame.ending import reported
from ...frame.option_groups import Telling
from ...frame.options import USUAL_WORKERS, AllowBounded, EngineOption, ModelArgument, Timeout, Workers
from ...frame.output import Output, command_line, waited

if TYPE_CHECKING:
    from .....model import Model
    from ....findings.status import Status
    from ....report.gathered import Listing
    from ....report.verdict import Verdict
    from ...frame.check_statuses import Check, Stands

NoExplore = Annotated[bool, typer.Option("--no-explore", help="List what is declared without checking it.")]
AlsoProve = Annotated[
    bool, typer.Option("--prove", help="Prove by induction what speaks of all states, too; takes some minutes more.")
]
USUAL_SECONDS = 300.0

DECLARED = "declared"
"""What is said of a check that was not made."""

NOTHING_MADE = "no check that holds a clause was made"


@reported
def clauses(
    model: ModelArgument,
    telling: Telling,
    engine: EngineOption = None,
    timeout: Timeout = USUAL_SECONDS,
    workers: Workers = USUAL_WORKERS,
    no_explore: NoExplore = False,
    prove: AlsoProve = False,
    allow_bounded: AllowBounded = False,
) -> None:
    """List clause -> checks -> status. The scenarios are explored for it, each for at most `--timeout` seconds."""
    output = telling.output()
    from ....report.gathered import Listing, as_line
    from ...frame.check_statuses import CheckOptions, Stands, check_statuses
    from ...frame.engines import chosen_engine
    from ...frame.mistakes import Mistake
    from ...frame.preparing import bounds_of
    from ...frame.progress import interruptible
    from ...frame.selection import choose

    if prove and no_explore:
        raise Mistake("--prove and --no-explore exclude each other")
    chosen, stands = choose(model), dict["Check", "Status"]()
    bounds, used = bounds_of(None, None, timeout), chosen_engine(engine)

    def listed(so_far: Stands) -> Listing:
        records, name = clause_records(chosen.model, so_far.checks), chosen.model.name
        without, extent = without_clause(chosen.model), (so_far.explored, so_far.scenarios)
        return Listing(name, records, without, *extent, output.speaks, output.quiet)

    def keep(so_far: Stands) -> None:
        supervision.lay_aside(as_line(listed(so_far)))

    if not no_explore:
        with interruptible() as stop:
            options = CheckOptions(used, bounds, workers, prove, stop, _saying(telling.quiet), keep)
            stands = check_statuses(chosen, options)
    listing = listed(Stands(stands, 0, 0))
    _show(output, listing)
    output.leave(_verdict(listing, allow_bounded, lists_only=no_explore))


def unfinished(lines: Sequence[bytes], end: Verdict) -> Verdict:
    """What a list of clauses that was ended has to say: how each check stands after the scenarios that were explored.

    It is shown. The status is the worst of those and of the end itself.
    """
    from ....findings.status import Status, worst
    from ....report.gathered import listing_in

    listing = listing_in(lines[-1])
    _show(Output(None if listing.for_people else "-", listing.quiet), listing)
    verdict = _verdict(listing, allow_bounded=False)
    status = worst([Status(verdict.status), Status(end.status)])
    ended = end.error or end.reason
    if status.value != verdict.status or status is Status.INCONCLUSIVE:
        verdict.reason = ended
    verdict.status, verdict.exit_code, verdict.error = status.value, status.exit_code, end.error
    verdict.unchecked = [f"{listing.scenarios - listing.explored} of {listing.scenarios} scenarios: {ended}"]
    return verdict


def _verdict(listing: Listing, allow_bounded: bool, lists_only: bool = False) -> Verdict:
    """The worst that is known of what holds a clause; what no clause rests on does not count.

    Without any check that holds a clause nothing is said of the rules, unless they were to be listed only.
    """
    from ....findings.status import Status, worst
    from ....report.verdict import Verdict, exit_code, named

    checks = [check for record in listing.clauses for check in record["checks"] if check["status"] != DECLARED]
    found = [Status(check["status"]) for check in checks]
    if not found and not lists_only:
        found = [Status.VACUOUS]
    status = worst(found)
    wrong = dict.fromkeys(check["id"] for check in checks if check["status"] == status.value)
    return Verdict(
        status=status.value,
        exit_code=exit_code(*found, allow_bounded=allow_bounded),
        command=command_line(),
        engine="clauses",
        model=listing.model,
        reason="" if status is Status.HOLDS else f"{named(list(wrong))} {status.value}" if wrong else NOTHING_MADE,
        seconds=round(waited(), 3),
        details={"clauses": listing.clauses},
    )


def _saying(quiet: bool) -> Callable[[str], None]:
    """How far it is, on standard error."""
    return lambda what: None if quiet else typer.echo(what, err=True)


def clause_records(model: Model, stands: Mapping[Check, Status]) -> list[dict[str, Any]]:
    """Every clause of the model with its text, its checks, and why it has none if that is said."""
    from .....invariants import BuiltIn, built_in_checks, declarations, open_clauses

    def record(check: Check) -> dict[str, str]:
        name = check.value if isinstance(check, BuiltIn) else check
        return {"id": name, "status": stands[check].value if check in stands else DECLARED}

    declared, left_open = declarations(model), open_clauses(model)
    return [
        {
            "clause": clause,
            "text": text,
            "open": left_open.get(clause),
            "checks": [
                *(record(each.id) for each in declared if clause in each.clauses),
                *(record(each) for each in built_in_checks(model, clause)),
            ],
        }
        for clause, text in model.clauses.items()
    ]


def _show(output: Output, listing: Listing) -> None:
    """The list for a person, if one is told anything."""
    from rich.markup import escape

    from ....report.terminal import coloured

    if not output.speaks:
        return
    console, records = output.console(), listing.clauses
    if not records:
        console.print(f"{listing.model} lists no clauses")
        return
    held = [record for record in records if record["checks"]]
    open_clauses = [record for record in records if not record["checks"]]
    if not output.quiet:
        for record in held:
            console.print(f"[bold]{record['clause']}[/] {escape(record['text'])}", highlight=False, soft_wrap=True)
            for check in record["checks"]:
                console.print(f"    {coloured(check['status'])} {escape(check['id'])}", highlight=False)
        if open_clauses:
            console.print("[yellow]nothing holds yet[/]")
        for record in open_clauses:
            why = record["open"] or "it is not said why"
            told = f"    [bold]{record['clause']}[/] {escape(record['text'])} [yellow]({escape(why)})[/]"
            console.print(told, highlight=False, soft_wrap=True)
        for name in listing.without_clause:
            console.print(f"[yellow]holds no clause[/] {escape(name)}", highlight=False)
    console.print(f"{len(held)} of {len(records)} clauses have a check")


def without_clause(model: Model) -> list[str]:
    """The declarations that name no clause, of a model that lists clauses."""
    from .....invariants import declarations

    return [each.id for each in declarations(model) if not each.clauses]
