"""How results are told: the verdict record, the terminal, trace files and regression tests.

`verdict.py` is the record that every command ends in, `summary.py` fills it from an exploration, `terminal.py` shows
it, `itf.py` writes and reads traces, `regression.py` turns a trace into a test.
"""
