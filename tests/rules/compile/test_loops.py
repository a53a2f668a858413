"""Loops over something that changes while they go on, as Python has them: odds are those of the rule run again."""

# ruff: noqa: F401 (rules as text use what is imported)

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, combinations, count, pairwise, product
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from tests.rules.compile.fuzz import found_or_raised, replayed, unchecked
from tests.rules.compile.programs import written

from oddsmith.dice import Die, d6
from oddsmith.rules import Call, Rule, explore, odds, roll, rule
from oddsmith.rules.compile.engines import engine
from oddsmith.rules.solvers.absorption import outcomes

d2 = Die.sided(2)
EFFECTS: dict[str, Callable[..., int]] = {"a": lambda n, more=1: n + more, "b": lambda n: 2 * n}


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
    return pairwise(items)


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
    {begins}
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

_LISTS = """xs = [1, 2]
    ys, held, several, pair, add = xs, {"xs": xs, "more": {"a": 1, "b": 2}}, [xs, [5]], (0, xs), xs.append
    pairs = %s"""

#: What loops go over by a name that it has before; nothing has the name elsewhere.
_NAMED = {"named": "reversed(xs)", "named_view": "d.values()"}


def ruled(text: str) -> Rule[[int], Any]:
    return written(text, globals())  # type: ignore[no-any-return]


def differs(call: Call[Any]) -> str:
    """The outcomes of a call run again, and as they are found; "" where they are equal."""
    again = found_or_raised(lambda: outcomes(replayed(call, decisions_stay=False)))
    found = found_or_raised(lambda: odds(call))
    return "" if again == found else f"run again: {again}\nfound:     {found}"


@pytest.fixture(autouse=True)
def _unchecked() -> Iterator[None]:
    with unchecked():
        yield


def wrong(begins: str, loops: Mapping[str, str], change: str, what_is_kept: str) -> dict[str, str]:
    """The loops of which what is found differs, by name; in every other one all is kept to the end."""
    found = {}
    for number, (name, loop) in enumerate(loops.items()):
        end = ["", what_is_kept][(number + len(change)) % 2]
        made = ruled(_RULE.format(begins=begins % _NAMED.get(name, 0), loop=loop, change=change, end=end))
        if differing := differs(made(1)):
            found[name] = differing
    return found


@pytest.mark.examples
@pytest.mark.parametrize("change", CHANGES)
def test_loops_over_lists_go_by_what_is_there(change: str) -> None:
    assert not wrong(_LISTS, LOOPS, CHANGES[change], " + 100 * len(xs) + 1000 * len(ys)")


#: Ways to change a dict, a set and a queue; in a round, where a roll says so.
OTHER_CHANGES = {
    "set": "d[1] = 7",
    "add": "d[rounds + 3] = 9",
    "default": "d.setdefault(9, 9)",
    "join": "d |= {2: 8, 5: 5}",
    "update": "e.update({1: 6})",
    "delete": "del d[2]",
    "pop": "e.pop(1, 0)",
    "clear": "d.clear()",
    "swap": "d[8] = d.pop(2, 0)",
    "plus": "d[2] = d.get(2, 0) + 5",
    "new": "d = {5: 5}",
    "put_back": "d[2] = d.pop(2, 0) + 1",
    "each_put_back": "k = [*d][-1]; d[k] = d.pop(k)",
    "last_put_back": "d.update([d.popitem()])",
    "all_put_back": "items = [*d.items()]; d.clear(); d.update(items)",
    "ordered_put_back": "o[2] = o.pop(2) + 1",
    "moved_to_the_end": "o.move_to_end(2)",
    "counted_back": "counts[2] = counts.pop(2)",
    "in_the_set_again": "s.discard(3); s.add(3)",
    "in_the_set_twice": "s ^= {1}; s ^= {1}",
    "turned_wholly": "q.rotate(len(q))",
    "queued_again": "q.append(q.pop())",
    "kept": "held['d'][2] = 4",
    "discard": "s.discard(3)",
    "more": "s.add(5)",
    "union": "s |= {6, 7}",
    "less": "z -= {1}",
    "behind": "q.append(4)",
    "before": "p.appendleft(4)",
    "turned": "q.rotate(1)",
    "shorter": "q.popleft()",
    "placed": "q[1] = 5",
    "inside": "groups['a'].append(6)",
    "another_group": "groups['c'] = [5]",
    "counted": "counts[2] += 1",
    "counted_anew": "counts[5] += 1",
    "moved": "o.move_to_end(1)",
    "nothing": "pass",
}
OTHER_LOOPS = {
    "dict": "x in d",
    "keys": "x in d.keys()",
    "values": "x in d.values()",
    "items": "y, x in d.items()",
    "named_view": "x in view",
    "reversed": "x in reversed(d)",
    "reversed_items": "y, x in reversed(d.items())",
    "numbered": "i, x in enumerate(d)",
    "numbered_items": "i, (y, x) in enumerate(d.items())",
    "zipped": "x, y in zip(d, d.values())",
    "kept": "x in held['d'].values()",
    "proxy": "x in MappingProxyType(d)",
    "copied": "x in dict(d)",
    "copied_items": "y, x in list(d.items())",
    "set": "x in s",
    "copied_set": "x in set(s)",
    "numbered_set": "i, x in enumerate(s)",
    "frozen": "x in frozenset(s)",
    "queue": "x in q",
    "reversed_queue": "x in reversed(q)",
    "numbered_queue": "i, x in enumerate(q)",
    "chained": "x in chain(d, s, q)",
    "chained_groups": "x in chain.from_iterable(groups.values())",
    "groups": "x in map(sum, groups.values())",
    "sums": "x in [sum(g) for g in groups.values()]",
    "group": "x in groups['a']",
    "counts": "y, x in counts.items()",
    "elements": "x in counts.elements()",
    "ordered": "x in o",
    "ordered_items": "y, x in o.items()",
}
_OTHERS = """d, s, q, o = {1: 1, 2: 2}, {1, 3}, deque([1, 2]), OrderedDict({1: 1, 2: 2})
    e, z, p, held, view = d, s, q, {"d": d}, %s
    groups, counts = defaultdict(list, a=[1, 2], b=[3]), Counter([1, 2, 2])"""


@pytest.mark.examples
@pytest.mark.parametrize("change", OTHER_CHANGES)
def test_loops_over_dicts_sets_and_queues_go_as_python_has_them(change: str) -> None:
    assert not wrong(_OTHERS, OTHER_LOOPS, OTHER_CHANGES[change], " + 100 * len(d) + sum(s) + 1000 * len(q)")


def body(text: str) -> Rule[[int], Any]:
    return ruled("@rule\nasync def goes(n):\n" + "".join(f"    {line}\n" for line in text.strip().splitlines()))


#: Other ways to go over values, and whether they are compiled.
ALONE = {
    "an iterator asked by others too": (
        False,
        """
it = iter([1, 2, 3])
for x in it:
    y = next(it)
    return x + y + await roll(d2)
""",
    ),
    "numbers counted by others too": (
        False,
        """
ids = count(1)
for x in ids:
    y = next(ids)
    return x + y + await roll(d2)
""",
    ),
    "two loops over one iterator": (
        False,
        """
t, it = 0, iter((1, 2, 3, 4))
for x in it:
    t += x
    if await roll(d2) == 2:
        break
for x in it:
    t = t * 10 + await roll(d2)
return t
""",
    ),
    "an iterator below zip": (
        False,
        """
t, it = 0, iter([1, 2, 3, 4])
for x, y in zip(it, it):
    t = t * 10 + x * y * await roll(d2)
return t
""",
    ),
    "a helper that changes its argument while it awaits": (
        True,
        """
t, xs = 0, [1, 2]
for i, x in enumerate(xs):
    t = t * 10 + x * await grown(xs)
return t
""",
    ),
    "a helper that adds to a dict": (
        False,
        """
t, d = 0, {1: 1}
for x in d:
    if t > 100:
        break
    t = t * 10 + x * await filled(d)
return t
""",
    ),
    "a helper that counts in a dict": (
        True,
        """
t, d = 0, {1: 1, 2: 5}
for x, y in d.items():
    t = t * 10 + y * await filled(d)
return t
""",
    ),
    "a target that is an item of the list": (
        True,
        """
t, xs = 0, [1, 2]
for i, xs[1] in enumerate(xs):
    t = t * 10 + xs[1] + await roll(d2)
return t
""",
    ),
    "a target that awaits": (
        True,
        """
t, xs = 0, [1, 2, 3]
for i, xs[await roll(d2)] in enumerate(xs):
    t = t * 10 + xs[1] + i
return t
""",
    ),
    "a comprehension that grows its list": (
        True,
        """
xs = [0, 0]
ys = [(i, await roll(d2), xs.append(0) if len(xs) < 3 else None) for i, _ in enumerate(xs)]
return len(ys), len(xs)
""",
    ),
    "a key that is put back after an await": (
        False,
        """
t, d = 0, {1: 1, 2: 2}
try:
    for x in d:
        y = d.pop(2)
        face = await roll(d2)
        if t == 0:
            d[2] = y
        t = t * 10 + x * await roll(d2)
        d[2] = y
except (RuntimeError, KeyError) as error:
    return str(error), t
return t
""",
    ),
    "a key that is put back before an await": (
        False,
        """
t, d = 0, {1: 1, 2: 2}
try:
    for x in d:
        d[2] = d.pop(2)
        t = t * 10 + x * await roll(d2)
except RuntimeError as error:
    return str(error), t
return t
""",
    ),
    "loops within loops over one list": (
        True,
        """
t, xs = 0, [1, 2]
for i, x in enumerate(xs):
    for y in reversed(xs):
        if await roll(d2) == 2 and len(xs) < 4:
            xs.append(i)
        t += x * y
return t
""",
    ),
    "a list that only its loop still holds": (
        True,
        """
t, xs = 0, [1, 2, 3]
for i, x in enumerate(xs):
    xs[2], xs = 7 + await roll(d2), [i, i, i]
    t = t * 10 + x
return t
""",
    ),
    "a dict that only its loop still holds": (
        True,
        """
t = 0
for name in EFFECTS:
    t = EFFECTS[name](t) * await roll(d2)
for x in {"a": [1], "b": [2]}.values():
    x.append(await roll(d2))
    t = t * 10 + sum(x)
return t
""",
    ),
    "lists in a dict": (
        True,
        """
t, d = 0, {"a": [1], "b": [2]}
for x in d.values():
    if await roll(d2) == 2:
        d["b"].append(5)
    t = t * 10 + sum(x)
return t
""",
    ),
    "a list that holds itself": (
        True,
        """
t, xs = 0, [1]
xs.append(xs)
for i, x in enumerate(xs):
    face = await roll(d2)
    if i == 0:
        xs.append(face)
        xs[1].append(face) if len(xs) < 4 else None
    t += face
return t, len(xs)
""",
    ),
    "a list of lists below zip": (
        True,
        """
t, xs = 0, [[1], [2]]
for x, y in zip(xs, reversed(xs)):
    x.append(await roll(d2))
    t = t * 10 + sum(x) + sum(y)
return t
""",
    ),
    "a list that shrinks and grows again": (
        True,
        """
t, xs = 0, [1, 2, 3]
for x in reversed(xs):
    if await roll(d2) == 2:
        del xs[1:]
    else:
        xs += [8, 9]
    t = t * 10 + x
    if t > 10**6:
        break
return t
""",
    ),
    "one end of two that must be as long": (
        True,
        """
t, xs = 0, [1, 2]
try:
    for x, y in zip(xs, (3, 4), strict=True):
        if await roll(d2) == 2:
            xs.append(5)
        t = t * 10 + x * y
except ValueError as error:
    return str(error), t
return t
""",
    ),
    "a number without end": (
        True,
        """
t = 0
for i in range(10**30):
    t += i
    if await roll(d2) == 2 or i > 3:
        return t
""",
    ),
    "an object with values of its own": (
        True,
        "t, p = 0, Party()\nfor x in p.hp:\n    p.hp[-1] = await roll(d2)\n    t += x\nreturn t",
    ),
    "a frozen object": (True, "t = 0\nfor x in Camp():\n    t = t * 10 + x * await roll(d2)\nreturn t"),
    "a row": (True, "t = 0\nfor x in Row(1, 2):\n    t = t * 10 + x * await roll(d2)\nreturn t"),
    "a tuple that goes backwards": (
        True,
        "t = 0\nfor x in Backwards((1, 2)):\n    t = t * 10 + x * await roll(d2)\nreturn t",
    ),
    "nothing at all": (True, "for x in enumerate(n):\n    await roll(d2)\nreturn n"),
}


@pytest.mark.parametrize("name", ALONE)
def test_other_loops_go_as_python_has_them(name: str) -> None:
    compiled, text = ALONE[name]
    made = body(text)
    assert not differs(made(1))
    assert (not isinstance(engine(made), str)) is compiled, engine(made)


def test_numbers_of_a_list_that_grows_are_those_that_are_played() -> None:
    """Each six adds a die, two at most: 18 where all three are sixes, and no 6 or 12, which go on."""
    made = body(
        """
dice, total = [0] * n, 0
for place, _ in enumerate(dice):
    face = await roll(d6)
    total += face
    if face == 6 and len(dice) < n + 2:
        dice += [0]
return total
"""
    )
    expected = {face: Fraction(1, 6) for face in range(1, 6)}
    expected |= {6 + face: Fraction(1, 36) for face in range(1, 6)}
    expected |= {12 + face: Fraction(1, 216) for face in range(1, 7)}
    assert dict(odds(made(1)).items()) == expected
    assert not isinstance(engine(made), str)


def test_a_loop_over_what_nothing_else_holds_tells_no_more_states_apart() -> None:
    """The dice of a list below `enumerate` are not told apart from those of a tuple: one state a round."""
    text = "t = 0\nfor i, _ in enumerate({}):\n    t += await roll(d2)\nreturn t"
    assert len(explore(body(text.format("[0] * 5"))(1))) == len(explore(body(text.format("(0,) * 5"))(1)))
