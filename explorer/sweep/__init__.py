"""The compiled sweep: every reachable state, at machine speed."""
