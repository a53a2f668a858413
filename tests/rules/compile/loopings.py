"""Random rules, as text, that loop over what changes on the way: lists below `enumerate`, `reversed` and `zip`, dicts
and their views, sets, queues, and comprehensions over them."""

from __future__ import annotations

import linecache
from itertools import count
from random import Random
from textwrap import indent
from typing import Any

from oddsmith.rules import Call

_HEAD = """
from collections import Counter, OrderedDict, defaultdict, deque
from itertools import chain, count, pairwise
from oddsmith.dice import Die
from oddsmith.rules import choose, note, roll, rule
d2 = Die.sided(2)

def grow(items):
    if len(items) < 4:
        items.append(len(items))

async def grown(items):
    face = await roll(d2)
    if face == 2 and len(items) < 4:
        items.insert(0, 9)
    return face

async def filled(held):
    face = await roll(d2)
    held[face] = held.get(face, 0) + 1
    return face

async def added(items, others):
    t = 0
    for x, y in zip(items[:3], others):
        if await roll(d2) == 2 and len(others) < 4:
            others.append(x)
        t += x + y
    return t

@rule
async def total(items):
    t = 0
    for i, x in enumerate(items):
        t += x * await roll(d2) if i < 2 else x
    return t

@rule
async def program(n):
    a, b, c, i, rounds = 0, n, 1, 0, 0
    xs, d, s, q, o = [1, 2], {1: 1, 2: 2}, {1, 3}, deque([1, 2]), OrderedDict({1: 1, 2: 2})
    groups, counts = defaultdict(list, a=[1, 2], b=[3]), Counter([1, 2, 2])
"""
_files = count()

_LISTS = ["xs", "ys", "held[0]", "groups['a']"]
_DICTS = ["d", "d", "e", "held[1]", "counts", "o"]
_OVER_LISTS = [
    *["{v} in {x}", "i, {v} in enumerate({x})", "i, {v} in enumerate({x}, n)", "{v} in reversed({x})"],
    *["i, {v} in enumerate(reversed({x}))", "{v}, b in zip({x}, {y})", "b, {v} in zip(range(3), {x})"],
    *["{v}, b in zip({x}, reversed({y}))", "i, ({v}, b) in enumerate(zip({x}, {y}))", "{v} in {x}[:]"],
    *["{v}, b in zip({x}, {y}, strict=True)", "{v} in sorted({x})", "{v}, b in pairwise({x})"],
    *["{v} in chain({x}, {y})", "i, {v} in zip(count(n), {x})", "{v} in {x} + {y}", "{v} in tuple({x})"],
    *["{v} in (b + 1 for b in {x})", "{v} in [b + i for i, b in enumerate({x})]", "{v} in range(len({x}))"],
]
_OVER_DICTS = [
    *["{v} in {d}", "{v} in {d}.keys()", "{v} in {d}.values()", "b, {v} in {d}.items()", "i, {v} in enumerate({d})"],
    *["i, (b, {v}) in enumerate({d}.items())", "{v} in reversed({d})", "{v}, b in zip({d}, {d}.values())"],
    *["{v} in list({d})", "b, {v} in sorted({d}.items())", "b, {v} in zip({x}, {d})", "{v} in view"],
    *["{v} in (s if a % 2 else {d})", "{v} in chain({d}, {x})"],
]
_OVER_OTHERS = [
    *["{v} in s", "i, {v} in enumerate(s)", "{v} in sorted(s)", "{v} in z", "{v} in q", "i, {v} in enumerate(q)"],
    *["{v} in reversed(q)", "{v}, b in zip(s, {x})", "{v} in chain(s, q)", "{v} in map(sum, groups.values())"],
    *["{v} in chain.from_iterable(groups.values())", "{v} in counts.elements()", "{v} in frozenset(s)"],
]
_CHANGE_LISTS = [
    *["{x}.append({n})", "{x}.insert(0, {n})", "{x}.reverse()", "{x}.sort()", "{x} += [{n}]", "{x} *= 2"],
    *["{x}.clear()", "grow({x})", "add({n})", "{x}[:1] = [{n}, {n}]", "{x}.extend({y})", "{x}[-1:] = []"],
    *["if {x}:\n{p}    {x}.pop()", "if {x}:\n{p}    {x}.pop(0)", "if {x}:\n{p}    {x}[-1] = {n}", "ys = [*xs]"],
    *["xs = ys", "ys = xs", "xs = [{n}, {n}]", "xs, ys = ys, xs", "if {x}:\n{p}    {x}.append({x}.pop(0))"],
    *["if len(xs) > 1:\n{p}    xs[0], xs[1] = xs[1], {n}", "held = [xs, e]"],
]
_CHANGE_DICTS = [
    *["{d}[{n}] = {n}", "{d}[2] = {d}.get(2, 0) + {n}", "{d}.setdefault({n}, 9)", "{d}.update({{1: {n}}})"],
    *["{d}.pop({n}, 0)", "{d}.pop(2, 0)", "{d}[2] = {d}.pop(2, 0) + 1", "{d}[1] = {d}.pop(1, 0) + 1", "{d}.clear()"],
    *["if {d}:\n{p}    b, c = {d}.popitem()\n{p}    {d}[b] = c", "e = dict(d)", "e = d", "d = e", "d = {{5: {n}}}"],
    *["counts[{n}] += 1", "counts.subtract([1])", "o.move_to_end(1) if 1 in o else None", "view = d.items()"],
]
_CHANGE_OTHERS = [
    *["s.add({n})", "s.discard({n})", "s ^= {{{n}}}", "s ^= {{3}}", "s = s | {{{n}}}", "z = set(s)", "z = s"],
    *[
        "q.append({n})",
        "q.appendleft({n})",
        "q.rotate(1)",
        "q[0:0] = ()",
        "groups['a'].append({n})",
        "groups['c'] = [5]",
    ],
    *["s.discard(3)\n{p}s.add(3)", "if q:\n{p}    q.popleft()", "if q:\n{p}    q.append(q.popleft())"],
]


class Writer:
    """Writes one rule. A loop ends after a few rounds, and awaits are met but a few times on one way, with loops."""

    def __init__(self, seed: int, *, choices: bool) -> None:
        self.random = Random(seed)
        self.choices = choices
        self.left = 3

    def text(self) -> str:
        one = self.random.choice
        begun = f"    ys, e, z = {one(['xs', '[3, 4]'])}, {one(['d', '{3: 1}', 'o'])}, {one(['s', '{2}'])}\n"
        begun += (
            f"    add, held, view = xs.append, [xs, d], {one(['d.values()', 'd.keys()', 'd', 'o.values()', 'xs'])}\n"
        )
        first = "".join(self.change(1) for _ in range(self.random.randint(0, 2)))
        first += self.random.choice(["", f"    b = {self.asked()}\n"])
        body = self.loop(1) + self.random.choice(["", self.loop(1), self.change(1)])
        if self.random.random() < 0.5:  # whatever is raised on one way is an outcome like others
            body = f"    try:\n{indent(body, '    ')}    except Exception as error:\n        return repr(error), a\n"
        return f"{_HEAD}{begun}{first}{body}    return {self.outcome()}\n"

    def outcome(self) -> str:
        return self.random.choice(
            [
                *["a", "a, b", "a + 1000 * len(xs), sum(ys)", "a, tuple(xs), tuple(ys), xs is ys"],
                *[
                    "a, tuple(d.items())",
                    "a, len(e), b",
                    "a, tuple(sorted(s)), tuple(q)",
                    "a, tuple(o), tuple(counts.items())",
                ],
                *["a, tuple(xs), tuple(ys), xs is ys, tuple(d.items()), d is e, tuple(s), s is z, tuple(q)"],
            ]
        )

    def number(self) -> str:
        names = ["1", "2", "9", "a % 3", "i", "rounds", "b", "len(xs)", "n", "c"]
        if self.left > 0 and self.random.random() < 0.15:
            return self.asked()
        return self.random.choice(names)

    def asked(self) -> str:
        self.left -= 1
        kinds = ["await roll(d2)"] * 6 + ["await grown(xs)", "await grown(ys)", "await filled(d)", "await filled(e)"]
        kinds += ["await added(xs, ys)", "await total(tuple(xs[:3]))"]
        if self.choices:
            kinds += ['await choose("player", (1, 2))'] * 4
        return self.random.choice(kinds)

    def filled_in(self, text: str, depth: int = 1) -> str:
        one = self.random.choice
        numbers = self.number() if "{n}" in text else ""
        return text.format(x=one(_LISTS), y=one(_LISTS), d=one(_DICTS), v="c", n=numbers, p="    " * depth)

    def change(self, depth: int) -> str:
        kind = self.random.random()
        of = _CHANGE_LISTS if kind < 0.45 else _CHANGE_DICTS if kind < 0.8 else _CHANGE_OTHERS
        return f"{'    ' * depth}{self.filled_in(self.random.choice(of), depth)}\n"

    def over(self) -> str:
        kind = self.random.random()
        return self.filled_in(
            self.random.choice(_OVER_LISTS if kind < 0.45 else _OVER_DICTS if kind < 0.8 else _OVER_OTHERS)
        )

    def statement(self, depth: int) -> str:
        pad, random = "    " * depth, self.random
        kind = random.randrange(12)
        if kind < 3:
            return self.change(depth)
        if kind < 5 and self.left > 0:
            return f"{pad}{random.choice('abc')} = {self.asked()}\n"
        if kind < 8:
            test = (
                f"{self.asked()} == 2"
                if self.left > 0 and random.random() < 0.6
                else random.choice(["a % 2", "rounds < 3", "b > 1", "len(xs) < 3", "1 in d", "xs is ys"])
            )
            then = (
                f"{pad}    {random.choice(['break', 'continue'])}\n"
                if random.random() < 0.1
                else self.change(depth + 1)
            )
            other = f"{pad}else:\n{self.change(depth + 1)}" if random.random() < 0.3 else ""
            return f"{pad}if {test}:\n{then}{other}"
        if kind == 8 and self.left > 0 and depth < 3:
            return self.loop(depth)
        if kind == 9 and self.left > 0:
            self.left -= 1
            made = f"[c + await roll(d2) for {self.over()} if (rounds := rounds + 1) < 5]"
            return f"{pad}{random.choice(['ys', 'xs', 'b'])} = {made}\n{pad}b = 1\n"
        if kind == 10:
            body = self.change(depth + 1)
            error = random.choice(["RuntimeError", "ValueError", "IndexError"])
            return f"{pad}try:\n{body}{pad}except {error}:\n{pad}    a += 7\n"
        told = random.choice(["c + b + i", "c", "b", "i", "len(xs)", "len(d)", "sum(ys)", "rounds"])
        return f"{pad}a = a * 10 + {told}\n"

    def loop(self, depth: int) -> str:
        pad = "    " * depth
        over = self.over()
        rounds = f"{pad}    rounds += 1\n{pad}    if rounds > {self.random.choice((3, 4))}:\n{pad}        break\n"
        asked = f"{pad}    if {self.asked()} == 2:\n{self.change(depth + 2)}" if self.left > 0 else ""
        body = "".join(self.statement(depth + 1) for _ in range(self.random.randint(0, 3)))
        told = f"{pad}    a = a * 10 + c if type(c) is int else a + 1\n"
        body = self.random.choice([asked + body + told, body + asked + told, told + asked + body])
        orelse = f"{pad}else:\n{self.change(depth + 1)}" if self.random.random() < 0.2 else ""
        return f"{pad}for {over}:\n{rounds}{body}{orelse}"


def program(seed: int, *, choices: bool) -> tuple[str, Call[Any]]:
    """The text of a random rule, and a call of it."""
    text = Writer(seed, choices=choices).text()
    name = f"<looping {next(_files)}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    module: dict[str, Any] = {"__name__": __name__}
    exec(compile(text, name, "exec"), module)
    return text, module["program"](seed % 3)
