"""The graph that was walked: its form for networkx, and its export."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ...model import ModelError, Slots
from ..findings.edges import Edges
from ..findings.outcome import Exploration

if TYPE_CHECKING:
    import networkx as nx


def as_graph(exploration: Exploration) -> nx.MultiDiGraph[int]:
    """What was walked, for networkx: a node for each state with its readable values, an edge for each step.

    Raises `ModelError` when the exploration did not keep its edges.
    """
    import networkx as nx

    edges = _kept(exploration)
    graph: nx.MultiDiGraph[int] = nx.MultiDiGraph(name=exploration.instance.name)
    for number, slots in enumerate(edges.states):
        graph.add_node(number, label=str(number), state=", ".join(_shown(exploration, slots)))
    for source, move, target in zip(edges.sources, edges.labels, edges.targets, strict=True):
        graph.add_edge(source, target, label=str(edges.moves[move]))
    return graph


def export(exploration: Exploration, path: Path) -> None:
    """Write the graph as GraphML or DOT, by the name of the file. Raises `ModelError` or `OSError`."""
    suffix = path.suffix.lower()
    if suffix == ".graphml":
        import networkx as nx

        lines: Iterable[str] = nx.generate_graphml(as_graph(exploration))  # pyright: ignore[reportUnknownMemberType]
    elif suffix in (".dot", ".gv"):
        lines = _dot(exploration)
    else:
        raise ModelError(f"{path}: a graph is written as .graphml or .dot, not as {suffix or 'a file without suffix'}")
    with path.open("w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)


def _kept(exploration: Exploration) -> Edges:
    if exploration.edges is None:
        raise ModelError("the graph was not kept; ask for it when exploring")
    return exploration.edges


def _shown(exploration: Exploration, slots: Slots) -> list[str]:
    return [f"{path}={value}" for path, value in exploration.instance.describe(slots).items()]


def _dot(exploration: Exploration) -> Iterator[str]:
    edges = _kept(exploration)
    yield f"digraph {_quoted([exploration.instance.name])} {{"
    for number, slots in enumerate(edges.states):
        yield f"  {number} [label={_quoted(_shown(exploration, slots))}];"
    for source, move, target in zip(edges.sources, edges.labels, edges.targets, strict=True):
        yield f"  {source} -> {target} [label={_quoted([str(edges.moves[move])])}];"
    yield "}"


def _quoted(lines: Iterable[str]) -> str:
    escaped = (line.replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return '"' + "\\n".join(escaped) + '"'
