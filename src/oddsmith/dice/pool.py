"""A pool: throw dice together, keep some of them, read them.

>>> from oddsmith.dice import d6, d8, d10
>>> str(d6.pool(4).keep_highest(3).sum())
'4d6kh3'
>>> d10.explode().pool(7).count(at_least=7).distribution().mean
Fraction(28, 9)
>>> str((d8.pool(2) & d6.pool(3)).drop_lowest(1).sum())
'(2d8&3d6)dl1'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn

from oddsmith.dice.exact.pool_distribution import listed_distribution
from oddsmith.dice.exact.unique_dice import check_unique
from oddsmith.dice.expressions.expression import Rolled
from oddsmith.dice.model.deck_data import Dealt
from oddsmith.dice.model.die_data import DieData, check_comparable
from oddsmith.dice.model.faces import F, Face
from oddsmith.dice.model.notation_writer import pool_text
from oddsmith.dice.model.pool_data import PoolData, Unique
from oddsmith.dice.readings.joint import Joint
from oddsmith.dice.readings.readable import ReadableDice
from oddsmith.dice.rolling.sources import Source
from oddsmith.dice.rolling.throwing import Lying, landed_faces, throw_pool
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput


@dataclass(frozen=True, repr=False)
class Pool(PoolData[F], ReadableDice[F]):
    """Dice thrown together; as an expression, its value is the kept values as a sorted tuple, () when there are none.

    dice: groups of a die and how many of it, in the order in which they are thrown; `Pool.of` takes single dice.
    unique: set when no value may show twice, or for the cards of a deck. selection: keep and drop, step after step.

    Raises BadInput for a number of dice that is no whole number from 0 up, and TooLarge for too many dice.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.unique is not None:
            check_unique(self)
        if self.selection:
            check_comparable("kept or dropped dice", (die for die, _ in self.dice))

    @staticmethod
    def of(dice: Iterable[DieData[F]]) -> Pool[F]:
        """A pool of these dice, which may differ.

        >>> from oddsmith.dice import d4, d6
        >>> str(Pool.of([d4, d6, d6]).sum())
        '(1d4&2d6)'
        """
        listed: list[Any] = list(dice) if hasattr(dice, "__iter__") else [dice]
        for die in listed:
            if not isinstance(die, DieData):
                raise BadInput("dice", die, "a list of dice, such as Pool.of([d4, d6, d6])")
        return Pool(tuple((die, 1) for die in listed))

    def __and__(self, other: Pool[F]) -> Pool[F]:
        """Both pools thrown together as one; BadInput when one of them already keeps, drops or is unique."""
        for pool in (self, other):
            if not isinstance(pool, Pool):
                raise BadInput("pool", str(pool), "a pool; that of a die is d6.pool()")
            if pool.selection or pool.unique is not None:
                raise BadInput("pool", str(pool), "a pool of which nothing is kept or dropped yet")
        return Pool(self.dice + other.dice)

    def __rand__(self, other: object) -> NoReturn:
        raise BadInput("pool", str(other), "a pool; that of a die is d6.pool()")

    if not TYPE_CHECKING:  # else readings would have a method `pool`

        def __call__(self, *_: object) -> NoReturn:
            """Raise BadInput, as for `pool(3)` of a reading, such as a die with faces that are thrown again."""
            error = BadInput("dice", self._text, "a number of dice where the pool is made")
            raise error.reworded(
                f"This has a pool already: {self._text}.",
                "Say how many dice where it is made: die_with_again(faces, dice=3), d6.pool(3).sum().",
            )

    def distinct(self, *, once: bool = False) -> Pool[F]:
        """A die that repeats the value of an earlier one is thrown again until it does not (at most once if `once`)."""
        if isinstance(self.unique, Dealt):
            raise BadInput("unique", self._text, "dice; no card is dealt twice anyway")
        return replace(self, unique=Unique(once))

    def vector(self, worths: Mapping[F, tuple[int, ...]]) -> Joint:
        """Several numbers of one roll, added up: how much each face counts of each, 0 where it is not named.

        Vectors are added and subtracted number by number, whatever dice they come from.

        >>> from oddsmith.dice import d6
        >>> str(d6.pool(2).vector({6: (1, 1), 5: (1, 0)}))
        'joint(2d6, =5=6, =6)'
        """
        given: Any = worths
        each: Iterable[object] = given.values() if isinstance(given, Mapping) else [given]
        sizes = {len(worth) if isinstance(worth, tuple) else 0 for worth in each}
        if len(sizes) != 1 or 0 in sizes:
            raise BadInput("worths", worths, "a tuple of as many numbers for each face, one or more")
        nothing: dict[Face, int] = dict.fromkeys(worths, 0)
        columns: list[dict[Face, int]] = [
            {face: worth[place] for face, worth in worths.items() if worth[place]} for place in range(*sizes)
        ]
        return Joint(self, tuple(self.count(worth=column or nothing) for column in columns))

    # --- as an expression ---------------------------------------------------------------------------------------

    def calculate(self) -> Distribution[tuple[F, ...]]:
        return listed_distribution(self)

    __repr__ = ReadableDice.__repr__

    def _roll(self, source: Source) -> Rolled[tuple[F, ...]]:
        lying, kept = self.throw(source)
        return Rolled(self, tuple(die.value for die in kept), landed_faces(lying))

    def throw(self, source: Source) -> tuple[list[Lying], list[Lying]]:
        """Every die as it lies in the end, and the kept ones in ascending order; the others are marked as dropped."""
        return throw_pool(self, source)

    @property
    def text(self) -> str:
        """The pool in notation without a reading, which by itself means the sum."""
        return self._text

    def __str__(self) -> str:
        return f"faces({self._text})"

    @cached_property
    def _text(self) -> str:
        return pool_text(self)
