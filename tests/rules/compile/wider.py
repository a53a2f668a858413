"""Random rules, as text, in all that rules may be written in: objects with fields, `match`, `with` and `try`, functions
inside, tuples of totals, caps and bounds, folds; and functions that ask for a part of their outcome."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

from oddsmith.rules import Call

_HEAD = """
from collections import Counter, defaultdict
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from oddsmith.dice import Die
from oddsmith.rules import choose, note, roll, rule
d2, d3 = Die.sided(2), Die.sided(3)

@dataclass(frozen=True)
class Score:
    hits: int
    cost: int = 0

@dataclass
class Purse:
    coins: int

async def helper(n, bound):
    t = 0
    for _ in range(n):
        t += await roll(d2)
        if t >= bound:
            return bound
    return t

async def several(n):
    won = lost = 0
    for _ in range(n):
        match await roll(d3):
            case 1:
                lost += 1
            case 2 | 3 as x:
                won += x
    return won, lost

@rule
async def scored(n):
    hits, cost = n, 0
    for _ in range(2):
        x = await roll(d3)
        if x == 3:
            hits += 2
        else:
            cost += x
    return Score(hits, cost)

@rule
async def capped(n):
    t = 0
    for _ in range(2):
        t += await roll(d2)
    return min(t, n + 2)
"""
_BEGIN = """@rule
async def program(n):
    a, b, c = 0, n, 1
    s, t, u, v = Score(0, n), (0, 1), 0, 0
    xs, d = [], {"x": 0}
"""
_files = count()
_ASKED = {
    "score": ["o.hits", "o.hits - 2 * o.cost", "min(o.hits, 3)", "o.cost >= 2", "max(o.cost, 1) + o.hits", "o"],
    "pair": ["o[0]", "o[0] - o[1]", "o[1] > 1", "max(0, o[1])", "(o[1], o[0])"],
    "number": ["o", "2 * o", "o >= 2", "min(o, 2)", "abs(o)", "o % 2"],
}


class Writer:
    """Writes one rule. At most so many awaits are met on one way through it, loops included."""

    def __init__(self, seed: int, *, choices: bool) -> None:
        self.random = Random(seed)
        self.choices = choices
        self.left = 4
        self.kind = self.random.choice(["score", "pair", "number", "number"])

    def text(self) -> str:
        body = self.block(1, 6, looping=False)
        asked = self.random.choice(_ASKED[self.kind])
        return f"{_BEGIN}{body}    return {self.outcome()}\n\nasked = lambda o: {asked}\n"

    def block(self, depth: int, most: int, *, looping: bool) -> str:
        return "".join(self.statement(depth, looping=looping) for _ in range(self.random.randint(1, most)))

    def asked(self) -> str:
        self.left -= 1
        kinds = ["await roll(d2)", "await roll(d2)", "await roll(d3)"]
        if self.left > 1:
            kinds += ["await capped(b % 2)"]
        if self.choices:
            kinds += ['await choose("player", (1, 2))', 'await choose("player", {"x": u, "y": -1})'] * 2
        return self.random.choice(kinds)

    def outcome(self) -> str:
        if self.kind == "score":
            return self.random.choice(
                ["s", f"Score({self.name()}, {self.name()})", "Score(u, v)", "replace(s, hits=a)"]
            )
        if self.kind == "pair":
            return self.random.choice(["t", "(u, v)", f"({self.bounded()}, {self.name()})", "(a + u, b - v)"])
        return self.random.choice([self.bounded(), self.bounded(), "a", "u - v", "t[0] + a", "d['x']", "int(a >= b)"])

    def name(self) -> str:
        return self.random.choice(["a", "b", "c", "u", "v", "t[0]", "t[1]", "s.hits", "s.cost", "d['x']", "len(xs)"])

    def bounded(self) -> str:
        name, other = self.name(), self.name()
        return self.random.choice(
            [
                *[f"min({name}, 3)", f"max({name}, -1)", f"abs({name})", f"min(max({name}, 0), {other})"],
                *[f"{name} + {other}", f"({name} if {name} > 2 else 0)", f"max(0, {name} - 2)", "max(xs, default=0)"],
                f"2 * min({name}, n + 1)",
            ]
        )

    def value(self) -> str:
        if self.left > 0 and self.random.random() < 0.55:
            asked, name = self.asked(), self.name()
            return self.random.choice([asked, asked, f"{name} + {asked}", f"{name} - {asked}", f"min({name}, {asked})"])
        return self.random.choice([self.name(), self.bounded(), "1", "2"])

    def test(self) -> str:
        if self.left > 0 and self.random.random() < 0.3:
            asked = self.asked()
            return self.random.choice([f"{asked} == 1", f"(c := {asked}) == 2", f"{asked} > {self.name()}"])
        name, other = self.name(), self.name()
        return self.random.choice(
            [f"{name} > 2", f"{name} >= n", f"{name} < {other}", f"not {name}", f"0 <= {name} < 3", "xs and xs[-1] > 1"]
        )

    def statement(self, depth: int, *, looping: bool) -> str:
        pad, name, random = "    " * depth, self.random.choice("aabcuv"), self.random
        kind = random.randrange(30)
        if kind < 6 or depth > 3:
            return f"{pad}{name} {random.choice(['=', '+=', '+=', '-='])} {self.value()}\n"
        if kind == 6:
            return f"{pad}s = Score({self.value()}, s.cost + {self.name()})\n"
        if kind == 7:
            return f"{pad}s = replace(s, {random.choice(['hits', 'cost'])}={self.value()})\n"
        if kind == 8:
            return f"{pad}t = (t[0] + {self.value()}, {random.choice(['t[1]', 't[1] - 1', 'a'])})\n"
        if kind == 9:
            return f"{pad}u, v = {self.value()}, {random.choice(['u', 'u + v', 'v - 1', '0'])}\n"
        if kind == 10:
            return f"{pad}d['x'] += {self.value()}\n"
        if kind == 11:
            return f"{pad}xs.append({self.value()})\n"
        if kind == 12:
            end = random.choice([self.outcome(), self.outcome(), "0" if self.kind == "number" else self.outcome()])
            return f"{pad}if {self.test()}:\n{pad}    return {end}\n"
        if kind == 13 and self.left > 1:
            self.left -= 2
            return f"{pad}{name} += await helper(2, {random.choice(['3', 'n', 'b'])})\n"
        if kind == 14 and self.left > 1:
            self.left -= 2
            return f"{pad}{random.choice(['u, v', 'a, b', 't'])} = await several(2)\n"
        if kind == 15 and self.left > 1:
            self.left -= 2
            read = random.choice(["q.hits", "q.hits - q.cost", "min(q.cost, 2)"])
            return f"{pad}q = await scored(c)\n{pad}{name} += {read}\n"
        if kind in (16, 17):
            subject = random.choice([self.name(), self.value(), "(u > 0, v)", "s"])
            first = random.choice(["1", "2 | 3", "(True, 0)", "Score(hits=0)", "int(x)", "-1"])
            cases = f"{pad}    case {first}{self.guard()}:\n{self.block(depth + 2, 1, looping=looping)}"
            if guard := self.guard():
                cases += (
                    f"{pad}    case {random.choice(['_', f'int() as {name}', '1 | 2'])}{guard}:\n{pad}        b += 1\n"
                )
            guard = self.guard()
            cases += f"{pad}    case _{guard}:\n{self.block(depth + 2, 1, looping=looping)}"
            return f"{pad}match {subject}:\n{cases}"
        if kind == 18:
            manager = random.choice(["suppress(ZeroDivisionError)", "nullcontext()", "nullcontext(2) as c"])
            risky = random.choice(["", f"{pad}    c = 1 // {random.choice('abu')}\n"])
            safe = risky if manager.startswith("suppress") else ""
            return f"{pad}with {manager}:\n{self.block(depth + 1, 2, looping=looping)}{safe}"
        if kind == 19:
            body = self.block(depth + 1, 2, looping=looping)
            risky = f"{pad}    {name} = 4 // (a % 2)\n"
            end = random.choice(["except ZeroDivisionError", "finally"])
            last = self.block(depth + 1, 1, looping=False)
            return f"{pad}try:\n{body}{risky if end[0] == 'e' else ''}{pad}{end}:\n{last}"
        if kind == 20:
            inside = random.choice(
                [f"def more{depth}(x, by=2):\n{pad}    return x + by", f"more{depth} = lambda x: x + a"]
            )
            return f"{pad}{inside}\n{pad}{name} = more{depth}({self.value()})\n"
        if kind == 21 and self.left > 0:
            self.left -= 1
            inside = f"async def step{depth}(k):\n{pad}    return k + await roll(d2)\n"
            return f"{pad}{inside}{pad}{name} = await step{depth}({self.name()})\n"
        if kind == 22 and looping:
            return f"{pad}if {self.test()}:\n{pad}    {random.choice(['break', 'continue'])}\n"
        if kind == 23 and self.left > 2:
            self.left -= 2
            fold = random.choice(["sum", "max", "sorted", "len", "Counter", "set", "tuple", "max(*"])
            put = random.choice(["ys", "ys", "zs = ys", "ys = xs", f"ys = {name}, v", "d['y'] = ys"])
            got = f"{pad}{put} = [await roll(d2) for _ in range(2)]\n"
            if fold == "max(*":
                return f"{got}{pad}{name} += max(*ys)\n"
            if fold == "Counter":
                return f"{got}{pad}{name} += Counter(ys)[{random.choice('12')}]\n"
            if fold == "set":
                return f"{got}{pad}{name} += len(set(ys))\n"
            return f"{got}{pad}{name} += {fold}(ys){'[0]' if fold in ('sorted', 'tuple') else ''}\n"
        if kind == 24 and self.left > 2:
            self.left -= 3
            bound = random.choice(["3", "n + 2", "4"])
            return f"{pad}{name} = 0\n{pad}while {name} < {bound}:\n{pad}    {name} += await roll(d2)\n"
        if kind == 27:
            return self.set_by_pattern(pad)
        if kind == 28 and self.left > 3:
            self.left -= 3
            got = f"{pad}ys = [await roll(d2) for _ in range(2)]\n{self.set_by_pattern(pad)}"
            counted = random.choice([f"ys.count({name})", f"Counter(ys)[{name}]", f"sum(1 for y in ys if y > {name})"])
            return f"{got}{pad}{random.choice('uv')} += {counted}\n"
        if kind in (25, 26) and self.left > 2:
            self.left -= 2
            return f"{pad}for i{depth} in range(2):\n{self.block(depth + 1, 2, looping=True)}{pad}    a += i{depth}\n"
        orelse = f"{pad}else:\n{self.block(depth + 1, 2, looping=looping)}" if random.random() < 0.5 else ""
        return f"{pad}if {self.test()}:\n{self.block(depth + 1, 2, looping=looping)}{orelse}"

    def guard(self) -> str:
        return self.random.choice(["", f" if {self.name()} > 0", f" if {self.test()}"])

    def set_by_pattern(self, pad: str) -> str:
        """Statements that set a variable, a number or a list, and no name of theirs is a target."""
        name, value = self.random.choice("aabcuv"), self.value()
        return self.random.choice(
            [
                f"{pad}match {value}:\n{pad}    case {name}:\n{pad}        pass\n",
                f"{pad}match ({value}, {self.name()}):\n{pad}    case [{name}, _]:\n{pad}        c += 1\n",
                f"{pad}match {value}:\n{pad}    case int() as {name}:\n{pad}        pass\n",
                f"{pad}match (1, {value}):\n{pad}    case [_, *xs]:\n{pad}        pass\n",
                f"{pad}match ([{value}], 2):\n{pad}    case [xs, {name}]:\n{pad}        pass\n",
                f"{pad}match {{'x': {value}, 'y': 0}}:\n{pad}    case {{'y': 0, **d}}:\n{pad}        pass\n",
            ]
        )


def program(seed: int, *, choices: bool = False) -> tuple[str, Call[Any], Callable[[Any], Any]]:
    """The text of a random rule, a call of it, and a function that asks for a part of its outcome."""
    if not _module:
        _module.update(_run(_HEAD, {"__name__": __name__}))
    text = Writer(seed, choices=choices).text()
    module = _run(text, dict(_module))
    return text, module["program"](seed % 3), module["asked"]


_module: dict[str, Any] = {}  # what all these rules use


def _run(text: str, module: dict[str, Any]) -> dict[str, Any]:
    name = f"<wider {next(_files)}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    exec(compile(text, name, "exec"), module)
    return module
