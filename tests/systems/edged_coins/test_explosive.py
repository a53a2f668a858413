"""Explosive tosses, and the tosses of others: by hand, and against plain recursion over fractions."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from tests.systems.edged_coins.by_hand import CHANCE
from tests.systems.edged_coins.questions import answer, choices, run, solved, warnings
from tests.systems.questions import notes

from oddsmith.errors import BadInput

F = Fraction

# --- explosive tosses (R4.3) -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", range(-1, 7))
def test_each_success_brings_another_toss(rank: int) -> None:
    """4f: P(n successes) = p^n (1 - p)."""
    inputs = {"rank": rank} if 0 <= rank <= 5 else {"rank": 2, "modifier": rank - 2}
    p = CHANCE[rank]
    successes = answer("explosive", inputs, exact=False)["successes"]
    assert successes.mean == p / (1 - p)
    assert [successes.p(lambda n, k=k: n == k) for k in range(6)] == [p**k * (1 - p) for k in range(6)]


def test_difficulty_and_opposition_count_for_every_toss() -> None:
    """Silver, difficult: as Bronze, 3/4. Bronze opposes with 3/4, and then it is Copper: 3/4 of 1, 1/4 of 3."""
    inputs = {"rank": "silver", "difficulty": "difficult", "opposing_rank": "bronze"}
    assert answer("explosive", inputs, exact=False)["successes"].mean == F(3, 4) * 1 + F(1, 4) * 3


def test_another_rule_stops_it() -> None:
    successes = answer("explosive", {"rank": 2, "most": 3})["successes"]
    p = F(3, 4)
    assert dict(successes.items()) == {0: 1 - p, 1: p * (1 - p), 2: p**2 * (1 - p), 3: p**3}
    played = run("H,H,H,H", "", "explosive", {"rank": 2, "most": 2})
    assert (played.outcome.successes, notes(played)[-1]) == (2, "stops: another rule")


def test_efforts_and_re_tosses_are_worth_most_in_a_chain() -> None:
    """R4.11, R4.10: an effort for every toss, re-tosses and purchases out of a purse of 8, by recursion.

    Without coins a chain at rank r is worth p / (1 - p) more successes.
    """

    @cache
    def chain(ec: int) -> F:
        """With no effort the chain goes on from where it is: v = p (1 + v) + (1 - p) failed."""
        alone = (F(1, 2) + F(1, 2) * failed(1, ec)) / F(1, 2)
        return max(alone, tossed(2, ec - 1)) if ec else alone

    @cache
    def tossed(rank: int, ec: int) -> F:
        return CHANCE[rank] * (1 + chain(ec)) + (1 - CHANCE[rank]) * failed(rank, ec)

    def failed(rank: int, ec: int) -> F:
        return tossed(rank, ec - 5) if ec >= 5 else F(0)

    assert solved("explosive", {"rank": 1, "ec": 8}, "successes").value == chain(8)


def test_what_would_explode_for_ever_is_refused() -> None:
    with pytest.raises(BadInput, match="most"):
        answer("explosive", {"rank": 5, "modifier": 2}, beyond="automatic")
    assert answer("explosive", {"rank": 5, "modifier": 2, "most": 4}, beyond="automatic")["successes"].mean == 4


def test_automatic_successes_end_where_coins_do() -> None:
    """Rank 6 is 7/8, and each of 2 efforts a success for certain: 2, and then those of a toss that nobody pays for."""
    inputs = {"rank": 6, "ec": 2}
    assert answer("explosive", inputs, beyond="automatic")["successes"].mean == 7
    assert solved("explosive", inputs | {"most": 3}, "successes", beyond="automatic").value == 2 + F(7, 8)
    assert solved("explosive", inputs, "successes", beyond="automatic").value == 2 + 7


# --- the tosses of others (R4.10, G4.10) -----------------------------------------------------------------------------


def by_recursion(rank: int, wanted: bool, ours: Sequence[int], theirs: Sequence[int], tosser: int = 0) -> F:
    """The chance of the result that our side wants. tosser: coins of whoever tosses, on the side that wants success."""
    p = CHANCE[rank]

    @cache
    def toss(good: tuple[int, ...], bad: tuple[int, ...], own: int) -> F:
        return p * landed(True, good, bad, own) + (1 - p) * landed(False, good, bad, own)

    @cache
    def landed(success: bool, good: tuple[int, ...], bad: tuple[int, ...], own: int) -> F:
        """good: the purses of those who want a success; the value is for them."""
        values = [F(success)]
        purses = bad if success else good
        for place, coins in enumerate(purses):
            for price in (15, 20):
                if coins >= price:
                    left = (*purses[:place], coins - price, *purses[place + 1 :])
                    sides = (good, left) if success else (left, bad)
                    values.append(toss(*sides, own) if price == 15 else landed(not success, *sides, own))
        if not success:
            values += [toss(good, bad, own - 5)] if own >= 5 else []
            values += [landed(True, good, bad, own - 10)] if own >= 10 else []
        return min(values) if success else max(values)

    return toss(tuple(ours), tuple(theirs), tosser) if wanted else 1 - toss(tuple(theirs), tuple(ours), tosser)


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        # An ally's healing fails one time in four: 15 EC make it 15/16, 20 EC a success.
        ({"rank": "bronze", "ec": 15}, F(15, 16)),
        ({"rank": "bronze", "ec": 20}, F(1)),
        # An opponent's flight: 15 EC toss it again where it succeeds, 3/4 of 3/4; 20 EC end it.
        ({"rank": "bronze", "tosser": "opponent", "ec": 15}, 1 - F(9, 16)),
        ({"rank": "bronze", "tosser": "opponent", "ec": 20}, F(1)),
    ],
)
def test_force_and_invert_work_on_failures_and_successes(inputs: dict[str, Any], expected: F) -> None:
    assert solved("interfere", inputs, "as_wished").value == expected


@pytest.mark.parametrize("tosser", ["ally", "opponent"])
@pytest.mark.parametrize(
    ("rank", "ec", "allies", "opponents", "own"),
    [(2, 20, (15, 15), (15, 20), 0), (1, 35, (), (40,), 10), (0, 15, (20,), (15, 15, 15), 5), (3, 0, (30,), (20,), 7)],
)
def test_several_on_both_sides_interfere(
    tosser: str, rank: int, ec: int, allies: tuple[int, ...], opponents: tuple[int, ...], own: int
) -> None:
    inputs = {
        "rank": rank,
        "tosser": tosser,
        "ec": ec,
        "tosser_ec": own,
        "allies_ec": allies,
        "opponents_ec": opponents,
    }
    expected = by_recursion(rank, tosser == "ally", (ec, *allies), opponents, own)
    assert solved("interfere", inputs, "as_wished").value == expected


def test_who_pays_is_told() -> None:
    """The ally's toss fails, an ally turns it over, an opponent forces it anew, and you turn over what fails again."""
    inputs = {"rank": "copper", "ec": 20, "allies_ec": "20", "opponents_ec": "15"}
    played = run("T,T", "ally 1: invert,opponent 1: force,you: invert", "interfere", inputs)
    outcome = played.outcome
    assert (outcome.success, outcome.ec_spent, outcome.allies_ec_spent, outcome.opposing_ec_spent) == (True, 20, 20, 15)
    assert [who for who, _ in choices(played)] == ["player", "opponent", "player"]
    assert "ally 1 pays 20 EC: a success instead" in notes(played)


def test_by_the_table_only_a_success_is_inverted() -> None:
    """G4.10: the table turns another's toss into a failure alone; 20 EC then only force a failure anew."""
    assert solved("interfere", {"rank": "bronze", "ec": 20}, "as_wished", inverting="table").value == F(15, 16)


def test_an_effort_of_who_tosses_is_said_to_be_left_out() -> None:
    """R4.11: an effort is 1 EC for a rank. Copper with one is Bronze: 3/4, and no EC is left."""
    assert not any("R4.11" in text for text in warnings("interfere", {"rank": "copper"}))
    (told,) = [text for text in warnings("interfere", {"rank": "copper", "tosser_ec": 1}) if "R4.11" in text]
    assert "enter the rank that it makes, and 1 EC less" in told
    assert solved("interfere", {"rank": "bronze"}, "success").value == F(3, 4)


def test_only_whom_it_affects_may_interfere() -> None:
    assert any("R4.10" in text for text in warnings("interfere", {"rank": 2}))
    with pytest.raises(BadInput, match="allies"):
        answer("interfere", {"rank": 2, "allies_ec": "1,2,3,4,5"})


@pytest.mark.parametrize(("beyond", "below"), [("automatic", "fails without a toss"), ("reject", "counts as -1")])
def test_the_house_rule_about_ranks_says_that_it_is_not_about_potency(beyond: str, below: str) -> None:
    """G4.12: Potency 8 is tossed as rank 6, whatever skills do (G4.2): the mean is 1 / (1 - 7/8)."""
    inputs = {"potency": 8, "power_counts": "no"}
    assert answer("damage", inputs, exact=False, beyond=beyond)["damage"].mean == 8
    assert any(below in text.replace("\u2212", "-") for text in map(str, warnings("damage", inputs, beyond=beyond)))
