"""Reading 1: exploring a model by running its rules in Python, breadth-first or at random.

`outcome.py` says what an exploration yields, also for the compiled sweep; `breadth_first.py` visits every state,
`simulation.py` walks at random, `settling.py` answers the progress declarations, `graph.py` exports what was walked.
"""
