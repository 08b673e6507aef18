"""Stuck states: those from which no settled one can be reached, read off the graph that was walked.

The settled states are followed backwards; what they do not reach is stuck. The strong components of the stuck part
without a way out of themselves are the traps, and a shortest path leads to the nearest stuck state.
"""

from __future__ import annotations

from collections.abc import Sequence

import networkx as nx
import numpy as np
import numpy.typing as npt

from .graph import Edges


def stuck_nodes(edges: Edges, settled: Sequence[bool]) -> list[int]:
    """The states from which no settled one can be reached, in breadth-first order."""
    targets = np.frombuffer(edges.targets, np.uint64).astype(np.int64)
    sources = np.frombuffer(edges.sources, np.uint64).astype(np.int64)
    order = np.argsort(targets, kind="stable")
    into = sources[order]
    starts = np.searchsorted(targets[order], np.arange(len(settled) + 1))
    safe = np.asarray(settled, dtype=bool)
    frontier: npt.NDArray[np.int64] = np.flatnonzero(safe)
    while len(frontier):
        before = np.unique(np.concatenate([into[starts[state] : starts[state + 1]] for state in frontier]))
        frontier = before[~safe[before]]
        safe[frontier] = True
    stuck: list[int] = np.flatnonzero(~safe).tolist()
    return stuck


def traps(edges: Edges, stuck: Sequence[int]) -> list[set[int]]:
    """The strong components of the stuck states that no step leaves: where the play goes round for ever, or ends."""
    inside = set(stuck)
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(stuck)
    pairs = zip(edges.sources, edges.targets, strict=True)
    graph.add_edges_from((source, target) for source, target in pairs if source in inside)
    return list(nx.attracting_components(graph))


def told_of(edges: Edges, stuck: Sequence[int]) -> str:
    """How it is with the stuck states, in words: how many there are, and where play ends up from them."""
    smallest = min(traps(edges, stuck), key=len)
    end = "play stays in one of them" if len(smallest) == 1 else f"play goes round in {len(smallest)} of them"
    return f"{len(stuck)} states are stuck; {end}"
