"""Rules that draw cards: the deck is state, and what is left of it is what can come next."""

from collections import Counter
from fractions import Fraction
from functools import cache

from oddsmith import best, choose, odds, roll, rule, simulate
from oddsmith.dice import Deck


@rule
async def drawn(deck, cards):
    total = 0
    for _ in range(cards):
        card, deck = await roll(deck.draw())
        total += card
    return total


def test_cards_drawn_one_by_one_are_a_hand():
    deck = Deck.of({1: 2, 4: 3, 9: 1})
    assert odds(drawn(deck, 4)) == deck.hand(4).sum().distribution()


@rule
async def near_seven(deck):
    """Draw or stop; above seven all is lost."""
    total = 0
    while deck.size and (await choose("player", ["draw", "stop"])) == "draw":
        card, deck = await roll(deck.draw())
        total += card
        if total > 7:
            return 0
    return total


def test_best_play_counts_the_cards():
    @cache
    def worth(cards, total):
        if total > 7:
            return Fraction(0)
        left = Counter(dict(cards))
        size = left.total()
        going_on = sum(
            Fraction(copies, size) * worth(tuple(sorted((left - Counter([card])).items())), total + card)
            for card, copies in left.items()
        )
        return max(Fraction(total), going_on) if size else Fraction(total)

    cards = {1: 3, 2: 2, 5: 2}
    assert best(near_seven(Deck.of(cards))).value == worth(tuple(sorted(cards.items())), 0)


@rule
async def mulligan(deck):
    hand = await roll(deck.hand(2))
    if not sum(hand):
        hand = await roll(deck.hand(2))  # shuffled back
    deck = deck.without(*hand)
    card, deck = await roll(deck.draw())
    return sum(hand) + card, deck.shuffled_in(*hand, card).size


def test_hands_leave_the_deck_and_are_shuffled_back():
    # 3 of 5 cards are ones: no one in two of 5 cards 1/10; then a third card of the three that are left.
    deck = Deck.of({0: 2, 1: 3})
    chances = odds(mulligan(deck))
    first = {1: Fraction(6, 10), 2: Fraction(3, 10)}
    again = {0: Fraction(1, 10), **first}
    expected: dict[tuple[int, int], Fraction] = {}
    for hands, weight in ((first, Fraction(1)), (again, Fraction(1, 10))):
        for ones, chance in hands.items():
            for one, of_card in ((0, Fraction(3 - (3 - ones), 3)), (1, Fraction(3 - ones, 3))):
                if of_card:
                    outcome = ones + one, 5
                    expected[outcome] = expected.get(outcome, Fraction(0)) + weight * chance * of_card
    assert dict(chances.items()) == expected
    assert sum(expected.values()) == 1


def test_simulated_deals_agree():
    deck = Deck.of({1: 2, 2: 2, 3: 2})

    @rule
    async def ahead(deck):
        mine, yours = await roll(deck.deal(2, 2))
        return sum(mine) - sum(yours)

    exact = odds(ahead(deck))
    counted = simulate(ahead(deck), 20_000, seed=3)
    for value, chance in exact.items():
        assert abs(counted.share(value) - float(chance)) < 0.02
