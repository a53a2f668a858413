"""Talents and dramatic uses (R4.10): by hand, and against plain recursion over the coins themselves."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.systems.edged_coins.by_hand import CHANCE
from tests.systems.edged_coins.questions import answer, call, facts, run, solved, warnings
from tests.systems.questions import notes

from oddsmith.errors import BadInput
from oddsmith.rules import best
from oddsmith.systems.edged_coins.rules.toss import DramaticResult, TossResult

F = Fraction


def chance_of(inputs: dict[str, Any], **options: Any) -> F:
    return F(solved("toss", inputs, "success", **options).value)


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        # Iron: a tails among two coins is turned, so only two tails fail.
        ({"rank": "iron", "ec": 1, "talents": "steady=1:turn"}, F(3, 4)),
        # Two uses do not turn two tails: each turns what lacks one head.
        ({"rank": -1, "ec": 2, "talents": "steady=1:turn*2"}, F(3, 4)),  # with an effort; without one, 1/2
        ({"rank": "iron", "ec": 2, "talents": "steady=1:turn"}, F(1)),  # an effort: a single coin, turned if need be
        # Bronze with a third coin: only three tails fail.
        ({"rank": "bronze", "ec": 1, "talents": "purse=1:coin"}, F(7, 8)),
        # Silver with one: three tails, then no two heads among three; an effort (Gold) is 7/8.
        ({"rank": "silver", "ec": 1, "talents": "purse=1:coin"}, 1 - F(1, 8) * F(1, 2)),
        # Iron, three ranks higher; then with an effort besides.
        ({"rank": "iron", "ec": 3, "talents": "keen eye=1:rank*3"}, CHANCE[3]),
        ({"rank": "iron", "ec": 4, "talents": "keen eye=1:rank*3"}, CHANCE[4]),
        # No rank above Platinum as printed: rank 6 is worse.
        ({"rank": "platinum", "ec": 3, "talents": "keen eye=1:rank*3"}, CHANCE[5]),
        # A cheap re-toss, once for the toss, whatever coins are left.
        ({"rank": "copper", "ec": 4, "talents": "lucky=4:re-toss"}, F(3, 4)),
        ({"rank": "copper", "ec": 4, "talents": "lucky=2:re-toss"}, 1 - F(1, 4) * F(1, 4)),  # with an effort
        ({"rank": "copper", "ec": 4, "talents": "lucky=2:re-toss*2"}, F(15, 16)),
        ({"rank": "iron", "ec": 3, "talents": "blessed=3:success"}, F(1)),
        # The opponent's talents; the first side to run out of them loses.
        ({"rank": "bronze", "opposing_ec": 3, "opposing_talents": "curse=3:failure"}, F(0)),
        ({"rank": "bronze", "opposing_ec": 3, "opposing_talents": "jinx=3:force"}, F(9, 16)),
    ],
)
def test_talents_by_hand(inputs: dict[str, Any], expected: F) -> None:
    assert chance_of(inputs) == expected


def test_a_blessing_answers_a_curse() -> None:
    """A success is cursed and blessed again; a failure is blessed and cursed. An effort of 1 leaves no blessing."""
    inputs = {"rank": "bronze", "ec": 2, "talents": "blessed=2:success"}
    theirs = {"opposing_ec": 3, "opposing_talents": "curse=3:failure"}
    assert chance_of(inputs | theirs) == F(3, 4)
    # Against an opposing toss of Bronze, too: it is cursed by nobody, and costs a rank three times in four.
    opposed = inputs | theirs | {"opposing_rank": "bronze"}
    # The blessing is for the own toss: a failure of theirs is cursed by their own curse only if it helps them.
    assert chance_of(opposed) == F(3, 4) * F(1, 2) + F(1, 4) * F(3, 4)


def test_a_talent_is_there_again_for_the_next_toss() -> None:
    """Copper, exploding: 2 EC save two failures, one in each toss. Up to the third there are 3 heads, and the 2 saved.

    Were it one for the whole chain, there would be 2 heads and 1 saved.
    """
    saved = {"rank": "copper", "talents": "again=1:success", "ec": 2}
    assert solved("explosive", saved, "successes").value == 3 * 1 + 2
    assert solved("explosive", saved | {"talents": "again=1:success*2"}, "successes").value == 5


def lands(rank: int, coins: int) -> list[tuple[F, bool, bool]]:
    """The ways a toss of a rank from -1 to 2 lands, each with its chance, whether it succeeds, and lacks one head."""
    number, needed = {-1: (3, 3), 0: (2, 2), 1: (1, 1), 2: (2, 1)}[rank]
    ways = [sum(faces) for faces in product((0, 1), repeat=number + coins)]
    return [(F(1, len(ways)), heads >= needed, heads == needed - 1) for heads in ways]


@settings(max_examples=15, deadline=None)
@given(
    rank=st.integers(-1, 0),
    ec=st.integers(0, 9),
    prices=st.tuples(*[st.integers(1, 4)] * 4),
    price=st.sampled_from([F(0), F(1, 20), F(1, 7)]),
)
def test_many_talents_as_plain_recursion_has_them(rank: int, ec: int, prices: tuple[int, ...], price: F) -> None:
    """A rank, a coin, a turned coin and a re-toss, each once, with efforts, re-tosses and purchases."""
    kinds = ("rank", "coin", "turn", "re-toss")

    def end(success: bool, left: int) -> F:
        return success - price * (ec - left)

    @cache
    def before(rank: int, left: int, coins: int, unused: frozenset[int]) -> F:
        worth = [toss(rank, left, coins, unused)]
        for place in unused & {0, 1}:
            if prices[place] <= left:
                then = unused - {place}
                worth.append(before(rank + (place == 0), left - prices[place], coins + (place == 1), then))
        return max(worth)

    @cache
    def toss(rank: int, left: int, coins: int, unused: frozenset[int]) -> F:
        again: Callable[[int, frozenset[int]], F] = lambda left, unused: toss(rank, left, coins, unused)  # noqa: E731
        total = F(0)
        for chance, success, short in lands(rank, coins):
            worth = [end(success, left)]
            if not success:
                worth += [again(left - 5, unused)] if left >= 5 else []
                worth += [end(True, left - 10)] if left >= 10 else []
                if 2 in unused and short and prices[2] <= left:
                    worth.append(end(True, left - prices[2]))
                if 3 in unused and prices[3] <= left:
                    worth.append(again(left - prices[3], unused - {3}))
            total += chance * max(worth)
        return total

    every = frozenset(range(4))
    expected = max([before(rank, ec, 0, every)] + ([before(rank + 1, ec - 1, 0, every)] if ec else []))
    written = ",".join(f"{kind} talent={cost}:{kind}" for kind, cost in zip(kinds, prices, strict=True))
    solution = best(
        call("toss", {"rank": rank, "ec": ec, "talents": written}),
        lambda result: result.success - price * result.ec_spent,
    )
    assert solution.value == expected


def test_a_use_is_told_where_it_happens() -> None:
    inputs = {"rank": "iron", "ec": 8, "talents": "keen eye=2:rank,steady=1:turn,lucky=3:re-toss"}
    played = run("T,T,H,T", "no effort,no talent,use lucky,use steady", "toss", inputs)
    assert played.outcome == TossResult(True, 4, 0)
    assert notes(played) == [
        "failure",
        "player pays 3 EC for lucky: tossed again, and the last toss stands",
        "failure",
        "player pays 1 EC for steady: a success instead",
    ]
    raised = run("H", "no effort,use keen eye", "toss", {"rank": "iron", "ec": 2, "talents": "keen eye=2:rank"})
    assert (raised.outcome, notes(raised)[0]) == (TossResult(True, 2, 0), "player pays 2 EC for keen eye: rank 1")
    assert facts("toss", inputs)["talents"]["keen eye"] == (
        "a rank more for your own toss, before the coins land, for 2 EC"
    )


# --- dramatic use ----------------------------------------------------------------------------------------------------


def test_a_dramatic_use_is_taken_or_declined_when_the_toss_is_over() -> None:
    """4 EC of 8 are kept for it. What is left pays for an effort (Silver to Gold), not for a re-toss."""
    inputs = {"rank": "silver", "ec": 8, "dramatic_use": "the chandelier falls=4"}

    def both(result: DramaticResult) -> bool:
        return result.success and result.dramatic

    assert best(call("toss", inputs), both).value == CHANCE[4]
    assert best(call("toss", inputs | {"ec": 9}), both).value == max(CHANCE[4], 1 - (1 - CHANCE[3]) ** 2)
    assert solved("toss", inputs, "dramatic").value == 1
    assert solved("toss", inputs | {"ec": 3}, "dramatic").value == 0
    assert answer("toss", inputs)["dramatic"] == 0  # nobody spends anything
    played = run("H,H", "no effort,dramatic use", "toss", inputs)
    assert played.outcome == DramaticResult(True, 4, 0, dramatic=True)
    assert notes(played)[-1] == "player pays 4 EC for a dramatic use: the chandelier falls"
    assert "dramatic use costs 4 EC" in warnings("toss", inputs | {"ec": 3})[0]


@pytest.mark.parametrize(
    ("inputs", "field"),
    [
        ({"talents": "lucky"}, "talents"),
        ({"talents": "lucky=2:fly"}, "talents"),
        ({"talents": "lucky=0:coin"}, "talents"),
        ({"talents": "lucky=1:coin*9"}, "talents"),
        ({"talents": "lucky=1:coin,Lucky=2:turn"}, "talents"),
        ({"opposing_talents": "a=1:coin,b=1:coin,c=1:coin,d=1:coin,e=1:coin"}, "opposing_talents"),
        ({"dramatic_use": "4"}, "dramatic_use"),
        ({"dramatic_use": "=4"}, "dramatic_use"),
        ({"dramatic_use": "it rains"}, "dramatic_use"),
    ],
)
def test_what_is_no_talent_is_refused(inputs: dict[str, Any], field: str) -> None:
    with pytest.raises(BadInput) as caught:
        call("toss", {"rank": 2} | inputs)
    assert caught.value.field == field


def test_the_least_prices_are_numbers_of_the_book() -> None:
    for option, inputs in (
        ("talent_price", {"talents": "lucky=2:coin"}),
        ("dramatic_use_price", {"dramatic_use": "it rains=2"}),
    ):
        call("toss", {"rank": 2} | inputs, **{option: 2})
        with pytest.raises(BadInput, match="3 EC or more"):
            call("toss", {"rank": 2} | inputs, **{option: 3})
