"""What a sweep has found, told as any engine tells it, and held against the rules as they are run.

Read `disagreement` and `sampling` (the slow twin), `confirmation` (what the bits say, run again), `sight`
(what seats are given), `exploring` and `simulating` (the whole).
"""
