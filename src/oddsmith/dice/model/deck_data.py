"""A deck as data: cards that are dealt and not put back, and hands of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Generic

from oddsmith.dice.limits import refuse_above
from oddsmith.dice.model.faces import F, check_face, face_order
from oddsmith.dice.model.words import order_of, ordered_words
from oddsmith.distribution.given_numbers import check_whole
from oddsmith.errors import BadInput

MAX_CARDS: Final = 10_000
"""Cards in one deck."""

_PAIRS: Final = "pairs of a card and its copies; `Deck.of` takes a list or a mapping"

MAX_HANDS: Final = 20
"""Hands dealt from one deck."""


@dataclass(frozen=True, eq=False)
class DeckData(Generic[F]):
    """Cards and how many of each. Every deck is a `Deck`, which adds the methods that deal.

    Fields and errors are those of `Deck`.
    """

    cards: tuple[tuple[F, int], ...]
    order: tuple[str, ...] = field(init=False, default=(), repr=False)
    """The order of its words, () for numbers, and for words that have none."""

    def __post_init__(self) -> None:
        if not isinstance(self.cards, tuple):
            raise BadInput("cards", self.cards, _PAIRS)
        refuse_above(MAX_CARDS, len(self.cards), "cards", "Use a smaller deck.")
        collected: dict[F, int] = {}
        given: tuple[object, ...] = self.cards
        for pair in given:
            if not isinstance(pair, tuple) or len(pair) != 2:
                raise BadInput("cards", pair, _PAIRS)
        for card, copies in self.cards:
            check_face(card)
            check_whole("cards", copies, 0)
            if copies:
                collected[card] = collected.get(card, 0) + copies
        refuse_above(MAX_CARDS, sum(collected.values()), "cards", "Use a smaller deck.")
        ordered = sorted(collected, key=face_order)
        object.__setattr__(self, "cards", tuple((card, collected[card]) for card in ordered))
        object.__setattr__(self, "order", order_of(tuple(ordered)))

    @cached_property
    def size(self) -> int:
        """The number of cards."""
        return sum(copies for _, copies in self.cards)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DeckData) and self.cards == other.cards and self.order == other.order

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return sum(map(hash, self.cards))  # so that of what is left of another is soon found


PLAYING_CARDS: Final[DeckData[str]] = DeckData(
    tuple((card, 1) for card in ordered_words(*(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")))
)
"""The 52 playing cards, from the two of clubs to the ace of spades."""


@dataclass(frozen=True)
class Dealt:
    """Cards of a pool that are dealt from one deck: none of them comes twice.

    sizes: of all hands that are dealt one after another, as many as are read together. seat: which of them this is.
    """

    deck: DeckData[Any]
    sizes: tuple[int, ...]
    seat: int = 0

    def __post_init__(self) -> None:
        for size in self.sizes:
            check_whole("hand", size, 0)
        refuse_above(MAX_HANDS, len(self.sizes), "hands", "Deal fewer hands.")
        if sum(self.sizes) > self.deck.size:
            raise BadInput("hand", sum(self.sizes), f"at most {self.deck.size} cards, which the deck has")

    @property
    def size(self) -> int:
        """The cards of this hand."""
        return self.sizes[self.seat]

    @property
    def before(self) -> int:
        """The cards of the hands that are dealt before this one."""
        return sum(self.sizes[: self.seat])
