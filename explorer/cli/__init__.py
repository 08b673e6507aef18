"""The command line: one module a command, registered in `main.py`."""
