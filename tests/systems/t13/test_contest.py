"""Contests of T13, against counts over all pairs of sums and searches over all pairs of purchases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.systems.questions import Questions

from oddsmith.answers.asking import parts
from oddsmith.answers.question import question
from oddsmith.dice import ScriptedSource
from oddsmith.distribution import Finite
from oddsmith.errors import BadInput, TooLarge
from oddsmith.rules import Call, Noted, best, first_option, odds, play, simulate
from oddsmith.systems.fields.validation import entered
from oddsmith.systems.t13 import SYSTEM

T13 = Questions(SYSTEM)
CONTEST = SYSTEM.action("contest")
HOLDS = {event.name: event.holds for event in CONTEST.events}
OF = {measure.name: measure.of for measure in CONTEST.measures}

#: One side rolls d6 + d8 and may buy d6+2 (a Skill, 4 Sway) and 2d6 (a Talent, 10 Sway); the other d6 + 2d6, and buys
#: d6 (a Skill) and 2d6 (a Power, 14 Sway).
SIDES = {
    "dice": "facet:d6,descendant:d8",
    "offers": "skill:1d6+2,talent:2d6",
    "sway": 14,
    "against_dice": "facet:d6,descendant:2d6",
    "against_offers": "skill:d6,power:2d6",
    "against_sway": 14,
}
Die = tuple[int, int, int]  # count, sides, plus
MINE: tuple[Die, ...] = ((1, 6, 0), (1, 8, 0))
MY_OFFERS = {(1, 6, 2): 4, (2, 6, 0): 10}
THEIRS: tuple[Die, ...] = ((1, 6, 0), (2, 6, 0))
THEIR_OFFERS = {(1, 6, 0): 4, (2, 6, 0): 14}


def call(inputs: Mapping[str, Any], *asked: str, **options: Any) -> Call[Any]:
    names = frozenset(asked) or CONTEST.names
    return CONTEST.call(entered(CONTEST.inputs, {**SIDES, **inputs}), entered(SYSTEM.house_rules, options), names)


@cache
def sums(dice: tuple[Die, ...]) -> Counter[int]:
    found = Counter({0: 1})
    for count, sides, plus in dice:
        for _ in range(count):
            found = Counter(
                {
                    total: sum(found[total - face] for face in range(1, sides + 1))
                    for total in range(min(found) + 1, max(found) + sides + 1)
                }
            )
        found = Counter({total + plus: ways for total, ways in found.items()})
    return found


def baskets(offers: Mapping[Die, int], sway: int) -> list[tuple[tuple[Die, ...], int]]:
    """Everything that can be bought, and what it costs."""
    ranges = [range(sway // price + 1) for price in offers.values()]
    found = []
    for numbers in product(*ranges):
        cost = sum(number * price for number, price in zip(numbers, offers.values(), strict=True))
        if cost <= sway:
            dice = tuple(die for die, number in zip(offers, numbers, strict=True) for _ in range(number))
            found.append((dice, cost))
    return found


@cache
def ahead(mine: tuple[Die, ...], theirs: tuple[Die, ...]) -> Fraction:
    own, other = sums(MINE + mine), sums(THEIRS + theirs)
    won = sum(ways * against for a, ways in own.items() for b, against in other.items() if a > b)
    return Fraction(won, own.total() * other.total())


def payoffs(price: Fraction) -> list[list[Fraction]]:
    """The chance to win, less what the own Sway and plus what the other's Sway is worth."""
    return [
        [ahead(mine, theirs) - price * (cost - other) for theirs, other in baskets(THEIR_OFFERS, 14)]
        for mine, cost in baskets(MY_OFFERS, 14)
    ]


def worth(price: Fraction) -> Any:
    def of(outcome: Any) -> Fraction:
        return HOLDS["win"](outcome) - price * (OF["sway_spent"](outcome) - OF["against_sway_spent"](outcome))

    return of


@pytest.mark.parametrize("action", ["opposed", "contest"])
@pytest.mark.parametrize("shift", [-1, 0, 1])
def test_a_stalemate_is_the_level_and_levels_add_up_to_one(action: str, shift: int) -> None:
    """R2.6, G2.25: a level added to a Moderate Failure makes it a Stalemate, and an equal roll a Moderate Success."""
    pairs = [(a + b, c + d) for a, b, c, d in product(range(1, 7), repeat=4)]
    expected = {
        -1: sum(other < own < 2 * other for own, other in pairs),  # a Moderate Success, and one level less
        0: sum(own == other for own, other in pairs),
        1: sum(other <= 2 * own and own < other for own, other in pairs),  # a Moderate Failure, and one more
    }
    entries = {"dice": "facet:2d6", "against_dice": "facet:2d6", "shift": shift}
    found = T13.answer(action, entries)
    assert found["stalemate"] == Fraction(expected[shift], len(pairs))
    assert found["success"] + found["stalemate"] + found["failure"] == 1
    assert found["win"] == found["lose"] == Fraction(sum(own > other for own, other in pairs), len(pairs))


@pytest.mark.parametrize("price", [Fraction(0), Fraction(1, 50), Fraction(1, 25)])
def test_in_view_of_each_other_best_play_is_a_search_over_all_pairs_of_purchases(price: Fraction) -> None:
    matrix = payoffs(price)
    asked = ("win", "sway_spent", "against_sway_spent")
    first = best(call({"order": "player-first"}, *asked), worth(price)).value
    second = best(call({"order": "opponent-first"}, *asked), worth(price)).value
    assert first == max(map(min, matrix))
    assert second == min(map(max, zip(*matrix, strict=True)))


@pytest.mark.parametrize("price", [Fraction(1, 50), Fraction(1, 25), Fraction(1, 20)])
def test_unseen_each_side_has_a_mix_that_guarantees_the_value(price: Fraction) -> None:
    solution = best(call({"order": "at-once"}, "win", "sway_spent", "against_sway_spent"), worth(price))
    mixes: dict[str, list[Fraction]] = {}
    for advice in solution.decisions:
        chosen = advice.best
        shares = dict(chosen.items()) if isinstance(chosen, Finite) else {chosen: Fraction(1)}
        mixes[advice.decision.who] = [shares.get(option, Fraction(0)) for option in advice.decision.options]
    sorted_by_label = payoffs(price)
    mine, theirs = mixes["player"], mixes["opponent"]
    assert len(mine) == len(sorted_by_label)
    columns = list(zip(*sorted_by_label, strict=True))
    assert min(sum(x * p for x, p in zip(column, mine, strict=True)) for column in columns) == solution.value
    assert max(sum(x * p for x, p in zip(row, theirs, strict=True)) for row in sorted_by_label) == solution.value


def test_without_purchases_it_is_the_opposed_test() -> None:
    opposed = SYSTEM.action("opposed")
    plain = {"dice": SIDES["dice"], "against_dice": SIDES["against_dice"], "proficiencies": 3}
    result = odds(opposed.call(entered(opposed.inputs, plain), entered(SYSTEM.house_rules, {}), opposed.names))
    distribution = odds(call({**plain, "sway": 0, "against_sway": 0}))
    for event in opposed.events:
        assert distribution.p(HOLDS[event.name]) == result.p(event.holds), event.name
    for name in ("margin", "extra_levels", "failure_levels"):
        other = next(measure.of for measure in opposed.measures if measure.name == name)
        assert distribution.map(OF[name]) == result.map(other), name


@pytest.mark.parametrize("crisis", ["both", "table"])
def test_what_is_asked_alone_is_as_likely_as_with_everything_else(crisis: str) -> None:
    inputs = {"prof_dice": "1d6", "against_prof_dice": "1d4", "sway": 4, "against_sway": 0}
    whole = odds(call(inputs, crisis=crisis), first_option)
    for name, holds in HOLDS.items():
        assert odds(call(inputs, crisis=crisis), first_option, of=holds).p(bool) == whole.p(holds), name
    for name, of in OF.items():
        assert odds(call(inputs, crisis=crisis), first_option, of=of) == whole.map(of), name


def test_what_it_is_paid_with_matters_only_where_that_is_asked() -> None:
    inputs = {"sway": 10, "chi": 5, "yarn": 2, "against_sway": 0}
    silent = best(call(inputs), of=HOLDS["win"])
    told = best(call(inputs), HOLDS["win"])
    assert silent.value == told.value
    assert len(silent.decisions[0].values) < len(told.decisions[0].values)


def test_nobody_buys_what_they_cannot_pay_and_one_die_of_an_offer_may_be_all() -> None:
    offered = best(call({"against_sway": 0}, "win"), HOLDS["win"]).decisions[0].values
    assert next(iter(offered)) == "nothing"
    assert "3 skill:1d6+2 for 12 Sway" in offered
    assert not any("talent:2d6 + " in str(option) and "2 skill" in str(option) for option in offered)
    once = best(call({"against_sway": 0}, "win", buy_again="no"), HOLDS["win"]).decisions[0].values
    assert set(once) == {
        "nothing",
        "skill:1d6+2 for 4 Sway",
        "talent:2d6 for 10 Sway",
        "skill:1d6+2 + talent:2d6 for 14 Sway",
    }


def test_the_trail_tells_what_both_buy_and_how_it_ends() -> None:
    answers = iter(["skill:1d6+2 for 4 Sway", "power:2d6 for 14 Sway"])
    faces = ScriptedSource(["6", "8", "4", "1", "1", "2", "3", "3"])
    run = play(call({}), faces, lambda decision: next(answers))
    notes = [entry.text for entry in run.trail if isinstance(entry, Noted)]
    assert notes[:2] == ["the player buys skill:1d6+2 for 4 Sway", "the opponent buys power:2d6 for 14 Sway"]
    assert notes[2] == "20 against 10: Complete Success"
    assert (OF["margin"](run.outcome), OF["sway_spent"](run.outcome), OF["against_sway_spent"](run.outcome)) == (
        10,
        4,
        14,
    )


@given(st.integers(0, 20), st.integers(0, 20))
@settings(max_examples=8, deadline=None)
def test_more_to_spend_never_hurts(sway: int, against_sway: int) -> None:
    def value(mine: int, theirs: int) -> Fraction:
        return best(call({"sway": mine, "against_sway": theirs}, "win"), HOLDS["win"]).value

    here = value(sway, against_sway)
    assert value(sway + 2, against_sway) >= here >= value(sway, against_sway + 2)


def test_what_is_simulated_agrees_with_the_odds() -> None:
    runs = 100_000
    asked = call({})
    p = float(odds(call({}, "win"), first_option).p(HOLDS["win"]))
    counts = simulate(asked, runs, first_option, seed=4).counts
    assert abs(sum(n for met, n in counts.items() if HOLDS["win"](met)) / runs - p) <= 5 * sqrt(p * (1 - p) / runs)


@pytest.mark.parametrize(
    ("inputs", "options", "field"),
    [
        ({"others": "facet:d6"}, {}, "others"),
        ({"offers": "annex:d6"}, {}, "offers"),
        ({"against_offers": "skill:d6@chi"}, {}, "against_offers"),
        ({"against_chi": 3, "against_rank": "grunt"}, {}, "against_rank"),
        ({}, {"method": "pools"}, "method"),
    ],
)
def test_what_makes_no_contest_is_refused(inputs: dict[str, Any], options: dict[str, str], field: str) -> None:
    with pytest.raises(BadInput) as refused:
        call(inputs, **options)
    assert refused.value.field == field


def test_too_many_purchases_are_refused_before_anything_is_worked_out() -> None:
    offers = ",".join(f"skill:d{sides}" for sides in range(2, 12))
    with pytest.raises(TooLarge, match="purchases"):
        call({"offers": offers, "sway": 60})


def test_events_of_levels_are_asked_together() -> None:
    levels = [names for _, names in parts(question("t13", "contest", SIDES)) if "success" in names]
    assert len(levels) == 1
    assert {"failure", "superior", "moderate", "serious_failure", "complete_or_better"} < levels[0]
    assert not levels[0] & {"win", "crisis", "margin"}
