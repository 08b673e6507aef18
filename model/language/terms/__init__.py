"""Terms: what stands for a number when a rule is read instead of run.

Read `nodes.py` first (expressions that simplify as they are built), then `terms.py` (what a rule meets in their place).
"""
