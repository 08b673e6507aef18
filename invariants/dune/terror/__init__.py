"""What must hold of Terror tokens.

- `entries`: an open entry, one from beginning to end. `tokens`: what the tokens take, each once.
- `discards`: what is left of an entry behind a forced discard, and which saves with one are accepted.
- `decisions`: whose each decision is.
- `alliances`: an alliance instead of the token, offered, made or refused.
- `rides`: worm rides, and the Nexus before the next one.
- `told`: what is told of all that, true and in order.
- `sight`: what each seat is shown of all that.
"""
