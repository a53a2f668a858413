"""Random rules, as text, that roll pools and read their faces by tests, counts, loops, items and sums."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

from oddsmith.rules import Call

_HEAD = """
from collections import Counter
from oddsmith.dice import Die
from oddsmith.rules import choose, roll, rule
d2, d4 = Die.sided(2), Die((1, 2, 2, 5, 7))
HIGH = 5
k = 2

@rule
async def program(n):
    a, b, c = 0, n, 1
    least = 2 if n else 5
    fs, gs, one = (), [], 0
"""
_files = count()


class Writer:
    """Writes one rule. At most so many awaits are met on one way through it, loops included."""

    def __init__(self, seed: int, *, choices: bool) -> None:
        self.random = Random(seed)
        self.choices = choices
        self.left = 3
        self.once: list[str] = []  # variables that are set in one place

    def text(self) -> str:
        body = self.roll(1) + self.block(1, 5, looping=False)
        self.left += 1
        if self.random.random() < 0.5:
            body += self.roll(1, self.random.choice(["gs", "fs"]))
        body += f"    {self.name()} += {self.read()}\n    {self.name()} += {self.read()}\n"
        outcome = self.random.choice(["(a, b, c)", "a - b", "(c, a >= b)", f"(a, {self.read()})", "min(a, 3) + b"])
        return f"{_HEAD}{body}    return {outcome}\n"

    def block(self, depth: int, most: int, *, looping: bool) -> str:
        return "".join(self.statement(depth, looping=looping) for _ in range(self.random.randint(1, most)))

    def name(self) -> str:
        return self.random.choice("abc")

    def roll(self, depth: int, name: str = "fs") -> str:
        self.left -= 1
        dice = self.random.choice(["d4.pool(2)", "d4.pool(n + 1)", "(d4.pool(2) & d2.pool(1))", "d4.pool(a % 3)"])
        kept = self.random.choice(["", "", "", ".keep_highest(2)", ".distinct(once=True)"])
        if self.random.random() < 0.4:
            name = f"once{len(self.once)}"
            self.once.append(name)
            return f"{'    ' * depth}{name} = await roll({dice}{kept})\n"
        made = self.random.choice(["{}", "{}", "{}", "sorted({}, reverse=True)", "tuple(f for f in {} if f > 1)"])
        return f"{'    ' * depth}{name} = {made.format(f'await roll({dice}{kept})')}\n"

    def test(self, face: str) -> str:
        """What is asked of a face; now and then of something that changes, too."""
        test = self.random.choice(
            [
                *[
                    "{} >= 5",
                    "{} == 7",
                    "{} > n",
                    "{} in (1, 7)",
                    "1 < {} < HIGH",
                    "{} % 2",
                    "not {} != 2",
                    "{} >= least",
                ],
                *["({} > 2 or n == 2)", "(0, 1, 1, 0, 0, 1, 0, 1)[{}]", "min({}, 3) == n", "2 ** {} > 9"],
                *[self.random.choice(["{} > c", "{} == k", "{} == b", "10 // ({} - 1) > 3"])],
            ]
        )
        return test.format(face)

    def read(self) -> str:
        """A number read of faces."""
        all_of = self.random.choice(["fs", "fs", "gs", "(*fs, *gs)", "tuple(fs) + tuple(gs)", "fs[1:]", "fs[:2]"])
        if self.once and self.random.random() < 0.6:
            all_of = self.random.choice(self.once)
            if self.random.random() < 0.5:
                more = self.random.choice(["[0]", " + fs", " + (n, least)", ""])
                bound, by = self.random.choice(["n", "a", "6"]), self.random.choice(["n", "b", "least"])
                forms = [f"sum({all_of})", f"sum({all_of}) - sum(gs)", f"max({all_of}, default=n)"]
                forms += [f"(sum({all_of}) > {bound}) + len({all_of})", f"sum(sorted({all_of})[1:]) * {by}"]
                forms += [f"sum({all_of}) + sum({self.random.choice(self.once)})"]
                forms += [f"{all_of}[0]" if more == "[0]" else f"len({all_of}{more}) % 3"]
                return self.random.choice(forms)
        test, kind = self.test("f"), self.random.randrange(22)
        reads = [
            *[f"sum(1 for f in {all_of} if {test})", f"sum(bool({test}) for f in {all_of})"],
            *[f"sum(f for f in {all_of} if {test})", f"len([f for f in {all_of} if {test}])"],
            *[f"({all_of}).count(2)", f"int(7 in {all_of})", f"Counter({all_of})[5]", f"len({all_of})"],
            *[f"int(any({test} for f in {all_of}))", f"int(all({test} for f in {all_of}))", f"int(not {all_of})"],
            *[f"len({{{test} for f in {all_of}}})", f"(1 if {all_of} else 2)", "sum(1 for fs in fs if fs > 2)"],
            *[f"int({self.test('max(fs, default=0)')})", "(int(sorted(fs)[0] > 2) if fs else 0)", "sum(fs)"],
            *[f"int({self.test('one')})", "(fs[-1] // 3 if fs else 0)", f"({all_of}).count(n)"],
            *["sum(1 for k in (2, 5) if k in fs)", "sum(f == g for f, g in zip(fs, gs))"],
        ]
        return reads[kind]

    def statement(self, depth: int, *, looping: bool) -> str:
        pad, name, random = "    " * depth, self.name(), self.random
        kind = random.randrange(16)
        if kind < 3 and self.left > 0:
            return self.roll(depth, random.choice(["fs", "gs"]))
        if kind == 3:
            change = random.choice(["fs = tuple(fs) + tuple(gs)", "gs = fs", "fs = fs[1:]", "gs = sorted(fs)"])
            return f"{pad}{change}\n"
        if kind == 4:
            change = random.choice(["fs += (1,)", "gs = [*fs, 2]", "fs = list(fs)", "gs = gs * 2", "fs, gs = gs, fs"])
            return f"{pad}{change if change != 'fs += (1,)' else 'fs = (*fs, 1)'}\n"
        if kind == 5:
            return f"{pad}one = {random.choice(['fs[0] if fs else 0', 'max(fs, default=1)', 'b'])}\n"
        if kind in (6, 7):
            step = f"{pad}        {random.choice(['break', 'continue', f'{name} += 2', 'one = f'])}\n"
            more = f"{pad}    {name} += {'await roll(d2)' if random.random() < 0.3 and self.left > 2 else '1'}\n"
            self.left -= 2 * ("await" in more)
            over = random.choice(["fs", "gs", "sorted(fs)"])
            return f"{pad}for f in {over}:\n{pad}    if {self.test('f')}:\n{step}{more}"
        if kind == 8 and self.choices and self.left > 0:
            self.left -= 1
            options = random.choice(
                ["(1, 2)", '{"x": a, "y": -1}', f"(0, {self.read()} + 1)", f"range({self.read()} + 1)"]
            )
            return f"{pad}{name} += await choose('player', {options})\n"
        if kind in (9, 10) and depth < 3:
            test = random.choice([f"{self.read()} > 1", f"{name} > 1", "fs", "len(gs) < 2"])
            return f"{pad}if {test}:\n{self.block(depth + 1, 2, looping=looping)}"
        if kind == 11 and self.left > 2 and depth < 3:
            self.left -= 2
            return f"{pad}for i{depth} in range(2):\n{self.block(depth + 1, 2, looping=True)}{pad}    a += i{depth}\n"
        if kind == 12 and self.left > 0:
            self.left -= 1
            return f"{pad}{name} += await roll(d2)\n"
        return f"{pad}{name} += {self.read()}\n"


def program(seed: int, *, choices: bool = False) -> tuple[str, Call[Any], Callable[[Any], Any]]:
    """The text of a random rule, a call of it, and a function that makes a number of its outcome."""
    text = Writer(seed, choices=choices).text()
    name = f"<pools {next(_files)}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    module: dict[str, Any] = {"__name__": __name__}
    exec(compile(text, name, "exec"), module)
    return text, module["program"](seed % 3), added


def added(outcome: Any) -> int:
    """The sum of a number, or of a tuple of numbers."""
    return int(sum(outcome)) if isinstance(outcome, tuple) else int(outcome)
