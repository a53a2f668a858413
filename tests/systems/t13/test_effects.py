"""What levels of T13 buy and cost, what its currencies are worth, and what its audit finds."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import cbrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddsmith.errors import BadInput
from oddsmith.rules import Call, Noted, Run, Session, best, first_option, odds, play
from oddsmith.systems.declaration import Finding
from oddsmith.systems.fields.validation import entered
from oddsmith.systems.t13 import SYSTEM
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.rules.components import PRICED, Amount, in_sway, price
from oddsmith.systems.t13.rules.currencies import Currency, Rank, from_chi, in_chi, off_the_top, reduced, value
from oddsmith.systems.t13.rules.effect_menus import MenuEntry, affordable, menu
from oddsmith.systems.t13.rules.exchange import skill_boon


def call(action: str, inputs: Mapping[str, Any], **options: Any) -> Call[Any]:
    declared = SYSTEM.action(action)
    return declared.call(entered(declared.inputs, inputs), entered(SYSTEM.house_rules, options), declared.names)


def choose(inputs: Mapping[str, Any], *choices: str, **options: Any) -> Run[Any]:
    """Effects chosen in order; all choices are used."""
    answers = list(choices)
    played = play(call("effects", inputs, **options), decide=lambda decision: answers.pop(0))
    assert answers == []
    return played


def offered(inputs: Mapping[str, Any], *choices: str, **options: Any) -> tuple[str, ...]:
    """What can be chosen after some choices."""
    session = Session(call("effects", inputs, **options))
    for choice in choices:
        session.answer(choice)
    return tuple(map(str, session.pending.options)) if session.pending else ()


# --- menus -----------------------------------------------------------------------------------------------------------


def test_the_menus_have_as_many_entries_as_the_ranks_have_effects() -> None:
    assert [len(menu(rank)) for rank in Rank] == [rank.most_effects(T13Rules()) for rank in Rank] == [4, 7, 10]
    grunt = {MenuEntry.SWAY, MenuEntry.FEAR, MenuEntry.ORDEAL, MenuEntry.TONE}
    mercari = grunt | {MenuEntry.CHI, MenuEntry.TERROR, MenuEntry.TAROT}
    assert (set(menu(Rank.GRUNT)), set(menu(Rank.MERCARI)), set(menu(Rank.SOLO))) == (grunt, mercari, set(MenuEntry))


def test_a_grunt_chooses_among_four_entries_each_once() -> None:
    entries = {"extra_levels": 9, "rank": "grunt"}
    assert offered(entries) == (
        "nothing more",
        "set the Tone",
        "play one Ordeal card",
        "cause Fear",
        "negate Fear",
        "gain Sway",
    )
    assert "negate Fear" not in offered(entries, "cause Fear")
    outcome = choose(entries, "cause Fear", "gain Sway", "set the Tone", "play one Ordeal card").outcome
    assert len(outcome.successes) == 4
    assert outcome.gained == Amount(1, 0, 0)


@pytest.mark.parametrize(
    ("levels", "rank", "limit", "price", "effects"),
    [
        (3, "grunt", "effects", 1, 3),
        (9, "grunt", "effects", 1, 4),
        (9, "mercari", "effects", 1, 7),
        (12, "solo", "effects", 1, 10),
        (9, "grunt", "ladder", 1, 2),
        (9, "mercari", "ladder", 1, 5),
        (9, "solo", "ladder", 1, 8),
        (9, "solo", "tiers", 2, 4),
        (9, "grunt", "repeats", 1, 4),
    ],
)
def test_levels_buy_effects_up_to_the_limit(levels: int, rank: str, limit: str, price: int, effects: int) -> None:
    assert affordable(levels, Rank(rank), limit, price, T13Rules()) == effects
    declared = SYSTEM.action("effects")
    inputs = entered(declared.inputs, {"extra_levels": levels, "rank": rank})
    rules = entered(SYSTEM.house_rules, {"effect_limit": limit, "effect_price": price})
    assert declared.facts(inputs, rules)["effects_bought"] == effects
    warned = list(declared.warnings(inputs, rules))
    assert bool(warned) is (effects < levels // price)


def test_entries_repeat_only_by_the_house_rule() -> None:
    entries = {"extra_levels": 3, "rank": "grunt"}
    assert "gain Sway" not in offered(entries, "gain Sway")
    assert choose(entries, *["gain Sway"] * 3, effect_limit="repeats").outcome.gained == Amount(3, 0, 0)


def test_tiers_are_reached_in_order() -> None:
    entries = {"extra_levels": 10, "rank": "solo"}
    first = ("set the Tone", "play one Ordeal card", "cause Fear", "gain Sway")
    assert "gain Chi" not in offered(entries, *first[:3], effect_limit="tiers")
    fifth = offered(entries, *first, effect_limit="tiers")
    assert "gain Chi" in fifth
    assert "gain Yarn" not in fifth
    eighth = offered(entries, *first, "gain Chi", "cause Terror", "play one Wyrd Tarot card", effect_limit="tiers")
    assert eighth == ("nothing more", "play one Yarn event card", "cause Horror", "negate Horror", "gain Yarn")
    assert "gain Yarn" in offered(entries)


def test_the_ref_says_how_much_one_effect_gains() -> None:
    assert choose({"extra_levels": 1}, "gain Chi", gain=3).outcome.gained == Amount(0, 3, 0)


# --- failure levels --------------------------------------------------------------------------------------------------


def test_failure_levels_invert_the_menu_whatever_the_rank() -> None:
    assert offered({"failure_levels": 1, "rank": "grunt"}) == (
        "Tone set against you",
        "Ordeal card played against you",
        "suffer Fear",
        "lose Sway",
        "Wyrd Tarot card played against you",
        "suffer Terror",
        "lose Chi",
        "Yarn event card played against you",
        "suffer Horror",
        "lose Yarn",
    )


def test_the_opponents_success_levels_stop_failure_levels() -> None:
    entries = {"failure_levels": 3, "against_extra_levels": 2}
    outcome = choose(entries, "suffer Fear").outcome
    assert len(outcome.failures) == 1
    assert choose({"failure_levels": 2, "against_extra_levels": 2}).outcome.failures == ()


def test_a_crisis_does_not_take_back_what_it_gives() -> None:
    entries = {"extra_levels": 3, "failure_levels": 1}
    left = offered(entries, "gain Sway", "set the Tone", "cause Fear")
    assert "lose Sway" not in left
    assert "Tone set against you" not in left
    assert {"lose Chi", "suffer Fear"} <= set(left)
    negated = offered(entries, "negate Fear", "play one Ordeal card", "nothing more")
    assert "suffer Fear" not in negated
    assert "Ordeal card played against you" in negated  # cards may interfere
    declared = SYSTEM.action("effects")
    played = choose(entries, "play one Ordeal card", "nothing more", "Ordeal card played against you")
    held = {event.name for event in declared.events if event.holds(played.outcome)}
    assert held == {"cards_interfere"}


def test_what_cannot_be_lost_is_a_debt_that_the_ref_collects_elsewhere() -> None:
    entries = {"failure_levels": 2, "sway": 5, "chi": 0, "yarn": 1}
    played = choose(entries, "lose Chi", "lose Yarn", gain=2)
    # 2 Chi are 4 Sway; of 2 Yarn one is there, the other is 2 Chi.
    assert played.outcome.debt == 8
    assert [entry.text for entry in played.trail if isinstance(entry, Noted)] == [
        "the Ref may override (G2.11)",
        "the Ref may override (G2.11)",
        "8 Sway short: the Ref takes something else for it",
    ]
    assert choose(entries, "lose Sway", "suffer Fear", gain=5).outcome.debt == 0
    assert in_sway(Amount(3, 1, 2).minus(Amount(0, 0, 0)), T13Rules()) == 3 + 2 + 10
    assert in_sway(Amount(2, 3, 0).minus(Amount(5, 0, 0)), T13Rules()) == 3 * 2


def test_the_ref_picks_failure_effects_by_the_house_rule() -> None:
    entries = {"failure_levels": 1, "sway": 9}
    session = Session(call("effects", entries, failure_effects="ref"))
    assert session.pending is not None
    assert session.pending.who == "opponent"
    mine = best(call("effects", entries), goal=lambda taken: -taken.lost.sway)
    theirs = best(call("effects", entries, failure_effects="ref"), goal=lambda taken: -taken.lost.sway)
    assert mine.value == 0
    assert theirs.value == -1


def test_more_failure_levels_than_entries_are_left_for_the_ref() -> None:
    played = play(call("effects", {"failure_levels": 12}), decide=first_option)
    assert len(played.outcome.failures) == 10
    assert any("2 failure levels are left" in entry.text for entry in played.trail if isinstance(entry, Noted))


def test_nothing_is_taken_unless_somebody_chooses() -> None:
    outcome = odds(call("effects", {"extra_levels": 4}), first_option)
    assert outcome.p(lambda taken: taken.successes == ()) == 1


# --- currencies ------------------------------------------------------------------------------------------------------


@given(st.integers(1, 1_000))
def test_a_value_is_the_rounded_formula_and_reducing_undoes_it(boon: int) -> None:
    assert value(boon) == round(boon * 2 ** cbrt(boon))  # below a million a float is near enough
    assert reduced(value(boon)) == boon
    assert reduced(value(boon) - 1) == boon - 1


@pytest.mark.parametrize("kind", sorted(PRICED))
def test_prices_follow_from_the_value_of_boons(kind: Any) -> None:
    dear = price(kind, T13Rules())
    assert dear.chi * 2 == dear.sway
    cheaper = [yarn for yarn in range(1, 20) if value(yarn) <= dear.chi]
    assert dear.yarn == max(cheaper, default=1)


@pytest.mark.parametrize(
    ("amount", "given_", "wanted", "received", "left"),
    [
        (8, "yarn", "chi", 32, 0),
        (8, "yarn", "sway", 64, 0),
        (7, "sway", "chi", 3, 1),
        (33, "chi", "yarn", 8, 1),
        (66, "sway", "yarn", 8, 2),
        (3, "chi", "sway", 6, 0),
        (1, "chi", "yarn", 0, 1),
    ],
)
def test_an_exchange_tells_what_is_received_and_left_over(
    amount: int, given_: str, wanted: str, received: int, left: int
) -> None:
    outcome = play(call("convert", {"amount": amount, "from": given_, "to": wanted})).outcome
    assert (outcome.received, outcome.left_over) == (received, left)
    assert from_chi(in_chi(amount, Currency(given_), T13Rules()), Currency(wanted), T13Rules()) == received


def test_off_the_top_a_yarn_costs_what_the_stock_holds() -> None:
    # 20 Yarn are 131 Chi and 19 are 121.
    assert off_the_top(131, 1) == 10
    assert off_the_top(131, 20) == 131
    assert off_the_top(4, 2) is None

    def exchanged(amount: int, given_: str, wanted: str, stock: int) -> tuple[int, int]:
        entries = {"amount": amount, "from": given_, "to": wanted, "stock": stock}
        outcome = play(call("convert", entries, conversion="off-the-top")).outcome
        return outcome.received, outcome.left_over

    assert exchanged(1, "yarn", "chi", 131) == (10, 0)
    assert exchanged(1, "yarn", "sway", 131) == (20, 0)
    assert exchanged(10, "chi", "yarn", 121) == (1, 0)
    assert exchanged(12, "chi", "yarn", 121) == (1, 2)
    assert exchanged(9, "chi", "yarn", 121) == (0, 9)
    assert exchanged(4, "chi", "sway", 121) == (8, 0)
    with pytest.raises(BadInput, match="131 Chi are 20 Yarn"):
        exchanged(21, "yarn", "chi", 131)


@pytest.mark.parametrize(
    ("entries", "field"),
    [
        ({"amount": 3, "from": "chi", "to": "chi"}, "to"),
        ({"amount": 3, "from": "gold", "to": "chi"}, "from"),
        ({"amount": -3, "from": "chi", "to": "sway"}, "amount"),
        ({"amount": 3, "from": "chi", "to": "sway", "stock": 4}, "stock"),
    ],
)
def test_an_exchange_that_makes_no_sense_is_refused(entries: dict[str, Any], field: str) -> None:
    with pytest.raises(BadInput) as refused:
        call("convert", entries)
    assert refused.value.field == field


def test_a_boon_has_a_value_a_score_and_with_another_a_skill() -> None:
    outcome = play(call("boon", {"boon": 13, "second": 13})).outcome
    assert (outcome.value, outcome.score, outcome.skill) == (66, 4, 20)
    assert skill_boon(13, 13) == 20
    declared = SYSTEM.action("boon")
    for boon, text in ((2, "none"), (9, "1d3"), (13, "1d6"), (49, "2d8"), (50, "3d6")):
        inputs = entered(declared.inputs, {"boon": boon})
        assert declared.facts(inputs, entered(SYSTEM.house_rules, {}))["reference_dice"] == text
    assert play(call("boon", {"boon": 13})).outcome.skill == 0


# --- audit and tour --------------------------------------------------------------------------------------------------


def findings(**options: Any) -> list[Finding]:
    return list(SYSTEM.audit(entered(SYSTEM.house_rules, options)))


def about(rule: str, **options: Any) -> list[Finding]:
    return [finding for finding in findings(**options) if rule in finding.rule]


def test_the_audit_finds_what_is_dear_and_cheap_in_yarn() -> None:
    odd = {finding.figures["chi"]: finding.figures["yarn in chi"] for finding in about("R2.17")}
    assert odd == {1: 2, 7: 5}  # the Facet die and the Power die
    texts = [finding.text for finding in about("R2.17")]
    assert "facet die is dear" in texts[0]
    assert "power die is cheap" in texts[1]


def test_the_audit_finds_the_exchange_that_makes_yarn_of_nothing() -> None:
    (pump,) = about("R2.16")
    assert pump.figures == {"yarn": 3, "chi": 8, "yarn again": 4}
    assert about("R2.16", conversion="off-the-top") == []


def test_the_audit_finds_proficiencies_that_bring_nothing() -> None:
    assert [finding.text.split(" brings ")[0] for finding in about("R2.12")] == ["Proficiency number 1"]
    assert about("R2.12", halving="companion") == []


def test_the_audit_finds_ladders_that_do_not_climb() -> None:
    assert not any("does not always climb" in finding.text for finding in findings())
    (slip,) = [finding for finding in findings(doubles="on") if "does not always climb" in finding.text]
    assert slip.figures["steps"] > 0


def test_the_audit_finds_menus_that_nobody_can_use_up() -> None:
    assert about("R2.7") == []
    (short,) = about("R2.7", effect_limit="ladder")
    assert short.figures == {"grunt": (2, 4), "mercari": (5, 7), "solo": (8, 10)}


def test_the_audit_compares_points_on_the_score_where_they_are_allowed() -> None:
    assert about("R2.19") == []
    (points,) = about("R2.19", adjust="after-roll")
    assert points.figures == {"Sway": 2, "Chi": 2, "Yarn": Fraction(5, 2)}


def test_the_audit_finds_reference_dice_off_their_boon() -> None:
    (off,) = about("R2.15")
    assert off.figures == {
        "1d8": {"listed": 15, "by the formula": 14},
        "3d6": {"listed": 50, "by the formula": 48},
    }


def test_the_tour_computes_its_advice() -> None:
    tour = SYSTEM.tour
    assert tour is not None
    declared = SYSTEM.action(tour.action)
    entered(declared.inputs, tour.inputs)
    assert "rises from" in tour.advice()
