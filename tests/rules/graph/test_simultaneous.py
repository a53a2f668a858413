"""Decisions taken at once, unseen. Expected values by hand, by formulas for two options each, and by known habits."""

from fractions import Fraction
from typing import Any

import pytest
from tests.rules.states_found import at_most

from oddsmith.dice import ScriptedSource, SeededSource, coin, d4, d6
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput, RuleError, Undecidable
from oddsmith.rules import (
    AtLeast,
    Decision,
    OptionTaken,
    Rule,
    Session,
    Stall,
    Then,
    UnansweredDecision,
    answered,
    best,
    choose,
    choose_secretly,
    dot,
    estimate,
    explore,
    first_option,
    frontier,
    odds,
    outcomes,
    play,
    prism,
    roll,
    rule,
    simulate,
    solve,
)

THROWS = ("stone", "paper", "scissors")
THIRD = Fraction(1, 3)


def wins(mine: str, theirs: str) -> int:
    """1, 0 or -1."""
    return (THROWS.index(mine) - THROWS.index(theirs) + 1) % 3 - 1


@rule
async def throw() -> int:
    mine, theirs = await choose_secretly({"player": THROWS, "opponent": THROWS})
    return wins(mine, theirs)


@rule
async def until_decided() -> Then[bool]:
    mine, theirs = await choose_secretly({"player": THROWS, "opponent": THROWS})
    won = wins(mine, theirs)
    return until_decided() if won == 0 else won > 0


def test_stone_paper_scissors_is_fair_and_each_throw_as_likely() -> None:
    solution = best(throw())
    assert solution.value == 0
    assert solution.distribution == Distribution.uniform((-1, 0, 1))
    assert [(advice.decision.who, advice.best) for advice in solution.decisions] == [
        ("player", Distribution.uniform(THROWS)),
        ("opponent", Distribution.uniform(THROWS)),
    ]
    assert all(advice.values == dict.fromkeys(THROWS, 0) for advice in solution.decisions)
    assert solution.decisions[0].decision == Decision("player", THROWS, throw(), (), (), ("opponent",))


def test_the_plan_can_be_followed_in_odds_in_play_and_in_many_runs() -> None:
    plan = best(throw()).policy
    assert odds(throw(), plan) == Distribution.uniform((-1, 0, 1))
    assert {play(throw(), SeededSource(seed), plan).outcome for seed in range(30)} == {-1, 0, 1}
    assert simulate(throw(), 300_000, plan, seed=3).share(1) == pytest.approx(1 / 3, abs=0.01)
    assert play(throw(), ScriptedSource([]), plan).outcome in (-1, 0, 1)


def test_played_again_until_decided_it_is_won_half_of_the_time() -> None:
    solution = best(until_decided(), lambda won: won)
    assert solution.value == Fraction(1, 2)
    assert solution.distribution == Distribution.uniform((True, False))
    assert odds(until_decided(), solution.policy).pmf(True) == Fraction(1, 2)


def habits(decision: Decision) -> object:
    """Stone half of the time, paper three times in ten, else scissors."""
    return Distribution.from_weights({"stone": 5, "paper": 3, "scissors": 2})


def test_against_known_habits_one_throw_is_best() -> None:
    solution = solve(answered(explore(throw()), {"opponent": habits}))
    # paper: wins against stone (5), loses to scissors (2)
    assert solution.value == Fraction(3, 10)
    (advice,) = solution.decisions
    assert advice.best == "paper"
    assert advice.values == {"stone": Fraction(2 - 3, 10), "paper": Fraction(3, 10), "scissors": Fraction(3 - 5, 10)}


def test_when_both_are_known_nothing_is_left_to_decide() -> None:
    graph = answered(explore(throw()), {"opponent": habits, "player": lambda decision: "stone"})
    assert outcomes(graph) == Distribution.from_weights({0: 5, -1: 3, 1: 2})
    alone = answered(answered(explore(throw()), {"player": lambda decision: "stone"}), {"opponent": habits})
    assert outcomes(alone) == outcomes(graph)


def test_nobody_may_be_left_unanswered() -> None:
    with pytest.raises(UnansweredDecision, match="offers player a decision"):
        odds(throw())
    with pytest.raises(UnansweredDecision):
        outcomes(explore(throw()))
    assert odds(throw(), first_option).pmf(0) == 1


@rule
async def duel_of_tempers(health: int, theirs: int) -> Then[bool]:
    """Both strike or guard at once. Who is hit then is a matter of chance, of a different one in each of four cases."""
    if health == 0 or theirs == 0:
        return theirs == 0
    mine, other = await choose_secretly({"player": ("strike", "guard"), "opponent": ("strike", "guard")})
    match mine, other:
        case "strike", "strike":
            lost = await roll(coin) == "H"
        case "strike", "guard":
            lost = await roll(d4) == 1
        case "guard", "strike":
            lost = await roll(d4) != 1
        case _:
            lost = await roll(d6) <= 2
    return duel_of_tempers(health - 1, theirs) if lost else duel_of_tempers(health, theirs - 1)


def by_hand(health: int, theirs: int) -> Fraction:
    if health == 0 or theirs == 0:
        return Fraction(theirs == 0)
    lose, win = by_hand(health - 1, theirs), by_hand(health, theirs - 1)
    a, b, c, d = (p * lose + (1 - p) * win for p in (Fraction(1, 2), Fraction(1, 4), Fraction(3, 4), THIRD))
    low, high = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    return low if low == high else (a * d - b * c) / (a + d - b - c)


@pytest.mark.parametrize(("health", "theirs"), [(1, 1), (2, 3), (4, 4)])
def test_one_round_after_the_other_is_one_matrix_game_after_the_other(health: int, theirs: int) -> None:
    graph = explore(duel_of_tempers(health, theirs))
    solution = solve(graph, lambda won: won)
    assert solution.value == by_hand(health, theirs)
    assert solution.distribution.pmf(True) == solution.value
    found = estimate(graph, lambda won: won)
    assert Fraction(found.low) <= solution.value <= Fraction(found.high)
    assert found.high - found.low < 1e-13
    followed = outcomes(found.under).pmf(True)
    assert abs(followed - solution.value) < 1e-12


def test_neither_can_do_better_by_knowing_how_the_other_mixes() -> None:
    graph = explore(duel_of_tempers(3, 2))
    solution = solve(graph, lambda won: won)
    for who in ("player", "opponent"):
        assert solve(answered(graph, {who: solution.policy}), lambda won: won).value == solution.value


def test_who_wants_little_may_be_named_first() -> None:
    @rule
    async def other_way_round() -> bool:
        theirs, mine = await choose_secretly({"opponent": ("left", "right"), "player": ("left", "right")})
        return theirs == mine and (mine == "left" or await roll(coin) == "H")

    # the player is at the ball with p when left, 1/2 of that when right: left 1 in 3 times
    solution = best(other_way_round(), lambda found: found)
    assert solution.value == THIRD
    mixes = {advice.decision.who: advice.best for advice in solution.decisions}
    assert mixes["player"] == mixes["opponent"] == Distribution.from_weights({"left": 1, "right": 2})


def test_totals_that_matter_are_part_of_the_state() -> None:
    @rule
    async def matches(left: int) -> Then[int]:
        if left == 0:
            return 0
        mine, theirs = await choose_secretly({"player": (0, 1), "opponent": (0, 1)})
        return int(mine == theirs) + matches(left - 1)

    assert best(matches(3)).value == Fraction(3, 2)
    solution = best(matches(3), AtLeast(2))
    assert solution.value == Fraction(1, 2)
    assert {advice.total for advice in solution.decisions} == {0, 1, 2}


def test_a_loop_whose_value_is_no_fraction_is_refused() -> None:
    @rule
    async def root_of_two() -> Then[bool]:
        """v = (1 + v) / (3 + v), so v is the root of 2, less 1."""
        mine, theirs = await choose_secretly({"player": ("A", "B"), "opponent": ("A", "B")})
        if mine != theirs:
            return False
        return True if mine == "A" or await roll(coin) == "H" else root_of_two()

    with pytest.raises(Undecidable, match="may be worth no fraction"):
        best(root_of_two(), lambda won: won)
    with pytest.raises(Undecidable, match="No bounds are known"):
        estimate(explore(root_of_two()), lambda won: won)
    # against a coin toss it is a loop like any other: A 1/2; B 1/2 (1/2 + v/2), so v = 1/3
    tossing = {"opponent": lambda decision: Distribution.uniform("AB")}
    assert solve(answered(explore(root_of_two()), tossing), lambda won: won).value == Fraction(1, 2)


def test_a_fraction_that_is_only_ever_approached_is_told_and_proven() -> None:
    @rule
    async def third() -> Then[bool]:
        """Both B: won on 1 and 2, played again on 3 to 5. v = (2 + 3v) / (8 + 3v), so v = 1/3."""
        mine, theirs = await choose_secretly({"player": ("A", "B"), "opponent": ("A", "B")})
        if mine != theirs:
            return False
        face = 1 if mine == "A" else await roll(d6)
        return third() if 3 <= face <= 5 else face <= 2

    solution = best(third(), lambda won: won)
    assert solution.value == THIRD
    assert {advice.best for advice in solution.decisions} == {Distribution.from_weights({"A": 1, "B": 2})}
    assert odds(third(), solution.policy).pmf(True) == THIRD


def test_a_loop_that_somebody_can_keep_up_for_ever_is_refused() -> None:
    @rule
    async def after_you() -> Then[int]:
        mine, theirs = await choose_secretly({"player": ("wait", "go"), "opponent": ("wait", "go")})
        if mine == theirs == "go":
            return 0
        return 1 if mine == "go" else -1 if theirs == "go" else after_you()

    # whoever goes alone wins, so both go
    assert best(after_you()).value == 0

    @rule
    async def stand_off() -> Then[int]:
        mine, _ = await choose_secretly({"player": ("wait", "go"), "opponent": ("stand", "lie")})
        return -1 if mine == "go" else stand_off()

    with pytest.raises(Stall, match="player can keep play going"):
        best(stand_off())


def test_decisions_in_turn_inside_a_loop_of_secret_ones_are_part_of_the_plan() -> None:
    @rule
    async def feint() -> Then[bool]:
        """The opponent may give in; else both pick a side, and equal sides mean again."""
        if await choose("opponent", ("mean", "kind")) == "kind":
            return True
        mine, theirs = await choose_secretly({"player": ("L", "R"), "opponent": ("L", "R")})
        return feint() if mine == theirs else await roll(d4) > 1

    solution = best(feint(), lambda won: won)
    assert solution.value == Fraction(3, 4)
    assert odds(feint(), solution.policy).pmf(True) == Fraction(3, 4)


def test_a_loop_in_which_one_alone_has_a_choice_is_an_ordinary_one() -> None:
    @rule
    async def alone() -> Then[int]:
        mine, _ = await choose_secretly({"player": ("stop", "roll"), "opponent": ("watch",)})
        if mine == "stop":
            return 2
        return 0 if await roll(d6) == 1 else 1 + alone()

    assert best(alone()).value == 5  # r = 5/6 (1 + r)
    assert [advice.best for advice in best(alone()).decisions] == ["roll"]


def made(options: dict[str, Any]) -> Rule[[], int]:
    @rule
    async def together() -> int:
        return sum(await choose_secretly(options))

    return together


def test_more_than_two_and_allies_are_refused_with_the_remedy() -> None:
    with pytest.raises(RuleError, match="player, ally decide at once.*answered"):
        best(made({"player": (0, 1), "ally": (0, 1)})(), players={"player": max, "ally": max})
    three = made({"player": (0, 1), "opponent": (0, 2), "referee": (0, 4)})()
    with pytest.raises(RuleError, match="player, opponent, referee decide at once"):
        best(three, players={"player": max, "opponent": min, "referee": max})
    left = answered(explore(three), {"referee": lambda decision: Distribution.uniform((0, 4))})
    assert solve(left).value == 1 + 0 + 2


@rule
async def three_at_once(number: int) -> Then[int]:
    """A million states, in each of which three decide."""
    if number == 0:
        return 0
    taken = await choose_secretly({"player": (1, 2), "opponent": (1, 2), "referee": (1, 2)})
    return three_at_once((7 * number + sum(taken)) % 1_000_003)


def test_more_than_two_are_refused_before_all_states_are_found() -> None:
    with at_most(10), pytest.raises(RuleError, match=r"three_at_once .*decide at once: best play is of two at most"):
        best(three_at_once(1), players={"player": max, "opponent": min, "referee": max})


def test_who_has_no_choice_is_not_asked() -> None:
    call = made({"opponent": (3,), "player": (0, 1)})()
    solution = best(call)
    assert solution.value == 4
    assert [advice.decision.who for advice in solution.decisions] == ["player"]
    session = Session(call)
    assert session.pending is not None
    assert session.pending.who == "player"
    assert list(session.together) == [session.pending]
    session.answer(1)
    assert list(session.together) == []
    assert session.outcome == 4
    assert [entry.who for entry in session.trail if isinstance(entry, OptionTaken)] == ["player"]


def test_options_may_stand_for_something_else() -> None:
    call = made({"player": {"low": 1, "high": 6}, "opponent": {"none": 0}})()
    assert best(call).value == 6
    assert play(call, decide=lambda decision: "low").outcome == 1


def test_a_session_asks_one_after_the_other_and_tells_when_all_have_answered() -> None:
    session = Session(until_decided())
    first = session.pending
    second = Decision("opponent", THROWS, until_decided(), (), (), ("player",))
    assert first == Decision("player", THROWS, until_decided(), (), (), ("opponent",))
    assert list(session.together) == [first, second]
    session.answer("paper")
    assert [session.pending, *session.together] == [second, second]
    assert not any(isinstance(entry, OptionTaken) for entry in session.trail)
    with pytest.raises(BadInput, match="choice of opponent"):
        session.answer("well")
    again = Session.resume(session.save())
    for one in (session, again):
        one.answer("stone")
        assert one.outcome is True
        taken = [(entry.who, entry.taken) for entry in one.trail if isinstance(entry, OptionTaken)]
        assert taken == [("player", "paper"), ("opponent", "stone")]


def test_other_programs_get_no_secrets() -> None:
    graph = explore(throw())
    with pytest.raises(RuleError, match="player and opponent decide at once"):
        prism(graph, {})
    assert prism(answered(graph, {"opponent": habits}), {}).kind == "mdp"
    drawing = dot(graph)
    assert 'label="player and opponent decide at once: throw()", shape=box' in drawing
    assert 'label="stone, paper"' in drawing


def test_a_frontier_needs_to_know_what_the_other_does() -> None:
    with pytest.raises(RuleError, match="'opponent' decides too"):
        frontier(explore(throw()), lambda won: won > 0, lambda won: 0)


def test_somebody_must_decide() -> None:
    with pytest.raises(ValueError, match="at least one person"):
        choose_secretly({})
