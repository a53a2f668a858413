"""Policies: the first option, a plan, a mix that chance takes one of."""

from fractions import Fraction

import pytest

from oddsmith.dice import ScriptedSource, SeededSource, coin, d6
from oddsmith.distribution import Distribution
from oddsmith.errors import RuleError
from oddsmith.rules import AtLeast, Decision, Session, Then, best, choose, odds, play, roll, rule, simulate


@rule
async def again(left: int) -> Then[int]:
    face = await roll(d6)
    if left and await choose("player", ("keep", "again")) == "again":
        return again(left - 1)
    return face


def now_and_then(decision: Decision) -> Distribution[str]:
    """Keep with 1/3 whatever the face, roll again with 2/3."""
    return Distribution.from_weights({"keep": 1, "again": 2})


def test_a_mix_of_options_is_chance_in_the_odds() -> None:
    # the last face counts, and every face is as likely as another, whenever one stops
    assert odds(again(2), now_and_then) == Distribution.uniform(range(1, 7))

    @rule
    async def how_often() -> Then[int]:
        return 1 + how_often() if await choose("player", ("keep", "again")) == "again" else 0

    assert odds(how_often(), now_and_then) == Distribution.generating([1], [3, -2])


def test_a_mix_may_depend_on_what_is_known() -> None:
    def careless(decision: Decision) -> object:
        return Distribution.uniform(["keep", "again"]) if decision.known == (6,) else "keep"

    # a 6 is given away in one of two cases: 1/6 (1/2 6 + 1/2 7/2) + (1 + 2 + 3 + 4 + 5) / 6
    assert odds(again(1), careless).mean == Fraction(19, 24) + Fraction(15, 6)


def test_one_run_takes_one_option_of_a_mix() -> None:
    outcomes = {play(again(1), SeededSource(seed), now_and_then).outcome for seed in range(40)}
    assert outcomes == {1, 2, 3, 4, 5, 6}
    session = Session(again(1), SeededSource(1))
    assert session.ask(now_and_then) in ("keep", "again")


def test_many_runs_split_among_the_options_of_a_mix() -> None:
    assert simulate(again(3), 600_000, now_and_then, seed=1).share(6) == pytest.approx(1 / 6, abs=0.01)


@pytest.mark.parametrize(
    "answered",
    ["reroll", Distribution.uniform(["keep", "reroll"]), Distribution.from_weights({"keep": 1}, unresolved=1)],
    ids=str,
)
def test_an_answer_that_is_no_option_is_an_error(answered: object) -> None:
    with pytest.raises(RuleError, match="Allowed: 'keep', 'again'"):
        odds(again(1), lambda decision: answered)


def test_a_plan_that_goes_by_the_total_is_refused_where_nobody_follows_it() -> None:
    @rule
    async def heads() -> Then[int]:
        if await choose("player", ("stop", "toss")) == "stop":
            return 0
        return 1 + heads() if await roll(coin) == "H" else 0

    plan = best(heads(), AtLeast(2)).policy
    assert play(heads(), ScriptedSource(["H", "H"]), plan).outcome == 2
    with pytest.raises(RuleError, match="the policy goes by what gains have added up to"):
        odds(heads(), plan)
