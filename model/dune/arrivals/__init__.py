"""What somebody's arrival sets off: intrusion, Ambassadors, a No-Field turned over.

- `ambassadors`: an entry into a place with an Ambassador of Ecaz.
- `intrusion`: whom an arrival asks, and how the Bene Gesserit answer.
- `consequences`: what follows a completed movement, in order.
- `no_field`: the marker of Richese, turned over.
"""
