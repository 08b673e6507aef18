"""Progress on graphs: compared with networkx on random ones."""

from __future__ import annotations

from typing import Any, cast

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hikers import hikers
from kanly.explorer.findings.edges import Edges
from kanly.explorer.findings.moves import Moves
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.search.graph import as_graph, export
from kanly.explorer.search.stuck import stuck_nodes, traps
from kanly.model import ModelError
from kanly.model.games.card_table import card_table

MOVES = Moves(hikers("plain"))


def edges_of(pairs: list[tuple[int, int]]) -> Edges:
    edges = Edges(MOVES)
    for source, target in pairs:
        edges.add(source, 0, target)
    return edges


nodes = st.integers(0, 7)


@given(st.lists(st.tuples(nodes, nodes), max_size=20), st.sets(nodes))
def test_stuck_is_what_cannot_reach_a_settled_state(pairs: list[tuple[int, int]], settled: set[int]) -> None:
    graph: nx.DiGraph[int] = nx.DiGraph(pairs)
    graph.add_nodes_from(range(8))
    expected = [node for node in range(8) if not any(nx.has_path(graph, node, goal) for goal in settled)]
    found = stuck_nodes(edges_of(pairs), [node in settled for node in range(8)])
    assert found == expected
    for trap in traps(edges_of(pairs), found):
        assert all(set(graph.successors(node)) <= trap for node in trap)


def test_the_graph_has_a_node_for_each_state_and_an_edge_for_each_step(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("graph")
    result = explore(card_table.instance(), keep_graph=True)
    graph = as_graph(result)
    assert (graph.number_of_nodes(), graph.number_of_edges()) == (510, 1_789)
    export(result, folder / "table.graphml")
    again = cast("Any", nx).read_graphml(folder / "table.graphml")
    assert (again.number_of_nodes(), again.number_of_edges()) == (510, 1_789)
    export(result, folder / "table.dot")
    lines = (folder / "table.dot").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 2 + 510 + 1_789
    assert '[label="draw(seat=ANN, card=C1)"]' in lines[511]


def test_a_graph_that_was_not_kept_cannot_be_exported() -> None:
    with pytest.raises(ModelError, match="the graph was not kept"):
        as_graph(explore(hikers("plain"), declared=()))
