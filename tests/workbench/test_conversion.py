"""Conversions against chances worked out by hand and overlaps counted outcome by outcome."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from oddsmith.answers.documents.compare import comparands
from oddsmith.errors import BadInput
from oddsmith.workbench.axes import Axis
from oddsmith.workbench.conversion import conversion_document
from oddsmith.workbench.study import OfAction, OfNotation

F = Fraction


def matches(target: str, study: OfAction | OfNotation, most: int = 99) -> list[tuple[Any, str]]:
    (found,) = conversion_document(comparands(target), study, most=most)["targets"]
    return [(*match["values"].values(), match["overlap"]["p"]) for match in found["matches"]]


def dots(of: str) -> OfAction:
    return OfAction("dot", "check", {}, {}, (Axis("dots", tuple(range(1, 11))),), (of,))


@pytest.mark.parametrize(
    ("target", "hero"), [("(3d6)<=14", F(49, 54)), ("(3d6)<=11", F(5, 8)), ("(3d6)<=12", F(20, 27))]
)
def test_the_dot_pool_that_feels_like_a_hero_roll(target: str, hero: Fraction) -> None:
    # 1f: 1 - (2/3)^dots; two yes-or-nos overlap by 1 less the difference of their chances
    expected = sorted(((1 - abs(hero - (1 - F(2, 3) ** n)), n) for n in range(1, 11)), reverse=True)
    found = matches(target, dots("success"))
    assert [F(overlap) for _, overlap in found] == [overlap for overlap, _ in expected]
    assert found[0] == (expected[0][1], str(expected[0][0]))


def test_versions_differ_by_numbers_of_the_book() -> None:
    study = OfAction(
        "dot", "check", {"dots": 2}, {"reroll": "off"}, (Axis("exceptional", (1, 2), "option"),), ("exceptional",)
    )  # 5/9 and 1/9 against 3/6
    assert matches("(1d6)<=3", study) == [(1, str(1 - (F(5, 9) - F(1, 2)))), (2, str(1 - (F(1, 2) - F(1, 9))))]


def law(dice: int, sides: int) -> dict[int, Fraction]:
    counted = Counter(map(sum, product(range(1, sides + 1), repeat=dice)))
    return {total: F(count, sides**dice) for total, count in counted.items()}


def test_whole_curves_are_compared_outcome_by_outcome() -> None:
    study = OfNotation("{pool}d4", (Axis("pool", (1, 2, 3, 4), "number"),))
    ours = law(2, 6)
    overlaps = {
        pool: sum((min(ours.get(k, F(0)), theirs.get(k, F(0))) for k in range(1, 17)), F(0))
        for pool in (1, 2, 3, 4)
        for theirs in [law(pool, 4)]
    }
    found = matches("2d6", study)
    assert {pool: F(overlap) for pool, overlap in found} == overlaps
    assert found[0][0] == max(overlaps, key=lambda pool: overlaps[pool])


def test_which_side_is_better_is_told() -> None:
    study = OfNotation("{pool}d6", (Axis("pool", (1, 2, 3), "number"),))
    (target,) = conversion_document(comparands("2d6"), study)["targets"]
    assert {match["values"]["pool"]: match["better"] for match in target["matches"]} == {
        1: "target",
        2: "both",
        3: "match",
    }


def test_versions_that_cannot_be_compared_are_counted() -> None:
    study = OfAction("dot", "check", {}, {}, (Axis("dots", (-1, 1, 2)),), ("success",))
    document = conversion_document(comparands("(3d6)<=11"), study)
    assert (document["versions"], document["refused"]) == (3, 1)
    with pytest.raises(BadInput, match="rolls with an end"):
        conversion_document(comparands("2d6!"), OfNotation("{pool}d6!", (Axis("pool", (1, 2), "number"),)))
    with pytest.raises(BadInput, match="of: 'luck'"):
        conversion_document(comparands("2d6"), dots("luck"))
