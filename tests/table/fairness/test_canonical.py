"""The one form of JSON."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from oddsmith.table.fairness import canonical

PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-canonical.SAFE, canonical.SAFE)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abcdef_", min_size=1), inner, max_size=4),
    max_leaves=12,
)


@given(PLAIN)
def test_what_is_written_is_read_back_and_written_the_same(value: object) -> None:
    written = canonical.text(value)
    assert json.loads(written) == value
    assert canonical.text(json.loads(written)) == written


@given(PLAIN)
def test_what_is_safe_stays_as_it_is(value: object) -> None:
    assert canonical.safe(value) == (value, canonical.text(value))


def test_numbers_that_a_browser_would_round_become_texts() -> None:
    value, written = canonical.safe({"large": 2**53, "small": -(2**53), "half": 0.5, "list": (1, 2**70)})
    assert value == {"large": str(2**53), "small": str(-(2**53)), "half": "0.5", "list": [1, str(2**70)]}
    assert json.loads(written) == value


def test_a_text_that_looks_like_a_large_number_stays_a_text() -> None:
    value = {"text": "a:12345678901234567890,1.5"}
    assert canonical.safe(value)[0] == value
