"""What must hold of victory, of what everybody may know of it, and of the Mentat pause.

- `occupation`: who fights in which stronghold, counted from the forces: what progress is held against.
- `progress`: what each side has towards victory: strongholds, Tech Tokens, joint occupation, targets.
- `released`: lone advisors, and the Hidden Mobile Stronghold while it is absent.
- `fremen`: what stands in the way of the Fremen.
- `winners_steps`: who wins by the check. `check_steps`: when it is made, and what it does beside that.
- `pause`, `pause_steps`: the Mentat pause in between, and each step of it. `decisions`: whose each decision is.
- `told_steps`: what is told in the pause. `shown`: what everybody is shown of victory.
- `pause_witnesses`: what must be shown of the check and of the pause.
"""
