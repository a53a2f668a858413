"""A conflict in one throw of all dice, judged at once: for what the damage and a Humanity check decide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from oddsmith.dice import Expression, Rolled, Source
from oddsmith.distribution import Distribution
from oddsmith.systems.humanity_beast.rules.battle_throw import BattleThrow, Blow


class InOneThrow(Protocol):
    """A conflict that one throw of all dice decides."""

    @property
    def throw(self) -> BattleThrow:
        """The dice of both sides."""

    def struck(self, blow: Blow) -> Any:
        """Return what the throw comes to."""


@dataclass(frozen=True)
class Clash(Expression[Any]):
    """R3.8: both sides roll, and the outcome of the conflict is the value."""

    conflict: InOneThrow

    def calculate(self) -> Distribution[Any]:
        return self.conflict.throw.distribution().map(self.conflict.struck)

    def _roll(self, source: Source) -> Rolled[Any]:
        rolled = self.conflict.throw.roll(source)
        return Rolled(self, self.conflict.struck(rolled.value), parts=(rolled,))

    def __str__(self) -> str:
        return str(self.conflict.throw)
