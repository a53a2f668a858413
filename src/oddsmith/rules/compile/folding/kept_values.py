"""The values that folds keep: functions that lowered code calls with what is kept so far and one value more."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from typing import Any, Final

from oddsmith.rules.compile.syntax.reasons import NotCompiled
from oddsmith.rules.symbols import Symbol

#: Functions that lowered code calls: one for what is summed, the others for what is kept, in order.
NUMBER: Final = ".number"
PLACED: Final = ".placed"
DISTINCT: Final = ".distinct"
ENDS: Final = ".ends"
OUTERMOST: Final = ".outermost"

#: What puts a dict in the order of its keys.
BY_KEY: Final = ".by_key"

_ORDERED: Final = frozenset({int, bool})
_SEVERAL: Final = 2
_KEYS: Final = frozenset({int, str})


def number(value: Any) -> Any:
    """A number that is added up. Raises NotCompiled for others than whole ones, of which sums need not be exact."""
    if type(value) not in (int, bool, Symbol):
        raise NotCompiled(
            f"a sum of {type(value).__name__}s is kept while it awaits",
            remedy="Add up whole numbers, of a smaller unit.",
        )
    return value


def placed(values: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    """The values with one more: whole numbers, or truths, in order; others as they come.

    Raises NotCompiled for a value of another kind after those in order.
    """
    if values and type(values[0]) not in _ORDERED:
        return (*values, value)
    if values and type(value) is not type(values[0]):
        raise NotCompiled("numbers and other things are kept together while it awaits")
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
    """Tell whether values, of which one came last, are in order."""
    return type(value) in _ORDERED and type(found[0]) in _ORDERED


def outermost(values: tuple[Any, ...], value: Any, low: int, high: int) -> tuple[Any, ...]:
    """The values with one more, as `placed` is; of whole numbers so many of the lowest and of the highest."""
    found = placed(values, value)
    if len(found) <= low + high or not _in_order(found, value):
        return found
    return (*found[:low], *found[len(found) - high :])


def by_key(held: dict[Any, Any]) -> None:
    """Put a dict of whole numbers in the order of its keys, where these have one.

    Raises NotCompiled for others beside whole numbers, of which sums depend on the order.
    """
    kinds = set(map(type, held.values())) - {Symbol}
    if int not in kinds or len(held) < _SEVERAL:
        return
    if len(kinds) > 1:
        raise NotCompiled("numbers and other things are kept together while it awaits")
    kind = type(next(iter(held)))
    if kind not in _KEYS or any(type(key) is not kind for key in held):
        return
    keys = list(held)
    if keys != (ordered := sorted(keys)):
        values = [(key, held[key]) for key in ordered]
        dict.clear(held)
        dict.update(held, values)


#: What keeps one value more, by its name in lowered code.
KEPT: Final = {
    PLACED: placed,
    DISTINCT: _keeping(lambda values: tuple(dict.fromkeys(values))),
    ENDS: _keeping(lambda values: tuple(dict.fromkeys((values[0], values[-1])))),
    OUTERMOST: outermost,
}
