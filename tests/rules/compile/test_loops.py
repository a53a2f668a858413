"""Loops over something that changes while they go on, as Python has them: odds are those of the rule run again."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, combinations, count, pairwise, permutations, product, repeat, zip_longest
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from tests.rules.compile.fuzz import found_or_raised, replayed

from oddsmith.dice import Die
from oddsmith.rules import Call, Rule, odds, play, roll, rule
from oddsmith.rules.compile.engines import engine
from oddsmith.rules.solvers.absorption import outcomes

d2, d3 = Die.sided(2), Die.sided(3)
TABLE = MappingProxyType({"a": 1, "b": 2})
EFFECTS = {"a": lambda n, more=1: n + more, "b": lambda n: 2 * n}


def grow(items: list[int]) -> None:
    if len(items) < 4:
        items.append(9)


async def grown(items: list[int]) -> int:
    face = await roll(d2)
    if face == 2 and len(items) < 4:
        items.insert(0, 9)
    return face


async def filled(held: dict[int, int]) -> int:
    face = await roll(d2)
    held[face] = held.get(face, 0) + 1
    return face


def neighbours(items: list[int]) -> Iterator[tuple[int, int]]:
    return zip(items, items[1:], strict=False)


class Row(NamedTuple):
    first: int
    second: int


class Backwards(tuple[int, ...]):
    def __iter__(self) -> Iterator[int]:
        return iter([*tuple.__iter__(self)][::-1])


class Bag:
    def __init__(self, items: list[int]) -> None:
        self.items = items

    def __iter__(self) -> Iterator[int]:
        return iter(self.items)


@dataclass
class Party:
    hp: list[int] = field(default_factory=lambda: [1, 2])


@dataclass(frozen=True)
class Camp:
    tents: tuple[int, ...] = (1, 2)

    def __iter__(self) -> Iterator[int]:
        return iter(self.tents)


#: Ways to change a list `xs` in a round, where a roll says so.
CHANGES = {
    "append": "xs.append(9)",
    "plus": "xs += [9]",
    "extend": "xs.extend((8, 9))",
    "insert": "xs.insert(0, 9)",
    "reverse": "xs.reverse()",
    "sort": "xs.sort(reverse=True)",
    "pop": "xs.pop()",
    "pop_first": "xs.pop(0)",
    "remove": "xs.remove(xs[-1])",
    "clear": "xs.clear()",
    "item": "xs[-1] = 9",
    "items": "xs[0], xs[1:] = 9, [8]",
    "part": "xs[1:1] = [7, 7]",
    "delete": "del xs[0]",
    "times": "xs *= 2",
    "dunder": "xs.__setitem__(0, 9)",
    "alias": "ys.append(9)",
    "alias_plus": "ys += [9]",
    "helper": "grow(xs)",
    "helper_alias": "grow(ys)",
    "bound": "add(9)",
    "in_dict": "held['xs'].append(9)",
    "in_list": "several[0].append(9)",
    "in_tuple": "pair[1].append(9)",
    "another": "xs = [7, 8, 9, 9]",
    "both": "xs = ys = [9, 9, 9]; ys.append(1)",
    "nothing": "pass",
}

#: Loops over it.
LOOPS = {
    "plain": "x in xs",
    "numbered": "i, x in enumerate(xs)",
    "numbered_from": "i, x in enumerate(xs, start=n)",
    "reversed": "x in reversed(xs)",
    "reversed_numbered": "i, x in enumerate(reversed(xs), 1)",
    "zipped": "x, y in zip(xs, range(3))",
    "zipped_behind": "y, x in zip((3, 4, 5), xs)",
    "zipped_strictly": "x, y in zip(xs, (1, 2), strict=True)",
    "zipped_with_itself": "x, y in zip(xs, xs)",
    "zipped_with_its_end": "x, y in zip(xs, xs[1:] + [5])",
    "zipped_reversed": "x, y in zip(xs, reversed(xs))",
    "numbered_zipped": "i, (x, y) in enumerate(zip(xs, ys))",
    "counted": "i, x in zip(count(n), xs)",
    "copied": "x in list(xs)",
    "sliced": "x in xs[:]",
    "sorted": "x in sorted(xs)",
    "neighbours": "x, y in pairwise(xs)",
    "chained": "x in chain(xs, [4])",
    "chained_lists": "x in chain.from_iterable(several)",
    "made_by_a_function": "x, y in neighbours(xs)",
    "pairs": "x, y in combinations(xs, 2)",
    "all_ways": "x, y in product(xs, repeat=2)",
    "named": "x in pairs",
    "in_dict": "x in held['xs']",
    "values": "x in held['more'].values()",
    "bag": "x in Bag(xs)",
    "squares": "x in map(abs, xs)",
    "filtered": "x in filter(None, xs)",
    "generated": "x in (x + 1 for x in xs)",
    "iterator": "x in iter(xs)",
}

_RULE = """
@rule
async def goes(n):
    xs = [1, 2]
    ys, held, several, pair, add = xs, {{"xs": xs, "more": {{"a": 1, "b": 2}}}}, [xs, [5]], (0, xs), xs.append
    pairs = {named}
    i = t = rounds = y = 0
    for {loop}:
        rounds += 1
        if await roll(d2) == 2 and rounds < 3:
            {change}
        t = t * 10 + x + y + i
        if rounds > 4:
            break
    else:
        t = -t
    return t{end}
"""


def ruled(text: str) -> Rule[[int], Any]:
    from tests.rules.compile.programs import written  # noqa: PLC0415

    return written(text, globals())  # type: ignore[no-any-return]


def differs(call: Call[Any]) -> str:
    """The outcomes of a call run again, and as they are found; "" where they are equal."""
    again = found_or_raised(lambda: outcomes(replayed(call, decisions_stay=False)))
    found = found_or_raised(lambda: odds(call))
    return "" if again == found else f"run again: {again}\nfound:     {found}"


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("end", ["", " + 100 * len(xs) + 1000 * len(ys)"])
def test_loops_over_what_changes_go_on_as_python_has_them(change: str, end: str) -> None:
    wrong = {}
    for name, loop in LOOPS.items():
        text = _RULE.format(loop=loop, change=CHANGES[change], end=end, named="reversed(xs)" if name == "named" else 0)
        made = ruled(text)
        if found := differs(made(1)):
            wrong[name] = found
    assert not wrong
