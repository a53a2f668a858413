"""Numbers of the books as house rules: other numbers, by hand; and nothing is told of those that are the book's."""

from __future__ import annotations

from fractions import Fraction as F
from json import dumps
from typing import Any

import pytest

from oddsmith.answers.documents.best import best_document
from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.question import question
from oddsmith.errors import BadInput
from oddsmith.systems import systems
from oddsmith.systems.fields.field import book_numbers_of


def told(line: str, inputs: dict[str, Any], **numbers: Any) -> dict[str, Any]:
    system, action = line.split()
    return odds_document(question(system, action, inputs, numbers))


def chance(name: str, line: str, inputs: dict[str, Any], **numbers: Any) -> F:
    return F(told(line, inputs, **numbers)["events"][name]["p"])


def mean(name: str, line: str, inputs: dict[str, Any], **numbers: Any) -> F:
    return F(told(line, inputs, **numbers)["measures"][name]["mean"]["exact"])


def facts(line: str, inputs: dict[str, Any], **numbers: Any) -> dict[str, Any]:
    found: dict[str, Any] = told(line, inputs, **numbers)["facts"]
    return found


def test_dot_with_other_dice() -> None:
    three = {"dots": 3}
    assert chance("success", "dot check", three) == 1 - F(2, 3) ** 3
    assert chance("success", "dot check", three, target=4) == 1 - F(1, 2) ** 3
    assert chance("success", "dot check", {"dots": 1}, sides=8) == F(4, 8)
    assert chance("exceptional", "dot check", three, exceptional=1) == 1 - F(2, 3) ** 3
    # a die that succeeds is rolled again: m = 1/3 (1 + m)
    assert mean("successes", "dot check", three, reroll_from=5) == 3 * F(1, 2)
    # of a die with eight sides 5 to 8 succeed, and 6 to 8 are rolled again: m = 4/8 + 3/8 m
    assert mean("successes", "dot check", {"dots": 1}, sides=8) == F(4, 5)
    asked = {"reroll": "ask", "reroll_from": 5, "target": 5}
    assert F(best_document(question("dot", "check", {"dots": 1}, asked), "successes")["value"]["exact"]) == F(1, 2)
    with pytest.raises(BadInput):
        question("dot", "check", three, {"reroll": "ask", "target": 6, "reroll_from": 5})


def test_edged_coins_with_other_ranks_taken_and_added() -> None:
    # p(0) = 1/4, p(1) = 1/2, p(2) = 3/4, p(3) = 13/16; after the first, each toss as Copper brings 1 more on average
    against = {"rank": 2, "opposing_rank": 2}
    assert chance("success", "edged-coins toss", against) == F(3, 4) * F(1, 2) + F(1, 4) * F(3, 4)
    assert chance("success", "edged-coins toss", against, opposed_ranks=2) == F(3, 4) * F(1, 4) + F(1, 4) * F(3, 4)
    armed = {"potency": 1, "attack_power": 1}
    assert mean("damage", "edged-coins damage", armed) == 1 + F(3, 4) * 2
    assert mean("damage", "edged-coins damage", armed, power_ranks=2) == 1 + F(13, 16) * 2
    assert mean("damage", "edged-coins damage", armed, power_ranks=0) == 2


def test_edged_coins_with_other_damage() -> None:
    """R4.6: n successes at Potency 1 come with chance 1/2^(n + 1), and 1 on average."""
    assert mean("damage", "edged-coins damage", {}) == 1 + 1
    assert mean("damage", "edged-coins damage", {}, damage_start=4) == 4 + 1
    assert mean("damage", "edged-coins damage", {}, success_damage=3) == 1 + 3
    victim = {"hc": 6}  # two points, and two more for each success: the second brings the six
    two = {"damage_start": 2, "success_damage": 2}
    assert chance("down", "edged-coins damage", victim, **two) == F(1, 4)
    assert chance("down", "edged-coins damage", victim, chain="whole", **two) == F(1, 4)
    assert mean("damage", "edged-coins damage", victim | {"hc": 5}, **two) == F(1, 2) * 2 + F(1, 4) * 4 + F(1, 4) * 5
    assert chance("down", "edged-coins damage", {"hc": 2}, damage_start=3) == 1
    assert mean("damage", "edged-coins attack", {"rank": 2}, damage_start=4) == F(3, 4) * 5
    assert mean("damage", "edged-coins attack", {"rank": 2}, damage_start=4, success_damage=2) == F(3, 4) * 6
    assert chance("win", "edged-coins duel", {"rank": 2, "hc": 3, "against_rank": 2, "against_hc": 3, "rounds": 1}) == (
        F(3, 4) * F(1, 4)
    )
    duel = {"rank": 2, "hc": 3, "against_rank": 2, "against_hc": 3, "rounds": 1}
    assert chance("win", "edged-coins duel", duel, damage_start=2) == F(3, 4) * F(1, 2)


def test_mod_dot_with_more_tests() -> None:
    """R0.5 to R0.8, base 0. Three tests: 27 ways, of which those all up or all down go on."""
    none = {"pool": 2, "difficulty": 7}
    ways = [a + b + c for a in (-1, 0, 1) for b in (-1, 0, 1) for c in (-1, 0, 1)]
    assert chance("success", "mod-dot test", none, tests=3) == F(sum(way > 0 for way in ways), 27)
    assert chance("botch", "mod-dot test", none, tests=3) == F(sum(way < 0 for way in ways), 27)
    with pytest.raises(BadInput, match="2 to 5"):
        question("mod-dot", "test", none, {"tests": 1})


def test_edged_coins_with_other_efforts() -> None:
    def best(action: str, goal: str, inputs: dict[str, Any], **numbers: Any) -> F:
        found = best_document(question("edged-coins", action, inputs, numbers), goal)
        return F(found["value"]["exact"])

    skilled = {"rank": 0, "ec": 1}
    assert best("toss", "success", skilled) == F(1, 2)
    assert best("toss", "success", skilled, effort_ranks=2) == F(3, 4)
    unarmored = {"potency": 1, "ec": 2}
    assert best("damage", "damage", unarmored) == 1 + F(3, 4) * 2
    assert best("damage", "damage", unarmored, power_effort_ranks=2) == 1 + F(13, 16) * 2


def test_dot_with_other_sheets() -> None:
    assert facts("dot check", {"characteristic": 15}, points_a_dot=10)["pool"] == 2  # 1.5, halves up
    assert facts("dot check", {"characteristic": 14}, points_a_dot=10)["pool"] == 1
    assert facts("dot check", {"familiarity": 8}, familiarity_8=3)["pool"] == 3
    assert facts("dot check", {"skill": 14}, roll_at_no_dots=10)["pool"] == 4
    assert facts("dot attack", {"ocv": 5, "dcv": 5}, attack_dots=4)["pool"] == 4


def test_dot_warns_of_modifiers_beyond_those_of_the_table() -> None:
    def warned(modifier: int, **numbers: Any) -> bool:
        given = told("dot check", {"dots": 9, "modifier": modifier}, **numbers)["warnings"]
        return any("(R1.8)" in warning for warning in given)

    assert [warned(5), warned(-6), warned(3, usual_modifier=2), warned(6, usual_modifier=6)] == [
        False,
        True,
        True,
        False,
    ]


def test_t13_with_other_proficiencies() -> None:
    """R2.12: a die less than there are; R2.14: d6 of a mortal. 3.5 on average each."""
    one = {"dice": "facet:d6", "difficulty": 8, "proficiencies": 2, "fitting": 1}
    assert mean("score", "t13 test", one) == 3 * F(7, 2)
    assert mean("score", "t13 test", one, fitting_counts=1) == 2 * F(7, 2)
    assert mean("score", "t13 test", one, fitting_counts=3) == 4 * F(7, 2)
    assert mean("score", "t13 test", one | {"monolith": True}, monolith_dice=2) == 5 * F(7, 2)
    assert mean("score", "t13 test", one | {"monolith": True}, monolith_dice=0) == 3 * F(7, 2)
    with pytest.raises(BadInput, match="at least one, such as facet:d6"):
        told("t13 test", {"dice": "", "difficulty": 8, "proficiencies": 1, "fitting": 1}, fitting_counts=1)


def test_mod_dot_with_other_numbers() -> None:
    ten = {"pool": 10}
    armed = {"parts": "dexterity:3,melee:4", "specialty": True}
    assert facts("mod-dot test", armed)["pool"] == 8
    assert facts("mod-dot test", armed, specialty_dice=3)["pool"] == 10
    assert facts("mod-dot test", ten, dice_a_base=3)["base"] == 4
    assert facts("mod-dot test", ten, usual_difficulty=8)["base"] == 7
    assert facts("mod-dot test", ten, cap_times=3)["most_successes"] == 30
    assert facts("mod-dot test", {"pool": 2, "difficulty": 10}, lowest=-3)["base"] == -3
    # base 0: one ahead is 1/3; where an even counts as an up, no down is needed among both: 4/9
    none = {"pool": 2, "difficulty": 7}
    assert chance("success", "mod-dot test", none) == F(1, 3)
    assert chance("success", "mod-dot test", none, even=1) == F(4, 9)
    assert chance("success", "mod-dot test", none, up=2) == F(5, 9)  # an up among both tests: 1 - 4/9
    # base 5: a botch takes two downs (to 3) and then two more that take two each
    assert chance("botch", "mod-dot test", ten, further_down=2) == F(1, 9) * F(1, 9)


def test_the_ladder_of_edged_coins_is_made_of_numbers() -> None:
    def ladder(rank: int, **numbers: Any) -> F:
        return chance("success", "edged-coins toss", {"rank": rank}, **numbers)

    assert ladder(6, six_fallback=3) == F(125, 128)
    assert ladder(6, six_coins=5) == F(31, 32)
    assert ladder(3, iron_heads=1) == 1 - F(1, 4) * F(1, 4)  # Silver falls back to Iron
    assert ladder(5, platinum_fallback="none") == F(3, 4)
    assert ladder(6, rank_six="never-worse", platinum_coins=3) == 1 - F(1, 8) * F(1, 4)
    easy = {"rank": 1, "difficulty": "easy"}
    assert chance("success", "edged-coins toss", easy, easy_ranks=2) == F(13, 16)
    assert facts("edged-coins fall", {"metres": 12}, metres=6)["potency"] == 2


def test_prices_of_edged_coins_are_numbers() -> None:
    def best(ec: int, **numbers: Any) -> F:
        found = best_document(question("edged-coins", "toss", {"rank": 0, "ec": ec}, numbers), "success")
        return F(found["value"]["exact"])

    assert best(4, buy_price=4) == 1
    assert best(1, effort_price=2) == F(1, 4)
    assert best(2, effort_price=2) == F(1, 2)
    assert best(2, re_toss_price=2, effort_price=3) == 1 - F(3, 4) ** 2
    phrases = best_document(question("edged-coins", "toss", {"rank": 0, "ec": 4}, {"buy_price": 4}), "success")
    assert phrases["phrases"]["buy"] == "buy the success for 4 EC"


def test_t13_with_another_ladder() -> None:
    two = {"dice": "facet:d6,descendant:d6", "difficulty": 4}
    assert chance("complete", "t13 test", two) == F(15, 36)  # 8 or more
    assert chance("complete", "t13 test", two, complete_times=3) == F(1, 36)  # 12
    assert chance("superior", "t13 test", two) == 0
    assert chance("superior", "t13 test", two, superior_times=2) == F(10, 36)  # 9 or more
    assert mean("extra_levels", "t13 test", two, superior_times=2) == F(10, 36)  # no 13 for a second one
    assert chance("complete_failure", "t13 test", two | {"difficulty": 8}, half=3) == F(1, 36)  # 2 is below 8/3
    bands = facts("t13 buy", two | {"offers": "skill:1d6"}, superior_times=5)["levels"]
    assert bands["Complete Success"] == "8-20"


def test_t13_with_other_dice_prices_and_effects() -> None:
    two = {"dice": "facet:d6,descendant:d6", "difficulty": 4}
    assert facts("t13 test", two | {"proficiencies": 4}, mortal_sides=10)["proficiency_dice"] == "3d10"
    assert chance("crisis", "t13 test", two | {"proficiencies": 2}, mortal_sides=8) == F(2, 8)
    assert facts("t13 test", two | {"proficiencies": 9}, most_proficiencies=3)["proficiency_dice"] == "2d6"
    assert facts("t13 test", two | {"proficiencies": 4}, most_proficiency_dice=1)["proficiency_dice"] == "1d6"
    assert facts("t13 test", two | {"prof_dice": "6d6"}, most_proficiency_dice=6)["proficiency_dice"] == "6d6"
    assert facts("t13 test", two | {"rank": "grunt"}, grunt_effects=5)["most_effects"] == 5
    sale = two | {"offers": "skill:1d6", "sway": 4}
    assert facts("t13 buy", sale, skill_sway=3)["prices"] == {"skill:1d6": "3 Sway or 2 Chi or 1 Yarn"}
    assert mean("received", "t13 convert", {"amount": 3, "from": "chi", "to": "sway"}, sway_per_chi=5) == 15
    found = best_document(
        question(
            "t13", "buy", {"dice": "facet:d6", "difficulty": 8, "offers": "skill:1d6", "sway": 4}, {"skill_sway": 2}
        ),
        "success",
    )
    assert F(found["value"]["exact"]) == F(160, 216)  # three dice come to 9 or more in 160 of 216 ways
    found = best_document(
        question(
            "t13", "buy", {"dice": "facet:d6", "difficulty": 8, "sway": 1}, {"adjust": "after-roll", "sway_adjusts": 3}
        ),
        "success",
    )
    assert F(found["value"]["exact"]) == F(1, 6)  # a 6 becomes 9


def test_humanity_and_beast_with_other_dice() -> None:
    one = {"humanity": 1, "beast": 0, "difficulty": 2}
    assert mean("successes", "humanity-beast action", one) == F(4, 9)
    # of a die with twenty sides 7 to 20 succeed, and a 20 is rolled again: m = 14/20 + m/20
    assert mean("successes", "humanity-beast action", one, sides=20) == F(14, 19)
    assert mean("successes", "humanity-beast action", one, sides=20, again="once") == F(14, 20) * F(21, 20)
    paid = one | {"willpower": 1, "spend": "before"}
    assert chance("success", "humanity-beast action", paid) == F(4, 10)
    assert chance("success", "humanity-beast action", paid, assured_successes=2) == 1
    # three bought: one of five dice has to succeed, whatever colour they have, and a 10 that waits is a success
    five = {"humanity": 3, "beast": 2, "difficulty": 4, "willpower": 2, "spend": "before"}
    for tens in ("always", "stop-when-met", "never-on-beast"):
        for assured in ("neither", "humanity", "beast"):
            found = chance("success", "humanity-beast action", five, assured_successes=3, assured=assured, tens=tens)
            assert found == 1 - F(6, 10) ** 3 * F(5, 10) ** 2
    # two Humanity dice and three bought against one: the other side may reroll its die with a point that it kept
    fought = {"humanity": 2, "beast": 1, "willpower": 2, "spend": "before"}
    fought |= {"against_humanity": 2, "against_beast": 1, "against_willpower": 1, "against_spend": "after"}
    wins = {
        chance("win", "humanity-beast conflict", fought, assured_successes=3, assured=assured)
        for assured in ("neither", "humanity", "beast")
    }
    assert len(wins) == 1
    # of twenty sides 15 to 20 succeed, and a 20 is rolled again: m = 6/20 + m/20
    assert mean("successes", "humanity-beast action", one, sides=20, humanity_target=15) == F(6, 19)
    with pytest.raises(BadInput, match="humanity_target: 7 .* 2 to 6, .* sides=6"):
        question("humanity-beast", "action", one, {"sides": 6})


def test_humanity_and_beast_with_dice_of_fewer_sides_than_the_books_target() -> None:
    """A target of the book, 7 and 6, may be past the highest face of other dice, as long as the table has its own."""
    one = {"humanity": 1, "beast": 0, "difficulty": 2}
    six = {"sides": 6, "humanity_target": 5, "beast_target": 4}
    # 5 and 6 succeed, and a 6 is rolled again: m = 2/6 + m/6
    assert mean("successes", "humanity-beast action", one, **six, loss_target=5) == F(2, 5)
    assert mean("successes", "humanity-beast action", one, **six) == F(2, 5)  # a target that nothing rolls at
    # 3 and 4 succeed: m = 2/4 + m/4
    four = {"sides": 4, "humanity_target": 3, "beast_target": 3}
    assert mean("successes", "humanity-beast action", one, **four) == F(2, 3)
    check = {"humanity": 7, "willpower": 0}
    lost = chance("humanity_lost", "humanity-beast humanity-check", check, **six, humanity_loss="aug2010")
    assert lost == F(4, 6) ** 7
    custom = {"humanity_loss": "custom", "loss_dice": 2}
    assert chance("humanity_lost", "humanity-beast humanity-check", check, **six, **custom, loss_target=6) == F(25, 36)
    with pytest.raises(BadInput, match="loss_target: 7 .* 2 to 6"):
        question("humanity-beast", "humanity-check", check, {**six, **custom})


def test_a_difficulty_between_those_on_the_table_is_not_on_it() -> None:
    one = {"humanity": 1, "beast": 0, "difficulty": 3}
    warned = told("humanity-beast action", one, average_needs=4)["warnings"]
    assert "Difficulty 3 is not on the table, which has 2, 4, 5, 6, 7, 8, 9, 10 (R3.5)." in warned


def test_humanity_and_beast_with_other_costs() -> None:
    fight = {
        "humanity": 1,
        "beast": 0,
        "willpower": 4,
        "against_humanity": 1,
        "against_beast": 0,
        "against_willpower": 4,
    }
    # a die wins by one or more; each of these is two of damage, and 4 are all there is: by two or more
    printed, double = (told("humanity-beast conflict", fight, **n) for n in ({}, {"damage_each": 2}))
    assert F(double["measures"]["damage_dealt"]["mean"]["exact"]) == 2 * F(
        printed["measures"]["damage_dealt"]["mean"]["exact"]
    )
    hit = [F(3, 5), *(F(36, 10 ** (k + 1)) for k in range(1, 30))]
    by_two = sum(hit[k] * sum(hit[: k - 1]) for k in range(2, 30))
    assert abs(F(double["events"]["against_out_of_willpower"]["p"]) - by_two) < F(1, 10**20)
    check = {"humanity": 7, "willpower": 0}
    lost = chance("humanity_lost", "humanity-beast humanity-check", check, humanity_loss="aug2010")
    assert lost == F(3, 5) ** 7
    assert (
        mean("dice_lost", "humanity-beast humanity-check", check, humanity_loss="aug2010", humanity_lost=3) == 3 * lost
    )
    fed = {"humanity": 7, "willpower": 1, "full_willpower": 9, "victim": "spared"}
    assert mean("willpower_left", "humanity-beast feed", fed, humanity_loss="aug2010", sparing_refreshes=5) == 6
    battle = fight | {"willpower": 1, "against_willpower": 1, "spend": "none", "against_spend": "none"}
    assert chance("win", "humanity-beast battle", battle, sides=20) == F(1, 2)


def test_humanity_and_beast_with_other_dice_and_difficulties() -> None:
    """3f: a Humanity die fails with 3/5, a Beast die with 1/2."""
    dice = {"humanity": 7, "beast": 5}
    never = F(3, 5) ** 7 * F(1, 2) ** 5
    easy = dice | {"difficulty": "easy"}
    assert chance("success", "humanity-beast action", easy, all_dice=12, easy_needs=1) == 1 - never
    with pytest.raises(BadInput, match="10 in all"):
        question("humanity-beast", "action", dice)
    with pytest.raises(BadInput, match="8 in all"):
        question("humanity-beast", "action", {"humanity": 5, "beast": 4}, {"all_dice": 8})
    with pytest.raises(BadInput):
        question("humanity-beast", "action", {"humanity": 9, "beast": 0}, {"all_dice": 8})
    # of 8 dice 5 are Humanity, so 3 are Beast
    frenzy = {"humanity": 5, "willpower": 0}
    assert chance("frenzy", "humanity-beast frenzy-check", frenzy, humanity_loss="aug2010", all_dice=8) == F(1, 8)
    kept = {"humanity": 5, "willpower": 9}  # more than 9 successes of 5 dice hardly come, so one more is a Beast die
    assert abs(mean("beast_left", "humanity-beast humanity-check", kept, humanity_loss="aug2010", all_dice=8) - 4) < F(
        1, 100
    )
    spent = facts("humanity-beast action", {"humanity": 2, "beast": 1}, all_dice=8, pool="per-scene")
    assert spent["dice_left_this_scene"] == 5
    assert facts("humanity-beast spiral", {"humanity": 6, "willpower": 5}, all_dice=8)["beast"] == 2
    fight = {"humanity": 12, "beast": 0, "against_humanity": 12, "against_beast": 0}
    assert chance("win", "humanity-beast conflict", fight, all_dice=12) < F(1, 2)
    scene = {"humanity_dice": 1, "beast_dice": 11, "difficulties": "hard,easy"}
    assert facts("humanity-beast scene", scene, all_dice=12, hard_needs=3, pool="per-scene")["difficulties"] == (
        "average (3), easy (2)"
    )


def test_only_numbers_that_are_not_the_books_are_told() -> None:
    assert "target" not in told("dot check", {"dots": 3}, target=5)["options"]
    assert told("dot check", {"dots": 3}, target=4)["options"]["target"] == 4
    inputs = {"rank": 0, "ec": 5}
    printed, cheaper = (
        dumps(best_document(question("edged-coins", "toss", inputs, numbers), "success"))
        for numbers in ({}, {"buy_price": 4})
    )
    assert '"changed"' not in printed
    assert '"changed": [["buy_price", 4]]' in cheaper


def test_every_number_of_a_book_has_its_rule_and_may_be_the_books() -> None:
    for system in systems():
        for field in book_numbers_of(system.house_rules).values():
            assert field.gap.startswith("R") or field.gap in system.citations, field.name
            assert field.default is None or field.kind.low <= field.default <= field.kind.high  # type: ignore[attr-defined]
