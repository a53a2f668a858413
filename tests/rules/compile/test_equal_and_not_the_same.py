"""Values that are equal and can be told apart: cards that compare by rank, `1` and `True`, what a class hides."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import pytest

from oddsmith.dice import Die, SeededSource, d6
from oddsmith.errors import RuleError
from oddsmith.rules import AtLeast, Then, best, choose, odds, play, roll, rule, simulate

d2, d3 = Die.sided(2), Die.sided(3)


@dataclass(frozen=True, order=True)
class Card:
    rank: int
    suit: str = field(compare=False)


DECK = tuple(Card(rank, suit) for rank in (1, 2, 3) for suit in "ab")


@rule
async def same_suit() -> bool:
    mine = DECK[await roll(d6) - 1]
    theirs = DECK[await roll(d6) - 1]
    return bool(mine.suit == theirs.suit)


def test_cards_that_compare_by_rank_keep_their_suits() -> None:
    assert dict(odds(same_suit()).items()) == {False: Fraction(1, 2), True: Fraction(1, 2)}
    assert simulate(same_suit(), 10_000, seed=1).share(True) == pytest.approx(0.5, abs=0.03)


@rule
async def flush() -> bool:
    deck, hand = list(DECK), []
    for left in (6, 5, 4):
        place = await roll(d6)
        hand.append(deck.pop(place % left))
    return len({card.suit for card in hand}) == 1


def test_a_hand_of_cards_that_compare_by_rank() -> None:
    hands = []
    for places in product(range(1, 7), repeat=3):
        deck = list(DECK)
        hands.append(len({deck.pop(place % left).suit for left, place in zip((6, 5, 4), places, strict=True)}) == 1)
    assert odds(flush()).pmf(True) == Fraction(sum(hands), len(hands))


@dataclass(frozen=True)
class Fighter:
    hp: int
    hits: int = field(compare=False, default=0)


@rule
async def hits() -> int:
    fighter = Fighter(3)
    for _ in range(3):
        if await roll(d2) == 2:
            fighter = replace(fighter, hits=fighter.hits + 1)
    return fighter.hits


def test_a_field_that_does_not_compare_is_counted_on() -> None:
    assert dict(odds(hits()).items()) == {k: Fraction(n, 8) for k, n in enumerate((1, 3, 3, 1))}


class Ranked:
    """Equal by rank, and changed in place."""

    def __init__(self, rank: int, seen: int = 0) -> None:
        self.rank, self.seen = rank, seen

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ranked) and self.rank == other.rank

    def __hash__(self) -> int:
        return hash(self.rank)


@rule
async def changed_in_place() -> tuple[int, int]:
    one = Ranked(1)
    for _ in range(2):
        one.seen += await roll(d2)
    return one.seen, one.rank


@rule
async def kept_as_it_is() -> int:
    one = Ranked(1, await roll(d3))
    await roll(d2)
    return one.seen


def test_objects_of_a_class_that_hides_what_changes() -> None:
    assert dict(odds(changed_in_place()).items()) == {(k, 1): Fraction(n, 4) for k, n in ((2, 1), (3, 2), (4, 1))}
    assert dict(odds(kept_as_it_is()).items()) == {k: Fraction(1, 3) for k in (1, 2, 3)}


@rule
async def written() -> str:
    price = (Decimal(1), Decimal("1.0"), Decimal("1.00"))[await roll(d3) - 1]
    await roll(d2)
    return f"{price}"


@rule
async def ends() -> int:
    found = (range(0), range(1, 1), range(2, 2))[await roll(d3) - 1]
    await roll(d2)
    return found.stop


def test_equal_numbers_and_ranges_keep_how_they_are_written() -> None:
    assert {outcome for outcome, _ in odds(written()).items()} == {"1", "1.0", "1.00"}
    assert {outcome for outcome, _ in odds(ends()).items()} == {0, 1, 2}


@rule
async def turn(hit: Any, left: int) -> Then[str]:
    if left == 0:
        return "crit" if hit is True else f"{hit} hits"
    return turn(hit + 1 if await roll(d2) == 1 else hit, left - 1)


@rule
async def start() -> Then[str]:
    return turn((await roll(d3)) == 3, 1)


@rule
async def flagged(flag: Any) -> int:
    return (100 if flag is True else 0) + await roll(d2)


@rule
async def flags() -> int:
    return await flagged((True, 1)[await roll(d2) - 1])


def test_calls_with_arguments_of_other_types_are_other_calls() -> None:
    third, sixth = Fraction(1, 3), Fraction(1, 6)
    assert dict(odds(start()).items()) == {"crit": sixth, "1 hits": third, "2 hits": sixth, "False hits": third}
    assert dict(odds(flags()).items()) == {n: Fraction(1, 4) for n in (1, 2, 101, 102)}
    assert turn(True, 1) != turn(1, 1) != turn(1.0, 1)
    assert turn((1, 2), 1) != turn((True, 2), 1)
    assert turn(Card(1, "a"), 1) != turn(Card(1, "b"), 1)
    assert turn(Card(1, "a"), 1) == turn(Card(1, "a"), 1)
    assert turn(0.0, 1) != turn(-0.0, 1)


class Worth(NamedTuple):
    card: Card
    points: int


@rule
async def kept() -> int:
    card = DECK[await roll(d6) - 1]
    if await choose("player", ("keep", "draw")) == "draw":
        card = DECK[await roll(d6) - 1]
    return 5 if card.suit == "a" else card.rank


def test_best_play_sees_what_does_not_compare() -> None:
    worth = [Fraction(5 if card.suit == "a" else card.rank) for card in DECK]
    mean = Fraction(sum(worth), 6)
    assert best(kept(), lambda points: points).value == sum(max(one, mean) for one in worth) / 6


@rule
async def picked() -> int:
    return (await choose("player", {"x": Card(1, "a"), "y": Card(1, "bbbb")})).suit.__len__()


def test_options_that_mean_equal_things_are_apart() -> None:
    assert best(picked(), AtLeast(4)).value == 1


@rule
async def drawn() -> Card:
    return DECK[await roll(d6) - 1]


@rule
async def of_drawn() -> str:
    return (await drawn()).suit


@rule
async def better() -> Card:
    first = DECK[await roll(d6) - 1]
    return first if await choose("player", ("keep", "draw")) == "keep" else DECK[await roll(d6) - 1]


def test_outcomes_that_are_equal_are_not_handed_on_as_one() -> None:
    with pytest.raises(RuleError, match="are equal, and not the same"):
        odds(of_drawn())
    assert best(better(), lambda card: card.suit == "a").value == Fraction(3, 4)
    assert {play(of_drawn(), SeededSource(seed)).outcome for seed in range(20)} == {"a", "b"}
