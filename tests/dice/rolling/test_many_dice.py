"""A roll of more dice than it may have is refused before any of them is thrown."""

from __future__ import annotations

import pytest
from tests.dice.work import SECOND, at_most

from oddsmith.answers.documents.notation import notation_roll
from oddsmith.dice import SeededSource, d6, parse, read
from oddsmith.dice.composed.repeated import Repeated
from oddsmith.dice.die import Die
from oddsmith.dice.simulation.bulk import roll_many
from oddsmith.errors import TooLarge


class Untouched(SeededSource):
    """A source that must not be asked."""

    def below(self, n: int) -> int:
        raise AssertionError("a die was thrown")


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("999x999d6", "998,001"),
        ("999@(999d6)", "998,001"),
        ("999x set(999d6)", "998,001"),
        ("101x {900d6!, 99d8}kh1", "100,899"),
        ("500x (900d6 vs 99d20 + 1)", "499,500"),
        ("200x let a = 999d6; a + a", "199,800"),
        ("999x 999d(d6)", "999,000"),
        ("999x sum(union(500d6, 499d8))", "998,001"),
        ("999x issubset(500d6, 499d8)", "998,001"),
        ("999x faces(999d6)", "998,001"),
        ("999x {4d10*995d6}kl3", "998,001"),
        ("999x 999d6sd", "998,001"),
    ],
)
def test_too_many_dice_are_refused_before_the_first_is_thrown(text, dice):
    with pytest.raises(TooLarge, match=rf"about {dice} dice in one roll; the limit is 100,000"):
        parse(text).roll(Untouched(1))


def test_a_document_and_python_have_the_same_limit():
    for attempt in (
        lambda: notation_roll(read("999x999d6")),
        lambda: parse("999x999d6").roll(),
        lambda: Repeated(999, d6.pool(999).sum()).roll(),
    ):
        with at_most(SECOND), pytest.raises(TooLarge) as refused:
            attempt()
        assert (refused.value.what, refused.value.estimate, refused.value.limit) == ("dice in one roll", 998001, 100000)


def test_as_many_as_it_may_have_are_rolled():
    assert len(Repeated(100, Die.sided(1).pool(1000).sum()).roll().faces) == 100_000


def test_dice_whose_number_is_rolled_are_counted_as_they_land():
    with at_most(SECOND), pytest.raises(TooLarge, match="the limit is 100,000"):
        parse("999x (d{999})d6").roll(SeededSource(1))


def test_a_simulation_throws_more():
    assert roll_many(parse("999x set(200d1)"), 1, seed=1)[0] == (200,) * 999
