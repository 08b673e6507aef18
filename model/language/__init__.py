"""The modelling language: finite domains, states over slots, rules, views and saves.

Read `values/` first (domains over slots), then `classes/` (how a class declares fields), `play/` (rules, actions,
running) and `terms/` (what stands for a number when a rule is read instead of run); `base/` is what all of them stand
on.
"""
