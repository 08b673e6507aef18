"""The public panel: counts and targets in words, when victory is checked, and who has won."""

from __future__ import annotations

import pytest

from dune.playing import Play, dune
from kanly.model.dune.scenarios.victory.boards import Held, Tech
from kanly.model.dune.scenarios.victory.checks import Foretold
from kanly.model.dune.table.factions import Faction
from kanly.model.dune.table.kinds import Worth
from kanly.model.dune.victory.mentat import begin_mentat

NOBODY, ONE, OTHER, BOTH, RIVAL, ALL = Held
ATREIDES, ECAZ, HARKONNEN = Faction.ATREIDES, Faction.ECAZ, Faction.HARKONNEN


def panel(play: Play, seat: Faction = HARKONNEN) -> str:
    """What a seat reads."""
    text = play.instance.panel(play.slots, seat)
    assert text is not None
    return text


def test_it_tells_strongholds_against_the_target_and_joint_ones_by_name() -> None:
    text = panel(Play("victory-ecaz", True, False, ONE, BOTH, BOTH, NOBODY, False, Tech.TOGETHER))
    assert "Atreides and Ecaz: 4 of 4 strongholds" in text
    assert "all Tech Tokens count as one" in text
    assert "Current board: 2 of 3 jointly held strongholds: Carthag, Tuek's Sietch" in text
    assert "Harkonnen: 0 of 3 strongholds" in text


def test_it_tells_when_victory_is_checked_and_never_that_somebody_will_win() -> None:
    text = panel(Play("victory-ecaz", True, False, BOTH, BOTH, BOTH, NOBODY, False, Tech.NOWHERE))
    assert "checked at the end of the Mentat pause" in text
    assert "Moritani" in text
    assert "CHOAM" in text
    assert not {"win", "wins", "winner", "victorious"} & set(text.lower().replace(".", " ").split())


def test_it_is_the_same_for_all_seats_and_whatever_a_marker_hides() -> None:
    texts = {
        panel(Play("victory-no-field", OTHER, BOTH, ONE, hidden), seat)
        for hidden in Worth
        for seat in (Faction.RICHESE, ECAZ, HARKONNEN)
    }
    assert len(texts) == 1


def test_it_is_the_same_whatever_was_predicted() -> None:
    texts = {panel(Play("mentat-joint", False, each, BOTH, BOTH, ONE, False)) for each in Foretold}
    assert len(texts) == 1


def test_the_winners_stay_on_it_when_the_game_is_over() -> None:
    text = panel(Play("mentat-joint", False, Foretold.NOTHING, BOTH, BOTH, BOTH, False).take(begin_mentat))
    assert text.startswith("The game is over. Bene Gesserit and Ecaz won: a side held enough strongholds.")
    assert "checked at the end" not in text


@pytest.mark.parametrize(
    ("tabr", "told"),
    [
        (BOTH, "In the way of the Fremen on the last turn, if nobody has won by then: nobody"),
        (OTHER, "Ecaz in Sietch Tabr\n  The rules leave open whether Ecaz alone in Sietch Tabr is in the way."),
        (ALL, "Harkonnen in Sietch Tabr"),
    ],
)
def test_it_tells_what_is_in_the_way_of_the_fremen(tabr: Held, told: str) -> None:
    assert told in panel(Play("victory-fremen", False, tabr, ONE))


def test_it_tells_nothing_of_the_fremen_where_they_do_not_play() -> None:
    text = panel(Play("victory-without-ecaz", False, ONE, OTHER, RIVAL, True, Tech.NOWHERE))
    assert "Richese: 2 of 3 strongholds (Carthag, Sietch Tabr)" in text
    assert "Fremen" not in text


def test_where_nothing_counts_towards_victory_it_tells_nothing_of_it() -> None:
    instance = dune.instance("flight-range3")
    assert instance.panel(instance.initial_states()[0], instance.seats.members[0]) == ""
