"""A model without a game: each action exercises one feature of the language, for the readings to agree on."""

from enum import Enum
from typing import Any

from kanly.model import (
    Chance,
    Event,
    Fields,
    Int,
    Map,
    Model,
    OneOf,
    Option,
    Record,
    Secret,
    Seq,
    Set,
    State,
    View,
    both,
    choose,
    count,
    either,
    emit,
    exists,
    forall,
    has,
    implies,
    is_present,
    lookup,
    merged,
    negate,
    require,
    same,
    scope,
    size,
    total,
    whole,
)


class Who(Enum):
    A = "a"
    B = "b"
    C = "c"


class Thing(Enum):
    PEN = 1
    CUP = 2
    KEY = 3
    BOX = 4

    @property
    def weight(self) -> int:
        return int(self.value) * 2

    @property
    def is_small(self) -> bool:
        return self.value <= 2

    @property
    def price(self) -> int:
        """Fails for the box."""
        if self.name == "BOX":
            raise ValueError("nobody sells the box")
        return int(self.value) + 1


class Note(Record):
    thing: Thing
    level: int = Int(-2, 3)
    maybe: Who | None = Option(Who)


class Ask(Record):
    who: Who
    strength: int = Int(0, 2)


class Wait(Record):
    things: set[Thing] = Set(Thing)


class Desk(State):
    turn: Who
    flag: bool
    level: int = Int(-2, 5)
    bag: set[Thing] = Set(Thing)
    bags: dict[Who, set[Thing]] = Map(Who, Set(Thing))
    grid: dict[Who, dict[Thing, int]] = Map(Who, Map(Thing, Int(0, 3)))
    queue: list[Thing] = Seq(Thing, at_most=3)
    note: Note | None = Option(Note)
    notes: dict[Who, Note] = Map(Who, Note)
    pending: Ask | Wait | None = Option(OneOf(Ask, Wait))
    log: list[Note] = Seq(Note, at_most=2)
    held: Thing | None = Option(Thing)


class Told(Event):
    who: Who
    held: Thing | None = Option(Thing)


desk = Model("desk", Desk, seats=Who)
NEXT = {Who.A: Who.B, Who.B: Who.C, Who.C: Who.A}
LIKES = {Who.A: frozenset({Thing.PEN, Thing.KEY}), Who.B: frozenset({Thing.CUP}), Who.C: frozenset[Thing]()}
FEW = {Thing.PEN: 2, Thing.KEY: 4}
DEBTS = {(Who.A, Who.B): 1, (Who.B, Who.C): 3, (Who.C, Who.C): -1}
FRIENDS = {Who.A: frozenset({Who.B, Who.C}), Who.C: frozenset({Who.A})}
COST = {(who, thing): thing.value + (who is Who.B) for who in Who for thing in Thing}


@desk.action
def move_between_bags(g: Desk, who: Who, other: Who, thing: Thing) -> None:
    require(who != other, "the same")
    require(thing in g.bags[who], "not there")
    g.bags[who].remove(thing)
    g.bags[other].add(thing)
    g.turn = lookup(NEXT, who)
    emit(Told(who=other, held=thing), to={who, other})


@desk.action
def take_unchecked(g: Desk, who: Who, thing: Thing) -> None:
    """Fails where the thing is not in the bag."""
    g.bag.remove(thing)
    g.bags[who] = g.bags[who] | {thing}


@desk.action
def raise_level(g: Desk, who: Who, by: int = Int(-3, 3)) -> None:
    """Fails where the level leaves its domain."""
    require(who == g.turn, "not your turn")
    g.level = g.level + by * 2 - 1


@desk.action
def grid_sum(g: Desk, who: Who, thing: Thing) -> None:
    g.grid[who][thing] += 1
    g.level = total(scope(g, Thing), lambda each: g.grid[who][each]) % 5
    g.flag = g.level // 2 == 1


@desk.action
def enqueue(g: Desk, who: Who, thing: Thing) -> None:
    """Fails where the queue is full."""
    require(thing not in g.queue, "queued already")
    g.queue.append(thing)
    g.flag = g.queue[0] == thing


@desk.automatic
def dequeue(g: Desk) -> None:
    require(g.queue, "nothing queued")
    first = g.queue.pop(0)
    g.held = first
    g.bag.discard(first)


@desk.automatic
def pop_last(g: Desk) -> None:
    """Fails where the queue is empty."""
    last = g.queue.pop()
    g.bags[g.turn].add(last)


@desk.action
def write_note(g: Desk, who: Who, thing: Thing, maybe: Who | None = Option(Who)) -> None:
    require(g.note is None, "written already")
    g.note = Note(thing=thing, level=g.level - 2 if g.flag else 0, maybe=maybe)
    g.notes[who] = g.note


@desk.automatic
def file_note(g: Desk) -> None:
    """The view keeps the old note after the field is cleared."""
    note = g.note
    require(note is not None, "no note")
    assert note is not None
    g.note = None
    note.level = 1
    g.log.append(note)
    g.flag = note.maybe is None


@desk.action
def swap_notes(g: Desk, who: Who, other: Who) -> None:
    """Keys decide whether the two are the same."""
    mine = g.notes[who]
    level = mine.level
    g.notes[who] = g.notes[other]
    g.notes[other].level = level


@desk.action
def ask(g: Desk, who: Who, strength: int = Int(0, 2), loud: bool = Secret(bool)) -> None:
    require(g.pending is None, "busy")
    g.pending = Ask(who=who, strength=strength) if loud else Wait(things=g.bags[who])


@desk.automatic
def answer(g: Desk) -> None:
    match g.pending:
        case Ask(who=who, strength=strength):
            g.level = strength
            g.turn = who
        case Wait(things=things):
            g.bag = things
            g.bag.update(g.bags[g.turn])
        case _:
            require(False, "nothing pending")
    g.pending = None


@merged
def weigh(g: Desk, who: Who) -> int:
    if g.flag:
        g.level = 0
        return 1
    require(g.level > -2, "too low to weigh")
    for thing in scope(g, Thing):
        if thing in g.bags[who] and thing.is_small:
            g.level = min(g.level + 1, 5)
            emit(Told(who=who, held=thing), to=who)
    return g.level


@merged
def heavy(g: Desk, thing: Thing) -> bool:
    return thing.weight > 4 and not g.flag


@desk.action
def use_merged(g: Desk, who: Who, thing: Thing = Chance()) -> None:
    bag = g.bags[who]
    if weigh(g, who) > 2:
        g.bags[who] = set[Thing]()
    g.flag = heavy(g, thing)
    g.bag = bag


@desk.action
def combine(g: Desk, who: Who, thing: Thing) -> None:
    require(either(has(g.bag, thing), lambda: exists(g.bags[who], lambda each: each.weight > 4)), "nothing heavy")
    require(implies(g.flag, forall(g.queue, lambda each: negate(same(each, thing)))), "queued")
    fond = count(scope(g, Who), lambda each: thing in lookup(LIKES, each))
    g.level = choose(both(g.flag, fond > 1), fond, lookup(COST, (who, thing)) - 1)
    g.held = choose(fond > 0, whole(g, "held"), None)


@desk.action
def concrete_things(g: Desk, who: Who, thing: Thing) -> None:
    """What Python needs concretely forks over the domain."""
    steps = {Who.A: 1, Who.B: 2, Who.C: 3}[who]
    for _ in range(g.grid[who][thing]):
        steps += 1
    require(len(g.bag) < 4, "full bag")
    g.level = min(steps, 5)
    for each in g.bag:
        if each == thing:
            g.flag = True


@desk.automatic
def raises(g: Desk) -> None:
    """An exception of the rule's own."""
    require(g.flag, "no flag")
    if size(g.bag) == 3:
        raise ValueError("three is too many")
    g.flag = False


@desk.action
def buy(g: Desk, who: Who, thing: Thing) -> None:
    """Fails for the thing that has no price, unless it is in the bag anyway."""
    require(thing not in g.bags[who], "bought already")
    if thing in g.bag:
        g.bag.discard(thing)
    else:
        g.level = thing.price
    g.bags[who].add(thing)


@desk.action
def look_up_few(g: Desk, who: Who, other: Who, thing: Thing) -> None:
    """Fails where a table does not list the key."""
    g.level = lookup(FEW, thing) - 1
    if g.flag:
        g.level = lookup(DEBTS, (who, other))
    g.flag = has(lookup(FRIENDS, other), who)


@desk.action
def look_up_where_it_matters(g: Desk, who: Who, thing: Thing) -> None:
    """Never fails: what is not listed is not asked for."""
    require(implies(has(frozenset(FEW), thing), lambda: lookup(FEW, thing) > 1), "never")
    g.flag = both(who != Who.B, lambda: exists(lookup(FRIENDS, who), lambda each: each == g.turn))


@merged
def refill(g: Desk, who: Who) -> None:
    if g.flag:
        g.bags[who] = g.bag
    elif g.level > 0:
        g.bags[who] = {Thing.KEY}
    else:
        g.bags[who].discard(Thing.PEN)


@desk.action
def hold_across_a_merged_helper(g: Desk, who: Who, other: Who, thing: Thing) -> None:
    """What was read shows what it showed where it was replaced, and what has become of it where it was not."""
    mine = g.bags[who]
    before = size(mine)
    refill(g, other)
    g.level = size(mine) - before
    g.flag = has(mine, thing)


@desk.automatic
def hold_parts(g: Desk) -> None:
    """Parts of a record that a merged helper clears on some paths."""
    note = g.note
    require(note is not None, "no note")
    assert note is not None
    clear_note(g)
    g.level = note.level
    g.flag = note.maybe is None


@merged
def clear_note(g: Desk) -> None:
    if not g.flag:
        g.note = None


class DeskView(View):
    own: set[Thing] = Set(Thing)
    held: Thing | None = Option(Thing)
    noted: bool
    sizes: dict[Who, int] = Map(Who, Int(0, 4))
    note: Note | None = Option(Note)
    first: Note
    asked: Ask | Wait | None = Option(OneOf(Ask, Wait))
    queue: list[Thing] = Seq(Thing, at_most=3)
    log: list[Note] = Seq(Note, at_most=2)
    levels: dict[Who, Who | None] = Map(Who, Option(Who))


@desk.view
def view(g: Desk, seat: Who) -> DeskView:
    return DeskView(
        own=g.bags[seat],
        held=whole(g, "held"),
        noted=is_present(g.note),
        sizes={who: size(g.bags[who]) for who in g.bags},
        note=whole(g, "note") if seat == Who.A else g.note,
        first=g.notes[seat],
        asked=choose(g.flag, whole(g, "pending"), None),
        queue=g.queue,
        log=[note for note in g.log if note.thing != Thing.BOX],
        levels={who: whole(g.notes[who], "maybe") for who in g.notes},
    )


@desk.scenario("default")
def setup(g: Desk, first: Who) -> None:
    g.turn = first
    g.bag = {Thing.PEN, Thing.CUP}
    g.bags[first] = {Thing.KEY}


@desk.scenario("narrow", scope={Who: (Who.A, Who.C), Thing: (Thing.CUP, Thing.BOX)})
def narrow(g: Desk) -> None:
    g.bag = set(scope(g, Thing))


def every_feature() -> Any:
    return desk.instance()


PLAIN = Fields(Desk.turn, Desk.flag, Desk.level)
THINGS = Fields(PLAIN, Desk.bag, Desk.bags, Desk.held)


@desk.scenario("bare", uses=(THINGS,), actions=[take_unchecked, write_note])
def bare(g: Desk) -> None:
    """Most of the desk is left unused; writing a note does so all the same."""
    g.bag = {Thing.PEN}
