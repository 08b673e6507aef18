"""Random walks over the compiled steps.

Read `lanes` (what the passes hand to each other), `kernel` (the passes, compiled), `walked` (what is remembered of the
states), `walking` (round after round).
"""
