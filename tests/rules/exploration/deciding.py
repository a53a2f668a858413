"""Random rules in which people decide while numbers without bound are there that nobody has looked at, as text."""

from __future__ import annotations

import linecache
from itertools import count
from random import Random
from typing import Any

from oddsmith.rules import Call

_files = count()

_HEAD = """
from dataclasses import dataclass
from oddsmith.dice import d4, d6
from oddsmith.rules import choose, roll, rule
up, down = d6.explode(6).pool(1).count(at_least=5), d4.explode(1).pool(1).count(worth={1: -1})
long = d6.explode(6).pool(2).sum()

@dataclass(frozen=True)
class Result:
    n: int
    m: int
    ok: bool

@rule
async def plain(k):
    x = await roll(down)
    return Result(k + x, x, x < -1)

@rule
async def deciding(k, who):
    x = await roll(up)
    if k > 2:
        return Result(k + await roll(down), x, False)
    if await choose(who, ("no", "yes")) == "yes":
        x += await roll(d4) - 2
    return Result(x - k, x, x >= k)
"""


class _Writer:
    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._numbers = ["n"]

    def text(self) -> str:
        lines = [self._line(1) for _ in range(self._random.randint(3, 6))]
        returned = f"    return Result({self._sum()}, {self._sum()}, {self._test()})\n"
        return f"{_HEAD}\n@rule\nasync def program(n):\n{''.join(lines)}{returned}"

    def _number(self) -> str:
        return self._random.choice(self._numbers)

    def _sum(self) -> str:
        return self._random.choice([self._number(), f"{self._number()} - {self._number()}", f"{self._number()} + 1"])

    def _test(self) -> str:
        other = self._random.choice([str(self._random.randint(-2, 4)), self._number()])
        return f"{self._number()} {self._random.choice(['>=', '<', '==', '>'])} {other}"

    def _line(self, depth: int) -> str:
        random, pad = self._random, "    " * depth
        kind = random.randrange(9)
        if kind <= 2 or (kind == 3 and depth > 2):
            name = random.choice("abc")
            rolled = random.choice(["up", "down", "d4", "up", "long"])
            line = f"{pad}{name} = {random.choice(['', '1 + ', '-'])}(await roll({rolled}))\n"
            if depth == 1:
                self._numbers.append(name)
            return line if depth == 1 or name in self._numbers else f"{pad}n += 1\n"
        if kind <= 4:
            who = random.choice(["player", "player", "opponent"])
            left = random.choice([f"return Result({self._sum()}, 0, True)", f"n = {self._sum()}", "n = 0", "n += 2"])
            return f'{pad}if await choose("{who}", ("no", "yes")) == "yes":\n{pad}    {left}\n'
        if kind == 5 and depth < 3:
            return f"{pad}if {self._test()}:\n{self._line(depth + 1)}"
        if kind == 6:
            who = random.choice(["player", "opponent"])
            called = random.choice([f"plain({random.randint(0, 3)})", f'deciding({random.randint(0, 3)}, "{who}")'])
            name = random.choice("qr")
            line = f"{pad}{name} = await {called}\n"
            return line + f"{pad}n += {name}.{random.choice(['n', 'm', 'n', 'ok'])}\n"
        if kind == 7:
            return f"{pad}n = {random.choice(['min', 'max'])}({self._sum()}, {random.randint(0, 3)})\n"
        return f"{pad}n += {self._number()}\n"


def program(seed: int) -> tuple[str, Call[Any]]:
    """The text of a random rule, and a call of it; its outcomes have fields `n`, `m` and `ok`."""
    text = _Writer(seed).text()
    name = f"<deciding {next(_files)}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    module: dict[str, Any] = {"__name__": __name__}
    exec(compile(text, name, "exec"), module)
    return text, module["program"](seed % 3)
