"""States of many branches count for several; decks that are drawn from card by card are refused early."""

from fractions import Fraction
from typing import Any

import pytest
from tests.rules.states_found import at_most

from oddsmith.dice import Deck, d, playing_cards
from oddsmith.rules import Call, StateLimit, best, choose, explore, odds, roll, rule
from oddsmith.rules.exploration.explore import BOUND, build
from oddsmith.rules.exploration.limits.advice import FEWER_DECKS
from oddsmith.rules.exploration.setting import Setting


@rule
async def drawn_to_a_hundred(deck: Deck[int]) -> int:
    """Of 52 cards, there are millions of sets with a sum below a hundred."""
    total = 0
    while total < 100:
        card, deck = await roll(deck.draw())
        total += card
    return total


@rule
async def rises(deck: Deck[int]) -> int:
    rises = last = 0
    for _ in range(26):
        card, deck = await roll(deck.draw())
        rises += card > last
        last = card
    return rises


@rule
async def hit_or_stand(deck: Deck[int]) -> int:
    total = 0
    while total < 100 and await choose("player", ("hit", "stand")) == "hit":
        card, deck = await roll(deck.draw())
        total += card
    return total if total <= 100 else 0


@rule
async def faces_seen(sides: int) -> int:
    seen: set[int] = set()
    while len(seen) < 20:
        seen.add(await roll(d(sides)))
    return sum(seen) % 7


@rule
async def three_numbers() -> int:
    a = b = c = 0
    while a < 500 and b < 500 and c < 500:
        face = await roll(d(50))
        a, b, c = a + face, b + face * 7 % 23, c + face * face % 17
    return a * b % (c + 1)


@rule
async def until_king(deck: Deck[Any], kings: frozenset[str]) -> int:
    drawn = 0
    while True:
        card, deck = await roll(deck.draw())
        drawn += 1
        if card in kings:
            return drawn


NUMBERED = Deck.numbered(52)


@pytest.mark.parametrize("call", [drawn_to_a_hundred(NUMBERED), rises(NUMBERED)], ids=["drawn", "rises"])
def test_a_deck_that_is_drawn_from_card_by_card_is_refused_after_few_branches(call: Call[int]) -> None:
    setting = Setting(1_000_000, BOUND, None, decisions_stay=True)
    with pytest.raises(StateLimit, match=r"the deck takes [\d,]+ values") as caught:
        build((call,), setting)
    assert FEWER_DECKS in caught.value.remedy
    assert setting.nodes < 20_000
    assert setting.work < 60_000


def test_best_play_with_such_a_deck_is_refused_as_early() -> None:
    with at_most(60_000), pytest.raises(StateLimit, match=r"deck takes [\d,]+ values"):
        best(hit_or_stand(NUMBERED))


@pytest.mark.parametrize("call", [faces_seen(50), three_numbers()], ids=str)
def test_dice_of_many_faces_are_refused_after_few_branches(call: Call[int]) -> None:
    setting = Setting(1_000_000, BOUND, None, decisions_stay=True)
    with pytest.raises(StateLimit, match=r"Each counts for about 1\d, since it has many branches\."):
        build((call,), setting)
    assert setting.work < 200_000


def test_the_remedy_for_a_deck_helps() -> None:
    """As many cards as until the first of four kings: 4/52 at once, 48/52 * 4/51 with the second."""
    kings = frozenset(str(card) for card in playing_cards.order if card[0] == "K")
    with at_most(60_000), pytest.raises(StateLimit, match=r"Deck\.of\({\"king\": 4, \"other\": 48}\)"):
        explore(until_king(playing_cards, kings))
    law = odds(until_king(Deck.of({"king": 4, "other": 48}), frozenset({"king"})))
    assert law.pmf(1) == Fraction(4, 52)
    assert law.pmf(2) == Fraction(48, 52) * Fraction(4, 51)


@rule
async def rolled(rounds: int) -> int:
    total = 0
    for _ in range(rounds):
        total = (total * 7 + await roll(d(50))) % 61
    return total


def test_a_limit_that_is_given_counts_states_as_they_are() -> None:
    found = len(explore(rolled(12)))
    assert len(explore(rolled(12), limit=found)) == found
