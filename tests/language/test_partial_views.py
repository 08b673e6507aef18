"""Views that only some scenarios have, and the panel: what is declared of them, and what is wrong."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from kanly.model import Fields, Int, Model, ModelError, State, View
from tiny import Seat


class Room(State):
    lamps: int = Int(0, 3)
    tools: bool


class Other(State):
    lamps: bool


LAMPS, TOOLS = Fields(Room.lamps), Fields(Room.tools)


class Lamps(View):
    lamps: int = Int(0, 3)


class Tools(View):
    tools: bool


def room() -> Model:
    """A room of which one scenario uses all fields, and the other the lamps."""
    model = Model("room", Room, seats=Seat)

    @model.view(uses=LAMPS)
    def lamps(g: Room, seat: Seat) -> Lamps:
        return Lamps(lamps=g.lamps)

    @model.view(uses=[LAMPS, TOOLS])
    def tools(g: Room, seat: Seat) -> Tools:
        return Tools(tools=g.tools)

    @model.scenario("whole")
    def whole(g: Room) -> None:
        g.tools = True

    @model.scenario("dark", uses=LAMPS)
    def dark(g: Room) -> None:
        g.lamps = 2

    return model


def test_a_scenario_has_the_views_whose_fields_it_uses() -> None:
    whole, dark = room().instance("whole"), room().instance("dark")
    assert [each.name for each in whole.views] == ["lamps", "tools"]
    assert [each.name for each in dark.views] == ["lamps"]
    assert dark.described_views(dark.initial_states()[0], Seat.ANN) == {"lamps": "2"}


@pytest.mark.parametrize(
    ("uses", "told"),
    [(Fields(Other.lamps), "lamps is no field of Room"), ("lamps", "uses names groups of fields")],
)
def test_what_is_no_group_of_the_state_is_refused(uses: Fields, told: str) -> None:
    model = Model("room", Room, seats=Seat)
    with pytest.raises(ModelError, match=told):

        @model.view(uses=uses)
        def lamps(g: Room, seat: Seat) -> Lamps:
            return Lamps(lamps=g.lamps)


def test_a_panel_is_given_the_views_of_its_scenario_by_name() -> None:
    model = room()

    @model.panel
    def panel(shown: Mapping[str, View], seat: Seat) -> str:
        return f"{seat.name}: {', '.join(shown)}"

    whole, dark = model.instance("whole"), model.instance("dark")
    assert whole.panel(whole.initial_states()[0], Seat.BOB) == "BOB: lamps, tools"
    assert dark.panel(dark.initial_states()[0], Seat.ANN) == "ANN: lamps"


def test_a_second_panel_and_one_of_other_parameters_are_refused() -> None:
    model = room()

    def panel(shown: Mapping[str, View], seat: Seat) -> str:
        return ""

    def bare(shown: Mapping[str, View]) -> str:
        return ""

    with pytest.raises(ModelError, match="bare takes what is shown, by view, and who looks"):
        model.panel(bare)
    model.panel(panel)
    with pytest.raises(ModelError, match="room has a panel already, panel"):
        model.panel(panel)
