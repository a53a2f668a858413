"""Loops over something with an index, so that the place in them is a number."""

from __future__ import annotations

import dataclasses
import itertools
from collections import Counter, OrderedDict, defaultdict, deque
from typing import Any, Final

from oddsmith.rules.compile.lowering.source import NotCompiled
from oddsmith.rules.symbols import Symbol
from oddsmith.rules.unknowns import Law

_LONGEST = 100_000  # so many values a loop may go over that has no index
_INDEXED: Final = (tuple, list, range, str, bytes)
_ITERATED: Final[tuple[type, ...]] = (
    set,
    frozenset,
    dict,
    Counter,
    OrderedDict,
    defaultdict,
    deque,
    type({}.keys()),
    type({}.values()),
    type({}.items()),
    type(reversed(())),
    type(reversed([])),
    zip,
    enumerate,
    itertools.combinations,
    itertools.combinations_with_replacement,
    itertools.permutations,
    itertools.product,
    itertools.pairwise,
    itertools.repeat,
    itertools.chain,
    type(iter(())),
    type(iter([])),
    type(iter(range(0))),
)


@dataclasses.dataclass(frozen=True)
class Endless:
    """The numbers of `itertools.count`, as something with an index."""

    start: Any
    step: Any

    def __len__(self) -> int:
        return 2**62

    def __getitem__(self, place: int) -> Any:
        return self.start + place * self.step


def indexed(values: Any) -> Any:
    """Return what a loop goes over, with an index. Raises NotCompiled for what is computed on the way."""
    if isinstance(values, _INDEXED):
        return values
    if type(values) is itertools.count:
        start = next(values)
        return Endless(start, next(values) - start)
    if not isinstance(values, _ITERATED) and iter(values) is values:
        raise NotCompiled(f"a loop over a {type(values).__name__}", remedy="Loop over a list or a range.")
    taken = tuple(itertools.islice(values, _LONGEST + 1))
    if len(taken) > _LONGEST:
        raise NotCompiled(f"a loop over more than {_LONGEST:,} values", remedy="Loop over fewer values.")
    return taken


def rounds(number: Any) -> Any:
    """The number of rounds of a loop over `range(number)`.

    A number that is not known stays so as long as what is left of it is of the same law round after round; others are
    looked at.
    """
    if type(number) is not Symbol:
        return range(number).stop
    for unknown, times in number.terms:
        endless = (unknown.high if times > 0 else unknown.low) is None
        if endless and not (times > 0 and type(unknown.law) is Law and unknown.law.lasts):
            number.look()
    return number
