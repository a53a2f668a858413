"""Expressions at a Python prompt: they roll, know their mean, and show what makes them."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from fractions import Fraction
from typing import Any, cast

import pytest
from hypothesis import given
from tests.dice.test_any_expression import expressions

from oddsmith.dice import (
    AGAIN,
    Deck,
    Die,
    Expression,
    JointReader,
    Pool,
    Reader,
    ScriptedSource,
    as_many,
    coin,
    d,
    d6,
    d10,
    d20,
    die_with_again,
    expr_map,
    ordered_words,
    parse,
    playing_cards,
    read_together,
    when,
)
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput, TooLarge


def test_dice_roll_without_a_source() -> None:
    assert {d6.roll().value for _ in range(300)} == {1, 2, 3, 4, 5, 6}
    assert 3 <= parse("3d6").roll().value <= 18
    assert (d20 + 5 >= 15).roll().value in (True, False)


@pytest.mark.parametrize("source", [1, "seed", d6])
def test_a_roll_by_what_is_no_source_is_refused(source: object) -> None:
    with pytest.raises(BadInput, match="SeededSource"):
        d6.roll(source)  # type: ignore[arg-type]


def test_a_huge_die_has_a_mean_and_no_chance() -> None:
    assert d(10**12).mean == Fraction(10**12 + 1, 2)
    with pytest.raises(BadInput, match="of a yes or no"):
        _ = d(10**12).chance  # type: ignore[misc]


def test_an_expression_knows_its_mean() -> None:
    assert (d6.mean, d20.mean, d(3).mean) == (Fraction(7, 2), Fraction(21, 2), Fraction(2))
    assert d6.explode().mean == Fraction(21, 5)  # m = 7/2 + m/6
    assert (d20 + 5 >= 15).mean == Fraction(11, 20)


def test_a_die_of_a_number_is_refused_with_what_makes_one() -> None:
    with pytest.raises(BadInput, match=r"d\(3\)"):
        Die(3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "made",
    [
        d6,
        coin,
        d6.explode(),
        Die(["hit", "miss"], [1, 2]),
        d6.pool(3),
        d10.pool(5).keep_highest(2),
        d6.pool(3).union(d10.pool(2)),
        d10.pool(5).straight(),
        d20 + 5 >= 15,
        2 @ d6,
    ],
)
def test_the_repr_makes_the_expression(made: Expression[object]) -> None:
    assert eval(repr(made), {"parse": parse}) == made


@given(expressions())
def test_the_repr_makes_any_expression(made: Expression[object]) -> None:
    assert eval(repr(made), {"parse": parse}) == made


def odd(face: int) -> bool:
    return face % 2 == 1


def test_an_expression_that_no_notation_makes_shows_its_text_alone() -> None:
    assert repr(d6.map(odd)) == "<odd(d6)>"
    assert repr(d6.map(abs)) == "<map(d6)>"  # abs is a function of notation
    assert repr(abs(d6 - 3)) == "parse('abs(d6-3)')"


def test_an_event_has_a_chance() -> None:
    assert (d20 >= 15).chance == Fraction(6, 20)
    assert d6.equals(3).chance == Fraction(1, 6)
    assert d6.pool(2).count(6).equals(2).chance == Fraction(1, 36)


@pytest.mark.parametrize("made", [d20, d6.explode(), coin])
def test_what_is_no_event_has_no_chance(made: Expression[bool]) -> None:
    with pytest.raises(BadInput, match=r"of a yes or no, such as d20 >= 15"):
        _ = made.chance


def test_a_roll_reads_as_it_fell() -> None:
    rolled = parse("4d6kh3 + 2").roll(ScriptedSource([6, 2, 5, 4]))
    assert repr(rolled) == "<4d6kh3+2: [6 (2) 5 4] = 17>"
    assert rolled._repr_html_() == "<div><code>4d6kh3+2</code>: [6 (2) 5 4] = <strong>17</strong></div>"
    assert pickle.loads(pickle.dumps(rolled)) == rolled


def test_notebooks_show_no_markup_that_a_word_brings() -> None:
    die = Die(["<b>hit</b>", "miss"])
    assert die._repr_html_() == "<code>d{&quot;&lt;b&gt;hit&lt;/b&gt;&quot;,miss}</code>"
    rolled = die.roll(ScriptedSource(["<b>hit</b>"]))
    assert "<b>" not in rolled._repr_html_()
    assert rolled._repr_html_().count("&lt;b&gt;hit") == 3  # of the die, the face and the value


def test_an_outcome_that_cannot_be_hashed_is_refused_with_what_can() -> None:
    with pytest.raises(BadInput, match="a tuple in place of a list"):
        d6.map(lambda face: [face]).distribution()
    with pytest.raises(BadInput, match="a frozenset in place of a set"):
        d6.distribution().map(lambda face: {face})


def test_a_deck_shows_its_cards() -> None:
    deck = Deck.of(["copper"] * 7 + ["estate"] * 3)
    assert eval(repr(deck), {"Deck": Deck}) == deck
    assert repr(playing_cards).startswith("<Deck of 52 cards: '2c': 1, ")


DICE = d6.pool(3)
LAW = d6.distribution()
HITS = Die(ordered_words("miss", "hit"))
KEEPING: Any = Reader("keeping", 0, cast("Any", lambda seen, face, count: [0]), lambda seen: 0)
LISTING: Any = JointReader("listing", (), lambda seen, face, counts: [face], lambda seen: 0)
MISTAKES: list[tuple[Callable[[], Any], str]] = [
    (lambda: Pool.of(cast("Any", [6, 6])), "Pool.of([d4, d6, d6])"),
    (lambda: as_many(cast("Any", 3), d6.pool().largest_set()), "a number that is rolled"),
    (lambda: Deck.of(cast("Any", 5)), "Deck.numbered(5)"),
    (lambda: playing_cards.deal(cast("Any", 1.5)), "hands: 1.5"),
    (lambda: DICE.joint(cast("Any", 5)), "what reads a pool"),
    (lambda: DICE.read(cast("Any", lambda state: state)), "a Reader("),
    (lambda: read_together(LISTING, DICE, DICE).distribution(), "a tuple in place of a list"),
    (lambda: Distribution.mixture([(1, cast("Any", d6))]), "d6.distribution()"),
    (lambda: LAW.beats(cast("Any", d6)), "d6.distribution()"),
    (lambda: LAW.ties(cast("Any", d6)), "d6.distribution()"),
    (lambda: d6.explode().distribution().beats(cast("Any", d6)), "d6.distribution()"),
    (lambda: Distribution.from_weights(cast("Any", [1, 2])), "a dict from outcomes"),
    (lambda: LAW.pmf(cast("Any", [1])), "a tuple in place of a list"),
    (lambda: Distribution.certain([1]), "a tuple in place of a list"),
    (lambda: Distribution.uniform([[1]]), "a tuple in place of a list"),
    (lambda: cast("Any", DICE) | DICE, "pool.union(another)"),
    (lambda: cast("Any", DICE) ^ DICE, "pool.symmetric_difference(another)"),
    (lambda: DICE & cast("Any", d6), "d6.pool()"),
    (lambda: 3 @ cast("Any", LAW), "Die.of"),
    (lambda: cast("Any", LAW) >= 4, "Die.of"),
    (lambda: d6 + cast("Any", LAW), "Die.of"),
    (lambda: cast("Any", LAW) + d6, "Die.of"),
    (lambda: cast("Any", LAW) - d6, "Die.of"),
    (lambda: expr_map(max, LAW, d6), "Die.of"),
    (lambda: DICE.versus_any(">"), "versus_any matches two pools, not 1"),
    (lambda: Die([1, 2], cast("Any", [Fraction(-1, 2), 1])), "Fraction(-1, 2)"),
    (lambda: parse("5000c{1..10000}"), "5,000 cards"),
    (lambda: DICE.read(Reader("listing", 0, lambda n, face, count: n, lambda n: [n])).roll(), "[0] is not allowed"),
    (lambda: DICE.read(KEEPING).roll(), "[0] is not allowed"),
    (lambda: die_with_again(cast("Any", 5)), "a list of faces"),
    (lambda: Die([1, cast("Any", 6 + AGAIN)]), "die_with_again("),
    (lambda: cast("Any", DICE) + d6, "3d6 is a pool of dice"),
    (lambda: cast("Any", DICE.keep_highest(2)) * 2, "Add them with .sum(), in notation 3d6kh2"),
    (lambda: HITS.pool(2) - cast("Any", 1), "2d{miss<hit}>=hit"),
    (lambda: Die(["hit", "miss"]).pool(2) + cast("Any", 1), "2d{hit,miss}=hit"),
    (lambda: parse("500d10!>=2").distribution().truncated(), "min(roll, 1000)"),
    (lambda: parse("500d10!>=2").distribution().truncated(), "limit=NUMBER"),
    (lambda: DICE.count(worth=cast("Any", {6: "a"})), "worth: 'a' is not allowed"),
    (lambda: DICE.count(worth=cast("Any", {6: 1.5})), "worth: 1.5 is not allowed"),
    (lambda: DICE.count(worth=cast("Any", [6])), "{10: 2, 1: -1}"),
    (lambda: DICE.count(cast("Any", [6])), "faces: [6] is not allowed"),
    (lambda: DICE.count(cast("Any", 6.0)), "faces: 6.0 is not allowed"),
    (lambda: DICE.count(cast("Any", None)), "faces must be given"),
    (lambda: when(cast("Any", 6)), "when([6])"),
    (lambda: DICE.classes(hit=cast("Any", 6)), "hit=when(at_least=5)"),
    (lambda: DICE.classes(hit=cast("Any", [6])), "hit=when(at_least=5)"),
    (lambda: DICE.classes(), "hit=when(at_least=5)"),
    (lambda: DICE.vector(cast("Any", {6: 1})), "a tuple of as many numbers"),
    (lambda: DICE.vector(cast("Any", [1])), "a tuple of as many numbers"),
    (lambda: DICE.vector(cast("Any", {6: (1, Fraction(1, 2))})), "worth: Fraction(1, 2) is not allowed"),
    (lambda: DICE.sort_pair(cast("Any", [">"]), DICE), "one of =, <>, <, <=, > and >="),
    (lambda: Die([1, 2], cast("Any", 5)), "a list of weights"),
    (lambda: Die(cast("Any", d6)), "a list of faces"),
    (lambda: 3 | cast("Any", DICE), "pool.union(another)"),
    (lambda: 3 & cast("Any", DICE), "d6.pool()"),
    (lambda: d20 + True, "constant: 'True' is not allowed"),
    (lambda: True @ d6, "constant: 'True' is not allowed"),
]


@pytest.mark.parametrize(("mistake", "told"), MISTAKES, ids=[told for _, told in MISTAKES])
def test_a_slip_in_python_is_told_with_what_to_write(mistake: Callable[[], Any], told: str) -> None:
    with pytest.raises((BadInput, TooLarge)) as caught:
        mistake()
    assert told in str(caught.value)
