"""Poker: the rank of a hand of five cards."""

from collections import Counter
from typing import Literal

from oddsmith import Deck, Die, roll
from oddsmith.games import Game

game = Game("Poker hand", name="poker", source="https://en.wikipedia.org/wiki/Poker_probability")
RANKS = Deck.of(list(range(2, 15)) * 4)  # an ace is 14
SUITS = Die(["clubs", "diamonds", "hearts", "spades"])

Hand = Literal[
    "high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind",
    "straight flush",
]  # fmt: skip


@game.action
async def deal() -> Hand:
    """Five cards of 52. Cards of five different ranks have each any suit; others cannot be of one suit."""
    ranks = await roll(RANKS.hand(5))
    alike = sorted(Counter(ranks).values(), reverse=True)
    if len(alike) == 5:
        flush = len(set(await roll(SUITS.pool(5)))) == 1
        straight = max(ranks) - min(ranks) == 4 or set(ranks) == {14, 2, 3, 4, 5}
        return "straight flush" if flush and straight else "flush" if flush else "straight" if straight else "high card"
    if alike[0] >= 3:
        return "four of a kind" if alike[0] == 4 else "full house" if alike[1] == 2 else "three of a kind"
    return "two pair" if alike[1] == 2 else "pair"
