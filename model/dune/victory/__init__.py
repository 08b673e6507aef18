"""Victory: who has how much towards it, as everybody may know.

- `settled`: the board as victory sees it: lone advisors released, and whose fighters are in which stronghold.
- `progress`: what each side has towards victory, by strongholds, Tech Tokens and joint occupation.
- `fremen`: what stands in the way of the Fremen on the last turn.
"""
