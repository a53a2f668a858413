"""Requests that chance answers: rolls of dice, and what every other draw must provide."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, TypeVar

from oddsmith.dice import Expression, Rolled, Source
from oddsmith.dice.composed.decks import Deck, Draw
from oddsmith.dice.model.rolled_faces import plain
from oddsmith.distribution import Distribution
from oddsmith.errors import RuleError
from oddsmith.rules.language.code_slips.dropped import makes_request
from oddsmith.rules.language.requests import AwaitableStep
from oddsmith.rules.language.trail import Entry
from oddsmith.rules.language.unawaited import brief, running

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class NotDice(RuleError, TypeError):
    """Something is to be rolled that is no dice."""


class ChanceRequest(AwaitableStep[T_co]):
    """A request that chance answers."""

    __slots__ = ()

    @property
    @abstractmethod
    def key(self) -> Hashable:
        """The draw, whatever the gain. Draws of equal keys have one distribution, which is asked for once."""

    @abstractmethod
    def distribution(self) -> Distribution[T_co]:
        """The exact distribution of the answer, without the gain."""

    @abstractmethod
    def drawn(self, source: Source, depth: int) -> tuple[T_co, Entry]:
        """Draw an answer, without the gain, and the entry that it leaves in the trail."""


@dataclass(frozen=True, repr=False)
class DiceRolled(Entry):
    """Dice landed."""

    rolled: Rolled[Any]
    depth: int

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "roll",
            "expression": str(self.rolled.expression),
            "faces": [face.to_json() for face in self.rolled.faces],
            "value": plain(self.rolled.value),
            "depth": self.depth,
        }

    def in_words(self) -> str:
        return str(self.rolled)


class Roll(ChanceRequest[T_co]):
    """The value of a dice expression. Equal expressions are one roll."""

    __slots__ = ("expression",)
    expression: Expression[T_co]

    def __init__(self, expression: Expression[T_co], gain: int = 0) -> None:
        self.expression = expression
        self.gain = gain

    def with_gain(self, gain: int) -> Roll[T_co]:
        return Roll(self.expression, gain)

    @property
    def key(self) -> Hashable:
        return self.expression

    @property
    def deck(self) -> Deck[Any] | None:
        """The deck of which a card is drawn, where several might come: each with the deck that it leaves."""
        expression = self.expression
        return expression.deck if isinstance(expression, Draw) and len(expression.deck.cards) > 1 else None

    def distribution(self) -> Distribution[T_co]:
        return self.expression.distribution()

    def drawn(self, source: Source, depth: int) -> tuple[T_co, Entry]:
        rolled = self.expression.roll(source)
        return rolled.value, DiceRolled(rolled, depth)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Roll):
            return self.differs_from(other)
        same = self.expression is other.expression or self.expression == other.expression
        return same and self.gain == other.gain

    def __hash__(self) -> int:
        return hash(self.expression)

    def __repr__(self) -> str:
        return f"{self.gain} + roll({self.expression})" if self.gain else f"roll({self.expression})"


@makes_request
def roll(expression: Expression[T]) -> Roll[T]:
    """Roll dice: `await roll(expr)` gives the value; `return roll(expr)` makes it the outcome.

    A bare die gives its face, a pool the sorted tuple of its faces. Raises NotDice, a TypeError, for anything else.
    """
    if Expression not in type(expression).__mro__:  # isinstance takes three times as long, Expression being abstract
        rule, file, line = running()
        text = isinstance(expression, str)
        raise NotDice(
            rule,
            f"roll() takes a dice expression, not {brief(expression)}.",
            remedy="Write roll(parse(...)) of notation." if text else "Write dice: roll(d6), or roll(d6.pool(3)).",
            file=file,
            line=line,
        )
    return Roll(expression)
