"""The values that folds keep: functions that lowered code calls with what is kept so far and one value more."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from typing import Any, Final

from oddsmith.rules.compile.lowering.source import NotCompiled

#: Functions that lowered code calls: one for what is summed, the others for what is kept, in order.
NUMBER: Final = ".number"
PLACED: Final = ".placed"
DISTINCT: Final = ".distinct"
ENDS: Final = ".ends"
OUTERMOST: Final = ".outermost"


def number(value: Any) -> Any:
    """A number that is added up. Raises NotCompiled for others than whole ones, of which sums need not be exact."""
    if type(value) not in (int, bool):
        raise NotCompiled(
            f"a sum of {type(value).__name__}s is kept while it awaits",
            remedy="Add up whole numbers, of a smaller unit.",
        )
    return value


def placed(values: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    """The values with one more: whole numbers in order, others as they come.

    Raises NotCompiled for a value of another kind after whole numbers.
    """
    if values and type(values[0]) is not int:
        return (*values, value)
    if type(value) is not int:
        if values:
            raise NotCompiled("numbers and other things are kept together while it awaits")
        return (value,)
    more = [*values]
    insort(more, value)
    return tuple(more)


def _keeping(kept: Callable[[tuple[int, ...]], tuple[int, ...]]) -> Callable[[tuple[Any, ...], Any], tuple[Any, ...]]:
    """Make a function as `placed` is, that keeps less of whole numbers in order."""

    def more(values: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
        found = placed(values, value)
        return kept(found) if _in_order(found, value) else found

    return more


def _in_order(found: tuple[Any, ...], value: Any) -> bool:
    """Tell whether values, of which one came last, are whole numbers in order."""
    return type(value) is int and type(found[0]) is int


def outermost(values: tuple[Any, ...], value: Any, low: int, high: int) -> tuple[Any, ...]:
    """The values with one more, as `placed` is; of whole numbers so many of the lowest and of the highest."""
    found = placed(values, value)
    if len(found) <= low + high or not _in_order(found, value):
        return found
    return (*found[:low], *found[len(found) - high :])


#: What keeps one value more, by its name in lowered code.
KEPT: Final = {
    PLACED: placed,
    DISTINCT: _keeping(lambda values: tuple(dict.fromkeys(values))),
    ENDS: _keeping(lambda values: tuple(dict.fromkeys((values[0], values[-1])))),
    OUTERMOST: outermost,
}
