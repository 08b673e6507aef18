"""Mutants: small changes of a model's rules, each held against all that is declared.

Read `results` first (what a mutant is, and what can become of it), then `changes` (what can be changed, and how) and
`trials` (what becomes of a changed model).
"""
