"""Functions that put questions are read by their source, also where several stand on one line."""

import ast
from collections.abc import Callable
from operator import attrgetter, itemgetter
from typing import Any

import pytest

from oddsmith.rules.compile.readings import expression, read


def several(bonus: int, other: int) -> list[tuple[Callable[..., Any], str]]:
    # fmt: off
    one, two = lambda o: o.coins > 1, lambda o: o.coins > bonus
    three, four, five = lambda o: o.coins + bonus, lambda o: o.coins + other, lambda p: bonus if p.faces else other
    (six,) = (lambda o: (lambda faces: faces[0] + bonus)(o.faces),)
    é, nine = lambda o: "é" if o.coins else bonus, lambda o: o.coins + bonus + other
    # fmt: on
    return [
        (one, "o.coins > 1"),
        (two, "o.coins > bonus"),
        (three, "o.coins + bonus"),
        (four, "o.coins + other"),
        (five, "bonus if p.faces else other"),
        (six, "(lambda faces: faces[0] + bonus)(o.faces)"),
        (é, "'é' if o.coins else bonus"),
        (nine, "o.coins + bonus + other"),
    ]


@pytest.mark.parametrize("place", range(8))
def test_lambdas_on_one_line_are_told_apart_also_where_they_hold_variables(place: int) -> None:
    of, text = several(2, 3)[place]
    found = expression(of)  # type: ignore[arg-type]
    assert found is not None
    assert ast.unparse(found[1]) == text


def test_a_lambda_inside_another_is_read_as_itself() -> None:
    bonus = 3
    outer = lambda o: lambda p: p.coins + o + bonus  # noqa: E731
    found = expression(outer(1))  # type: ignore[arg-type]
    assert found is not None
    assert ast.unparse(found[1]) == "p.coins + o + bonus"


def test_without_places_in_the_code_lambdas_on_one_line_are_not_guessed_at() -> None:
    (one, _), (two, _), *_ = several(2, 3)
    for of in (one, two):
        of.__code__ = of.__code__.replace(co_linetable=b"")
        assert expression(of) is None  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("of", "text"),
    [
        (attrgetter("coins"), "outcome.coins"),
        (attrgetter("mine.coins"), "outcome.mine.coins"),
        (attrgetter("coins", "damage"), "(outcome.coins, outcome.damage)"),
        (itemgetter(0), "outcome[0]"),
        (itemgetter(-1, "coins"), "(outcome[-1], outcome['coins'])"),
    ],
)
def test_getters_are_read_as_what_they_get(of: Callable[..., Any], text: str) -> None:
    found = read(of, None)
    assert found is not None
    assert (found[0], ast.unparse(found[1])) == ("outcome", text)


@pytest.mark.parametrize("of", [attrgetter("two words"), itemgetter(slice(2)), itemgetter(1.5), repr])
def test_what_gets_anything_else_is_not_read(of: Callable[..., Any]) -> None:
    assert read(of, None) is None
