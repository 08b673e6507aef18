"""`python -m kanly.explorer.cli`."""

from .main import main

main()
