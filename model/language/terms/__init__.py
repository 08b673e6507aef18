"""Terms: what stands for a number when a rule is read instead of run.

Read `nodes.py` first (expressions that simplify as they are built), then `unknown.py` (who follows a rule, and what may
not be asked of a value that is not known), `terms.py` (what a rule meets in place of numbers) and `rebuilding.py`
(terms worked out, and terms in place of others).
"""
