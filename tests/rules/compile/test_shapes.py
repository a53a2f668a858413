"""Gains of several totals at once: shapes read off rules, and graphs whose outcomes are those of replay."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from tests.rules.compile.fuzz import cut_off_at_once, replayed
from tests.rules.compile.programs import defined
from tests.rules.compile.totals import program
from tests.rules.games import Harm

from oddsmith.dice import d6
from oddsmith.distribution import Distribution
from oddsmith.errors import RuleError
from oddsmith.rules import Call, roll, rule
from oddsmith.rules.compile.shapes import Shape, shape_of
from oddsmith.rules.exploration.explore import BOUND
from oddsmith.rules.exploration.setting import Setting
from oddsmith.rules.exploration.with_policy import in_several
from oddsmith.rules.graph.graph import Graph
from oddsmith.rules.solvers.absorption import outcomes
from oddsmith.rules.solvers.totals.solved import joint_totals


def in_all_totals(call: Call[Any]) -> Graph | None:
    setting = Setting(300_000, BOUND, None, decisions_stay=False)
    return in_several(call, setting)


def followed(graph: Graph) -> Distribution[Any]:
    """The law of the outcomes of a graph without loops, with all that was gained on each way."""
    assert graph.shape is not None
    masses: dict[int, dict[int, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    masses[0][0] = Fraction(1)
    found: dict[Any, Fraction] = defaultdict(Fraction)
    for (node,) in reversed(graph.order):
        for total, mass in masses.pop(node, {}).items():
            if node in graph.busts:
                found[graph.ends[node]] += mass
            elif node in graph.ends:
                gains = list(graph.shape.gains(total))
                for place in graph.lost.get(node, ()):
                    gains[place] = 0
                found[graph.shape.raised(graph.ends[node], tuple(gains))] += mass
            for (target, gain), share in zip(graph.edges(node), graph.probabilities(node), strict=True):
                assert isinstance(gain, int)
                masses[target][total + gain] += mass * share
    return Distribution.from_probabilities(found)


@pytest.mark.examples
@pytest.mark.parametrize("seed", range(150))
def test_random_outcomes_in_gains_are_those_of_replay(seed: int) -> None:
    text, call = program(seed, objects=True)
    try:
        whole = outcomes(replayed(call, decisions_stay=False))
    except Exception:  # noqa: BLE001 (what a random program raises is compared elsewhere)
        return
    graph = in_all_totals(call)
    if graph is None:  # outcomes of other kinds, or calls
        return
    assert followed(graph) == whole, text
    try:
        law = joint_totals(graph)
    except RuleError as error:
        assert "may both rise and fall" in str(error)  # noqa: PT017
        return
    assert {outcome: law.pmf(outcome) for outcome, _ in whole.items()} == dict(whole.items()), text


@pytest.mark.examples
@pytest.mark.parametrize("seed", range(40))
def test_numbers_beyond_limits_are_paid_for_each_field(seed: int) -> None:
    text, call = program(seed, objects=True)
    try:
        whole = outcomes(replayed(call, decisions_stay=False))
    except Exception:  # noqa: BLE001 (what a random program raises is compared elsewhere)
        return
    with cut_off_at_once():
        graph = in_all_totals(call)
    if graph is not None:
        assert followed(graph) == whole, text


@pytest.mark.examples
@pytest.mark.parametrize("seed", range(120))
def test_numbers_that_some_returns_set_are_those_of_replay(seed: int) -> None:
    text, call = losing(seed)
    whole = outcomes(replayed(call, decisions_stay=False))
    graph = in_all_totals(call)
    assert graph is not None
    assert followed(graph) == whole, text
    law = joint_totals(graph)
    assert {outcome: law.pmf(outcome) for outcome, _ in whole.items()} == dict(whole.items()), text


def losing(seed: int) -> tuple[str, Call[Any]]:
    """A rule of a few rounds that adds to two totals, and returns numbers in places of some."""
    random = Random(seed)
    names = ("a", "b")

    def number() -> str:
        return str(random.randint(-2, 3))

    def outcome() -> str:
        first, second = [random.choice([name, name, number(), f"{name} + x", f"2 * {name} - 1"]) for name in names]
        either = f"({first}, {second})"
        return f"({number()}, b) if x > 2 else {either}" if random.random() < 0.3 else either

    body = []
    for _ in range(random.randint(1, 3)):
        name = random.choice(names)
        body.append(
            random.choice(
                [
                    f"{name} += {random.choice(['x', number()])}",
                    f"{name} = {random.choice([number(), 'x', f'{name} + a'])}",
                    f"if x == {random.randint(1, 3)}: return {outcome()}",
                    f"if {name} > {random.randint(1, 5)}: return {outcome()}",
                    f"if x > 2: {name} -= {number()}",
                    "x += await roll(d3)",
                ]
            )
        )
    lines = ["a = b = 0", f"for _ in range({random.randint(1, 3)}):", "    x = await roll(d3)"]
    lines += [f"    {line}" for line in body] + [f"    if x == 3: return {outcome()}", f"return {outcome()}"]
    text = "d3 = Die.sided(3)\n\n@rule\nasync def program():\n" + "\n".join(f"    {line}" for line in lines)
    return text, defined(text)()


@dataclass(frozen=True)
class Wound:
    depth: int
    poison: int


@rule
async def wound(deep: bool) -> Wound:
    found = Wound(1, 0)
    if deep:
        return await wound(False)
    return found


@rule
async def plain() -> tuple[int, int]:
    return await roll(d6), 0


@rule
async def hands_on() -> tuple[int, int] | Call[tuple[int, int]]:
    return plain()


@rule
async def two_kinds() -> Harm | Wound:
    return Harm(0, 0) if await roll(d6) == 1 else Wound(0, 0)


@rule
async def declared() -> Harm:
    return Harm._make([1, 2])


@rule
async def number() -> int:
    return await roll(d6)


def test_the_shape_of_outcomes_is_read_off_the_rule() -> None:
    assert shape_of(wound) == Shape(Wound, ("depth", "poison"))
    assert shape_of(plain) == shape_of(hands_on) == Shape(tuple, ((0, 2), (1, 2)))
    assert shape_of(declared) == Shape(Harm, ("damage", "stress"))
    assert shape_of(two_kinds) is None
    assert shape_of(number) is None


def test_each_field_has_a_digit_of_a_gain() -> None:
    shape = Shape(Harm, ("damage", "stress"))
    rest, gain = shape.split(Harm(3, -2))
    assert rest == Harm(0, 0)
    assert shape.gains(gain) == (3, -2)
    assert shape.gains(5 * gain) == (15, -10)
    assert shape.raised(rest, (1, 2)) == Harm(1, 2)
    with pytest.raises(OverflowError):
        shape.gains(shape.split(Harm(2**130, 0))[1])
    with pytest.raises(TypeError):
        shape.raised(("a", 0), (1, 0))


def test_gains_too_great_for_a_digit_are_refused() -> None:
    @rule
    async def vast() -> tuple[int, int]:
        damage = stress = 0
        while await roll(d6) != 6:
            damage += 2**200
            stress += 1
        return damage, stress

    graph = in_all_totals(vast())
    assert graph is not None
    with pytest.raises(RuleError, match="more than"):
        joint_totals(graph)
