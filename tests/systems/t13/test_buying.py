"""Buying dice in T13, before and after the roll. Best play is compared with searches that do without the engine."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from tests.dice.work import SECOND, at_most
from tests.systems.questions import Questions

from oddsmith.dice import ScriptedSource
from oddsmith.errors import BadInput
from oddsmith.rules import Call, Noted, Session, Solution, best, first_option, odds, play
from oddsmith.rules.graph.situations import facts
from oddsmith.rules.graph.telling import leaves
from oddsmith.systems.declaration import Action
from oddsmith.systems.fields.validation import entered
from oddsmith.systems.t13 import SYSTEM
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.rules.buying import Purse, ways_to_pay
from oddsmith.systems.t13.rules.components import Amount, ComponentKind, price
from oddsmith.systems.t13.rules.currencies import Currency, Rank

T13 = Questions(SYSTEM)
BUY: Action[Any, Any, Any] = SYSTEM.action("buy")
HOLDS = {event.name: event.holds for event in BUY.events}
TESTED = {measure.name: measure.of for measure in SYSTEM.action("test").measures}
MEASURES = {measure.name: measure.of for measure in BUY.measures}
COMPLETE = 2  # complete and better, as a multiple of the difficulty


def call(inputs: Mapping[str, Any], *asked: str, **options: Any) -> Call[Any]:
    """The call for what is asked, everything when nothing is named."""
    return BUY.call(entered(BUY.inputs, inputs), entered(SYSTEM.house_rules, options), frozenset(asked) or BUY.names)


def solved(
    inputs: Mapping[str, Any], goal: str, prices: Mapping[str, Fraction] | None = None, **options: Any
) -> Solution[Any]:
    """Best play for an event, less what is paid."""
    paid = [(MEASURES[name], price) for name, price in (prices or {}).items()]

    def worth(outcome: Any) -> Fraction:
        spent = sum((price * of(outcome) for of, price in paid), Fraction(0))
        return Fraction(HOLDS[goal](outcome)) - spent

    return best(call(inputs, goal, *(prices or {}), **options), worth)


def taken(solution: Solution[Any]) -> list[str]:
    """What is chosen on the way, where there was only one way to come."""
    return [str(advice.best) for advice in solution.decisions if advice.reached == 1]


# --- independent search ----------------------------------------------------------------------------------------------


def sums(*dice: tuple[int, int, int]) -> Counter[int]:
    """How often each sum of dice comes up; a die is count, sides, plus."""
    found = Counter({0: 1})
    for count, sides, plus in dice:
        for _ in range(count):
            longer: Counter[int] = Counter()
            for total, ways in found.items():
                for face in range(1, sides + 1):
                    longer[total + face] += ways
            found = longer
        found = Counter({total + plus: ways for total, ways in found.items()})
    return found


def chance(found: Counter[int], least: int) -> Fraction:
    return Fraction(sum(ways for total, ways in found.items() if total >= least), found.total())


def purchases(
    offers: list[tuple[tuple[int, int, int], ComponentKind]], purse: Amount, most: int
) -> Iterator[tuple[list[tuple[int, int, int]], Amount]]:
    """Every list of dice that can be bought, with every way to pay it: how many of each offer in each currency."""
    for counts in product(range(most + 1), repeat=3 * len(offers)):
        spent = [0, 0, 0]
        dice: list[tuple[int, int, int]] = []
        for place, number in enumerate(counts):
            die, kind = offers[place // 3]
            spent[place % 3] += number * price(kind, T13Rules())[place % 3]
            dice += [die] * number
        if all(s <= p for s, p in zip(spent, purse[:3], strict=True)):
            yield dice, Amount(*spent)


OFFERS = [((1, 6, 2), ComponentKind.SKILL), ((2, 6, 0), ComponentKind.TALENT)]
ENTRIES = {
    "dice": "facet:1d6,descendant:1d8",
    "difficulty": 10,
    "offers": "skill:1d6+2,talent:2d6",
    "sway": 14,
    "chi": 3,
    "yarn": 1,
}


@cache
def reached(dice: tuple[tuple[int, int, int], ...]) -> Fraction:
    return chance(sums((1, 6, 0), (1, 8, 0), *dice), COMPLETE * 10)


@pytest.mark.parametrize(
    "prices",
    [
        {},
        {"sway_spent": Fraction(1, 50)},
        {"sway_spent": Fraction(1, 100), "chi_spent": Fraction(1, 30), "yarn_spent": Fraction(1, 5)},
    ],
    ids=["free", "sway", "all"],
)
def test_best_buying_equals_a_search_over_all_that_can_be_bought(prices: dict[str, Fraction]) -> None:
    rates = {name.removesuffix("_spent"): price for name, price in prices.items()}

    def worth(dice: list[tuple[int, int, int]], spent: Amount) -> Fraction:
        paid = sum((rates.get(name, Fraction(0)) * number for name, number in spent._asdict().items()), Fraction(0))
        return reached(tuple(sorted(dice))) - paid

    expected = max(worth(dice, spent) for dice, spent in purchases(OFFERS, Amount(14, 3, 1), 4))
    assert solved(ENTRIES, "complete_or_better", prices).value == expected


def test_the_plan_is_worth_the_same_whatever_else_is_asked() -> None:
    narrow = solved(ENTRIES, "complete_or_better")
    holds = HOLDS["complete_or_better"]
    everything = best(call(ENTRIES), holds)
    assert everything.value == narrow.value
    assert odds(call(ENTRIES), everything.policy).p(holds) == narrow.value


def test_a_purse_of_three_currencies_and_eight_offers_is_answered() -> None:
    offers = "facet:d6,skill:1d6+2,talent:2d6,power:2d8,trophy:3d6,superskill:3d8,monolith:4d6,location:3d10"
    entries = {"dice": "facet:1d6,descendant:1d8", "proficiencies": 3, "difficulty": 40, "offers": offers}
    solution = solved(entries | {"sway": 30, "chi": 9, "yarn": 2}, "complete_or_better")
    assert taken(solution)[0] == "24 facet:1d6"
    bought = sums((1, 6, 0), (1, 8, 0), (2, 6, 0), (24, 6, 0), (2, 6, 4))
    assert solution.value >= chance(bought, 80)


def test_spending_nothing_is_the_test_itself() -> None:
    plain = SYSTEM.action("test")
    entries = {"dice": "facet:1d6,descendant:1d8", "proficiencies": 2, "difficulty": 10}
    rules = entered(SYSTEM.house_rules, {})
    tested = odds(plain.call(entered(plain.inputs, entries), rules, plain.names))
    unspent = odds(call(entries | {"offers": "skill:1d6+2", "sway": 14}), first_option)
    for event in plain.events:
        assert unspent.p(HOLDS[event.name]) == tested.p(event.holds)
    for measure in BUY.measures:
        mean = unspent.map(measure.of).mean
        assert mean == (0 if measure.spends else tested.map(TESTED[measure.name]).mean), measure.name


def shifted_level(score: int, difficulty: int, shift: int) -> int:
    """R2.6, G2.7, G2.10, G2.25: a place on the ladder, from -3, a Serious Failure, to 3, a Superior."""
    if score == difficulty:
        place = 0
    elif score > difficulty:
        place = 1 + (score >= 2 * difficulty) + sum(score > times * difficulty for times in range(3, 100))
    elif score < 0:
        place = -3 - sum(score <= -times * difficulty for times in range(1, 100))
    else:
        place = -1 if 2 * score >= difficulty else -2
    return max(-3, min(3, place + shift))


@pytest.mark.parametrize(
    ("dice", "modifier", "difficulty", "shifts"),
    [((3, 6, 0), 0, 2, range(-5, 3)), ((2, 6, 0), -15, 2, range(-1, 9)), ((2, 6, 0), -5, 3, (-2, 0, 2))],
)
def test_levels_that_are_taken_away_or_added_count_from_beyond_the_ladder(
    dice: tuple[int, int, int], modifier: int, difficulty: int, shifts: Iterable[int]
) -> None:
    """G2.25: extra levels, and failure levels, are places of the ladder, too, from which a level goes back."""
    order = ["serious_failure", "complete_failure", "moderate_failure", "stalemate", "moderate", "complete", "superior"]
    entries = {"dice": f"facet:{dice[0]}d{dice[1]}", "modifier": modifier, "difficulty": difficulty}
    found = sums(dice)
    for shift in shifts:
        levels = Counter[str]()
        for total, ways in found.items():
            levels[order[shifted_level(total + modifier, difficulty, shift) + 3]] += ways
        for name in order:
            shifted = odds(call(entries | {"shift": shift}, name), first_option)
            assert shifted.p(HOLDS[name]) == Fraction(levels[name], found.total()), (shift, name)


@pytest.mark.parametrize("action", ["test", "buy"])
@pytest.mark.parametrize("shift", [-4, -3, 0, 3, 5])
def test_the_scores_of_every_level_are_told_with_the_levels_that_are_added(action: str, shift: int) -> None:
    """G2.25: each score below belongs to the one level in whose band it lies."""
    told = T13.facts(action, {"dice": "facet:d6", "difficulty": 3, "shift": shift})["levels"]
    titles = ["Serious Failure", "Complete Failure", "Moderate Failure", "Stalemate (Borderline)"]
    titles += ["Moderate Success", "Complete Success", "Superior Success"]
    for score in range(-30, 50):
        level = titles[shifted_level(score, 3, shift) + 3]
        assert [name for name, band in told.items() if within(score, band)] == [level], (score, told)


def within(score: int, band: str) -> bool:
    """Whether a score lies in a band such as `9-15`, `-3 to -1`, `7`, `24 or more` or `-1 or less`."""
    if band.endswith(" or more"):
        return score >= int(band.removesuffix(" or more"))
    if band.endswith(" or less"):
        return score <= int(band.removesuffix(" or less"))
    least, _, most = band.partition(" to " if band.startswith("-") else "-")
    return int(least) <= score <= int(most or least)


def test_dice_are_bought_for_extra_levels_and_for_the_score() -> None:
    """R2.7: 14 Sway are 3 Skill dice, or a Talent and a Skill die; every way is gone through here."""
    entries = {"dice": "facet:d6,descendant:d8", "difficulty": 4, "offers": "skill:1d6+2,talent:2d6", "sway": 14}
    means: dict[tuple[int, int], tuple[Fraction, Fraction]] = {}
    for skills, talents in ((0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 1)):
        dice = [range(1, 7), range(1, 9), *[range(3, 9)] * skills, *[range(1, 7)] * (2 * talents)]
        scores = Counter(map(sum, product(*dice)))
        # strict (G2.7): one extra level for every multiple from three times on that the score exceeds
        extra = sum(n * sum(s > m * 4 for m in range(3, 20)) for s, n in scores.items())
        means[skills, talents] = (
            Fraction(extra, scores.total()),
            Fraction(sum(n * s for s, n in scores.items()), scores.total()),
        )
    for place, name in enumerate(("extra_levels", "score")):
        solution = best(call(entries, name), MEASURES[name])
        assert solution.value == max(mean[place] for mean in means.values())
        assert taken(solution)[0] == "3 skill:1d6+2" == f"{max(means, key=lambda k: means[k])[0]} skill:1d6+2"


def test_a_crisis_takes_failure_levels_for_extra_ones() -> None:
    """R2.11, G2.12: a Superior Success in a Crisis brings as many failure levels as it has extra levels."""
    entries = {"dice": "facet:d6", "prof_dice": "1d6", "difficulty": 2}
    extra = {(a, b): sum(a + b > m * 2 for m in range(3, 20)) for a in range(1, 7) for b in range(1, 7)}
    pmf = odds(call(entries, "extra_levels", "failure_levels"))
    assert pmf.map(MEASURES["extra_levels"]).mean == Fraction(sum(extra.values()), 36)
    assert pmf.map(MEASURES["failure_levels"]).mean == Fraction(
        sum(n for (_, b), n in extra.items() if b in (1, 6)), 36
    )


def test_best_play_is_no_worse_than_any_fixed_purchase() -> None:
    value = solved(ENTRIES, "complete_or_better").value
    for dice, _ in purchases(OFFERS, Amount(14, 3, 1), 4):
        assert reached(tuple(sorted(dice))) <= value


@pytest.mark.parametrize("name", ["superior", "complete", "moderate", "stalemate", "moderate_failure"])
def test_or_better_is_the_sum_of_the_levels(name: str) -> None:
    entries = {"dice": "facet:1d20-4", "difficulty": 4}
    distribution = odds(call(entries), first_option)
    order = ["superior", "complete", "moderate", "stalemate", "moderate_failure", "complete_failure"]
    chances = {level: distribution.p(HOLDS[level]) for level in order}
    if name != "superior":
        better = distribution.p(HOLDS[f"{name}_or_better"])
        assert better == sum(chances[level] for level in order[: order.index(name) + 1])


# --- ways to pay -----------------------------------------------------------------------------------------------------


def test_dice_are_paid_in_one_currency_each_and_no_way_wastes_anything() -> None:
    prices = (price(ComponentKind.SKILL, T13Rules()), price(ComponentKind.TALENT, T13Rules()))
    ways = ways_to_pay(prices, (2, 1), Purse(Amount(14, 7, 3)))
    brute = set()
    for first, second, third in product(range(3), repeat=3):
        spent = [0, 0, 0]
        for row, currency in ((prices[0], first), (prices[0], second), (prices[1], third)):
            spent[currency] += row[currency]
        brute.add(Amount(*spent))
    covered = {way for way in brute if way.within(Amount(14, 7, 3))}
    assert set(ways) == {w for w in covered if not any(o != w and o.within(w) for o in covered)}
    assert ways_to_pay(prices, (4, 1), Purse(Amount(4, 2, 0))) == ()


@pytest.mark.parametrize("sway", [Currency.SWAY, Currency.YANG])
@pytest.mark.parametrize("bought", [(1, 0), (3, 0), (5, 2), (0, 7), (4, 4)])
@pytest.mark.parametrize("seed", range(4))
def test_no_way_to_pay_is_beaten_and_none_is_missing_whatever_the_prices(
    sway: Currency, bought: tuple[int, int], seed: int
) -> None:
    chance = random.Random(seed)
    prices = [Amount(*(chance.randint(0, 9) for _ in range(3))) for _ in bought]
    held = [chance.randint(10, 80) for _ in range(3)]
    brute = set()  # so many dice of each offer are paid in Sway, Chi and Yarn
    for one, two in product(*([each for each in product(range(n + 1), repeat=3) if sum(each) == n] for n in bought)):
        brute.add(tuple(prices[0][at] * one[at] + prices[1][at] * two[at] for at in range(3)))
    covered = [way for way in brute if all(way[at] <= held[at] for at in range(3))]
    best = {w for w in covered if not any(o != w and all(o[at] <= w[at] for at in range(3)) for o in covered)}

    purse = Purse(Amount(**{sway.value: held[0]}, chi=held[1], yarn=held[2]), Rank.SOLO, sway=sway)
    ways = ways_to_pay(tuple(prices), bought, purse)
    assert len(ways) == len(best)
    assert {(way.of(sway), way.chi, way.yarn) for way in ways} == best


def test_sixty_dice_have_their_ways_to_pay_soon() -> None:
    # Any number of 60 dice is paid in Sway, and any of the rest in Chi: none is beaten.
    prices = (Amount(3, 2, 1),)
    with at_most(SECOND):  # half a minute where each is compared with all
        assert len(ways_to_pay(prices, (60,), Purse(Amount(1000, 1000, 1000)))) == 61 * 62 // 2


def test_off_the_top_yarn_is_paid_from_the_same_stock_as_chi() -> None:
    # 2 Yarn are 5 Chi and come on top of 9: 14 Chi are 4 Yarn. The first Yarn off costs 12 - 8 = 4 Chi, two cost 7.
    pooled = Purse(Amount(0, 9, 2), pooled=True)
    assert pooled.covers(Amount(0, 14, 0))
    assert not pooled.covers(Amount(0, 15, 0))
    assert pooled.covers(Amount(0, 0, 4))
    assert pooled.covers(Amount(0, 9, 2))  # 5 Chi are left, which are the 2 Yarn
    assert not pooled.covers(Amount(0, 10, 2))
    skill = (price(ComponentKind.SKILL, T13Rules()),)
    assert ways_to_pay(skill, (1,), Purse(Amount(0, 9), pooled=True)) == (Amount(0, 2), Amount(0, 0, 1))
    assert ways_to_pay(skill, (1,), Purse(Amount(0, 9), Rank.MERCARI, pooled=True)) == (Amount(0, 2),)  # R2.18
    apart = Purse(Amount(0, 9, 2))
    assert not apart.covers(Amount(0, 10, 0))
    entries = {"dice": "facet:d6", "difficulty": 4, "offers": "talent:2d6", "chi": 8, "yarn": 1}
    assert (
        solved(entries, "complete_or_better").value
        < solved(entries, "complete_or_better", conversion="off-the-top").value
    )


def test_each_component_can_be_bought_once_where_the_house_rule_says_so() -> None:
    entries = {"dice": "facet:1d6", "difficulty": 6, "offers": "skill:1d6+2,skill:1d8", "sway": 30}
    again, once = solved(entries, "complete_or_better"), solved(entries, "complete_or_better", buy_again="no")
    assert again.value == 1
    assert once.value == chance(sums((1, 6, 0), (1, 6, 2), (1, 8, 0)), 12)
    assert taken(once) == ["1 skill:1d6+2", "1 skill:1d8"]


def test_what_was_bought_and_paid_is_told() -> None:
    choices = iter(["2 skill:1d6+2", "no talent:2d6", "4 Sway + 2 Chi"])
    played = play(call(ENTRIES), ScriptedSource([3, 4, 5, 6]), lambda decision: next(choices))
    assert played.outcome.spent == Amount(4, 2, 0)
    assert [entry.text for entry in played.trail if isinstance(entry, Noted)] == [
        "pays 4 Sway + 2 Chi for 2 skill:1d6+2",
        "22 against difficulty 10: Complete Success",
    ]


# --- after the roll --------------------------------------------------------------------------------------------------


def test_buying_after_the_roll_equals_an_independent_recursion() -> None:
    # Every die that is bought costs something, so the best is to go on only while it can still help.
    dice = {"skill": (1, 6, 2, 4, 2), "talent": (2, 6, 0, 10, 5)}  # count, sides, plus, Sway, Chi
    price = Fraction(1, 40)

    @cache
    def value(total: int, sway: int, chi: int) -> Fraction:
        options = [Fraction(total >= 20)]
        for count, sides, plus, in_sway, in_chi in dice.values():
            law = sums((count, sides, plus))
            for left, cost in (((sway - in_sway, chi), in_sway), ((sway, chi - in_chi), 0)):
                if min(left) >= 0:
                    later = sum((ways * value(total + add, *left) for add, ways in law.items()), Fraction(0))
                    options.append(later / law.total() - price * cost)
        return max(options)

    start = sums((1, 6, 0), (1, 8, 0))
    expected = sum((ways * value(total, 14, 3) for total, ways in start.items()), Fraction(0)) / start.total()
    entries = ENTRIES | {"yarn": 0}
    solution = solved(entries, "complete_or_better", {"sway_spent": price}, buying="after")
    assert solution.value == expected
    assert solution.value > solved(entries, "complete_or_better", {"sway_spent": price}).value


# --- in words --------------------------------------------------------------------------------------------------------


def known(inputs: Mapping[str, Any], **options: Any) -> set[str]:
    """All that is known, in words, at decisions for a success."""
    plan = best(call(inputs, "success", **options), HOLDS["success"])
    return {facts(numbers) for numbers in (leaves(advice.decision.variables) for advice in plan.decisions)}


def test_a_player_is_told_of_dice_and_the_purse_not_of_places_in_lists() -> None:
    inputs = {"dice": "facet:d4", "difficulty": 5, "offers": "skill:d4,talent:d6", "sway": 14}
    assert known(inputs) == {"purse 14 Sway", "purse 14 Sway, 0 skill dice bought", "purse 14 Sway, 1 skill die bought"}
    alike = known(inputs | {"offers": "skill:d4,skill:d8+2"}, buying="after", buy_again="no")
    assert "purse 14 Sway, 4 points, 0 skill 1d4 dice bought, 0 skill 1d8 plus 2 dice bought" in alike
    assert "purse 10 Sway, 6 points, 1 skill 1d4 die bought, 0 skill 1d8 plus 2 dice bought" in alike
    adjusted = known({"dice": "facet:d4", "difficulty": 5, "sway": 2}, adjust="after-roll")
    assert {"purse 2 Sway, score 1, 0 twists", "purse 1 Sway, score 2, 0 twists, going up"} <= adjusted


def test_seeing_each_result_is_never_worse_than_buying_before() -> None:
    for difficulty in (6, 10, 14):
        entries = ENTRIES | {"difficulty": difficulty}
        before = solved(entries, "complete_or_better")
        after = solved(entries, "complete_or_better", buying="after")
        assert after.value >= before.value


def test_after_the_roll_dice_are_bought_one_by_one_until_the_result_is_accepted() -> None:
    choices = iter(["skill:1d6+2 for 2 Chi", "skill:1d6+2 for 4 Sway", "accept"])
    played = play(call(ENTRIES, buying="after"), ScriptedSource([1, 2, 6, 5]), lambda decision: next(choices))
    assert played.outcome.spent == Amount(4, 2, 0)
    assert played.trail[-1].text == "18 against difficulty 10: Moderate Success"  # type: ignore[attr-defined]
    once = Session(call(ENTRIES, buying="after", buy_again="no"), ScriptedSource([1, 2, 6]))
    once.answer("skill:1d6+2 for 4 Sway")
    assert once.pending is not None
    assert not any(str(option).startswith("skill") for option in once.pending.options)


def test_dice_that_may_take_away_are_followed_beyond_the_last_level() -> None:
    entries = {"dice": "facet:1d6", "difficulty": 1, "offers": "skill:1d6-6", "sway": 4}
    choices = iter(["skill:1d6-6 for 4 Sway", "accept"])
    played = play(call(entries, buying="after"), ScriptedSource([6, 1]), lambda decision: next(choices))
    assert str(played.outcome.verdict.level) == "Stalemate (Borderline)"
    assert solved(entries, "stalemate", buying="after").value == Fraction(1, 6) + Fraction(5, 36)


# --- points on the score ---------------------------------------------------------------------------------------------


def test_points_change_a_score_that_has_landed() -> None:
    # 2d6 against 5, Complete from 10: with 3 Sway and 1 Chi scores from 5 on can be raised to it.
    entries = {"dice": "facet:1d6,descendant:1d6", "difficulty": 5, "sway": 3, "chi": 1}
    solution = solved(entries, "complete_or_better", adjust="after-roll")
    assert solution.value == chance(sums((2, 6, 0)), 5)
    assert odds(call(entries, adjust="after-roll"), first_option).p(HOLDS["complete_or_better"]) == chance(
        sums((2, 6, 0)), 10
    )


def test_points_are_worth_one_two_five_and_ten() -> None:
    entries = {"dice": "facet:1d6", "difficulty": 8, "sway": 1, "chi": 1, "yarn": 1, "twists": 1}
    choices = iter(["+1 (1 Sway)", "+2 (1 Chi)", "+5 (1 Yarn)", "+10 (1 Twist)"])
    played = play(call(entries, adjust="after-roll"), ScriptedSource([1]), lambda decision: next(choices))
    assert played.outcome.spent == Amount(1, 1, 1)
    assert played.outcome.twists == 1
    assert played.trail[-1].text == "19 against difficulty 8: Complete Success"  # type: ignore[attr-defined]
    choices = iter(["-2 (1 Chi)", "accept"])
    lowered = play(call(entries, adjust="after-roll"), ScriptedSource([6]), lambda decision: next(choices))
    assert lowered.trail[-1].text == "4 against difficulty 8: Moderate Failure"  # type: ignore[attr-defined]


def test_the_worked_case_needs_three_points_for_a_complete_success() -> None:
    # 4 + 9 against 8: 3 Yang more make it 16.
    entries = {"dice": "facet:4d3-3", "prof_dice": "2d6", "difficulty": 8, "sway": 3}
    choices = iter(["+1 (1 Sway)"] * 3)
    played = play(
        call(entries, adjust="after-roll"), ScriptedSource([1, 2, 2, 2, 4, 5]), lambda decision: next(choices)
    )
    assert played.trail[-1].text == "16 against difficulty 8: Complete Success"  # type: ignore[attr-defined]


# --- what is entered -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entries", "field", "allowed"),
    [
        ({"rank": "grunt", "yarn": 2}, "rank", "solo, to pay 2 Yarn"),
        ({"rank": "grunt", "chi": 1}, "rank", "mercari or solo"),
        ({"rank": "mercari", "yarn": 1}, "rank", "solo"),
        ({"sway": -3}, "sway", "from 0"),
        ({"offers": "annex:d6"}, "offers", "says what it is"),
        ({"offers": "skill:d6@chi"}, "offers", "a decision"),
        ({"offers": ",".join(["skill:d6"] * 13)}, "offers", "up to 12"),
        ({"twists": 1}, "twists", "adjust"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_does(entries: dict[str, Any], field: str, allowed: str) -> None:
    with pytest.raises(BadInput) as refused:
        call({"dice": "facet:d6", "difficulty": 8} | entries)
    assert refused.value.field == field
    assert allowed in refused.value.allowed


def test_prices_are_told_in_the_currencies_of_the_rank() -> None:
    inputs = entered(
        BUY.inputs, {"dice": "facet:d6", "difficulty": 8, "offers": "power:2d8", "sway": 3, "rank": "mercari"}
    )
    rules = entered(SYSTEM.house_rules, {})
    assert BUY.facts(inputs, rules)["prices"] == {"power:2d8": "14 Sway or 7 Chi"}
    assert list(BUY.warnings(inputs, rules)) == ["power:2d8 cannot be paid."]


def test_an_offer_that_off_the_top_of_chi_pays_is_not_said_to_be_beyond_the_purse() -> None:
    """R2.4, G2.22: a Power die costs 2 Yarn; 5 Chi are 2 Yarn where Yarn is kept as Chi, and no Yarn elsewhere."""
    entries = {"dice": "facet:d6", "difficulty": 4, "offers": "power:2d6", "chi": 5}
    assert solved(entries, "success", conversion="off-the-top").value > solved(entries, "success").value
    assert T13.warnings("buy", entries, conversion="off-the-top") == []
    assert T13.warnings("buy", entries) == ["power:2d6 cannot be paid."]


def test_four_proficiency_dice_take_a_monolith_only_where_four_proficiencies_count_at_most() -> None:
    """R2.12, R2.14: one die less than there are Proficiencies, and one more for a Monolith."""
    warned = "{0} Proficiency dice take {0} Proficiencies and a Monolith (R2.14)."
    entries = {"dice": "facet:d6", "difficulty": 4, "prof_dice": "4d6"}
    assert T13.warnings("test", entries) == [warned.format(4)]
    assert T13.warnings("test", entries, most_proficiencies=6) == []
    five = T13.warnings("test", entries | {"prof_dice": "5d6"}, most_proficiencies=5, most_proficiency_dice=5)
    assert five == [warned.format(5)]


def test_a_saved_purchase_goes_on_where_it_stood() -> None:
    session = Session(call(ENTRIES), ScriptedSource([1, 2, 3]))
    session.answer("1 skill:1d6+2")
    resumed = Session.resume(json.loads(json.dumps(session.save())), ScriptedSource([1, 2, 3]))
    resumed.answer("no talent:2d6")
    resumed.answer("2 Chi")
    assert resumed.outcome.spent == Amount(0, 2, 0)
