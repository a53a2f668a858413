"""Names in the code of machines that no rule can hold: of functions that it calls, and of variables of its own.

All begin with a dot. `given` has the functions; a variable's kind is followed by a number.
"""

from __future__ import annotations

from typing import Final

#: Functions that give a loop its values, its length and its rounds.
INDEXED: Final = ".indexed"
MADE_INDEXED: Final = ".made_indexed"
LENGTH: Final = ".len"
MORE: Final = ".has"
ROUNDS: Final = ".rounds"

#: Functions for `with`.
ENTER: Final = ".enter"
LEAVE: Final = ".leave"
ANYTHING: Final = ".BaseException"

#: Python's own functions of which loops are taken apart, and what stands in the place of each.
LIVE: Final = {"enumerate": ".enumerate", "reversed": ".reversed", "zip": ".zip"}

#: Asks in the place of `is`.
SAME: Final = ".same"

#: The value of a variable that is not bound.
NOT_BOUND: Final = ".unbound"

#: Makes the outcome of a return before which gains do not count.
BUST: Final = ".bust"

#: Kinds of variables: how many rounds of a loop are left, where nothing else of it is read; what a loop goes over.
LEFT: Final = ".left."
OVER: Final = ".over."

#: Kinds of variables: what a comprehension makes, and those that it gives its items to.
MADE: Final = ".made."
EACH: Final = ".each."

_PLACE: Final = ".place"


def place_in(over: str, items: str) -> str:
    """The kind of variable that is the place in a loop. over: what it goes over; items: its names for an item."""
    return f"{_PLACE}{over}.{items}."


def is_place(name: str) -> bool:
    """True for the place in a loop."""
    return name.startswith(_PLACE)


def is_of_round(name: str) -> bool:
    """True for what tells one round of a loop from another: the place, or the rounds left."""
    return name.startswith((_PLACE, LEFT))


def of_place(name: str) -> tuple[str, list[str]]:
    """Return what a loop goes over, and its names for an item (none where they say nothing), by its `place_in`."""
    over, _, names = name.removeprefix(_PLACE).rpartition(".")[0].rpartition(".")
    found = names.split(",") if names else []
    return over, found if any(not one.startswith("_") for one in found) else []


def is_of_loop(name: str) -> bool:
    """True for what a loop keeps for itself."""
    return name.startswith((_PLACE, OVER, LEFT))


def says_rounds(name: str) -> bool:
    """True for what says how many rounds a loop has gone, or has left."""
    return name.startswith((_PLACE, LEFT))
