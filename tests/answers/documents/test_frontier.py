"""The cost of a gain, against numbers worked out by hand."""

from fractions import Fraction
from itertools import pairwise

import pytest

from oddsmith.answers.documents.best import best_document
from oddsmith.answers.documents.frontier import frontier_document
from oddsmith.answers.format.json_values import fraction
from oddsmith.answers.question import question
from oddsmith.errors import BadInput
from oddsmith.systems import System

LANDS = Fraction(3, 10)  # a d20 reaches 15


def crossing(flasks: int) -> tuple[Fraction, Fraction]:
    """The chance to cross, and the oil it takes, for somebody who burns up to so many flasks."""
    return 1 - (1 - LANDS) ** (flasks + 1), sum(((1 - LANDS) ** n for n in range(1, flasks + 1)), Fraction(0))


def test_a_frontier_lists_the_plans_from_the_cheapest_to_the_one_that_gains_most(lantern: System):
    # All flasks are worth the same per chance: 3/10 of what is left. So only the ends are vertices.
    document = frontier_document(question(lantern, "cross", {"target": 15, "oil": 3}), "over", "oil")
    pairs = [(fraction(point["gain"]["exact"]), fraction(point["cost"]["exact"])) for point in document["points"]]
    assert pairs == [crossing(0), crossing(3)]
    assert document["schema"] == "oddsmith/frontier/1"
    assert (document["gain"]["name"], document["cost"]["name"]) == ("over", "oil_burnt")
    assert document["points"][0]["step"] is None
    assert document["points"][1]["step"]["exact"] == "3/10"
    assert document["exact"] is True
    assert document["choices"] is None  # flasks are burnt after the die has fallen


def test_every_plan_of_a_frontier_tells_at_which_prices_it_is_best(lantern: System):
    document = frontier_document(question(lantern, "cross", {"target": 15, "oil": 3}), "over", "oil", most=0)
    pairs = [[price and price["exact"] for price in point["prices"]] for point in document["points"]]
    assert pairs == [["3/10", None], ["0", "3/10"]]
    assert document["cost"]["terms"] == {"oil_burnt": "1"}
    assert "plan" not in document["points"][0]  # none was asked for
    both = frontier_document(question(lantern, "cross", {"target": 15, "oil": 3}), "over", "2 oil + coin paid", most=0)
    assert both["cost"]["terms"] == {"oil_burnt": "2", "coin_paid": "1"}
    assert both["gain"]["terms"] == {"over": "1"}


def test_the_opponent_plays_as_against_somebody_who_cares_for_the_gain_alone(lantern: System):
    document = frontier_document(question(lantern, "cross", {"target": 15, "oil": 1, "warden": True}), "over", "oil")
    assert document["others"] == "opponent: as against a player who cares for the gain alone"
    # The warden, who pays nothing that counts here, has every first success rolled again.
    highest = document["points"][-1]["gain"]["exact"]
    assert Fraction(highest) == Fraction(
        best_document(question(lantern, "cross", {"target": 15, "oil": 1, "warden": True}), "over")["value"]["exact"]
    )


@pytest.mark.parametrize("most", [Fraction(0), Fraction(1, 2), Fraction(7, 10), Fraction(5)])
def test_the_best_within_a_limit_lies_on_the_frontier(lantern: System, most: Fraction):
    asked = question(lantern, "cross", {"target": 15, "oil": 3})
    document = best_document(asked, f"over for at most {most} oil")
    (low, _), (high, dear) = crossing(0), crossing(3)
    expected = low + min(most, dear) / dear * (high - low)
    assert fraction(document["value"]["exact"]) == expected
    assert fraction(document["cost"]["exact"]) == min(most, dear)
    assert fraction(document["events"]["over"]["p"]) == expected
    assert fraction(document["measures"]["oil_burnt"]["mean"]["exact"]) == min(most, dear)
    assert sum(fraction(part["share"]["exact"]) for part in document["parts"]) == 1
    assert {entry["part"] for entry in document["plan"]} == set(range(len(document["parts"])))


def test_the_least_that_reaches_a_level_is_the_other_way_round(lantern: System):
    asked = question(lantern, "cross", {"target": 15, "oil": 3})
    document = best_document(asked, "50 % over for the least oil")
    assert document["value"]["exact"] == "1/2"
    assert fraction(document["cost"]["exact"]) == (Fraction(1, 2) - LANDS) / LANDS
    assert document["constraint"]["price"] == "3/10"
    assert document["single"] is None  # flasks are burnt after the die has fallen


def test_every_entry_of_a_constrained_plan_tells_what_its_options_cost(lantern: System):
    asked = question(lantern, "cross", {"target": 20, "oil": 1})
    document = best_document(asked, "over for at most 1/2 oil")
    entry = next(entry for entry in document["plan"] if entry["part"] == 1)
    assert entry["values"]["burn oil"]["exact"] == "1/20"
    assert entry["costs"]["burn oil"]["exact"] == "1"
    assert entry["costs"]["turn back"]["exact"] == "0"


@pytest.mark.parametrize("goal", ["99 % over for the least oil", "over for at most -1 oil"])
def test_a_constraint_that_no_plan_meets_is_refused(lantern: System, goal: str):
    with pytest.raises(BadInput) as error:
        best_document(question(lantern, "cross", {"target": 15, "oil": 1}), goal)
    assert error.value.field == "goal"


BUY = {"dice": "facet:d6", "difficulty": 7, "offers": "skill:d6,talent:2d6,power:3d6", "sway": 24}


def chance(dice: int, needed: int) -> Fraction:
    """P(sum of so many d6 >= needed)."""
    ways = {0: 1}
    for _ in range(dice):
        further: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, 7):
                further[total + face] = further.get(total + face, 0) + count
        ways = further
    return Fraction(sum(count for total, count in ways.items() if total >= needed), 6**dice)


def test_purchases_before_a_roll_are_listed_without_mixing_too():
    # R2.4: a Skill costs 4 Sway, a Talent 10, a Power 14; Moderate is more than the difficulty (7).
    asked = question("t13", "buy", BUY, {"buy-again": "no"})
    document = frontier_document(asked, "moderate or better", "sway")
    worths = {
        skill * 4 + talent * 10 + power * 14: chance(1 + skill + 2 * talent + 3 * power, 8)
        for skill in (0, 1)
        for talent in (0, 1)
        for power in (0, 1)
        if skill * 4 + talent * 10 + power * 14 <= 24
    }
    kept: list[tuple[Fraction, int]] = []
    for cost, gain in sorted(worths.items()):
        if not kept or gain > kept[-1][0]:
            kept.append((gain, cost))
    assert [(Fraction(c["gain"]["exact"]), int(c["cost"]["exact"])) for c in document["choices"]] == kept
    points = [(Fraction(p["gain"]["exact"]), int(p["cost"]["exact"])) for p in document["points"]]
    assert set(points) <= set(kept)
    slopes = [(b[0] - a[0]) / (b[1] - a[1]) for a, b in pairwise(points)]
    assert slopes == sorted(slopes, reverse=True)


def test_the_cheapest_single_purchase_that_reaches_a_level_is_told_beside_the_mix():
    asked = question("t13", "buy", BUY, {"buy-again": "no"})
    document = best_document(asked, "50 % moderate or better for the least sway")
    assert document["value"]["exact"] == "1/2"
    single = document["single"]
    # One more die is not enough (15/36), three d6 are.
    assert (Fraction(single["gain"]["exact"]), single["cost"]["exact"]) == (chance(3, 8), "10")
    assert single["opening"][:3] == ["no skill:1d6", "1 talent:2d6", "no power:3d6"]
