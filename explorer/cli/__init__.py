"""The command line: one module a command, registered in `application.py`."""

import time

BEGAN = time.perf_counter()
"""When this process began to load the command line."""
