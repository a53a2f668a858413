"""Python's own functions that leave nothing behind: for each, of what it makes what."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple


class Makes(Enum):
    """Kinds of values that a function makes."""

    NUMBER = "a number, or yes or no"
    ITEM = "one of the values that it is given, or of those in what it is given"
    TEXT = "a text"
    ROW = "several values in an order that nobody changes"
    LIST = "a list, which may be changed"
    TURNED = "several values one after the other, once"
    SET = "a set"


class Builtin(NamedTuple):
    """A function of Python's. several: whether it reads all values of something. alike: and these in whatever order."""

    makes: Makes
    several: bool = False
    alike: bool = False


_KNOWN: Final = {
    "abs": Builtin(Makes.NUMBER),
    "all": Builtin(Makes.NUMBER, several=True, alike=True),
    "any": Builtin(Makes.NUMBER, several=True, alike=True),
    "bool": Builtin(Makes.NUMBER),
    "frozenset": Builtin(Makes.SET, several=True, alike=True),
    "int": Builtin(Makes.NUMBER),
    "len": Builtin(Makes.NUMBER, several=True, alike=True),
    "list": Builtin(Makes.LIST, several=True),
    "max": Builtin(Makes.ITEM, several=True, alike=True),
    "min": Builtin(Makes.ITEM, several=True, alike=True),
    "range": Builtin(Makes.ROW),
    "reversed": Builtin(Makes.TURNED, several=True),
    "round": Builtin(Makes.NUMBER),
    "set": Builtin(Makes.SET, several=True, alike=True),
    "sorted": Builtin(Makes.LIST, several=True, alike=True),
    "str": Builtin(Makes.TEXT),
    "sum": Builtin(Makes.NUMBER, several=True, alike=True),
    "tuple": Builtin(Makes.ROW, several=True),
}


def _that(*makes: Makes, several: bool | None = None, alike: bool | None = None) -> frozenset[str]:
    """The names of functions that make one of these. several, alike: also as these say, where they are given."""
    return frozenset(
        {
            name
            for name, made in _KNOWN.items()
            if made.makes in makes and several in (None, made.several) and alike in (None, made.alike)
        }
    )


#: All of them; those that make a set, and a row; and those that list the values of something as they come.
BUILTINS: Final = frozenset(_KNOWN)
SETS: Final = _that(Makes.SET)
ROWS: Final = _that(Makes.ROW)
LISTS: Final = _that(Makes.LIST, Makes.ROW, several=True, alike=False)

#: Those that read values in whatever order, and keep no set of them.
READ_ALIKE: Final = _that(Makes.NUMBER, Makes.ITEM, Makes.LIST, alike=True)

#: Those that make a number of all values of something.
COUNT: Final = _that(Makes.NUMBER, several=True)

#: Those that make a number, or pick one, of numbers that are given to them.
OF_NUMBERS: Final = _that(Makes.NUMBER, several=False) | _that(Makes.ITEM)

#: Those that make plain values, which nobody can change and which may be kept.
MAKE_PLAIN: Final = _that(Makes.NUMBER, Makes.ITEM, Makes.ROW)

#: Those whose value is no step that a rule might go on as: what is added up may be one.
MAKE_OUTCOMES: Final = _that(Makes.NUMBER, Makes.ITEM) - {"sum"}
