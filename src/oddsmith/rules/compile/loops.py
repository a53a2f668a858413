"""Loops over something with an index, so that the place in them is a number.

A loop goes by what there is when its next round begins, as Python's own does: a list may grow or shrink meanwhile, and
so may one below `enumerate`, `reversed` or `zip`. Of other values that change, and of what is read from them on the
way, the items are taken at the start; where they are others later, the rule is run again instead.
"""

from __future__ import annotations

import gc
import itertools
import operator
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from oddsmith.rules.compile.layouts import Layout
from oddsmith.rules.compile.syntax.reasons import NotCompiled
from oddsmith.rules.language.exactly import same, settled
from oddsmith.rules.symbols import Symbol
from oddsmith.rules.unknowns import Law

#: Tells whether something that changes is still in the hands of a rule.
InHand: TypeAlias = Callable[[object], bool]

_LONGEST = 100_000  # so many values a loop may go over that has no index
_INDEXED: Final = (tuple, list, range, str, bytes)
_STEADY: Final = frozenset({tuple, range, str, bytes})
_READ_BY: Final = ("__iter__", "__getitem__", "__len__")
_DICTS: Final = frozenset({dict, Counter, OrderedDict, defaultdict})
_CHANGING: Final = frozenset({list, set, deque, *_DICTS})
_A_LIST: Final = "Loop over a list or a range."


class Part(Enum):
    """The part of the entries of a dict that a loop reads."""

    KEYS = "keys"
    VALUES = "values"
    ITEMS = "items"


_NO_ITEMS: Final[list[Any]] = []
_NO_KEYS: Final[dict[Any, Any]] = {}
_VIEWS: Final[dict[type, Part]] = {
    type(view): part
    for made in (_NO_KEYS, OrderedDict[Any, Any]())
    for part, view in ((Part.KEYS, made.keys()), (Part.VALUES, made.values()), (Part.ITEMS, made.items()))
}

#: Iterators that have taken all their values before the first is asked for, or of which no value is changed.
_TAKEN: Final[tuple[type, ...]] = (
    itertools.combinations,
    itertools.combinations_with_replacement,
    itertools.permutations,
    itertools.product,
    itertools.repeat,
)

#: Iterators that read on the way.
_LAZY: Final[tuple[type, ...]] = (
    zip,
    enumerate,
    itertools.pairwise,
    itertools.chain,
    *[
        type(iterated(made))
        for made in (
            (),
            _NO_ITEMS,
            range(0),
            "",
            _NO_KEYS,
            _NO_KEYS.values(),
            _NO_KEYS.items(),
            OrderedDict[Any, Any](),
        )
        for iterated in (iter, reversed)
    ],
    type(iter(range(2**100))),
    type(iter(set())),
    type(iter(deque())),
    type(reversed(deque())),
)


@dataclass(frozen=True)
class Endless:
    """The numbers of `itertools.count`, as something with an index."""

    start: Any
    step: Any

    def __len__(self) -> int:
        return 2**62

    def __getitem__(self, place: int) -> Any:
        return self.start + place * self.step


@dataclass(frozen=True)
class Enumerated:
    """The values of something with an index, with their numbers."""

    of: Any
    start: int

    def has(self, place: int) -> bool:
        """Tell whether there is a value at a place."""
        return more(self.of, place)

    def __getitem__(self, place: int) -> Any:
        return self.start + place, self.of[place]

    def apart(self, in_hand: InHand) -> Any:
        """Return the same, of which the parts can no longer change that are in nobody's hands."""
        of = apart(self.of, in_hand)
        return tuple(enumerate(of, self.start)) if _is_steady(of) else Enumerated(of, self.start)


@dataclass(frozen=True)
class Reversed:
    """A list from its end. last: the place at which it began."""

    of: Sequence[Any]
    last: int

    def has(self, place: int) -> bool:
        """Tell whether there is a value at a place."""
        return 0 <= self.last - place < len(self.of)

    def __getitem__(self, place: int) -> Any:
        return self.of[self.last - place]

    def apart(self, in_hand: InHand) -> Any:
        """Return the same, which can no longer change where the list is in nobody's hands."""
        of = apart(self.of, in_hand)
        whole = _is_steady(of) and self.last == len(of) - 1
        return of[::-1] if whole else Reversed(of, self.last)


@dataclass(frozen=True)
class Zipped:
    """Values side by side. strict: whether all must end together."""

    of: tuple[Any, ...]
    strict: bool

    def has(self, place: int) -> bool:
        """Tell whether there are values at a place. Raises ValueError where there must be."""
        if not self.strict:
            return bool(self.of) and all(more(each, place) for each in self.of)
        there = [more(each, place) for each in self.of]
        return bool([*zip(*[(True,) * one for one in there], strict=True)])

    def __getitem__(self, place: int) -> Any:
        return tuple([each[place] for each in self.of])

    def apart(self, in_hand: InHand) -> Any:
        """Return the same, of which the parts can no longer change that are in nobody's hands."""
        of = tuple([apart(each, in_hand) for each in self.of])
        steady = all(map(_is_steady, of)) and not (self.strict and len(set(map(len, of))) > 1)
        return tuple(zip(*of, strict=False)) if steady else Zipped(of, self.strict)


@dataclass(frozen=True)
class Entries:
    """A part of the entries of a dict, as they are when they are read; the keys are those of the start.

    Raises NotCompiled where the keys are others later.
    """

    of: Any
    keys: tuple[Any, ...]
    part: Part
    layout: Layout = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "layout", Layout(self.of))

    def __len__(self) -> int:
        if not same(tuple(self.of), self.keys) or not self.layout.is_kept():
            raise _changed(self.of)
        return len(self.keys)

    def __getitem__(self, place: int) -> Any:
        key = self.keys[place]
        if self.part is Part.KEYS:
            return key
        return self.of[key] if self.part is Part.VALUES else (key, self.of[key])

    def apart(self, in_hand: InHand) -> Any:
        """Return the same, as a tuple where the dict is in nobody's hands."""
        if not in_hand(self.of):
            return tuple([self[place] for place in range(len(self))])
        if not self.layout.is_kept() and same(tuple(self.of), self.keys):
            raise _changed(self.of)
        return self


@dataclass(frozen=True)
class Unchanged:
    """Values that are read from others on the way: these, with what they held at the start.

    Raises NotCompiled where they hold something else later.
    """

    items: tuple[Any, ...]
    sources: tuple[tuple[Any, tuple[Any, ...]], ...]
    layouts: tuple[Layout | None, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        layouts = [None if type(source) is list else Layout(source) for source, _ in self.sources]
        object.__setattr__(self, "layouts", tuple(layouts))

    def __len__(self) -> int:
        for (source, held), layout in zip(self.sources, self.layouts, strict=True):
            if not same(_held(source), held) or not (layout is None or layout.is_kept()):
                raise _changed(source)
        return len(self.items)

    def __getitem__(self, place: int) -> Any:
        return self.items[place]

    def apart(self, in_hand: InHand) -> Any:
        """Return the same, as a tuple where all that it is read from is in nobody's hands."""
        length = len(self)  # where it is gone on from here, the order in which all lies is as it was
        sources = tuple([each for each in self.sources if in_hand(each[0])])
        return Unchanged(self.items, sources) if sources else self.items[:length]


#: Loops over something that may change.
LIVE: Final = (Enumerated, Reversed, Zipped, Entries, Unchanged)


def apart(over: Any, in_hand: InHand) -> Any:
    """Return what a loop goes over, with tuples for values that can no longer change, being in nobody's hands."""
    if isinstance(over, LIVE):
        return over.apart(in_hand)
    return tuple(over) if type(over) is list and not in_hand(over) else over


def inside(over: Any) -> Iterable[Any]:
    """The values that a loop may still come to."""
    match over:
        case Enumerated(of=of) | Reversed(of=of):
            return inside(of)
        case Zipped(of=of):
            return itertools.chain(*map(inside, of))
        case Entries(of=of, keys=keys, part=part):
            return keys if part is Part.KEYS else itertools.chain.from_iterable(of.items())
        case Unchanged(items=items):
            return items
        case list() | tuple():
            return over
    return ()


def more(over: Any, place: int) -> bool:
    """Tell whether a loop over something goes on at a place."""
    return over.has(place) if isinstance(over, Enumerated | Reversed | Zipped) else place < len(over)


def enumerated(of: Any, start: Any = 0) -> Any:
    """Return `enumerate` of something with an index, as a loop goes over it."""
    return Enumerated(of, operator.index(start)).apart(_always)


def zipped(*of: Any, strict: Any = False) -> Any:
    """Return `zip` of values with an index, as a loop goes over it."""
    return Zipped(of, bool(strict)).apart(_always)


def turned(of: Any) -> Any:
    """Return `reversed` of a value, as a loop goes over it."""
    return Reversed(of, len(of) - 1) if type(of) is list else made_indexed(reversed(of))


def indexed(values: Any) -> Any:
    """Return what a loop goes over, with an index.

    Raises NotCompiled for what is computed on the way, and for an iterator, which somebody else may ask as well.
    """
    kind = type(values)
    if kind is range and values[: 2**62] != values:
        return Endless(values.start, values.step)
    if kind in _STEADY or kind is list:
        return values
    if kind in _DICTS:
        return Entries(values, tuple(values), Part.KEYS)
    if kind in _VIEWS:
        (of,) = gc.get_referents(values)
        return Entries(of, tuple(of), _VIEWS[kind])
    if kind is MappingProxyType:
        return indexed(*gc.get_referents(values))
    base = next((each for each in _INDEXED if isinstance(values, each)), None)
    if base is not None and all(getattr(kind, name) is getattr(base, name) for name in _READ_BY):
        return values
    if kind is set or kind is deque:
        held = tuple(values)
        return Unchanged(held, ((values, held),))
    if iter(values) is values or not (isinstance(values, type) or settled(values)):
        raise NotCompiled(f"it loops over a {kind.__name__}", remedy=_A_LIST)
    return _all(values)


def made_indexed(values: Any) -> Any:
    """Return what a loop goes over that is made for it, with an index. Raises NotCompiled for what is computed."""
    kind = type(values)
    if kind is itertools.count:
        start = next(values)
        return Endless(start, next(values) - start)
    if kind in _TAKEN:
        return _all(values)
    if kind not in _LAZY:
        return indexed(values)
    sources = tuple([(source, _held(source)) for source in _sources(values)])
    items = _all(values)
    return Unchanged(items, sources) if sources else items


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


def _is_steady(over: Any) -> bool:
    return type(over) in _STEADY and len(over) <= _LONGEST


def _always(_: object) -> bool:
    return True


def _held(source: Any) -> tuple[Any, ...]:
    return tuple(source.items()) if type(source) in _DICTS else tuple(source)


def _changed(source: object) -> NotCompiled:
    return NotCompiled(
        f"a loop changes the {type(source).__name__} over which it goes", remedy="Loop over a copy, made before."
    )


def _all(values: Iterable[Any]) -> tuple[Any, ...]:
    taken = tuple(itertools.islice(values, _LONGEST + 1))
    if len(taken) > _LONGEST:
        raise NotCompiled(f"it loops over more than {_LONGEST:,} values", remedy="Loop over fewer values.")
    return taken


def _sources(lazy: Iterator[Any]) -> list[Any]:
    """Values that may change, from which an iterator reads. Raises NotCompiled where it computes."""
    found: list[Any] = []
    todo: list[Any] = [lazy]
    nested = False  # whether it also reads from what it finds there
    while todo:
        here = todo.pop()
        kind = type(here)
        nested = nested or kind is itertools.chain
        if kind in _CHANGING:
            if any(here is one for one in found):
                continue
            found.append(here)
            if nested:
                todo += here.values() if kind in _DICTS else here
        elif kind in _LAZY or kind in _VIEWS or kind is tuple:
            todo += gc.get_referents(here)
        elif hasattr(kind, "__iter__") and kind not in _TAKEN and not (isinstance(here, type) or settled(here)):
            raise NotCompiled(f"it loops over a {kind.__name__}", remedy=_A_LIST)
    return found
