"""What must be shown of progress, of the check of victory and of the Mentat pause."""

from __future__ import annotations

from ....model import has, size
from ....model.dune.scenarios.victory.boards import victory_no_field
from ....model.dune.scenarios.victory.checks import (
    mentat_joint,
    mentat_last_turn,
    mentat_most,
    mentat_rivals,
    mentat_without_guild,
)
from ....model.dune.scenarios.victory.pauses import mentat_choam, mentat_placement
from ....model.dune.scenarios.victory.turns import turn_to_mentat
from ....model.dune.table.factions import Faction
from ....model.dune.table.kinds import Phase, Source
from ....model.dune.table.mentat import Inflation, Pause
from ....model.dune.table.state import Table
from ....model.dune.table.victories import Way
from ....model.dune.victory.gamont import allow_gamont
from ....model.dune.victory.mentat import begin_mentat, finish_mentat
from ....model.dune.victory.placement import settle_stopped_placement
from ....model.dune.victory.progress import stronghold_progress
from ...language.steps import Step
from ...language.where import set_up_by
from ..laws import laws

HARKONNEN, ECAZ, FREMEN, GUILD = Faction.HARKONNEN, Faction.ECAZ, Faction.FREMEN, Faction.GUILD


def wins(before: Table, after: Table, way: Way) -> bool:
    """Whether the game is won by a step, in a certain way."""
    return before.won == Way.NOT_WON and after.won == way


@laws.witness("a-marker-completes-a-joint-hold", clauses=["VIC-16", "VIC-28"], where=set_up_by(victory_no_field))
def a_marker_completes_a_joint_hold(g: Table) -> bool:
    """Ecaz and Richese hold three strongholds jointly, one of them by the No-Field marker."""
    row = stronghold_progress(g).progress[ECAZ]
    return row.qualifies and size(row.jointly_occupied) == 3 and g.marker is not None


@laws.witness("the-later-of-two-sides-loses", clauses=["VIC-09", "VIC-22"], where=set_up_by(mentat_rivals))
def the_later_of_two_sides_loses(before: Table, step: Step, after: Table) -> bool:
    """Both Harkonnen and Ecaz have what they need, and Ecaz wins."""
    rows = stronghold_progress(before).progress
    ready = rows[HARKONNEN].qualifies and rows[ECAZ].qualifies
    return ready and wins(before, after, Way.STRONGHOLDS) and has(after.winners, ECAZ)


@laws.witness("a-prediction-beats-a-joint-victory", clauses=["VIC-07", "VIC-22"], where=set_up_by(mentat_joint))
def a_prediction_beats_a_joint_victory(before: Table, step: Step, after: Table) -> bool:
    """Ecaz and the Bene Gesserit occupy three strongholds together, and the Bene Gesserit win alone."""
    joint = size(stronghold_progress(before).progress[ECAZ].jointly_occupied) == 3
    return joint and wins(before, after, Way.PREDICTION) and size(after.winners) == 1


@laws.witness("a-joint-victory-is-won", clauses=["VIC-04", "VIC-22"], where=set_up_by(mentat_joint))
def a_joint_victory_is_won(before: Table, step: Step, after: Table) -> bool:
    """Ecaz and the Bene Gesserit win by three strongholds that both occupy, where four are needed otherwise."""
    row = stronghold_progress(before).progress[ECAZ]
    short = size(row.strongholds) < row.target
    return short and wins(before, after, Way.STRONGHOLDS) and size(after.winners) == 2


@laws.witness("claimed-cards-stay", clauses=["VIC-08", "VIC-25"], where=set_up_by(mentat_joint))
def claimed_cards_stay(before: Table, step: Step, after: Table) -> bool:
    """The game ends in a turn in which the Stronghold Cards have been claimed already."""
    return before.cards_claimed == before.turn and after.pause == Pause.OVER and before.pause != Pause.OVER


@laws.witness("the-fremen-win-beside-ecaz", clauses=["VIC-06", "VIC-22"], where=set_up_by(mentat_last_turn))
def the_fremen_win_beside_ecaz(before: Table, step: Step, after: Table) -> bool:
    """The Fremen win the last turn with Ecaz as their ally."""
    return wins(before, after, Way.FREMEN) and has(after.winners, ECAZ)


@laws.witness("the-guild-wins", clauses=["VIC-09"], where=set_up_by(mentat_last_turn))
def the_guild_wins(before: Table, step: Step, after: Table) -> bool:
    """The Guild wins the last turn."""
    return wins(before, after, Way.GUILD)


@laws.witness("the-most-strongholds-win", clauses=["VIC-09", "VIC-24"], where=set_up_by(mentat_most))
def the_most_strongholds_win(before: Table, step: Step, after: Table) -> bool:
    """The Harkonnen win by the most strongholds in a turn for which the Bene Gesserit have predicted them."""
    predicted = before.prediction is not None
    return predicted and wins(before, after, Way.MOST) and has(after.winners, HARKONNEN)


@laws.witness("a-kept-quote-is-used", clauses=["VIC-12", "VIC-22"], where=set_up_by(mentat_placement))
def a_kept_quote_is_used(before: Table, step: Step, after: Table) -> bool:
    """A placement was stopped, and what was looked up then makes the Bene Gesserit win."""
    return step.took(settle_stopped_placement) and wins(before, after, Way.PREDICTION)


@laws.witness("a-trip-to-gamont-takes-a-victory", clauses=["VIC-13", "VIC-22"], where=set_up_by(mentat_choam))
def a_trip_to_gamont_takes_a_victory(before: Table, step: Step, after: Table) -> bool:
    """A force goes home, and Harkonnen do not have what they need any more."""
    ready = stronghold_progress(before).progress[HARKONNEN].qualifies
    return step.took(allow_gamont) and ready and not stronghold_progress(after).progress[HARKONNEN].qualifies


@laws.witness("choam-waits-and-harkonnen-win", clauses=["VIC-13", "VIC-22"], where=set_up_by(mentat_choam))
def choam_waits_and_harkonnen_win(before: Table, step: Step, after: Table) -> bool:
    """CHOAM ends the pause, and Harkonnen win."""
    return step.took(finish_mentat) and wins(before, after, Way.STRONGHOLDS)


@laws.witness("a-flight-completes-a-third-stronghold", clauses=["VIC-04", "VIC-14"], where=set_up_by(turn_to_mentat))
def a_flight_completes_a_third_stronghold(before: Table, step: Step, after: Table) -> bool:
    """Behind a Sabotage Ecaz and its ally hold three strongholds together, and win in the Mentat pause."""
    sabotaged = before.forced[Source.SABOTAGE] == 1
    joint = size(stronghold_progress(before).progress[ECAZ].jointly_occupied) == 3
    return step.took(begin_mentat) and sabotaged and joint and wins(before, after, Way.STRONGHOLDS)


@laws.witness("a-third-stronghold-is-held-in-movement", clauses=["VIC-14"], where=set_up_by(turn_to_mentat))
def a_third_stronghold_is_held_in_movement(before: Table, step: Step, after: Table) -> bool:
    """Three strongholds are held together while the turn goes on, and nobody has won."""
    joint = stronghold_progress(after).progress[ECAZ].qualifies
    return joint and after.phase == Phase.MOVEMENT and after.won == Way.NOT_WON


@laws.witness("inflation-is-turned-over", clauses=["VIC-10"], where=set_up_by(mentat_choam))
def inflation_is_turned_over(before: Table, step: Step, after: Table) -> bool:
    """The Inflation token is turned over when the pause begins."""
    return step.took(begin_mentat) and after.inflation == Inflation.TURNED


@laws.progress(
    "the-check-ends-the-pause",
    clauses=["VIC-10"],
    where=set_up_by(
        mentat_rivals, mentat_joint, mentat_last_turn, mentat_without_guild, mentat_most, mentat_placement, mentat_choam
    ),
)
def the_check_ends_the_pause(g: Table) -> bool:
    """Every Mentat pause comes to an end: the game is over, or the next turn has begun."""
    return g.pause == Pause.OVER or g.phase.value == 0
