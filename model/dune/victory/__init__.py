"""Victory: who has how much towards it, as everybody may know, and the Mentat pause in which somebody wins.

- `settled`: the board as victory sees it: lone advisors released, and whose fighters are in which stronghold.
- `progress`: what each side has towards victory, by strongholds, Tech Tokens and joint occupation.
- `fremen`: what stands in the way of the Fremen on the last turn.
- `order`: which of several seats or sides comes first in storm order.
- `fallbacks`: who wins when nobody has won by the last turn.
- `quote`: how the check would come out, prediction included.
- `check`: the check itself, the one way in which a game is won.
- `mentat`: the pause from its beginning to the check; `placement`, `gamont`: what comes in between.
"""
