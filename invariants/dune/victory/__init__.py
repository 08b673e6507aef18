"""What must hold of victory and of what everybody may know of it.

- `occupation`: who fights in which stronghold, counted from the forces: what progress is held against.
- `progress`: what each side has towards victory: strongholds, Tech Tokens, joint occupation, targets.
- `released`: lone advisors, and the Hidden Mobile Stronghold while it is absent.
- `fremen`: what stands in the way of the Fremen.
"""
