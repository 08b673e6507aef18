"""From decision trees to machine code.

Read `packing` (how a state lies in words), `lowering` (trees made ready), `expressions` (terms as instructions),
`actions` (an action as a function), `generation` (a whole model), `observations` (declarations as bits).
"""
