"""Numbers that grow without end and are read in ways that are no comparison: exact odds with few states.

The number of faces before the first 6 is n with the chance (1/6)(5/6)^n.
"""

from fractions import Fraction
from typing import Any

import pytest
from tests.rules.compile.fuzz import found_or_raised, replayed
from tests.rules.compile.totals import program

from oddsmith.dice import d6
from oddsmith.distribution import Distribution
from oddsmith.rules import Call, StateLimit, explain, odds, roll, rule
from oddsmith.rules.caps import Caps, Limits, Recapped
from oddsmith.rules.compile.activation import State
from oddsmith.rules.exploration.limits.trends import Answers
from oddsmith.rules.exploration.numbers.grown import limit_what_grows
from oddsmith.rules.solvers.absorption import outcomes

_BEFORE = [Fraction(1, 6) * Fraction(5, 6) ** n for n in range(8)]  # the chance of just n faces before the first 6
_FEW = 16  # states


@rule
async def indexed() -> str:
    n = 0
    while await roll(d6) != 6:
        n += 1
    return ("few", "some", "many")[min(n, 2)]


@rule
async def among() -> int:
    n = 0
    while await roll(d6) != 6:
        n += 1
    if n in (0, 1, 2):
        return n
    return 9


@rule
async def within() -> bool:
    n = 0
    while await roll(d6) != 6:
        n += 1
    return n in range(2, 5)


@rule
async def written() -> str:
    n = 0
    while await roll(d6) != 6:
        n += 1
    return f"{n}" if n < 2 else "many"


@rule
async def matched() -> str:
    n = 0
    while await roll(d6) != 6:
        n += 1
    match n:
        case 0:
            return "none"
        case 1 | 2:
            return "few"
        case _:
            return "many"


@rule
async def half_is_two() -> bool:
    n = 0
    while await roll(d6) != 6:
        n += 1
    return n // 2 >= 2


@rule
async def half_is_capped() -> int:
    n = 0
    while await roll(d6) != 6:
        n += 1
    return min(n // 2, 1)


@rule
async def odd() -> int:
    n = 0
    while await roll(d6) != 6:
        n += 1
    return 1 if n % 2 else 0


@rule
async def begun_anew() -> int:
    run = 0
    while (face := await roll(d6)) != 6:
        if face == 1:
            run = 0
        else:
            run += 1
    return run if run < 3 else 3  # noqa: FURB136  # as it is written often


#: The chance of a run of just n at the end: 4/6 go on, 1/6 begin anew, 1/6 end. From the last 1, or from the start, the
#: run goes on n times and then ends; 1 begin anew and 1 end alike, so that half of all runs end the rule.
_RUN = [Fraction(1, 3) * Fraction(2, 3) ** n for n in range(3)]


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (indexed(), {"few": _BEFORE[0], "some": _BEFORE[1], "many": 1 - sum(_BEFORE[:2])}),
        (among(), {0: _BEFORE[0], 1: _BEFORE[1], 2: _BEFORE[2], 9: 1 - sum(_BEFORE[:3])}),
        (within(), {True: sum(_BEFORE[2:5]), False: 1 - sum(_BEFORE[2:5])}),
        (written(), {"0": _BEFORE[0], "1": _BEFORE[1], "many": 1 - sum(_BEFORE[:2])}),
        (matched(), {"none": _BEFORE[0], "few": sum(_BEFORE[1:3]), "many": 1 - sum(_BEFORE[:3])}),
        (half_is_two(), {False: sum(_BEFORE[:4]), True: 1 - sum(_BEFORE[:4])}),
        (half_is_capped(), {0: sum(_BEFORE[:2]), 1: 1 - sum(_BEFORE[:2])}),
        (odd(), {0: Fraction(6, 11), 1: Fraction(5, 11)}),  # (1/6) / (1 - 25/36), and the rest
        (begun_anew(), {0: _RUN[0], 1: _RUN[1], 2: _RUN[2], 3: 1 - sum(_RUN)}),
    ],
    ids=lambda value: value.rule.name if isinstance(value, Call) else "",
)
def test_an_endless_number_is_told_apart_as_far_as_it_is_read(call: Call[Any], expected: dict[Any, Fraction]) -> None:
    found = odds(call)
    assert {outcome: found.pmf(outcome) for outcome in expected} == expected
    assert sum(expected.values()) == 1
    assert explain(call).states <= _FEW


@rule
async def halved() -> int:
    n = 0
    while await roll(d6) != 6:
        n += 1
    return n // 2


def test_half_of_an_endless_number_is_a_total() -> None:
    """n // 2 is k where n is 2k or 2k + 1."""
    found = odds(halved())
    assert [found.pmf(k) for k in range(4)] == [_BEFORE[2 * k] + _BEFORE[2 * k + 1] for k in range(4)]
    assert found.mean == sum(Fraction(25, 36) ** k for k in range(1, 200)) + Fraction(25, 36) ** 200 / Fraction(11, 36)


@rule
async def left_of_a_sum(by: int) -> int:
    total = 0
    while (face := await roll(d6)) != 6:
        total += face
    return total % by


@pytest.mark.parametrize("by", [2, 3, 7])
def test_what_is_left_of_an_endless_sum(by: int) -> None:
    """The sums before the first 6, up to so many rolls that all others together have less than 10^-11."""
    chance: dict[int, float] = {0: 1.0}
    expected = [0.0] * by
    for _ in range(140):
        later = dict.fromkeys(range(by), 0.0)
        for left, share in chance.items():
            expected[left] += share / 6
            for face in range(1, 6):
                later[(left + face) % by] += share / 6
        chance = later
    found = odds(left_of_a_sum(by))
    assert [float(found.pmf(left)) for left in range(by)] == pytest.approx(expected, abs=1e-10)


@rule
async def spelt_out() -> str:
    n = 0
    while await roll(d6) != 6:
        n += 1
    return f"{n}"


@rule
async def squared() -> int:
    n = 0
    while await roll(d6) != 6:
        n += 1
    return n * n


@pytest.mark.parametrize("call", [spelt_out(), squared()])
def test_what_tells_all_numbers_apart_is_refused(call: Call[Any]) -> None:
    with pytest.raises(StateLimit, match="n is a new value in each"):
        odds(call)


class _AtOnce:
    """Gives every number that changes from state to state a late limit at once."""

    def __init__(self) -> None:
        self._before: dict[Any, State] = {}

    def see(self, place: Any, _stack: Any, limits: Limits, _answers: Answers | None) -> None:
        if type(place) is not State:
            return
        before = self._before.setdefault((place.machines, place.order), place)
        if before is not place and limit_what_grows([before, place], limits):
            raise Recapped


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oddsmith.rules.exploration.nodes.see", _AtOnce().see)
    monkeypatch.setattr("oddsmith.rules.exploration.nodes.WEIGHED", 1)


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("seed", range(80))
@pytest.mark.parametrize("objects", [False, True])
def test_random_totals_with_late_limits_at_once_have_the_odds_of_replay(seed: int, objects: bool) -> None:
    text, call = program(seed, objects=objects, divided=True)
    expected = found_or_raised(lambda: outcomes(replayed(call, decisions_stay=False)))
    assert found_or_raised(lambda: odds(call)) == expected, text


@pytest.mark.usefixtures("at_once")
def test_random_totals_meet_late_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above tries what it says, also numbers of which every second counts."""
    met: list[int] = []
    beyond = Caps._beyond

    def counted(self: Caps, variable: Any, limit: int, paid: int, apart: int, *, upwards: bool) -> Any:
        met.append(apart)
        return beyond(self, variable, limit, paid, apart, upwards=upwards)

    monkeypatch.setattr(Caps, "_beyond", counted)
    for seed in range(80):
        found_or_raised(lambda seed=seed: odds(program(seed, divided=True)[1]))  # type: ignore[misc]
    assert len(met) > 100
    assert sum(apart > 1 for apart in met) > 10


def test_the_law_of_a_coin_is_found_of_an_endless_count() -> None:
    """Who rolls the first 6, of two who take turns: the first with 1 / (2 - 1/6)."""

    @rule
    async def who() -> str:
        turn = 0
        while await roll(d6) != 6:
            turn += 1
        return ("ann", "bob")[turn % 2]

    assert odds(who()) == Distribution.from_weights({"ann": 6, "bob": 5})


@rule
async def rolls_until_six_are_few() -> bool:
    n = 0
    while await roll(d6) != 6:
        n += 1
    return min(n, 20) in {0, 1}


@rule
async def sum_until_six_is_small() -> bool:
    n = 0
    while (face := await roll(d6)) != 6:
        n += face
    return min(n, 20) in {0, 1}


def test_limits_of_numbers_looked_up_in_sets_are_exact() -> None:
    few, small = odds(rolls_until_six_are_few()), odds(sum_until_six_is_small())
    assert few.pmf(True) == Fraction(1, 6) + Fraction(5, 6) * Fraction(1, 6)  # a six at once, or after any other face
    assert small.pmf(True) == Fraction(1, 6) + Fraction(1, 6) * Fraction(1, 6)  # a six at once, or after a one
