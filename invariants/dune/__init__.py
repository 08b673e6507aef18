"""What must hold of Dune.

The rooms are those of `kanly.model.dune`, and what must hold of a subject stands in the modules named after it. The end
of a module's name says of what kind its declarations are:

- no ending: what holds in every state (invariants),
- `_steps`: what holds of every step (step properties),
- `_saves`: which saves are accepted (save rules),
- `_witnesses`: what must be shown (witnesses), and what every play comes to (progress).

Laws are made where their actions are played or their fields are used. A witness may also be asked of named scenarios,
those that are there to show it; it names them by their set-up.

- `laws`: where all of it is gathered, and what checks of every model hold.
- `table`: cards, forces and open decisions.
- `losses`: what Atomics and worms take.
- `turns`: the queue, the seat on turn, and who may change the order.
- `terror`: entries, what the tokens take, forced discards, rides, and what is shown of them.
- `flight`: the flight, its card in escrow, its frames and what they keep back.
- `arrivals`: Ambassadors, and the No-Field marker.
- `movement`: declarations, speeds and the answers to them.
- `interruptions`: searches and questions.
- `victory`: what each side has towards victory, and what stands in the way of the Fremen.

Whatever module is put into a room is imported by this package.
"""

import importlib
import pkgutil

for _module in pkgutil.walk_packages(__path__, f"{__name__}."):
    importlib.import_module(_module.name)
