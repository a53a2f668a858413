"""Chance in a game: bets that are nearly even, and draws at which luck counts most."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from oddsmith.answers.auditing.tried import LIMIT, Found, Tried
from oddsmith.answers.documents.sensitivity import sensitivity_document
from oddsmith.errors import OddsmithError

#: A chance that is no farther from a half, and no half, is nearly even.
_NEARLY: Final = Fraction(1, 20)

#: So many draws can be told one by one.
_DRAWS: Final = 12


def nearly_even(tried: Tried) -> Iterator[Found]:
    """Find what is nearly an even bet and is none, where nobody sets or decides anything: the edge is in the rules."""
    usual, action = tried.usual, tried.action
    if tried.fields or action.decides or usual is None or not usual.exact or not tried.is_chance:
        return
    chance = usual.numbers[action.lead]
    edge = 2 * chance - 1
    if not edge or abs(edge) > 2 * _NEARLY:
        return
    wins = "loses" if edge < 0 else "wins"
    text = (
        f"{tried.title} is nearly an even bet, and is none: whoever is paid even money for it {wins} "
        f"{abs(float(edge)):.2%} of each stake on average."
    )
    figures = {tried.title: chance, "edge": edge}
    yield Found(tried.finding(text, figures, tried.subject.command("odds")), abs(float(edge)))


def draws(tried: Tried) -> Iterator[Found]:
    """Tell at which draw luck counts most for the lead, where there are several and nobody decides anything."""
    asked = tried.question()
    if tried.action.decides or asked is None:
        return
    lead = tried.action.lead
    try:
        found = sensitivity_document(asked, lead, limit=LIMIT, most=_DRAWS)
    except OddsmithError:
        return  # too many states, or gains of which nobody says what they add to
    worth = {_place(draw): Fraction(draw["worth"]["exact"]) for draw in found["draws"]}
    if not found["exact"] or not 1 < found["all_draws"] == len(worth):
        return
    (most, high), *_, (least, low) = worth.items()
    if high == low:
        return
    text = (
        f"luck counts most for {tried.title} {most}, least {least}: a percent more of it is worth "
        f"{_percent(tried, high)} and {_percent(tried, low)}."
    )
    command = tried.subject.command("sensitivity", "--goal", lead)
    size = float(high - low) / (1 if tried.is_chance else max(abs(float(found["value"]["float"])), 1))
    yield Found(tried.finding(text, worth, command), size)


def _place(draw: dict[str, Any]) -> str:
    """Say where a draw is."""
    known = ", ".join(f"{name} {value}" for name, value in draw["situation"].items())
    rule = draw["rule"].replace("_", " ")
    return f"at {rule} with {known}" if known else f"at {rule} before anything is known"


def _percent(tried: Tried, worth: Fraction) -> str:
    return f"{float(worth):.2f}%" if tried.is_chance else f"{float(worth) / 100:.3g}"
