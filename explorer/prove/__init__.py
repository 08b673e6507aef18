"""Proofs with Z3: the decision trees as bit-vectors, for all states of a scope.

Read `encode.py` (terms as bit-vectors), `states.py` and `supposition.py` (an unknown state and what is supposed of it);
then `claims.py`, `step_proof.py` and `inductive.py` (induction on the steps; `matrix.py` is its result, `examples.py`
has the counterexamples); `transition.py`, `unrolling.py`, `bounded.py`, `several.py` and `reach.py` (paths); and
`pair.py` and `sight.py` (who sees what).
"""
