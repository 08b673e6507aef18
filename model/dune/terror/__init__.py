"""Terror tokens: entries, what the tokens do, forced discards, worm rides and the Nexus.

- `nexus`: worm rides one after the other, and the Nexus that may come between them.
- `entry`: an entry into a place with a token, from its opening to its end.
- `effects`, `discards`: what the tokens do; the frame of a forced discard and what it keeps back.
- `rides`: taking a ride, and summoning another worm.
"""
