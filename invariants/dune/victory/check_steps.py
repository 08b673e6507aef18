"""The check of victory, the one way in which a game is won: when it is made, and what it does beside naming winners."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import both, either, forall, has, implies, negate, same, scope, whole
from ....model.dune.table.board import Territory
from ....model.dune.table.factions import Faction
from ....model.dune.table.kinds import Phase
from ....model.dune.table.mentat import Pause
from ....model.dune.table.state import Table
from ....model.dune.victory.check import GameOver, TurnOver
from ....model.dune.victory.mentat import finish_mentat
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import knowing, using
from ..laws import laws
from .occupation import SISTERS, alone_there, occupation, real_strongholds
from .winners_steps import CHECKED, checks, ends

CHOAM = Faction.CHOAM


@laws.step("nothing-but-the-check-ends-a-game", clauses=["VIC-08", "VIC-14"], where=CHECKED)
def nothing_but_the_check_ends_a_game(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Winners are named in the Mentat pause, when the game ends, and stay; no other step changes turn and winners."""
    over = ends(before, after)
    yield "winners", either(over, after.winners == before.winners)
    yield "way", either(over, after.won == before.won)
    yield "phase", implies(over, before.phase == Phase.MENTAT)
    yield "still over", implies(before.pause == Pause.OVER, after.pause == Pause.OVER)
    yield "turn", either(after.turn == before.turn, before.phase == Phase.MENTAT)


@laws.step(
    "choam-has-the-last-word", clauses=["VIC-10", "VIC-11", "VIC-13"], where=CHECKED & knowing(CHOAM), when=checks
)
def choam_has_the_last_word(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Where CHOAM plays, victory is checked when it ends the pause, with nothing left to be answered."""
    yield "asked", before.pause == Pause.CHOAM
    yield "ended", step.took(finish_mentat)
    yield "by CHOAM", step.took(finish_mentat) and step["seat"] == CHOAM


@laws.told("the-end-is-told", GameOver, clauses=["VIC-08", "VIC-26"], where=CHECKED)
def the_end_is_told(before: Table, step: Step, after: Table) -> GameOver | None:
    """Everybody is told, once, who has won and how."""
    return GameOver(winners=after.winners, way=after.won) if ends(before, after) else None


@laws.told("the-next-turn-is-told", TurnOver, clauses=["VIC-08"], where=CHECKED)
def the_next_turn_is_told(before: Table, step: Step, after: Table) -> TurnOver | None:
    """Everybody is told of the next turn."""
    return TurnOver(next_turn=after.turn) if after.turn != before.turn else None


@laws.step(
    "lone-advisors-fight-after-the-check",
    clauses=["VIC-02", "VIC-08"],
    where=CHECKED & using(Table.advisors) & knowing(SISTERS),
)
def lone_advisors_fight_after_the_check(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """In the pause the check alone makes fighters of advisors: of those who are alone in a territory, of no others."""
    checked = checks(before, step, after)
    for territory in scope(before, Territory):
        lone = alone_there(before, SISTERS, territory)
        stays = both(has(before.advisors, territory), negate(both(checked, lone)))
        yield territory.title, implies(before.phase == Phase.MENTAT, same(has(after.advisors, territory), stays))


@laws.step("stronghold-cards-follow-control", clauses=["VIC-08", "VIC-25"], where=CHECKED)
def stronghold_cards_follow_control(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """When the game ends each card goes to who is alone in its stronghold, unless they were claimed in this turn."""
    settled = both(ends(before, after), before.cards_claimed < before.turn)
    fighters = occupation(before)
    for territory, there in real_strongholds(before):
        for seat in scope(before, Faction):
            others = [other for other in scope(before, Faction) if other != seat]
            nobody_else = forall(others, lambda other, t=territory: negate(fighters[t][other]))
            takes = both(settled, both(there, both(fighters[territory][seat], nobody_else)))
            owns = same(whole(after.stronghold_cards, territory), seat)
            yield f"{territory.title} to {seat.title}", implies(takes, owns)
            had = same(whole(before.stronghold_cards, territory), seat)
            yield f"{territory.title} of {seat.title}", implies(both(owns, negate(had)), takes)
    yield "claimed", after.cards_claimed == before.cards_claimed or both(settled, after.cards_claimed == before.turn)
    yield "settled", implies(settled, after.cards_claimed == before.turn)
