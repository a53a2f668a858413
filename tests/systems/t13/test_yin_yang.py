"""Sway kept apart as Yin and Yang, a house rule (R2.16, R2.18): by hand, and against searches without the engine."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from tests.systems.questions import Questions, notes
from tests.systems.t13.test_investing import ENTRIES, extra_levels, purchases

from oddsmith.errors import BadInput
from oddsmith.rules import best
from oddsmith.systems.fields.validation import entered
from oddsmith.systems.t13 import SYSTEM
from oddsmith.systems.t13.house_rules import T13Rules

T13 = Questions(SYSTEM)
APART = entered(T13Rules, {"yin_yang": "apart"})
DICE = {"dice": "facet:1d6", "difficulty": 6, "offers": "skill:1d6"}


def worth(action: str, name: str) -> Any:
    declared = SYSTEM.action(action).under(APART)
    return next(each.of for each in declared.measures if each.name == name)


def success(inputs: dict[str, Any], **options: Any) -> Fraction:
    holds = next(event.holds for event in SYSTEM.action("buy").events if event.name == "success")
    return best(T13.call("buy", DICE | inputs, "success", yin_yang="apart", **options), holds).value


def test_the_test_of_a_yang_facet_spends_yang_alone() -> None:
    """R2.4: a Skill die costs 4. One d6 never beats 6; two do in 21 of 36 ways, three in 1 - 20/216."""
    assert success({"yang": 4, "yin": 3}) == Fraction(21, 36)
    assert success({"yang": 3, "yin": 100}) == 0
    assert success({"yang": 3, "yin": 8, "nature": "yin"}) == 1 - Fraction(20, 216)
    # A die is paid in one currency (G2.21): 3 Yang and 1 Yin buy nothing, but 2 Chi do.
    assert success({"yang": 3, "yin": 1, "chi": 2}) == Fraction(21, 36)


def test_points_on_the_score_are_yin_or_yang() -> None:
    """R2.19: each point of Yang moves the score of a Yang test by 1. 3 bring d6 above 6 from 4 on."""
    spending = {"offers": "", "yang": 3, "yin": 100}
    assert success(spending, adjust="after-roll") == Fraction(3, 6)
    assert success(spending | {"nature": "yin"}, adjust="after-roll") == 1


def test_prices_and_payments_name_what_is_spent() -> None:
    inputs = DICE | {"yang": 9, "yin": 9, "nature": "yin"}
    assert T13.facts("buy", inputs, yin_yang="apart")["prices"] == {"skill:1d6": "4 Yin or 2 Chi or 1 Yarn"}
    played = T13.run("buy", "1,2", inputs, "1 skill:1d6", yin_yang="apart")
    assert notes(played)[0] == "pays 4 Yin for 1 skill:1d6"
    assert [worth("buy", name)(played.outcome) for name in ("yin_spent", "yang_spent")] == [4, 0]
    assert [measure.name for measure in SYSTEM.action("buy").under(APART).measures] == [
        "score",
        "extra_levels",
        "failure_levels",
        "yin_spent",
        "yang_spent",
        "chi_spent",
        "yarn_spent",
        "twists_spent",
    ]
    listed = {"dice": "facet:1d6,skill:1d6", "difficulty": 4, "nature": "yin"}
    assert T13.facts("test", listed, yin_yang="apart")["paid"] == "4 Yin"


def test_an_effect_gives_yin_or_yang_and_only_one_of_them_pays_for_the_next_test() -> None:
    """R2.7: a level gains either. For Yang at the end of three Yang tests, Yang is spent and gained as Sway would be;
    of Yin all that can come is one effect a test, and the Yang is there to be spent on it."""

    @cache
    def yang(left: int, tests: int, gain: int = 6) -> Fraction:
        if not tests:
            return Fraction(left)
        return max(
            sum(
                (p * yang(left - 4 * s - 10 * t + gain * (n > 0), tests - 1) for n, p in extra_levels(s, t)), Fraction()
            )
            for s, t in purchases(left)
            if s + 2 * t <= 4
        )

    entries = {name: value for name, value in ENTRIES.items() if name != "sway"} | {"rank": "grunt", "yang": 9}
    call = T13.call("invest", entries | {"tests": 3}, "yang_left", gain=6, yin_yang="apart")
    assert best(call, worth("invest", "yang_left")).value == yang(9, 3)
    once = max(sum(p for n, p in extra_levels(s, t) if n) for s, t in purchases(9))
    call = T13.call("invest", entries | {"yin": 2}, "yin_left", gain=6, yin_yang="apart")
    assert best(call, worth("invest", "yin_left")).value == 2 + 6 * once


def test_the_purse_of_two_colours_goes_down_and_up_in_the_trail() -> None:
    """14 Yang less 4 for a die; 6 + 8 + 8 is 22, above 20: three effects."""
    entries = {name: value for name, value in ENTRIES.items() if name != "sway"}
    entries |= {"rank": "grunt", "yin": 1, "yang": 14, "worth": ("sway:1",)}
    played = T13.run("invest", [6, 8, 6], entries, "1 skill:1d6+2", "no talent:2d6", "gain Yin", yin_yang="apart")
    assert notes(played)[-1] == "gain Yin: the purse holds 2 Yin + 10 Yang"
    assert [worth("invest", f"{name}_left")(played.outcome) for name in ("yin", "yang")] == [2, 10]


def test_levels_gain_and_lose_either_and_what_is_not_there_is_owed() -> None:
    inputs = {"extra_levels": 1, "failure_levels": 1, "yin": 5}
    played = T13.run("effects", "", inputs, "nothing more", "lose Yang", yin_yang="apart")
    assert [worth("effects", name)(played.outcome) for name in ("yin_lost", "yang_lost", "debt")] == [0, 1, 1]
    played = T13.run("effects", "", inputs, "gain Yang", "lose Chi", yin_yang="apart")
    assert [worth("effects", name)(played.outcome) for name in ("yang_gained", "chi_lost", "debt")] == [1, 1, 2]


def test_two_of_either_are_a_chi() -> None:
    played = T13.run("convert", "", {"amount": 7, "from": "yin", "to": "chi"}, yin_yang="apart")
    assert (played.outcome.received, played.outcome.left_over) == (3, 1)
    assert T13.run("convert", "", {"amount": 3, "from": "chi", "to": "yang"}, yin_yang="apart").outcome.received == 6


@pytest.mark.parametrize("action", ["buy", "contest"])
def test_a_contest_and_a_purchase_refuse_what_the_table_does_not_keep(action: str) -> None:
    inputs: dict[str, Any] = DICE if action == "buy" else {"dice": "facet:d6", "against_dice": "facet:d6"}
    with pytest.raises(BadInput, match="sway"):
        T13.call(action, inputs | {"sway": 1}, yin_yang="apart")
    with pytest.raises(BadInput, match="yin"):
        T13.call(action, inputs | {"yin": 1})


def test_each_side_of_a_contest_spends_by_its_own_facet() -> None:
    """4 Yin buy the defender of a Yin Facet a second d6; the attacker's 4 Yang buy one, too; the other colour none."""
    sides = {"dice": "facet:d6", "offers": "skill:d6", "against_dice": "facet:d6", "against_offers": "skill:d6"}
    holds = next(event.holds for event in SYSTEM.action("contest").events if event.name == "win")

    def win(**inputs: Any) -> Fraction:
        return best(T13.call("contest", sides | inputs, "win", yin_yang="apart"), holds).value

    one, two = [range(1, 7)], [a + b for a in range(1, 7) for b in range(1, 7)]
    ahead = Fraction(sum(a > b for a in two for b in one[0]), 36 * 6)
    assert win(yang=4) == ahead
    assert win(yang=4, against_nature="yin", against_yang=4) == ahead
    even = Fraction(sum(a > b for a in two for b in two), 36 * 36)
    assert win(yang=4, against_nature="yin", against_yin=4) == even
