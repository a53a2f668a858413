"""Best play in floating point agrees with exact best play, within the error that it states."""

from fractions import Fraction
from typing import Any

import pytest

from oddsmith.answers.documents.best import best_document
from oddsmith.answers.documents.fast import fast_document
from oddsmith.answers.question import question
from oddsmith.errors import BadInput
from oddsmith.systems import System


def holds(bounds: dict[str, float], exact: str) -> bool:
    return Fraction(bounds["low"]) <= Fraction(exact) <= Fraction(bounds["high"])


@pytest.mark.parametrize(
    ("action", "inputs", "goal", "prices"),
    [
        (("edged-coins", "toss"), {"rank": 0, "ec": 30}, "success", {"coins": "1/100"}),
        (("edged-coins", "toss"), {"rank": 2, "opposing_rank": 1, "ec": 20, "opposing_ec": 20}, "success", {}),
        (("humanity-beast", "action"), {"humanity": 4, "beast": 2, "willpower": 3}, "success but no check", {}),
    ],
)
def test_the_exact_value_lies_between_the_bounds(
    action: tuple[str, str], inputs: dict[str, Any], goal: str, prices: dict[str, str]
):
    if goal.endswith("check"):
        goal = "success but no humanity check"
    asked = question(*action, inputs)
    fast, exact = fast_document(asked, goal, prices), best_document(asked, goal, prices)
    assert holds(fast["value"], exact["value"]["exact"])
    assert fast["value"]["error"] < 1e-12
    assert fast["decisions"]["all"] == exact["decisions"]["all"]
    assert fast["opening"] == exact["opening"]


def test_events_and_means_under_the_plan_have_bounds_too(lantern: System):
    asked = question(lantern, "cross", {"target": 15, "oil": 2})
    fast = fast_document(asked, "over and at most 1 oil")
    exact = best_document(asked, "over and at most 1 oil")
    for name, event in exact["events"].items():
        assert holds(fast["events"][name], event["p"])
    for name, measure in exact["measures"].items():
        assert holds(fast["measures"][name]["mean"], measure["mean"]["exact"])
    assert fast["unresolved"] == 0


def test_a_constraint_is_not_for_fast_answers(lantern: System):
    with pytest.raises(BadInput, match="give a price instead"):
        fast_document(question(lantern, "cross", {"target": 15, "oil": 2}), "over for at most 1 oil")
