"""Functions of your own in expressions: their names, and what they may come to."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from oddsmith.errors import BadInput

_POOLS: Final = """
    difference union intersection symmetric_difference sort_pair max_pair_highest max_pair_lowest versus_any versus_all
    issubset issuperset isdisjoint
"""
_OTHERS: Final = "faces set setface straight sum size classes joint deal draw floor ceil round abs min max let vs"
_OF_NOTATION: Final = frozenset(f"{_POOLS} {_OTHERS}".split())  # tables of the notation are read after this module
_NAME: Final = re.compile(r"(?![dD](?:[0-9fF]|$))[A-Za-z_][A-Za-z0-9_]*")


def check_own_name(name: object) -> None:
    """Raise BadInput for a name by which notation cannot call a function or a reader of your own."""
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise BadInput("name", name, "a name of letters, digits and _ that does not begin like a die (d, d6, dF)")
    if name in _OF_NOTATION:
        raise BadInput("name", name, f"a name that notation has no meaning for yet, such as my_{name}")


@dataclass(frozen=True)
class Formula:
    """A function of your own, of one value or more, and the name by which notation calls it.

    It must depend on nothing but its arguments, and its values must be hashable. Raises BadInput for a name that
    notation knows already (`max`, `set`, `d6`) or cannot read.
    """

    name: str
    function: Callable[..., Any]

    def __post_init__(self) -> None:
        check_own_name(self.name)
        if not callable(self.function):
            raise BadInput("function", self.function, "a function; of a dict that is its get: map({6: 1}.get)")

    @staticmethod
    def of(function: Callable[..., Any], name: str | None = None) -> Formula:
        """The function under its own name where it is given no other, "map" where notation cannot call it so."""
        own = str(getattr(function, "__name__", ""))
        free = _NAME.fullmatch(own) and own not in _OF_NOTATION
        return Formula(name if name is not None else own if free else "map", function)

    @property
    def value(self) -> str:
        """The name, as functions of the notation have it."""
        return self.name
