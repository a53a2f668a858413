"""Policies: the first option, a plan, a mix that chance takes one of."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from oddsmith.dice import ScriptedSource, SeededSource, coin, d6
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput, OddsmithError, RuleError
from oddsmith.rules import (
    AtLeast,
    Call,
    Decision,
    Graph,
    OptionTaken,
    Policy,
    Session,
    Then,
    answered,
    best,
    choose,
    choose_secretly,
    explore,
    odds,
    offered,
    outcomes,
    play,
    roll,
    rule,
    simulate,
    solve,
)
from oddsmith.rules.language.choices import OptionDrawn


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


HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def test_a_mix_may_be_written_as_options_with_their_probabilities() -> None:
    mix = {"keep": THIRD, "again": 2 * THIRD}
    # after any number of throws the last face counts, and all faces are equally likely
    assert odds(again(2), lambda decision: mix) == Distribution.uniform(range(1, 7))
    assert odds(again(1), lambda decision: {"keep": 1, "again": 0} if decision.known == (6,) else "again").mean == (
        1 + Fraction(5, 6) * Fraction(7, 2)
    )
    assert simulate(again(3), 60_000, lambda decision: mix, seed=1).share(6) == pytest.approx(1 / 6, abs=0.01)
    outcomes = {play(again(1), SeededSource(seed), lambda decision: mix).outcome for seed in range(40)}
    assert outcomes == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize(
    ("mix", "message"),
    [
        ({"keep": HALF, "reroll": HALF}, "answered 'reroll' to a decision of player"),
        ({"keep": -HALF, "again": 3 * HALF}, "policy's probability of 'keep': Fraction(-1, 2) is not allowed"),
        ({"keep": 0.5, "again": 0.5}, "policy's probability of 'keep': 0.5 is not allowed"),
        ({"keep": HALF, "again": THIRD}, "sum of the policy's probabilities ('keep', 'again'): '5/6' is not allowed"),
        ({}, "sum of the policy's probabilities (): '0' is not allowed"),
    ],
    ids=str,
)
@pytest.mark.parametrize("asked", [odds, lambda call, policy: play(call, None, policy)], ids=["odds", "play"])
def test_a_mix_that_is_none_names_the_option_and_its_probability(
    mix: dict[str, object], message: str, asked: Callable[..., object]
) -> None:
    with pytest.raises(OddsmithError) as raised:
        asked(again(1), lambda decision: mix)
    assert message in str(raised.value)
    assert raised.value.remedy is not None


def test_the_draw_of_a_mix_is_in_the_trail_and_can_be_checked() -> None:
    mix = {"keep": THIRD, "again": 2 * THIRD}
    session = Session(again(1), SeededSource(5))
    session.answer(session.ask(lambda decision: mix))
    drawn, taken = (entry for entry in session.trail if isinstance(entry, OptionDrawn | OptionTaken))
    assert isinstance(drawn, OptionDrawn)
    assert drawn.to_json() == {
        "kind": "draw", "who": "player", "mix": [["again", 2], ["keep", 1]], "number": drawn.number, "of": 3, "depth": 0
    }  # fmt: skip
    assert isinstance(taken, OptionTaken)
    assert taken.taken == ("keep" if drawn.number == 2 else "again") == drawn.taken
    source = SeededSource(5)
    source.face(d6)
    assert drawn.number == source.below(3)
    assert Session.resume(session.save()).trail == session.trail


def test_a_saved_draw_that_takes_another_option_is_refused() -> None:
    session = Session(again(1), SeededSource(5))
    session.answer(session.ask(lambda decision: {"keep": HALF, "again": HALF}))
    saved = session.save()
    saved["mixes"][0]["number"] ^= 1
    with pytest.raises(BadInput, match="mixes"):
        Session.resume(saved)
    with pytest.raises(BadInput, match="mixes"):
        Session.resume(saved | {"mixes": [{"answer": 0}]})


def test_an_option_that_somebody_takes_has_no_draw() -> None:
    session = Session(again(1), SeededSource(5))
    drawn = session.ask(now_and_then)
    session.answer("keep" if drawn == "again" else "again")
    assert not [entry for entry in session.trail if isinstance(entry, OptionDrawn)]


@rule
async def sums() -> Then[int]:
    first, second = await roll(coin), await roll(coin)
    heads = (first, second).count("H")
    if await choose("player", ("stop", "add")) == "add":
        heads += 1
    if await choose("opponent", ("leave", "take")) == "take":
        heads -= 1
    return heads


def test_some_may_mix_while_others_play_their_best() -> None:
    left = answered(explore(sums()), {"opponent": lambda decision: {"leave": HALF, "take": HALF}})
    assert solve(left).value == 1 + 1 - HALF


def test_a_policy_that_goes_by_the_way_sees_ways_apart_in_a_graph_as_well() -> None:
    def sly(decision: Decision) -> str:
        return "take" if decision.known[0] == "H" else "leave"

    graph = explore(sums())
    left = answered(graph, {"opponent": sly})
    assert solve(left).value == 1 + 1 - HALF
    # H T and T H are one state, and sly takes of one alone: by the variables both are alike
    same = answered(graph, {"opponent": lambda decision: "take" if decision.variables["heads"] > 1 else "leave"})
    # the player adds at 0 and 2, and at 1 stops short of 2 or adds and loses it again
    assert solve(same).value == odds(sums(), best_of(same)).mean == Fraction(1, 4) * (1 + 2) + HALF * 1
    twice = answered(answered(graph, {"player": lambda decision: "add"}), {"opponent": sly})
    assert outcomes(twice) == odds(sums(), lambda decision: "add" if decision.who == "player" else sly(decision))


def best_of(graph: Graph) -> Policy:
    plan = solve(graph).policy
    return lambda decision: (
        plan(decision) if decision.who == "player" else "take" if decision.variables["heads"] > 1 else "leave"
    )


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


@rule
async def two_steps() -> int:
    first = await choose("player", ("stay", "leap", "bargain"))
    thrown = await roll(d6) if first == "leap" else 5 if first == "bargain" else 3
    mine, theirs = await choose_secretly({"player": ("keep", "double", "halve"), "opponent": ("watch", "take")})
    return {"keep": thrown, "double": 2 * thrown, "halve": 0}[mine] - 2 * (theirs == "take")


@pytest.mark.parametrize("allowed", [set(), {"leap"}, {"bargain", "halve"}, {"bargain", "double"}, {"watch"}])
def test_somebody_may_be_offered_some_options_alone(allowed: set[str]) -> None:
    # by hand: the first option of each, and what is allowed; the opponent always takes 2
    firsts = {"stay": Fraction(3), "leap": Fraction(7, 2), "bargain": Fraction(5)}
    first = max(worth for name, worth in firsts.items() if name == "stay" or name in allowed)
    solution = solve(offered(explore(two_steps()), "player", allowed.__contains__))
    assert solution.value == first * (2 if "double" in allowed else 1) - 2
    options = {option for each in solution.decisions for option in each.decision.options}
    assert options - {"watch", "take", "stay", "keep"} <= allowed


@rule
async def yes_or_one() -> bool | int:
    return True if await roll(d6) > 3 else 1


@rule
async def named() -> bool:
    got = await yes_or_one()
    return await choose("player", ("a", "b")) == ("a" if got is True else "b")


@rule
async def named_and_run_again() -> bool:
    got: bool | int = 0

    def keep(answer: bool | int) -> None:
        nonlocal got
        got = answer

    keep(await yes_or_one())
    return await choose("player", ("a", "b")) == ("a" if got is True else "b")


@pytest.mark.parametrize("call", [named(), named_and_run_again()], ids=str)
def test_a_plan_tells_answers_apart_that_are_equal_and_not_the_same(call: Call[bool]) -> None:
    solution = best(call)
    assert solution.value == 1  # whoever sees which of True and 1 it is, always names it
    assert odds(call, solution.policy).mean == 1
    assert simulate(call, 100, seed=1, policy=solution.policy).counts == {True: 100}
