"""Modifiers after the sides of a die in notation, before the die and the number of dice are known.

`kh3` in `(d4)d6kh3` speaks of as many dice as the first roll says, and `!` in `4d(d6)!` of the highest face of a die
that is not known yet.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from oddsmith.dice.composed.annotations import Order, Shown
from oddsmith.dice.die import Die
from oddsmith.dice.expressions.expression import Expression
from oddsmith.dice.model.die_data import check_ordered
from oddsmith.dice.model.faces import When, when
from oddsmith.dice.model.notation_writer import each, explosion_text, joined, reroll_text, targets_text, throwing_again
from oddsmith.dice.model.pool_data import Unique
from oddsmith.dice.model.selection import Selection
from oddsmith.dice.model.throw_rules import PLAIN, Explosion, Reroll, ThrowRules
from oddsmith.dice.pool import Pool
from oddsmith.dice.readings.counts import Count, Target, in_writing_order
from oddsmith.dice.readings.sums import Sum


@dataclass(frozen=True)
class Modifiers:
    """All modifiers of one term.

    In `reroll`, `explosion`, `success` and `failure`, no conditions mean those that need not be said: the lowest face
    to reroll and for a critical failure, the highest to explode and for a critical success. None: not at all.
    """

    minimum: int | None = None
    maximum: int | None = None
    reroll: Reroll | None = None
    explosion: Explosion | None = None
    unique: Unique | None = None
    selection: tuple[Selection, ...] = ()
    targets: tuple[Target, ...] = ()
    order: Order | None = None
    success: When | None = None
    failure: When | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "targets", in_writing_order(self.targets))

    @property
    def concern_dice(self) -> bool:
        """True when some of them are about single dice, and not about the pool."""
        handles = any(part is not None for part in (self.minimum, self.maximum, self.reroll, self.explosion))
        return handles or () in (self.success, self.failure)

    def term(self, die: Die[Any], count: int | None) -> Expression[Any]:
        """The term: so many dice, None for a single one that is a pool only if some modifier makes it one.

        Raises BadInput and TooLarge as dice and pools do.
        """
        lowest, highest = when([die.faces[0]]), when([die.faces[-1]])
        reroll, explosion = self.reroll, self.explosion
        if reroll is not None and not reroll.when:
            check_ordered("lowest face", die, "name the faces to throw again")
            reroll = replace(reroll, when=lowest)
        if explosion is not None and not explosion.when:
            check_ordered("highest face", die, "name the faces to throw again")
            explosion = replace(explosion, when=highest)
        handling = ThrowRules(self.minimum, self.maximum, reroll, explosion)
        if handling != PLAIN:
            die = Die(die.faces, die.weights, handling, die.name)
        is_pool = count is not None or self.unique is not None or bool(self.selection) or bool(self.targets)
        read = self.reading(Pool(((die, 1 if count is None else count),))) if is_pool else die
        return self._shown(read, highest, lowest)

    def reading(self, pool: Pool[Any]) -> Expression[Any]:
        """A pool with those modifiers that are about pools; words that nobody counts stay a pool of words."""
        selected = replace(pool, unique=self.unique or pool.unique, selection=self.selection)
        if self.targets:
            return Count(selected, self.targets)
        adds = all(die.numeric for die, _ in pool.dice) or any(die.width for die, _ in pool.dice)
        return Sum(selected) if adds else selected

    def of_pool(self, pool: Pool[Any]) -> Expression[Any]:
        """The term for a pool of several kinds of dice; none of the modifiers concerns dice."""
        return self._shown(self.reading(pool), (), ())

    def _shown(self, read: Expression[Any], highest: When, lowest: When) -> Expression[Any]:
        if self.order is None and self.success is None and self.failure is None:
            return read
        success = () if self.success is None else self.success or highest
        failure = () if self.failure is None else self.failure or lowest
        return Shown(read, self.order, success, failure)

    def __str__(self) -> str:
        return joined(
            targets_text(self.targets),
            "" if self.minimum is None else f"min{self.minimum}",
            "" if self.maximum is None else f"max{self.maximum}",
            *throwing_again(
                "" if self.reroll is None else reroll_text(self.reroll, ()),
                "" if self.explosion is None else explosion_text(self.explosion, ()),
            ),
            "" if self.unique is None else "uo" if self.unique.once else "u",
            *map(str, self.selection),
            "" if self.order is None else self.order.value,
            "" if self.success is None else each("cs", self.success, ()),
            "" if self.failure is None else each("cf", self.failure, ()),
        )


PLAIN_TERM: Final = Modifiers()
"""No modifiers at all."""
