"""Settings: a value for every knob, in the order of how much is changed."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from oddsmith.errors import TooLarge
from oddsmith.workbench.axes import Axis

#: No tuning tries more settings.
MOST_SETTINGS: Final = 10**6


@dataclass(frozen=True)
class Knob:
    """An input or a house rule that may be changed, and its value now; `known` is False where it has none."""

    axis: Axis
    now: Any = None
    known: bool = False

    def options(self) -> list[tuple[Any, Fraction | None]]:
        """Return its values, each with the size of the change, which is None for the value that it has now.

        Numbers change by their difference, anything else by 1. Where it has no value now, nothing is a change.
        """
        if not self.known:
            return [(value, None) for value in self.axis.values]
        changed = [(value, _distance(self.now, value)) for value in self.axis.values if not _alike(self.now, value)]
        return [(self.now, None), *changed]


@dataclass(frozen=True)
class Setting:
    """A value for every knob. changed: the names of those that have another value now. size: of all changes."""

    values: Mapping[str, Any]
    changed: tuple[str, ...]
    size: Fraction


def settings(knobs: Sequence[Knob]) -> Iterator[Setting]:
    """Yield all settings, those first that change the fewest knobs, and of these the smallest changes.

    Raises TooLarge where there are more than MOST_SETTINGS.

    >>> rank = Knob(Axis("rank", (1, 2, 4)), 2, known=True)
    >>> [dict(setting.values) for setting in settings([rank])]
    [{'rank': 2}, {'rank': 1}, {'rank': 4}]
    """
    options = [knob.options() for knob in knobs]
    count = setting_count(knobs)
    if count > MOST_SETTINGS:
        raise TooLarge("settings", count, MOST_SETTINGS, remedy="Give fewer knobs, or fewer values of them.")
    names = [knob.axis.name for knob in knobs]

    def order(chosen: tuple[tuple[Any, Fraction | None], ...]) -> tuple[int, Fraction]:
        sizes = [size for _, size in chosen if size is not None]
        return len(sizes), sum(sizes, Fraction(0))

    for chosen in sorted(itertools.product(*options), key=order):
        changed = tuple([name for name, (_, size) in zip(names, chosen, strict=True) if size is not None])
        yield Setting(dict(zip(names, [value for value, _ in chosen], strict=True)), changed, order(chosen)[1])


def setting_count(knobs: Sequence[Knob]) -> int:
    """How many settings there are."""
    return math.prod([len(knob.options()) for knob in knobs])


def _typed(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value).lower()


def _alike(one: Any, other: Any) -> bool:
    return _typed(one) == _typed(other) or _distance(one, other) == 0


def _distance(one: Any, other: Any) -> Fraction:
    try:
        return abs(Fraction(_typed(one)) - Fraction(_typed(other)))
    except ValueError:
        return Fraction(1)
