"""A whole HERO sheet, against counts over all faces of 3d6 and of every pool."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from tests.systems.questions import Questions

from oddsmith.errors import BadInput
from oddsmith.systems.dot import SYSTEM

DOT = Questions(SYSTEM)
SHEET = "DEX 15, INT 13; Stealth 14- (DEX)\nAcrobatics 12- dex, Acting 8-, Luck 13-; OCV 7, DCV 5"


def on_3d6(target: int) -> Fraction:
    """3 always succeeds, 18 never does."""
    rolls = [sum(faces) for faces in product(range(1, 7), repeat=3)]
    return Fraction(sum(roll == 3 or (roll <= target and roll != 18) for roll in rolls), 216)


def with_dots(dots: int) -> Fraction:
    """R1.5, R1.9: a five or a six among so many dice, one at least."""
    dice = max(dots, 1)
    return Fraction(sum(max(faces) >= 5 for faces in product(range(1, 7), repeat=dice)), 6**dice)


def told(sheet: str, *, options: dict[str, Any] | None = None, **inputs: Any) -> dict[str, dict[str, Any]]:
    """The rows of a sheet's table, by name."""
    rows = DOT.facts("sheet", {"sheet": sheet, **inputs}, **(options or {}))["pools"].rows
    by_name = {row["name"]: row for row in rows}
    assert len(by_name) == len(rows)
    return by_name


def pools(sheet: str, **more: Any) -> dict[str, int]:
    return {name: row["pool"] for name, row in told(sheet, **more).items()}


def warnings(sheet: str, **inputs: Any) -> str:
    return " ".join(map(str, DOT.warnings("sheet", {"sheet": sheet, **inputs})))


def chance(p: Fraction) -> dict[str, Any]:
    return {"p": str(p), "float": float(p)}


@pytest.mark.parametrize(
    ("name", "target", "pool"),
    [
        ("DEX", 12, 3),  # R1.1
        ("INT", 12, 3),  # G1.1: 13 / 5 is nearest to 3
        ("Stealth", 14, 5),  # R1.2, R1.3: 3 of DEX, 2 of the skill
        ("Acrobatics", 12, 3),
        ("Acting", 8, 1),  # R1.4
        ("Luck", 13, 4),  # G1.4: no characteristic, 13 - 9
        ("Attack on DCV 5", 13, 4),  # R1.10: 2 + 7 - 5; HERO: 11 + 7 - 5
    ],
)
def test_every_pool_has_its_odds_before_and_after(name: str, target: int, pool: int) -> None:
    row = told(SHEET)[name]
    assert (row["hero"], row["pool"], row["dice"]) == (f"{target}-", pool, pool)
    assert row["before"] == chance(on_3d6(target))
    assert row["after"] == chance(with_dots(pool))
    assert "note" not in row


def test_what_changed_is_counted() -> None:
    pools = [(12, 3), (12, 3), (14, 5), (12, 3), (8, 1), (13, 4), (13, 4)]
    told = DOT.answer("sheet", {"sheet": SHEET})
    assert told["pools"].mean == len(pools)
    assert told["kinder"].mean == sum(with_dots(pool) > on_3d6(target) for target, pool in pools)
    assert told["harsher"].mean == sum(with_dots(pool) < on_3d6(target) for target, pool in pools)


def test_house_rules_make_other_pools() -> None:
    low: dict[str, Any] = {"sheet": "DEX 15, Climbing 11- DEX, OCV 3", "target_dcv": 6}
    assert told(**low)["Climbing"]["pool"] is None  # R1.2: below 12-, the roll of DEX
    assert told(**low)["Climbing"]["after"] is None
    assert "12 or more" in told(**low)["Climbing"]["note"]
    assert pools(**low, options={"low_skill": "subtract"})["Climbing"] == 2
    assert pools(**low, options={"rounding": "ceiling"})["DEX"] == 3
    attack = told(**low, options={"combat_floor": "automatic-miss"})["Attack on DCV 6"]
    assert (attack["pool"], attack["dice"], attack["before"], attack["after"]) == (
        -1,
        0,
        chance(on_3d6(8)),
        chance(Fraction(0)),
    )
    attack = told(**low)["Attack on DCV 6"]
    assert (attack["pool"], attack["dice"], attack["after"]) == (-1, 1, chance(Fraction(1, 3)))


@pytest.mark.parametrize(
    ("numbers", "one"),
    [
        # a four is no success, but is rolled again, until a face ends it: 5 and 6 of the five others succeed
        ({"reroll_from": 4}, 1 - Fraction(3, 6) / (1 - Fraction(1, 6))),
        ({"target": 6, "reroll_from": 5}, 1 - Fraction(4, 6) / (1 - Fraction(1, 6))),
        ({"sides": 8, "target": 8}, 1 - Fraction(5, 8) / (1 - Fraction(2, 8))),
        # at most once a die: a four, and then no success
        ({"reroll_from": 4, "reroll": "once"}, 1 - Fraction(3, 6) - Fraction(1, 6) * Fraction(4, 6)),
        ({"reroll_from": 4, "reroll": "off"}, Fraction(1, 3)),
        ({"reroll": "ask"}, Fraction(1, 3)),
    ],
)
def test_a_face_that_does_not_succeed_is_rolled_again_too(numbers: dict[str, Any], one: Fraction) -> None:
    """R1.7: a die fails that shows a low face in the end; three dots of DEX 15 are three dice."""
    assert told("DEX 15", options=numbers)["DEX"]["after"] == chance(1 - (1 - one) ** 3)
    assert DOT.answer("check", {"characteristic": 15}, **numbers)["success"] == 1 - (1 - one) ** 3


def test_a_pool_below_one_dot_is_one_die_whose_miss_is_critical() -> None:
    """R1.9."""
    row = told("COM 2, DEX 5")["COM"]
    assert (row["hero"], row["pool"], row["dice"]) == ("9-", 0, 1)
    assert row["note"] == "The pool is 0: one die, and a miss is a critical failure (R1.9)."
    assert "note" not in told("COM 2, DEX 5")["DEX"]  # G1.8: exactly one is not below one


def test_what_hero_rolls_nothing_of_is_passed_over_with_a_word() -> None:
    sheet = "STR 10, SPD 4, PD 6, ED 5, REC 6, END 30, STUN 32, BODY 11, Running 12m"
    assert pools(sheet) == {"STR": 2}
    assert DOT.answer("sheet", {"sheet": sheet})["pools"].mean == 1
    assert "HERO has no roll for SPD, PD, ED, REC, END, STUN and BODY" in warnings(sheet)
    assert "Running is no characteristic of HERO" in warnings(sheet)


def test_mental_combat_is_as_other_combat() -> None:
    """HERO: 11 + OMCV - DMCV; R1.10 speaks of OCV and DCV alone."""
    row = told("OMCV 6, DMCV 4")["Mental attack on DMCV 4"]
    assert (row["hero"], row["pool"], row["before"]) == ("13-", 4, chance(on_3d6(13)))
    assert "R1.10" in row["note"]
    assert pools("OMCV 6, DMCV 4", target_dmcv=9) == {"Mental attack on DMCV 9": -1}
    assert pools("STR 10, OMCV 3") == {"STR": 2}
    assert "OMCV is passed over: no DMCV" in warnings("STR 10, OMCV 3")


@pytest.mark.parametrize(
    "skill",
    [
        "Stealth (DEX) 14-",
        "Stealth 14- DEX",
        "Stealth 14- (Dex)",
        "Stealth 14- Dexterity",
        "Stealth (Dexterity): 14-",
        "Stealth DEX 14-",
        "Stealth\t14-\tDEX",
        "Stealth (DEX)   (14-)",
    ],
)
def test_a_skill_has_the_characteristic_that_is_named_wherever_it_stands(skill: str) -> None:
    """G1.1: 13 / 5 rounded down is 2; the roll on the sheet stays 12-, so the skill adds 2."""
    assert pools(f"DEX 13\n{skill}", options={"rounding": "floor"}) == {"DEX": 2, "Stealth": 4}


@pytest.mark.parametrize(
    "sheet",
    [
        "DEX 15\nSTR 10\nOCV 7\nDCV 6",
        "DEX 15 STR 10\r\nOCV 7 DCV 6\r\n",
        "15 DEX\n10 STR\n7 OCV\n6 DCV",
        "15 DEX 10 STR; OCV: 7, DCV = 6",
        "DEX\t15\t12-\nSTR\t10\t11-\nOCV\t7\nDCV\t6",
        "15\tDEX\t15\t12-\n10\tSTR\t0\t11-\n7 OCV\t6 DCV",
        "DEX\tSTR\tOCV\tDCV\n15\t10\t7\t6",
        "Dexterity 15, Strength: 10, OCV 7, DCV 6",
        "DEX 15 (12-), STR 10 (11-), OCV 7, DCV 6",
        "DEX 15, DEX 12-, STR 10, STR roll 11-, OCV 7, DCV 6",
        "DEX 15/20, STR 10/30, OCV 7/9, DCV 6/8",
    ],
)
def test_scores_are_read_as_sheets_have_them(sheet: str) -> None:
    assert pools(sheet) == {"DEX": 3, "STR": 2, "Attack on DCV 6": 3}


def test_of_two_values_the_first_is_taken_and_said() -> None:
    assert "DEX 15/20: the first value, 15, is taken." in warnings("DEX 15/20, STR 10")


def test_a_roll_that_is_not_that_of_its_score_is_said() -> None:
    assert pools("DEX 15 (14-)") == {"DEX": 3}
    assert "DEX 15 rolls 12- in HERO; 14- is passed over." in warnings("DEX 15 (14-)")
    assert warnings("DEX 15 (12-)") == ""


@pytest.mark.parametrize(
    "familiar", ["Acting 8- familiarity", "Acting (Familiarity) 8-", "Acting 8- (PRE) familiarity"]
)
def test_a_familiarity_is_never_combined_with_a_characteristic(familiar: str) -> None:
    """R1.4."""
    assert pools(f"PRE 20, {familiar}") == {"PRE": 4, "Acting": 1}


def test_an_8_without_a_characteristic_is_taken_for_a_familiarity_and_said() -> None:
    """R1.4, G1.5: HERO sheets write familiarities so; any other roll is that of a skill, unless the sheet says more."""
    numbers = {"familiarity_8": 3, "familiarity_11": 4}
    sheet = "DEX 15, Acting 8-, Luck 8-, Lore 11-, Trade 11- familiarity, Climbing 8- DEX, Stealth 8- familiarity"
    assert pools(sheet, options={**numbers, "low_skill": "subtract"}) == {
        "DEX": 3,
        "Acting": 3,
        "Luck": 3,
        "Lore": 2,  # G1.4: 11 - 9
        "Trade": 4,
        "Climbing": -1,  # G1.3: 3 of DEX, 8 - 12 of the skill
        "Stealth": 3,
    }
    assert warnings(sheet) == "An 8- without a characteristic is taken for a familiarity (R1.4): Acting 8- and Luck 8-."
    assert pools("Lore 11-", options=numbers)["Lore"] == DOT.facts("check", {"skill": 11}, **numbers)["pool"] == 2


def test_the_roll_of_a_characteristic_is_no_familiarity() -> None:
    """R1.12: a characteristic of which only the roll is known makes that less nine, however a table reads skills."""
    numbers = {"familiarity_8": 3, "familiarity_11": 4, "flat_skill": "as-familiarity"}
    assert pools("DEX 8-, INT roll 11-, Luck 8-", options=numbers) == {"DEX": -1, "INT": 2, "Luck": 3}
    assert "critical failure" in told("DEX 8-")["DEX"]["note"]
    assert warnings("DEX 8-") == ""
    assert told("DEX 8-", options={"low_characteristic": "no-pool"})["DEX"]["pool"] is None  # G1.2


@pytest.mark.parametrize("line", ["Stealth 14- LUCK", "3d6 HKA", "INT"])
def test_a_line_that_cannot_be_read_is_passed_over_with_a_word(line: str) -> None:
    assert pools(f"DEX 15, {line}") == {"DEX": 3}
    assert f"'{line}' cannot be read: passed over." in warnings(f"DEX 15, {line}")


def test_scores_behind_a_heading_and_a_roll_beside_scores_are_read() -> None:
    assert pools("CV: OCV 7 DCV 5") == {"Attack on DCV 5": 4}  # R1.10: 2 + 7 - 5
    # 13 / 5 is nearest to 3 (G1.1); a roll without a characteristic makes 12 - 9 (G1.4)
    assert pools("13 INT 3 12- PER Roll 12-") == {"INT": 3, "PER Roll": 3}
    assert warnings("13 INT 3 12- PER Roll 12-") == ""


def test_a_skill_below_its_characteristic_makes_no_pool_by_the_book() -> None:
    """R1.2, G1.3: 18 / 5 is nearest to 4, so the roll of DEX is 13-; no house rule is needed to have no pool."""
    row = told("DEX 18, Breakfall 12- DEX")["Breakfall"]
    assert (row["pool"], row["dice"], row["after"]) == (None, None, None)
    assert "13 or more, the characteristic roll" in row["note"]
    assert "house rule" not in row["note"]


def test_headings_are_passed_over() -> None:
    assert pools("CHARACTERISTICS\nDEX 15\nSKILLS\nStealth 14- DEX") == {"DEX": 3, "Stealth": 5}
    assert "CHARACTERISTICS" in warnings("CHARACTERISTICS\nDEX 15")


@pytest.mark.parametrize(
    ("inputs", "named"),
    [
        ({"sheet": "DEX"}, "nothing that is rolled"),
        ({"sheet": "DEX 15, DEX 18"}, "DEX stands on it twice, as 15 and 18"),
        ({"sheet": "Stealth 14- DEXTERITY"}, "Stealth 14- DEX needs the score of DEX"),
        ({"sheet": "DEX 15, Stealth 14- DEX, Stealth 13-"}, "Stealth stands on it twice, as 14- and 13-"),
        ({"sheet": "DEX 15, Acting 9- familiarity"}, "8- or 11-"),
        ({"sheet": "SPD 4, Running 12m"}, "nothing that is rolled"),
        ({"sheet": "  ;"}, "0 entries"),
    ],
)
def test_what_is_no_sheet_is_refused(inputs: dict[str, Any], named: str) -> None:
    with pytest.raises(BadInput, match="sheet") as caught:
        DOT.facts("sheet", inputs)
    assert named in str(caught.value)


def test_an_attack_needs_a_target() -> None:
    with pytest.raises(BadInput, match="target_dcv"):
        DOT.facts("sheet", {"sheet": "OCV 5"})
