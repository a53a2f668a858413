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
    row = DOT.facts("sheet", {"sheet": SHEET})[name]
    assert (row["hero"], row["pool"]) == (f"{target}-", pool)
    assert row["exactly"] == f"{on_3d6(target)} to {with_dots(pool)}"
    assert row["before"] == f"{float(on_3d6(target)):.1%}"
    assert row["after"] == f"{float(with_dots(pool)):.1%}"


def test_what_changed_is_counted() -> None:
    pools = [(12, 3), (12, 3), (14, 5), (12, 3), (8, 1), (13, 4), (13, 4)]
    told = DOT.answer("sheet", {"sheet": SHEET})
    assert told["pools"].mean == len(pools)
    assert told["kinder"].mean == sum(with_dots(pool) > on_3d6(target) for target, pool in pools)
    assert told["harsher"].mean == sum(with_dots(pool) < on_3d6(target) for target, pool in pools)


def test_house_rules_make_other_pools() -> None:
    low = {"sheet": "DEX 15, Climbing 11- DEX, OCV 3", "target_dcv": 6}
    assert DOT.facts("sheet", low)["Climbing"]["pool"] is None  # R1.2: below 12-, the roll of DEX
    assert any("Climbing" in text for text in map(str, DOT.warnings("sheet", low)))
    assert DOT.facts("sheet", low, low_skill="subtract")["Climbing"]["pool"] == 2
    assert DOT.facts("sheet", low, rounding="ceiling")["DEX"]["pool"] == 3
    attack = DOT.facts("sheet", low, combat_floor="automatic-miss")["Attack on DCV 6"]
    assert (attack["pool"], attack["exactly"]) == (-1, f"{on_3d6(8)} to 0")
    assert DOT.facts("sheet", low)["Attack on DCV 6"]["exactly"] == f"{on_3d6(8)} to 1/3"


@pytest.mark.parametrize(
    ("inputs", "named"),
    [
        ({"sheet": "DEX"}, "DEX"),
        ({"sheet": "DEX 15, DEX 18"}, "DEX 18"),
        ({"sheet": "Stealth 14- DEX"}, "DEX, too"),
        ({"sheet": "DEX 15, Stealth 14- DEX, Stealth 13-"}, "Stealth 13-"),
        ({"sheet": "  ;"}, "entries"),
    ],
)
def test_what_is_no_sheet_is_refused(inputs: dict[str, Any], named: str) -> None:
    with pytest.raises(BadInput, match="sheet") as caught:
        DOT.facts("sheet", inputs)
    assert named in str(caught.value)


def test_an_attack_needs_a_target() -> None:
    with pytest.raises(BadInput, match="target_dcv"):
        DOT.facts("sheet", {"sheet": "OCV 5"})
