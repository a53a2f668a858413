"""Random rules that keep totals, as text: accumulators, copies, signs, busts, caps, helpers, sub-rules."""

from __future__ import annotations

import linecache
from itertools import count
from random import Random
from typing import Any

from oddsmith.rules import Call

_HEAD = """
from dataclasses import dataclass
from typing import NamedTuple
from oddsmith.dice import Die
from oddsmith.rules import note, roll, rule
d2, d3 = Die.sided(2), Die.sided(3)

async def helper(n):
    t = 1
    for i in range(n):
        x = await roll(d2)
        if x == 2 and i:
            return t
        t += x
    return t

@dataclass(frozen=True)
class Result:
    hits: int
    cost: int
    said: object = ""

class Pair(NamedTuple):
    hits: int
    cost: int

@rule
async def tested(n):
    hits, cost, log = 0, 1, ()
    for i in range(2):
        x = await roll(d2)
        await note(f"{x} {log}")
        log += (x,)
        if x == 2:
            hits += 1
            return Result(hits + n, cost, log)
        cost += x
    return Result(hits, cost=cost, said=f"{log}")

async def pair(n):
    t = await roll(d2)
    u = 0
    for i in range(n):
        u += await roll(d2)
    return (t, u) if n else (u, t)

@rule
async def named(n):
    t = await roll(d2)
    t += await roll(d2)
    return Pair(t, cost=n)

@rule
async def inner(n):
    t = 0
    for i in range(2):
        x = await roll(d2)
        if x == n:
            return 0
        t += x
    return t - n

@rule
async def program(n):
    a, b, c, d = 0, n, 1, 0
"""
_OBJECTS = """    log, q, r = (), Pair(1, 2), Result(0, n)
"""
_files = count()


class Writer:
    """Writes one rule. At most so many awaits are met on one way through it, loops included."""

    def __init__(self, seed: int, *, objects: bool, divided: bool) -> None:
        self.random = Random(seed)
        self.objects = objects  # whether the outcome has fields
        self.divided = divided  # whether numbers are divided
        self.left = 7

    def text(self) -> str:
        body = self.block(1, 5, looping=False)
        return f"{_HEAD}{_OBJECTS if self.objects else ''}{body}    return {self.outcome()}\n"

    def block(self, depth: int, most: int, *, looping: bool) -> str:
        return "".join(self.statement(depth, looping=looping) for _ in range(self.random.randint(1, most)))

    def asked(self) -> str:
        self.left -= 1
        return self.random.choice(["await roll(d2)", "await roll(d3)", "await roll(d2)", "await inner(b % 3)"])

    def outcome(self) -> str:
        if self.objects:
            return f"Result({self.number()}, {self.number()}, {self.random.choice(['a', '(c, d)', 'str(b)', 'log'])})"
        return self.number()

    def number(self) -> str:
        sums = [*["a", "a", "a+b", "a-b", "2*a+c", "b+d", "-a", "min(a,4)", "a+(b==2)"], "a if c else b", "a or b"]
        sums += ["a % 3", "a // 2", "min(b // 2, 3)", "a // 2 + b"] if self.divided else []
        return self.random.choice(sums)

    def value(self) -> str:
        names = [*["a", "b", "c", "d", "1", "a+1", "b-c", "-d", "2*b", "a+d+1", "max(a,b)"], "(a if c == 1 else d)"]
        if self.left > 0 and self.random.random() < 0.5:
            asked, name = self.asked(), self.random.choice(names)
            return self.random.choice([asked, asked, f"{name} + {asked}", f"{name} - {asked}", f"3 * ({asked})"])
        return self.random.choice(names)

    def test(self) -> str:
        if self.left > 0 and self.random.random() < 0.4:
            asked = self.asked()
            return self.random.choice([f"{asked} == 1", f"(c := {asked}) == 2", f"{asked} > 1 and d < 3"])
        tests = ["a > 3", "b", "c == 1", "(d := d + 1) > 1", "not d", "a - b > 1"]
        tests += ["a % 2", "b // 2 > 0", "d in (1, 3)"] if self.divided else []
        return self.random.choice(tests)

    def statement(self, depth: int, *, looping: bool) -> str:
        pad, name, random = "    " * depth, self.random.choice("aabcd"), self.random
        kind = random.randrange(22 if self.objects else 19)
        if kind < 5 or depth > 3:
            return f"{pad}{name} {random.choice(['+=', '+=', '-='])} {self.value()}\n"
        if kind < 7:
            return f"{pad}{name} = {self.value()}\n"
        if kind == 7:
            return f"{pad}a, b = {self.value()}, {random.choice(['a', 'b', 'a + b'])}\n"
        if kind == 8:
            early = random.choice(["0", "a", "b + a", "-1", "b > 0", "d"])
            early = random.choice([self.outcome(), "Result(0, 0)", "r"]) if self.objects else early
            return f"{pad}if {self.test()}:\n{pad}    return {early}\n"
        if kind == 9 and self.left > 1:
            self.left -= 2
            return f"{pad}{name} += await helper(2)\n"
        if kind == 10:
            return f"{pad}await note(f'{{{name}}}')\n"
        if kind == 11:
            back = "return r" if self.objects else "return 0"
            caught = random.choice(["c = a", "d += 1", f"return {self.outcome()}", back])
            risky = f"{pad}    {name} += {self.value()}\n{pad}    d = 1 // d\n"
            return f"{pad}try:\n{risky}{pad}except ZeroDivisionError:\n{pad}    {caught}\n"
        if kind == 12:
            return f"{pad}for {name} in range(c):\n{pad}    d += {name}\n"
        if kind == 13 and looping:
            return f"{pad}if {self.test()}:\n{pad}    {random.choice(['break', 'continue'])}\n"
        if kind in (14, 15) and self.left > 2:
            self.left -= 2
            orelse = f"{pad}else:\n{self.block(depth + 1, 1, looping=looping)}" if random.random() < 0.3 else ""
            return f"{pad}for i{depth} in range(2):\n{self.block(depth + 1, 3, looping=True)}{orelse}"
        if kind > 18 and self.left > 1:
            self.left -= 2
            asked = random.choice(["r = await tested(1)", "q = await tested(b % 2)", "q = await named(1)", ""])
            if not asked:
                return f"{pad}a, {random.choice('bd')} = await pair({random.choice('012')})\n"
            read = random.choice(["q.hits", "q.cost - q.hits", "r.cost", "r.hits + 1"])
            return f"{pad}{asked}\n{pad}log += (1,)\n{pad}{name} += {read}\n"
        orelse = f"{pad}else:\n{self.block(depth + 1, 2, looping=looping)}" if random.random() < 0.5 else ""
        return f"{pad}if {self.test()}:\n{self.block(depth + 1, 2, looping=looping)}{orelse}"


def program(seed: int, *, objects: bool = False, divided: bool = False) -> tuple[str, Call[Any]]:
    """The text of a random rule, and a call of it. objects: whether its outcomes have fields `hits`, `cost`, `said`.

    divided: whether numbers are divided, too.
    """
    text = Writer(seed, objects=objects, divided=divided).text()
    name = f"<total {next(_files)}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    module: dict[str, Any] = {"__name__": __name__}
    exec(compile(text, name, "exec"), module)
    return text, module["program"](seed % 3)
