"""What must hold of Terror tokens.

- `entries`: an open entry, one from beginning to end. `tokens`: what the tokens take, each once.
- `discards`: what is left of an entry behind a forced discard, and which saves with one are accepted.
- `rides`: worm rides, and the Nexus before the next one.
- `sight`: what each seat is shown of all that.
"""
