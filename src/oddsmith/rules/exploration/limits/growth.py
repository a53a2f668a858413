"""Growth of an exploration: what it has come to, weighed against its limit.

The limit counts states. A state that holds many values counts for several, since what it stands for is memory and time;
and states that follow one another without end are told from those that are many (`deepest`).
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final

from oddsmith.rules.compile.activation import State
from oddsmith.rules.compile.images.sizes import LARGEST, Outgrown, size
from oddsmith.rules.exploration.waiting.frames import Stack
from oddsmith.rules.language.calls import Call
from oddsmith.rules.language.driver import Activation

#: So many values of a state, and answers with which a rule is run again, count for nothing.
FREE: Final = 64

_VALUES_A_STATE = 8  # of more, so many count as one state
_ANSWERS_A_STATE = 2
_SENT_A_STATE = 100  # so many times an answer is handed from a function to one that it awaits count as one state
#: A rule that is run again and has had fewer answers holds little.
SHORT: Final = 16

_DEEPEST: Final = 20_000


def deepest(limit: int) -> int:
    """Return the most new states that may follow one another, and the most answers of a rule at a stretch."""
    return max(_DEEPEST, limit // 50)


def weight(place: Call[Any] | State, known: tuple[Hashable, ...], stack: Stack) -> int:
    """For how many states more than one a state counts."""
    held = size(place.args) if isinstance(place, Call) else place.weigh()
    if stack is not None:
        held += stack[4]
    run_again = len(known)
    return weight_of(held) + max(0, run_again - FREE) // _ANSWERS_A_STATE


def weight_of(held: int) -> int:
    """For how many states more than one something counts that holds so many values."""
    return max(0, held - FREE) // _VALUES_A_STATE


#: Of so many states one is weighed.
WEIGHED: Final = 16

#: So many branches are followed before it is asked how many are left; fewer where each is run again from its start.
FIRST_LOOK: Final = 20_000
FIRST_LOOK_AGAIN: Final = 2_000

#: Where ways do not meet, exploring is given up once it would need so many times the limit.
HOPELESS: Final = 10


def heavy(at: Activation, branches: int) -> int:
    """For how many branches more those count that are left where a rule stands which is run again.

    Raises Outgrown where one of its variables holds more than a state may.
    """
    answers = len(at.known)
    held = at.held()
    if held > LARGEST:
        raise Outgrown
    again = answers * (len(at.frames) - 1) // _SENT_A_STATE  # each answer is handed down through all helpers
    return branches * (max(0, answers + held - FREE) // _VALUES_A_STATE + again)
