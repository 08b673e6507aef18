"""Terms at random, with every operator in them."""

from __future__ import annotations

import random

from kanly.model.language.terms.nodes import Node, TermError, const, variable
from kanly.model.language.terms.rebuilding import BUILDERS


def variables_of_all_kinds() -> list[Node]:
    """Truth values, small numbers, masks and numbers that may be negative."""
    bounds = [(0, 1), (0, 1), (0, 5), (0, 7), (0, 62), (-3, 4), (-1, 6), (2, 3)]
    return [variable(f"x{index}", low, high) for index, (low, high) in enumerate(bounds)]


def random_term(pick: random.Random, variables: list[Node], size: int) -> Node:
    """A term of about that many operators, over variables and constants."""
    pool: list[Node] = [*variables, const(0), const(1), const(pick.randint(2, 9)), const(-pick.randint(1, 5))]
    while size:
        node = grown(pick, pool)
        if node is not None and node.lo > -(1 << 40) and node.hi < 1 << 40:
            pool.append(node)
            size -= 1
    return pool[-1]


def grown(pick: random.Random, pool: list[Node]) -> Node | None:
    op = pick.choice([*BUILDERS])
    recent = pool[-8:] if pick.random() < 0.7 else pool
    a, b, c = (pick.choice(recent) for _ in range(3))
    arguments = {"pop": (a,), "ite": (BUILDERS["lt"](a, b), b, c)}.get(op, (a, b))
    if op in ("div", "mod"):
        arguments = (a, const(pick.randint(1, 6)))
    if op in ("shl", "shr") and not 0 <= b.lo <= b.hi <= 7:
        return None
    if op in ("bit", "insert", "erase") and not (a.lo >= 0 and a.hi < 1 << 20 and b.lo >= -1 and b.hi < 20):
        return None
    try:
        return BUILDERS[op](*arguments)
    except (TermError, ValueError):
        return None
