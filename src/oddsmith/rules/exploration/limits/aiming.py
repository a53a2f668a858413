"""Aiming: ways to states drawn at random, which say how many of all that might be are really there.

    hp = [40, 40, 40, 40]
    while sum(points > 0 for points in hp) > 1:
        hp[await roll(d4) - 1] -= ...     # 41 to the fourth would be 2.8 million states

Values that were seen of each part of a state, all put together in any way, are a box. Is all of it there, or are most
of these never met? So some of the box are drawn at random, and a way is followed from where play begins that comes
nearer with every step. One that arrives has found a state of the graph. The more arrive, the greater the share of the
box that is surely there; and however many miss, no more is ever said than what arrived has shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Hashable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from itertools import chain, islice
from math import comb, gcd, inf, prod
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from oddsmith.dice import Deck
from oddsmith.rules.compile.activation import State
from oddsmith.rules.exploration.limits.waiting import Waiting
from oddsmith.rules.graph.graph import Graph
from oddsmith.rules.language.calls import Call
from oddsmith.rules.language.choices import DecisionRequest
from oddsmith.rules.language.rolls import Roll

#: Where in a state a part of it is, and whether it is one of a set or dict, of which there may be more or fewer.
_Where: TypeAlias = tuple[tuple[Hashable, ...], bool]
_Parts: TypeAlias = dict[_Where, Any]
_Box: TypeAlias = dict[_Where, Sequence[Any]]

_SCOUTS: Final = 4  # so many ways lead anywhere at first
_LONGEST: Final = 400  # of so many steps
_LOOKED_AT: Final = 1_000  # so many states that they find say what values there are, and as many of the others
_BOXES: Final = 3  # so often it is tried
_ROOM: Final = 1.2  # boxes hardly larger than the limit show nothing: 200 states that are there are no proof then
_ALIKE: Final = 4  # boxes no more than so many times as large as another are aimed at together
_MOST: Final = 200  # so many states are drawn
_FIRST: Final = 6  # and no more than so many if no way arrives at one of them
_JUDGED: Final = 20  # after so many it is asked whether all will show anything, if more arrive at that rate
_PATIENCE: Final = 12  # so many steps may come no nearer
_AHEAD: Final = 8  # so many awaits may lie between two of the same kind
_PARTS: Final = 200  # states of more parts are left out
_SHARES: Final = (100, 4, 1)  # a box is so many times as large as the limit, if it can be; then as the next
_MANY: Final = 24  # a number that takes fewer values is as its game has it
_FAR: Final = 4  # of so many states one has most parts that are not as in others
_GREATEST: Final = 2**60  # of numbers further from 0 only those seen are taken
_SURE: Final = 1e-8  # the chance to be wrong
_WORTH: Final = 6  # the share of the limit that may be spent, in ways on from states
_VAIN: Final = 16  # and as long as none arrives


class _Goal(NamedTuple):
    """A state to which a way is to lead: the kind that it is of, and its parts."""

    kind: Hashable
    parts: _Parts


class Aiming:
    """Ways to states drawn at random. `onward` is where the next state is to be expanded, until no more is learnt.

    limit: so many there may be. least: so many there are surely, as far as that is known. grows: whether these differ
    in numbers that take many values, so that less may be asked of them.
    """

    def __init__(self, graph: Graph, todo: Sequence[int], limit: int) -> None:
        """Begin. todo: nodes not yet expanded, to which more are added at the end while ways are followed."""
        self.least = 0
        self.grows = False
        self.limit = limit
        self._graph = graph
        self._waiting = Waiting(todo)
        self._random = Random(limit)
        self._parts: dict[int, _Parts | None] = {}  # of nodes, as long as the same boxes are aimed at
        self._by_digits = False  # whether numbers are as far apart as they have binary digits that differ
        self._spent = 0  # ways on from all states expanded
        self._most = limit // _VAIN  # so many there may be before it is given up
        self._next = self._follow()

    def onward(self) -> int | None:
        """The next node to be expanded; None once enough is known, or cannot be known so."""
        return next(self._next, None)

    def expanded(self, node: int) -> None:
        """Note that a node has been expanded."""
        self._waiting.expanded(node)
        self._spent += len(self._graph.targets[node])

    def left(self) -> list[int]:
        """Those of the nodes that have not been."""
        return self._waiting.left()

    def _follow(self) -> Generator[int, None, None]:
        known = len(self._graph)
        for _ in range(_SCOUTS):
            yield from self._scout()
        for boxes in islice(self._boxes(known), _BOXES):
            yield from self._fill(boxes)
            if not self.least and any(_takes_many(values) for box in boxes.values() for values in box.values()):
                self._by_digits = True
                yield from self._fill(boxes)
                self._by_digits = False
            if self.least:
                return

    def _scout(self) -> Generator[int, None, None]:
        """Follow a way that leads anywhere, and comes to no state twice if it can do otherwise."""
        way = [self._random.choice(self._graph.roots)]
        while len(way) < _LONGEST and self._spent <= self._most:
            yield from self._expand(way[-1])
            on = [target for target in self._graph.targets[way[-1]] if target not in self._graph.ends]
            on = [target for target in on if target not in way] or on
            if not on:
                return
            way.append(self._random.choice(on))

    def _boxes(self, known: int) -> Iterator[dict[Hashable, _Box]]:
        """Boxes of the values that were seen at awaits, larger than the limit together: first the smallest.

        known: so many states there were before any was looked for.
        """
        labels = self._graph.labels
        found: dict[Hashable, list[_Parts]] = {}
        for some in (labels[:known], labels[known:]):
            for label in some[:: len(some) // _LOOKED_AT + 1]:
                kind = _kind(label)
                if kind is not None and len(parts := _parts(label)) <= _PARTS:
                    shape = frozenset([where for where in parts if not where[1]])
                    found.setdefault((kind, shape), []).append(parts)
        boxes: dict[Hashable, _Box] = {}
        for (kind, _), states in found.items():  # type: ignore[misc]
            box = _values(states)
            if _volume(box) > _volume(boxes.get(kind, {})):
                boxes[kind] = box
        tried: list[dict[Hashable, _Box]] = []
        for share in _SHARES:
            cut = [(kind, _cut(box, share * self.limit)) for kind, box in boxes.items()]
            left = sorted(cut, key=lambda item: _volume(item[1]))
            while left:
                alike = dict([item for item in left if _volume(item[1]) <= _ALIKE * _volume(left[0][1])])
                enough = sum(map(_volume, alike.values())) > _ROOM * self.limit
                if enough and alike not in tried:
                    tried.append(alike)
                    yield alike
                left = left[len(alike) if enough else 1 :]

    def _fill(self, boxes: dict[Hashable, _Box]) -> Generator[int, None, None]:
        """Follow ways into boxes until it is known that there are more states than the limit, or that may not be."""
        kinds, sizes = [*boxes], [*map(_volume, boxes.values())]
        most = self.limit / sum(sizes)  # if no more of them is there, all are within the limit
        arrived = 0
        self._spent, self._most = 0, self.limit // _VAIN
        self._parts = {}
        for tried in range(1, _MOST + 1):
            (kind,) = self._random.choices(kinds, sizes)
            goal = _Goal(kind, {where: self._random.choice(values) for where, values in boxes[kind].items()})
            arrived += yield from self._aim(goal)
            if arrived and _chance(arrived, tried, most) < _SURE:
                self.least = self.limit + 1
                self.grows = any(_takes_many(values) for box in boxes.values() for values in box.values())
                return
            if arrived:
                self._most = self.limit // _WORTH
            if self._spent > self._most or (tried >= _FIRST and not arrived):
                return
            if tried >= _JUDGED and _chance((arrived + 1) * _MOST // tried, _MOST, most) > _SURE:
                return

    def _aim(self, goal: _Goal) -> Generator[int, None, bool]:
        """Follow a way to a state; return whether it arrives."""
        node = self._random.choice(self._graph.roots)
        nearest, patience = inf, _PATIENCE
        while patience and self._spent <= self._most:
            yield from self._expand(node)
            ways: dict[int, float] = {}
            for target in self._graph.targets[node]:
                if self._spent > self._most:
                    return False
                if target != node and target not in self._graph.ends:
                    there = yield from self._next_of_kind(target, goal.kind)
                    ways[target] = inf if there is None else self._apart(there, goal.parts)
            if not ways:
                return False
            if len(set(ways.values())) == 1 and all(_decides(self._graph.labels[way]) for way in ways):
                yield from self._look_past(ways, goal)
            least = min(ways.values())
            node = self._random.choice([target for target, far in ways.items() if far == least])
            if not least and _kind(self._graph.labels[node]) == goal.kind:
                return True
            patience = _PATIENCE if least < nearest else patience - 1
            nearest = min(nearest, least)
        return False

    def _look_past(self, ways: dict[int, float], goal: _Goal) -> Generator[int, None, None]:
        """Let ways count as near as the states to which they lead next, where all are equally far
        and somebody decides what comes of them."""
        for way in ways:
            yield from self._expand(way)
            for target in self._graph.targets[way]:
                if target not in self._graph.ends:
                    there = yield from self._next_of_kind(target, goal.kind)
                    ways[way] = min(ways[way], inf if there is None else self._apart(there, goal.parts))

    def _next_of_kind(self, node: int, kind: Hashable) -> Generator[int, None, _Parts | None]:
        """The parts of a state of a kind: of the one at a node, or else of the next if always the first way is taken,
        or always the last; None where that leads to none.
        """
        for which in (0, -1):
            at = node
            for _ in range(_AHEAD):
                label = self._graph.labels[at]
                if _kind(label) == kind:
                    found = self._parts.get(at)
                    if found is None:
                        found = self._parts[at] = _parts(label)
                    return found
                yield from self._expand(at)
                on = [target for target in self._graph.targets[at] if target not in self._graph.ends]
                if not on:
                    break
                at = on[which]
        return None

    def _apart(self, parts: _Parts, goal: _Parts) -> int:
        """The distance of a state from a goal: the sum of those of its numbers, and of all else that is different."""
        between = _digits_between if self._by_digits else _between
        return sum([between(parts.get(where), wanted) for where, wanted in goal.items()])

    def _expand(self, node: int) -> Generator[int, None, None]:
        while node in self._waiting:
            yield node


def _cut(box: _Box, size: int) -> _Box:
    """A box without the parts that take most values, the first of them first, as long as it is larger than this: states
    that differ in the others differ.
    """
    for where in sorted(box, key=lambda part: len(box[part]), reverse=True):
        if _volume(box) // len(box[where]) > size:
            box = {part: values for part, values in box.items() if part != where}
    return box


def _kind(label: Any) -> Hashable:
    """Equal for states that stand at the same await, with the same waiting; None where not all is known."""
    if not isinstance(label, tuple) or len(label) != 3 or label[1]:
        return None
    place, _, stack = label
    if isinstance(place, Call):
        return place.rule, stack
    return (place.machines, place.order, stack, place.key[5]) if isinstance(place, State) else None


def _decides(label: Any) -> bool:
    """Tell whether somebody decides at a state."""
    return isinstance(label[0], State) and isinstance(label[0].request, DecisionRequest)


def _parts(label: Any) -> _Parts:
    """All parts of a state by which it is told from others."""
    place = label[0]
    told: Any = place.args if isinstance(place, Call) else place.key[4]
    if isinstance(place, State) and type(place.request) is Roll and place.request.deck:
        told = (*told, place.request.expression)  # the deck is not kept beside it
    found = _within(told, (), one_of=False)
    return dict(islice(found, _PARTS + 1))


def _within(value: Any, where: tuple[Hashable, ...], *, one_of: bool) -> Iterator[tuple[_Where, Any]]:
    """The parts of a value or of its image, each with its place there."""
    if type(value) is tuple:
        kind = value[0] if value else None
        if kind is set or (kind is frozenset and len(value) == 3):
            held = value[1:] if kind is set else value[1]
            yield from [(((*where, each), True), True) for each in held]
            return
        if isinstance(kind, type) and len(value) == 3 and is_dataclass(value[1]):
            value = value[1]
        elif isinstance(kind, type) and issubclass(kind, dict):
            for pair in value[1:]:
                if type(pair) is tuple and len(pair) == 2:
                    yield from _within(pair[1], (*where, pair[0]), one_of=True)
            return
        else:
            for place, each in enumerate(value):
                yield from _within(each, (*where, place), one_of=one_of)
            return
    if type(value) is frozenset:
        yield from [(((*where, each), True), True) for each in value]
    elif isinstance(value, Deck):
        yield from [(((*where, card), True), (copies,)) for card, copies in value.cards]
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            if field.compare:
                yield from _within(getattr(value, field.name, None), (*where, field.name), one_of=one_of)
    else:
        yield (where, one_of), value


def _values(states: Sequence[_Parts]) -> _Box:
    """All values that parts may have, as far as it was seen: of numbers, all from the least to the greatest.

    None is none, where some were without it. Parts come first that hardly ever differ where most do: states far from
    where play begins have others.
    """
    found: dict[_Where, Counter[Any]] = {}
    for parts in states:
        for where, value in parts.items():
            found.setdefault(where, Counter())[value] += 1
    common = {where: values.most_common(1)[0][0] for where, values in found.items()}
    differ = [[where for where, value in common.items() if parts.get(where) != value] for parts in states]
    far = sorted(differ, key=len, reverse=True)[: len(states) // _FAR + 1]
    often = Counter(chain.from_iterable(far))
    box: _Box = {}
    for where, values in sorted(found.items(), key=lambda item: often[item[0]]):
        if all(type(value) is int and abs(value) < _GREATEST for value in values):
            low, high = min(values), max(values)
            box[where] = range(low, high + 1, gcd(*[value - low for value in values]) or 1)
        else:
            box[where] = [*values]
        if where[1] and type(box[where]) is list and values.total() < len(states):
            box[where] = [None, *box[where]]
    return box


def _volume(box: _Box) -> int:
    return prod(map(len, box.values()))


def _chance(arrived: int, tried: int, share: float) -> float:
    """The chance that so many of all that tried arrive, or more, where no more than this share could."""
    return sum([comb(tried, k) * share**k * (1 - share) ** (tried - k) for k in range(arrived, tried + 1)])


def _takes_many(values: Sequence[Any]) -> bool:
    """Tell whether these are numbers of which there are many."""
    return type(values) is range and len(values) >= _MANY


def _digits_between(value: Any, wanted: Any) -> int:
    """The distance for numbers of which single digits are set, as by `bits ^= 1 << face`."""
    if type(value) is int and type(wanted) is int:
        return (value ^ wanted).bit_count()
    return _between(value, wanted)


def _between(value: Any, wanted: Any) -> int:
    if value == wanted:
        return 0
    numbers = [number for number in (value, wanted) if type(number) is int]
    if value is None or wanted is None:  # a number that is not there yet may begin as 0
        return 1 + sum(map(abs, numbers))
    return abs(value - wanted) if len(numbers) == 2 else 1
