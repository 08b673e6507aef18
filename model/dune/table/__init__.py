"""The table: the board, the factions, the cards, and everything that a saved turn remembers.

- `factions`, `cards`, `board`: who plays, with what, and where; how far it is from one place to another.
- `kinds`, `limits`: of what kinds things are, and how many there can be.
- `movements`, `flights`, `entries`, `interruptions`, `victories`, `mentat`: the records that a saved turn is made of,
  by subject; `variants`: the points on which published rules of victory differ.
- `state`: the fields of a saved turn, and who may know each; `groups`: which of them are used together.
- `forces`: who stands where, and moving a group.
"""
