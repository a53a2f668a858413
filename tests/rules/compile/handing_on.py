"""Random rules that go on as themselves and hand on numbers, of which only some are asked for."""

from __future__ import annotations

import linecache
import random
from collections.abc import Callable
from typing import Any

from oddsmith.rules import Call

_START = """
from dataclasses import dataclass
from oddsmith.dice import Die
from oddsmith.rules import choose, roll, rule

d2, d3 = Die.sided(2), Die.sided(3)


@dataclass(frozen=True)
class Kept:
    a: int
    b: int
    c: int


@rule
async def program(a, b, c, left):
"""


class _Writer:
    def __init__(self, seed: int, *, choices: bool) -> None:
        self.random = random.Random(seed)
        self.choices = choices
        self.steered = self.random.choice(("a", "b", "c"))  # what is compared

    def value(self) -> str:
        one = self.random.choice(("a", "b", "c", "x", "x", "1", "2"))
        other = self.random.choice(("a", "b", "c", "x", "1", "left"))
        made = (one, f"{one} + {other}", f"{one} - 1", f"max({one}, {other})", f"min({one} + x, 6)", f"{one} * 2 % 7")
        return self.random.choice(made)

    def test(self) -> str:
        tests = ("x == 2", "x > 1", f"{self.steered} > 2", f"x + {self.steered} < 4", "left > 1")
        return self.random.choice(tests)

    def again(self) -> str:
        given = [self.random.choice((f"{name}", f"{name} + x", self.value(), f"{name} + (x == 2)")) for name in "abc"]
        call = self.random.choice(
            (
                f"program({given[0]}, {given[1]}, {given[2]}, left - 1)",
                f"program({given[0]}, left=left - 1, c={given[2]}, b={given[1]})",
            )
        )
        return f"return {self.random.choice(('', '', 'await '))}{call}"

    def lines(self) -> list[str]:
        found = ["if left < 1:", "    return Kept(a, b, c)"]
        if self.choices and self.random.random() < 0.5:
            found += [f'x = 1 if await choose("{self.who()}", ("low", "high")) == "low" else 3']
            found += [self.random.choice(("a += x", "pass"))]
        found += [f"x = await roll({self.random.choice(('d2', 'd3'))})"]
        for _ in range(self.random.randint(0, 3)):
            name = self.random.choice("abc")
            step = self.random.choice(
                (
                    f"{name} = {self.value()}",
                    f"{name} += x",
                    "x = await roll(d2)",
                    f"{name} += len([x for x in (1, 2) if x > {self.steered}])",
                    *(
                        [f'x = 2 if await choose("{self.who()}", ("yes", "no")) == "yes" else x']
                        if self.choices
                        else []
                    ),
                )
            )
            found += [f"if {self.test()}:", f"    {step}"] if self.random.random() < 0.6 else [step]
        if self.random.random() < 0.4:
            found += [f"if {self.test()}:", f"    {self.again()}"]
        if self.random.random() < 0.2:
            found += [f"if {self.test()}:", f"    return Kept({self.value()}, b, {self.value()})"]
        return [*found, self.again()]

    def who(self) -> str:
        return self.random.choice(("player", "player", "opponent"))


def program(seed: int, *, choices: bool) -> tuple[str, Call[Any], Callable[[Any], Any]]:
    """The text of a random rule, a call of it, and what is asked of its outcome."""
    writer = _Writer(seed, choices=choices)
    asked = writer.random.choice(("o.a", "o.b", "o.c", "o.a >= 3", "o.b > 2", "o.a - o.c", "(o.b, o.c > 1)"))
    text = _START + "".join(f"    {line}\n" for line in writer.lines()) + f"\n\nasked = lambda o: {asked}\n"
    name = f"<handing on {seed}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    module: dict[str, Any] = {"__name__": f"handing_on_{seed}"}
    exec(compile(text, name, "exec", dont_inherit=True), module)
    return text, module["program"](0, 0, 1, writer.random.randint(2, 4)), module["asked"]
