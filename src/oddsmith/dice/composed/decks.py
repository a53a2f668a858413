"""Decks: cards that are dealt and not put back, one hand or several.

>>> aces_and_tens = Deck.of({1: 4, 10: 16})
>>> str(aces_and_tens.hand(2).sum()), aces_and_tens.hand(2).sum().distribution().pmf(11)
('2c{1:4,10:16}', Fraction(32, 95))
>>> mine_and_yours = Deck.numbered(10).deal(3, 2)
>>> str(mine_and_yours), mine_and_yours.versus_all(">").size().distribution().pmf(3)
('deal(c10, 3, 2)', Fraction(1, 10))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sized
from dataclasses import dataclass
from itertools import islice
from math import comb, prod
from typing import Any, Final
from weakref import WeakValueDictionary

from oddsmith.dice.die import Die
from oddsmith.dice.exact.several_pools.one_pass import together_distribution
from oddsmith.dice.expressions.expression import Expression, Rolled
from oddsmith.dice.limits import refuse_above
from oddsmith.dice.model.combination_data import Readable
from oddsmith.dice.model.deck_data import MAX_CARDS, PLAYING_CARDS, Dealt, DeckData
from oddsmith.dice.model.faces import F, Face
from oddsmith.dice.model.notation_writer import deal_text, deck_text
from oddsmith.dice.pool import Pool
from oddsmith.dice.readings.readable import ReadableDice
from oddsmith.dice.readings.thrown import Thrown, throw_pools
from oddsmith.dice.rolling.sources import Source
from oddsmith.dice.rolling.throwing import landed_faces
from oddsmith.distribution import Distribution
from oddsmith.distribution.given_numbers import check_whole
from oddsmith.distribution.limits import REMEDY, countable, refuse_work
from oddsmith.errors import BadInput

_SECONDS_A_DEAL: Final = 2e-6
_BYTES_A_DEAL: Final = 400
_SECONDS_A_CARD_LEFT: Final = 1e-7  # of each deck that a draw leaves
_BYTES_A_CARD_LEFT: Final = 16
_MOST_SHOWN: Final = 12  # cards at a prompt

_decks: WeakValueDictionary[int, Deck[Any]] = WeakValueDictionary()  # that draws left, by their hashes


@dataclass(frozen=True, eq=False, repr=False)
class Deck(DeckData[F]):
    """Cards and how many of each, well shuffled. Decks never change: what is left after a draw is another deck.

    cards: each card (a whole number or a word) with its copies; `Deck.of` takes a list or a mapping. Ascending, numbers
    first; repeats add up.

    Raises BadInput for what cannot be on a card, and TooLarge for more than 10,000 cards.
    """

    @staticmethod
    def of(cards: Iterable[F] | Mapping[F, int]) -> Deck[F]:
        """A deck of these cards, one by one, or of each as many as a mapping says.

        >>> Deck.of(["copper"] * 7 + ["estate"] * 3) == Deck.of({"copper": 7, "estate": 3})
        True
        """
        if isinstance(cards, Mapping):
            return Deck(tuple(cards.items()))
        if not isinstance(cards, Iterable):
            raise BadInput(
                "cards", cards, f"a list of cards, or a dict of how many; Deck.numbered({cards}) is 1 to {cards}"
            )
        if isinstance(cards, Sized):  # refused before any is looked at
            refuse_above(MAX_CARDS, len(cards), "cards", "Use a smaller deck.")
        first = list(islice(cards, MAX_CARDS + 1))
        refuse_above(MAX_CARDS, len(first), "cards", "Use a smaller deck.")
        return Deck(tuple(Counter(first).items()))

    @staticmethod
    def numbered(cards: int) -> Deck[int]:
        """A deck with the numbers 1 to `cards`, each once."""
        check_whole("cards", cards, 0)
        refuse_above(MAX_CARDS, cards, "cards", "Use a smaller deck.")
        return Deck(tuple((card, 1) for card in range(1, cards + 1)))

    # --- dealing ------------------------------------------------------------------------------------------------

    def hand(self, size: int) -> Pool[F]:
        """So many cards, as a pool; it is read as dice are.

        Raises BadInput when the deck has fewer.
        """
        return _hands(self, (size,))[0]

    def deal(self, *sizes: int) -> Deal:
        """Several hands of these sizes, one after the other."""
        return Deal(self, sizes)

    def draw(self) -> Draw[F]:
        """The top card, and the deck that is left: `card, deck = await roll(deck.draw())`.

        >>> from oddsmith.dice import ScriptedSource
        >>> card, left = Deck.numbered(4).draw().roll(ScriptedSource([3])).value
        >>> card, str(left)
        (3, 'c{1,2,4}')
        """
        return Draw(self)

    # --- other decks --------------------------------------------------------------------------------------------

    def without(self, *cards: F) -> Deck[F]:
        """The deck once these cards are gone; BadInput for one that it does not have."""
        left = Counter(dict(self.cards))
        for card in cards:
            if not left[card]:
                raise BadInput("cards", card, f"a card of {self}")
            left[card] -= 1
        return Deck(tuple(left.items()))

    def left(self, place: int) -> Deck[F]:
        """The deck without one of the cards at a place in `cards`, for draws: it shares all others, and is not checked.

        Cards that are drawn in another order leave the same deck.
        """
        pair = (card, copies) = self.cards[place]
        rest = ((card, copies - 1),) if copies > 1 else ()
        cards = (*self.cards[:place], *rest, *self.cards[place + 1 :])
        order = self.order if cards else ()
        found = self._hash - hash(pair) + sum(map(hash, rest))
        left = _decks.get(found)
        if left is None or left.cards != cards or left.order != order:
            left = Deck.__new__(Deck)
            for name, value in (("cards", cards), ("order", order), ("_hash", found)):
                object.__setattr__(left, name, value)
            _decks[found] = left
        return left

    def shuffled_in(self, *cards: F) -> Deck[F]:
        """The deck with these cards shuffled in, such as those that were discarded."""
        return Deck((*self.cards, *((card, 1) for card in cards)))

    def copies(self, card: F) -> int:
        """The number of cards like this one."""
        return dict(self.cards).get(card, 0)

    def __str__(self) -> str:
        return deck_text(self)

    def __repr__(self) -> str:
        shown = ", ".join([f"{card!r}: {copies}" for card, copies in self.cards[:_MOST_SHOWN]])
        if len(self.cards) <= _MOST_SHOWN:
            return f"{type(self).__name__}.of({{{shown}}})"
        return f"<{type(self).__name__} of {sum([copies for _, copies in self.cards]):,} cards: {shown}, ...>"


playing_cards: Final[Deck[str]] = Deck(PLAYING_CARDS.cards)
"""The 52 playing cards as words in ascending order: "2c", "2d", ... "Ah", "As"."""


@dataclass(frozen=True)
class Deal(ReadableDice[Any]):
    """Several hands of one deck, dealt one after the other; as an expression, its value is a tuple of hands.

    They are read together: matched (`difference`, `sort_pair`, ...) or by `read_together`. One of them by itself is
    `Deck.hand`.
    """

    deck: DeckData[Any]
    sizes: tuple[int, ...]

    def __post_init__(self) -> None:
        for size in self.sizes:
            check_whole("hands", size, 0)
        if len(self.sizes) < 2:
            raise BadInput("hands", len(self.sizes), "two sizes or more; one hand is 5c52, in Python deck.hand(5)")
        Dealt(self.deck, self.sizes)

    @property
    def hands(self) -> tuple[Pool[Any], ...]:
        """The hands, in the order in which they are dealt."""
        return _hands(self.deck, self.sizes)

    @property
    def sides(self) -> tuple[Readable[Any], ...]:
        """The hands, as they are matched with each other."""
        return self.hands

    @property
    def _read(self) -> Readable[Any]:
        raise BadInput("dice", str(self), "one hand; several are read together: read_together, difference, sort_pair")

    def calculate(self) -> Distribution[tuple[tuple[Any, ...], ...]]:
        """Every way to deal the hands; their cards ascend."""
        different = len(self.deck.cards)
        hands = [Dealt(self.deck, self.sizes, seat) for seat in range(len(self.sizes))]
        ways = prod(comb(self.deck.size - hand.before, hand.size) for hand in hands)
        listed = min(ways, prod(comb(different + size - 1, size) for size in self.sizes)) if different else 1
        listed = countable(listed)
        refuse_work(listed * _SECONDS_A_DEAL, listed * _BYTES_A_DEAL, f"Read the hands instead. {REMEDY}")
        nothing: tuple[tuple[Any, ...], ...] = ((),) * len(self.sizes)

        def take(
            hands: tuple[tuple[Any, ...], ...], card: Face, counts: tuple[int, ...]
        ) -> tuple[tuple[Any, ...], ...]:
            return tuple((*hand, *(card,) * count) for hand, count in zip(hands, counts, strict=True))

        return together_distribution(self.hands, nothing, take, lambda hands: hands)

    def _roll(self, source: Source) -> Rolled[tuple[tuple[Any, ...], ...]]:
        dealt = Thrown(throw_pools(self.hands, source), [], combined=True)
        return dealt.rolled(self, tuple(tuple(card.value for card in hand.kept) for hand in dealt.pools))

    def __str__(self) -> str:
        return deal_text(Dealt(self.deck, self.sizes))


@dataclass(frozen=True)
class Draw(Expression[tuple[F, Deck[F]]]):
    """The top card of a deck, and the deck that is left; BadInput for a deck without cards."""

    deck: Deck[F]
    numeric = False

    def __post_init__(self) -> None:
        if not self.deck.size:
            raise BadInput("deck", str(self.deck), "a deck with cards")

    def calculate(self) -> Distribution[tuple[F, Deck[F]]]:
        deck = self.deck
        different = len(deck.cards)
        refuse_work(different * different * _SECONDS_A_CARD_LEFT, different * different * _BYTES_A_CARD_LEFT)
        left = [deck.left(place) for place in range(different)]
        return Distribution.from_weights(
            {(card, rest): copies for (card, copies), rest in zip(deck.cards, left, strict=True)}
        )

    def _roll(self, source: Source) -> Rolled[tuple[F, Deck[F]]]:
        (hand,) = throw_pools(_hands(self.deck, (1,)), source)
        card: F = hand.kept[0].value
        return Rolled(self, (card, self.deck.without(card)), landed_faces(hand.lying))

    def __str__(self) -> str:
        return f"draw({self.deck})"


def _hands(deck: DeckData[F], sizes: tuple[int, ...]) -> tuple[Pool[F], ...]:
    """Hands of these sizes, each knowing of those before it."""
    return tuple(_hand(Dealt(deck, sizes, seat)) for seat in range(len(sizes)))


def _hand(dealt: Dealt) -> Pool[Any]:
    cards = dealt.deck.cards
    die = (Die([card for card, _ in cards], [copies for _, copies in cards], name="deck"),) if cards else ()
    return Pool(tuple((one, dealt.size) for one in die), dealt)
