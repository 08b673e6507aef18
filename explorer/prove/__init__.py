"""Proofs with Z3: the decision trees as bit-vectors, for all states of a scope.

Read `formulas` first: `encode.py` (terms as bit-vectors), `solver.py` and `examples.py` (questions, and examples made
small), `states.py` (unknown states), `transition.py` and `unrolling.py` (one step, and paths of steps), and
`self_composition.py` (two copies of a state).

Then `proofs`: `goals.py` (what is to be proved of a step), `hypothesis.py` (what is supposed of the state before it),
`counterexamples.py`, `obligations.py` (one for each action and goal), `inductive_step.py`, `premises.py` and
`induction.py` (which discharges them); `bounded.py`, `k_induction.py` and `reach.py` (paths); and `sight.py` (who sees
what).

Last `deciding`: `play.py` (whether play gets to a state), `claims.py` and `sight.py` (what that decides of what a proof
has left open).
"""
