"""Random rules, as text: loops, branches, lists, aliases, helpers, choices."""

from __future__ import annotations

import linecache
from itertools import count
from random import Random
from typing import Any

from oddsmith.rules import Call

_HEAD = """
from oddsmith.dice import Die
from oddsmith.rules import choose, note, roll, rule
d2 = Die.sided(2)

async def helper(n, xs):
    t = 0
    for i in range(n):
        x = await roll(d2)
        if x == 2:
            xs.append(i)
            return t
        t += x
    return t

async def deep(n):
    return 0 if n == 0 else (await roll(d2)) + await deep(n - 1)

@rule
async def inner(n):
    return n + await roll(d2)

@rule
async def program(n):
    a, b, c = 0, n, 1
    xs, ys, d = [], [0], {}
"""
_files = count()


class Writer:
    """Writes one rule. At most so many awaits are met on one way through it, loops included."""

    def __init__(self, seed: int, *, choices: bool) -> None:
        self.random = Random(seed)
        self.choices = choices
        self.left = 6

    def text(self) -> str:
        body = self.block(1, 5, looping=False)
        return f"{_HEAD}{body}    return (a, b, c, tuple(xs), tuple(ys), xs is ys, tuple(d.items()))\n"

    def block(self, depth: int, most: int, *, looping: bool) -> str:
        return "".join(self.statement(depth, looping=looping) for _ in range(self.random.randint(1, most)))

    def asked(self) -> str:
        self.left -= 1
        kinds = ["await roll(d2)"] * 5 + ["await inner(a % 2)"]
        if self.choices:
            kinds += ['await choose("player", (1, 2))', 'await choose("player", {"x": b, "y": -1})'] * 2
        return self.random.choice(kinds)

    def value(self) -> str:
        names = ["a", "b", "c", "1", "len(xs)", "sum(ys)", "(a, b)[a % 2]", "a * c % 3", "len(d)"]
        if self.left > 0 and self.random.random() < 0.5:
            return self.random.choice(
                [
                    f"{self.asked()}",
                    f"{self.random.choice(names)} + {self.asked()}",
                    f"({self.asked()} if a == 1 else {self.random.choice(names)})",
                    f"max({self.random.choice(names)}, {self.asked()})",
                    f"int(0 < {self.random.choice(names)} < {self.asked()})",
                    f"sum([{self.asked()} for a in range(2)])",
                ]
            )
        return self.random.choice(names)

    def test(self) -> str:
        if self.left > 0 and self.random.random() < 0.3:
            return self.random.choice(
                [f"{self.asked()} == 1", f"a and {self.asked()} > 1", f"(c := {self.asked()}) == 2"]
            )
        return self.random.choice(["a % 2", "b > 1", "len(xs) < 2", "c == 1", "xs is ys", "a in d"])

    def statement(self, depth: int, *, looping: bool) -> str:
        pad, name, random = "    " * depth, self.random.choice("abc"), self.random
        kind = random.randrange(16)
        if depth > 3 or kind < 4:
            return f"{pad}{name} = {self.value()}\n"
        if kind == 4:
            return f"{pad}{name} += {self.value()}\n"
        if kind == 5:
            return f"{pad}{random.choice(['xs', 'ys'])}.append({self.value()})\n"
        if kind == 6:
            return f"{pad}{random.choice(['xs = ys', 'ys = xs', 'xs = list(ys)', 'ys = [0, *xs]'])}\n"
        if kind == 7:
            return f"{pad}d[{self.value()}] = {self.value()}\n"
        if kind == 8:
            return f"{pad}d.setdefault(0, 0)\n{pad}d[0] += {self.value()}\n"
        if kind == 9 and self.left > 1:
            self.left -= 2
            return f"{pad}{name} = {random.choice(['await helper(2, xs)', 'await helper(2, ys)', 'await deep(2)'])}\n"
        if kind == 10:
            body, handler = self.block(depth + 1, 2, looping=looping), self.block(depth + 1, 1, looping=looping)
            risky = f"{pad}    {name} = 1 // (a % 2)\n"
            return f"{pad}try:\n{body}{risky}{pad}except ZeroDivisionError:\n{handler}"
        if kind == 11 and looping:
            return f"{pad}if {self.test()}:\n{pad}    {random.choice(['break', 'continue'])}\n"
        if kind in (12, 13) and self.left > 2:
            self.left -= 2
            return f"{pad}for i{depth} in range(2):\n{self.block(depth + 1, 2, looping=True)}{pad}    a += i{depth}\n"
        orelse = f"{pad}else:\n{self.block(depth + 1, 2, looping=looping)}" if random.random() < 0.5 else ""
        return f"{pad}if {self.test()}:\n{self.block(depth + 1, 2, looping=looping)}{orelse}"


def program(seed: int, *, choices: bool) -> tuple[str, Call[Any]]:
    """The text of a random rule, and a call of it."""
    text = Writer(seed, choices=choices).text()
    return text, _made(text)(seed % 3)


def written(text: str, module: dict[str, Any], name: str = "goes") -> Any:
    """The function or value that a text defines by a name. module: all that it may use."""
    file = f"<written {next(_files)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    found = dict(module)
    exec(compile(text, file, "exec"), found)
    return found[name]


def defined(text: str) -> Any:
    """The rule `program` of a text that comes after what all these programs define."""
    return _made(_HEAD[: _HEAD.rindex("@rule")] + text)


def _made(text: str) -> Any:
    name = f"<program {next(_files)}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    module: dict[str, Any] = {"__name__": "program"}
    exec(compile(text, name, "exec", dont_inherit=True), module)
    return module["program"]
