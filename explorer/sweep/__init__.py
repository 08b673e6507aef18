"""The compiled sweep: every reachable state, at machine speed. Read `code`, then `native`, `search`, `answers`.

`code` makes machine code of decision trees, `native` keeps and calls it, `search` visits the states with it, and
`answers` tells what was found as any engine tells it.
"""
