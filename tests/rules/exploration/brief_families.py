"""Random families of rules that ask once and go on as each other, as text."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.rules.compile.programs import written

from oddsmith.dice import d4, d6
from oddsmith.rules import Call, choose, note, roll, rule

_KNOWN: dict[str, Any] = {"rule": rule, "roll": roll, "choose": choose, "note": note, "d4": d4, "d6": d6}

_HEAD = """
@rule
async def alone(n):
    return n + await roll(d4)

@rule
async def judged(outcome, n):
    return (outcome, n) if type(outcome) is int else (outcome[0] + n, *outcome[1:])

@rule
async def thrown(outcome, n):
    return (outcome, n + await roll(d4))
"""


def family(seed: int) -> tuple[str, Call[Any]]:
    """The text of a family, and a call of one of its rules."""
    random = Random(seed)
    names = [f"r{number}" for number in range(random.randint(2, 4))]
    text = _HEAD + "".join(_member(random, name, names) for name in names)
    return text, written(text, {**_KNOWN, "__name__": "families"}, names[0])(random.randint(2, 4), 0)


def _member(random: Random, name: str, names: list[str]) -> str:
    ask = random.choice(
        [
            "await roll(d6)",
            "1 + await roll(d4)",
            "await alone(n % 2)",
            'await choose("player", (0, 1, 2))',
            'await choose("opponent", {"a": 3, "b": n})',
            "n",
        ]
    )
    lines = ["@rule", f"async def {name}(n, kept):"]
    if random.random() < 0.3:
        lines.append('    await note("begins")')
    lines.append(f"    x = {ask}")
    if random.random() < 0.3:
        lines += ["    if x == 2:", '        await note("two")']
    lines += ["    if n <= 0:", f"        return {_end(random)}"]
    if random.random() < 0.2:
        lines += ["    if x == 3:", f"        x += {random.choice(['await roll(d4)', '1', 'await alone(0)'])}"]
    for bound in sorted(random.sample(range(1, 7), random.randint(0, 2))):
        lines += [f"    if x == {bound}:", f"        return {_onward(random, names)}"]
    lines.append(f"    return {_onward(random, names)}")
    return "\n".join(lines) + "\n\n"


def _end(random: Random) -> str:
    return random.choice(["x", "kept", "(x, kept)", "x > 2", "alone(x)", "kept + alone(0)"])


def _onward(random: Random, names: list[str]) -> str:
    call = f"{random.choice(names)}(n - 1, {random.choice(['kept', 'x % 3', '(kept + x) % 4'])})"
    turn = random.random()
    if turn < 0.15:
        return f"{call}.then(judged, x)"
    if turn < 0.25:
        return f"{call}.then(thrown, 1)"
    return _end(random) if turn < 0.35 else call
