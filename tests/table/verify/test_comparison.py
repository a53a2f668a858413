"""What a log says beside what it should say."""

from __future__ import annotations

from typing import Any

import pytest

from oddsmith.table.verify.comparison import Comparison
from oddsmith.table.verify.report import Report


def differences(found: Any, expected: Any) -> list[str]:
    report = Report("t1")
    Comparison(report).values("said", found, expected)
    return [mismatch.what for mismatch in report.mismatches]


def test_fields_that_are_no_more_may_still_be_told() -> None:
    # `deepest` was a field of characters of Mod Dot
    assert differences([{"character": {"base": 2, "deepest": -1}}], [{"character": {"base": 2}}]) == []
    assert differences({"base": 2, "deepest": -1}, {"base": 3}) == ["said.base"]


@pytest.mark.parametrize(
    ("found", "expected"),
    [({"base": 2, "other": 1}, {"base": 2}), ({"base": 2}, {"base": 2, "deepest": None}), ({}, {"base": 2})],
)
def test_any_other_field_must_be_told_by_both(found: Any, expected: Any) -> None:
    assert differences(found, expected) == ["said"]
