"""Random rules, as text, that keep their numbers and lists in objects that change, of which several names speak."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from tests.rules.compile.programs import Writer, defined

from oddsmith.rules import Call

_KEPT = """
from dataclasses import dataclass

@dataclass{slots}
class Kept:
    b: int
    xs: list
    ys: list
    d: dict

    def more(self, n):
        self.b += n
        return self.b

    @property
    def size(self):
        return len(self.xs) + self.b

    def swap(self):
        self.xs, self.ys = self.ys, self.xs

async def asked_of(kept, n):
    kept.b += await roll(d2)
    kept.xs.append(n)
    return kept

@rule
async def program(n):
    a, c = 0, 1
    s = Kept(n, [], [0], {})
    t = Kept(0, s.xs, [1], {})
"""
_LINES = (
    *("s, t = t, s", "t = s", "s = Kept(t.b, s.xs, t.ys, {})", "t = Kept(s.b, s.xs, s.ys, s.d)", "t.xs = s.ys"),
    *("t.b += 1", "a = s.more(1)", "c = t.size", "s.swap()", "s.b += await roll(d2)", "s = await asked_of(t, a)"),
    *("a += s is t", "c += s == t", "s.xs.append(t)", "more = s.more; more(1)", "del s.b; s.b = 2"),
    "a = sum([s.b for _ in range(2) if await roll(d2) == 2])",
)
_END = "    return (a, s.b, c, (repr(s.xs),), (s.b,), repr(s), repr(t), s is t, s.xs is t.xs, s.xs is s.ys)\n"


def program(seed: int) -> tuple[str, Call[Any]]:
    """The text of a random rule, and a call of it."""
    random = Random(seed)
    writer = Writer(seed, choices=False)
    writer.left = 4
    body = re.sub(r"\b(b|xs|ys|d)\b", r"s.\1", writer.block(1, 5, looping=False))
    lines = []
    for line in body.splitlines():
        within = line[: len(line) - len(line.lstrip())]
        if random.random() < 0.35 and not line.lstrip().startswith(("else", "except")):
            lines.append(within + random.choice(_LINES))
        lines.append(line)
    head = _KEPT.replace("{slots}", random.choice(("", "(slots=True)")))
    text = head + "\n".join(lines) + f"\n{_END}"
    return text, defined(text)(seed % 3)
