"""Bets that are nearly even, and draws at which luck counts most: the pass line of craps, by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from oddsmith.answers.auditing.document import audit_document
from oddsmith.answers.question import house_rules
from oddsmith.systems.registry import load_rulebook

F = Fraction


@pytest.fixture
def craps() -> dict[str, Any]:
    game = load_rulebook("craps")
    return audit_document(game, house_rules(game, {}), file="craps")


def test_the_pass_line_loses_a_seventieth_of_each_stake(craps: dict[str, Any]) -> None:
    # 8 of 36 win at once; a point wins by its own share of it and 7: twice (3/36 x 3/9 + 4/36 x 4/10 + 5/36 x 5/11)
    wins = F(8, 36) + 2 * sum(F(ways, 36) * F(ways, ways + 6) for ways in (3, 4, 5))
    (finding,) = craps["findings"]
    assert finding["figures"] == {"Success": str(wins), "edge": str(2 * wins - 1)}
    assert "loses 1.41% of each stake" in finding["text"]


def test_luck_counts_most_at_the_first_roll_of_craps(craps: dict[str, Any]) -> None:
    # Of 36 rolls `ways` make the point and 6 lose it: each chance of a roll is worth 36 / (ways + 6) in the end.
    points = {point: F(ways, 36) * F(36, ways + 6) for point, ways in ((4, 3), (5, 4), (6, 5), (8, 5), (9, 4), (10, 3))}
    later = 2 * sum(F(ways, 36) * F(ways, ways + 6) for ways in (3, 4, 5)) / F(28, 36)  # to win where 7 or 11 is missed
    (finding,) = craps["worth"]
    assert finding["figures"] == {
        "at pass line before anything is known": str(1 - later),
        **{f"at pass line with point {point}": str(worth) for point, worth in points.items()},
    }
    assert finding["text"].startswith("Luck counts most for Success at pass line before anything is known, least at")


def test_an_even_bet_is_not_odd_and_has_no_draw_that_counts_more(tmp_path: Any) -> None:
    book = tmp_path / "coins.py"
    book.write_text(
        "from oddsmith import Die, roll\nfrom oddsmith.games import Game\n\ngame = Game('Coins')\n\n\n"
        "@game.action\nasync def two() -> bool:\n    return await roll(Die(2)) == await roll(Die(2))\n"
    )
    game = load_rulebook(str(book))
    found = audit_document(game, house_rules(game, {}), file=str(book))
    assert (found["findings"], found["worth"]) == ([], [])
