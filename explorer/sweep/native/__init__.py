"""Machine code: written down, compiled, kept on disk, called.

Read `machine` (what a search needs of a model), `assembly` (functions as text), `cache` and `objects` (text to loaded
code), `arrays` (what is handed over), `calling` and `intrinsics` (functions compiled by numba).
"""
