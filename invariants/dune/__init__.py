"""What must hold of Dune.

- `custody`: cards and Terror tokens have one home.
- `forces`: nobody appears or disappears, and the marker is one.
- `turn`: the queue, the seat on turn, and how many groups have moved.
- `flight`: the live flight and its card in escrow.
- `frames`: what a frame and its receipt say, and that there is at most one.
- `decisions`: open decisions are somebody's, and about something that is there.
- `declaring`: steps: only legal declarations are accepted.
- `ambassadors`: entries that wait for Ecaz, and that an arrival asks one owner at most.
- `choam`: steps: what CHOAM lets happen and what it forbids.
- `flying`: steps: how a flight begins, goes on and ends.
- `flight_saves`: which saves with a flight, or the frame of one, are accepted.
- `settling`: steps: what a frame keeps back is done once, and nothing else with it.
- `speed`: steps: a speed is answered before anybody moves, and a cancelled one costs nothing else.
- `no_field`: a marker moves with a new event, keeps its secret, and flies once.
- `sparing`: what leaves a flight alone, a Sabotage between its groups above all.
- `order`: the Guild chooses its time, and a Juice of Sapho makes somebody first or last.
- `interruptions`: a Nullentropy Box or a Truthtrance comes in between.
- `worthless`: a worthless card used as a Karama, and stopped.
- `terror_entries`: an open entry into a place with a Terror token.
- `terror_taking`: steps: what Terror tokens take, each once.
- `terror_settling`: steps: what is left of an entry behind a forced discard.
- `terror_riding`: worm rides, and the Nexus before the next one.
- `terror_saves`: which saves with a forced discard are accepted.
- `terror_sight`: what each seat is shown of all that.
- `reached`, `terror_reached`: what the scenarios must show, and that every turn comes to an end.
"""

import importlib
import pkgutil

for _module in pkgutil.walk_packages(__path__, f"{__name__}."):
    importlib.import_module(_module.name)
