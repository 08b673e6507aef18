"""What a sweep needs to know and what ends it: the machine code of a model, and what is watched for."""

from dataclasses import dataclass, field

ACTION_BITS = 16
"""A label begins with the index of the action, in so many bits."""

FAULT_FLAG = 1 << ACTION_BITS
"""Set in a label when the step ends in a finding; its successor is not a state of the model."""

FIRST_STEP_BIT = ACTION_BITS + 1
"""Where the observations of the step begin in a label."""

STEP_BITS = 64 - FIRST_STEP_BIT
"""How many observations of a step a label can carry."""


@dataclass(frozen=True, slots=True)
class Machine:
    """A model as native code. A state is `words` 64-bit words, and any content of them is a legal state.

    `expand` is the address of `int64 expand(const uint64* state, uint64* successors, uint64* labels)`. It writes the
    successors back to back, one label each, and returns how many there are: at most `max_successors`. A label holds
    the index of the action (below `actions`) in its low bits, then the fault flag, then observations of the step.
    `observe` is the address of `uint64 observe(const uint64* state)`, or 0: its bits are observations of the state.
    Both must be pure functions that any thread may call. `identity` is equal for equal machine code, in any process;
    `owner` is kept alive as long as the machine.
    """

    words: int
    max_successors: int
    actions: int
    expand: int
    observe: int = 0
    identity: str = ""
    owner: object = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.words < 1 or self.max_successors < 1:
            raise ValueError(
                f"a machine has at least one word and one successor, not {self.words} and {self.max_successors}"
            )
        if not 0 <= self.actions <= FAULT_FLAG:
            raise ValueError(f"labels tell {FAULT_FLAG} actions apart, not {self.actions}")


@dataclass(frozen=True, slots=True)
class Stops:
    """Which observations end the sweep: masks of state and of step observations, a fault, a state without successor."""

    states: int = 0
    steps: int = 0
    fault: bool = False
    deadlock: bool = False
