"""`python -m kanly.explorer.cli`, with the current folder searched for modules last, so that it shadows nothing."""

import os
import sys

if sys.path[:1] == [os.getcwd()]:
    sys.path.append(sys.path.pop(0))

from .main import main

main()
