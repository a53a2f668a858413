"""Walks over the faces of a pool: estimates, held against what a walk takes in the end."""

import pytest

from oddsmith.dice import parse
from oddsmith.dice.exact import multiset_dp


@pytest.fixture
def estimates(monkeypatch):
    """All estimates of time that a walk made, the last of which is of all that it took."""
    found = []
    monkeypatch.setattr(multiset_dp, "refuse_work", lambda seconds, memory=0: found.append(seconds) if seconds else 0)
    return found


@pytest.mark.parametrize(
    "text",
    [
        "straight(6d10kl4)",
        "straight(5d6!{2}kl3)",
        "straight((4d10&3d6)kl5)",
        "straight((4d{2,4,6,8}&3d{1..9})kl5)",
        "set(max_pair_lowest(5d10, <=, 3d10kl2, unpaired))",
        "set(max_pair_highest(4d{1..9:3}, >, 3d12))",
        "classes(sort_pair(5d8, >, 4d6!{1}), a>=5, b=1)",
        "straight(symmetric_difference(5d6, 4d20))",
        "set(difference(6d6, 3d6kh2))",
        "straight(sort_pair(5d6, >, 4c{1..9:2}))",
    ],
)
def test_no_walk_is_thought_longer_than_it_is(estimates, text):
    parse(text).calculate()
    assert max(estimates) <= estimates[-1]
