"""A die: throw it, set the rules of each throw, put it in a pool.

>>> str(d6), str(d10.explode()), str(Die(["hit", "miss"], [1, 2]))
('d6', 'd10!', 'd{hit,miss:2}')
>>> d6.reroll(1).distribution().mean
Fraction(4, 1)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, cast

from oddsmith.dice.exact.pool_distribution import die_distribution
from oddsmith.dice.expressions.expression import Expression, Rolled
from oddsmith.dice.expressions.forecast import Forecast, of_die
from oddsmith.dice.limits import MAX_NUMBER, refuse_above
from oddsmith.dice.model.die_data import HEADS, TAILS, DieData, check_ordered, whole_weights
from oddsmith.dice.model.faces import F, Face, When, when
from oddsmith.dice.model.notation_writer import die_text
from oddsmith.dice.model.pool_data import PoolData, dice_of
from oddsmith.dice.model.throw_rules import Explosion, Reroll, ThrowRules
from oddsmith.dice.pool import Pool
from oddsmith.dice.rolling.sources import Source
from oddsmith.dice.rolling.throwing import landed_faces, throw
from oddsmith.distribution import Distribution, Finite
from oddsmith.distribution.given_numbers import check_whole
from oddsmith.errors import BadInput

_POOLS: Final = 64
"""Pools that a die remembers."""


@dataclass(frozen=True, repr=False)
class Die(DieData[F], Expression[F]):
    """A die with any faces; as an expression, its value is the face that lands (with explosions, their total).

    faces: whole numbers, words, or tuples of as many whole numbers each, at least one. Kept in ascending order, numbers
    first; repeats add their weights. Tuples are added number by number, and none of them is the highest.
    weights: a positive whole number per face (Fractions become such), None when all are equally likely.
    handling: the rules of each throw; set them with `reroll`, `explode` and the other methods.
    name: how people call the die ("coin"); it says nothing about the odds and two dice may differ in it and be equal.

    Raises BadInput for no faces, weights that do not fit, or a die that would be rerolled or explode for ever.

    >>> attack, defence = Die([(0, 0), (1, 0), (1, 1)]), Die([(0, 0), (1, 0)])
    >>> (2 @ attack - defence).distribution().pmf((1, 1))
    Fraction(2, 9)
    """

    @staticmethod
    def sided(sides: int) -> Die[int]:
        """A fair die with the faces 1 to `sides`; however many, they are not listed."""
        check_whole("sides", sides, 1)
        refuse_above(MAX_NUMBER, sides, "sides", "Use a smaller die.")
        return Die(range(1, sides + 1))

    @staticmethod
    def of(chances: Distribution[F] | Mapping[F, int | Fraction]) -> Die[F]:
        """A die that lands as often as a distribution says, or a mapping from faces to weights, which may be fractions.

        Raises BadInput where a distribution is unbounded or in part unresolved, a weight is not above 0, or an outcome
        is neither a whole number, a word nor a tuple of whole numbers.

        >>> two = Die.of(d6.pool(2).sum().distribution())
        >>> two.pool(2).keep_highest(1).sum().distribution().pmf(12)
        Fraction(71, 1296)
        >>> str(Die.of({"hit": Fraction(1, 3), "miss": Fraction(1, 2)}))
        'd{hit:2,miss:3}'
        """
        if isinstance(chances, Finite) and not chances.unresolved:
            return Die(chances.outcomes, [chances.weights[face] for face in chances.outcomes])
        if not isinstance(chances, Mapping):
            allowed = "a mapping from faces to weights, or odds that can be listed, with nothing unresolved"
            listed = isinstance(chances, (list, tuple, set, frozenset, range))
            raise BadInput(
                "chances", repr(chances), f"{allowed}. For a list of faces write Die([...])" if listed else allowed
            )
        return Die(tuple(chances), whole_weights(chances.values()))

    def dice_thrown(self, of_pool: Callable[[PoolData[Any]], int] = dice_of) -> int:
        return 1

    # --- in a pool, and what the rules do with each throw -------------------------------------------------------

    def pool(self, count: int = 1) -> Pool[F]:
        """`count` of this die, thrown together."""
        known = self._pools.get(count) if type(count) is int else None
        if known is None:
            known = Pool(((self, count),))
            if len(self._pools) < _POOLS:
                self._pools[count] = known
        return known

    @cached_property
    def _pools(self) -> dict[int, Pool[F]]:
        """Pools of so many, which rules that are followed step by step ask for again and again."""
        return {}

    def with_minimum(self, least: int) -> Die[F]:
        """Faces below `least` are read as `least`."""
        return self._with_rules(replace(self.handling, minimum=least))

    def with_maximum(self, most: int) -> Die[F]:
        """Faces above `most` are read as `most`."""
        return self._with_rules(replace(self.handling, maximum=most))

    def reroll(
        self,
        *faces: Face,
        at_least: Face | None = None,
        at_most: Face | None = None,
        other_than: Face | None = None,
        times: int | None = None,
    ) -> Die[F]:
        """Thrown again while it shows one of these; by default its lowest face, and for as long as it takes.

        times: at most so many rerolls of one die; the last face stands.
        """
        _check_limit("times", times)
        conditions = self._conditions(faces, at_least, at_most, other_than, self.faces[0])
        return self._with_rules(replace(self.handling, reroll=Reroll(conditions, times)))

    def explode(
        self,
        *faces: Face,
        at_least: Face | None = None,
        at_most: Face | None = None,
        other_than: Face | None = None,
        limit: int | None = None,
        penetrating: bool = False,
    ) -> Die[F]:
        """Another die is thrown and lies beside it when it shows one of these; by default its highest face.

        limit: at most so many extra dice per die, None for as long as it takes.
        penetrating: every extra die counts 1 less than it shows.
        """
        _check_limit("limit", limit)
        conditions = self._conditions(faces, at_least, at_most, other_than, self.faces[-1])
        explosion = Explosion(conditions, limit, compound=False, penetrating=penetrating)
        return self._with_rules(replace(self.handling, explosion=explosion))

    def compound(
        self,
        *faces: Face,
        at_least: Face | None = None,
        at_most: Face | None = None,
        other_than: Face | None = None,
        limit: int | None = None,
        penetrating: bool = False,
    ) -> Die[F]:
        """As `explode`, but the extra faces are added to this die, which stays one die with one total."""
        exploding = self.explode(
            *faces, at_least=at_least, at_most=at_most, other_than=other_than, limit=limit, penetrating=penetrating
        )
        explosion = exploding.handling.explosion
        assert explosion is not None  # set by explode
        return self._with_rules(replace(self.handling, explosion=replace(explosion, compound=True)))

    # --- as an expression ---------------------------------------------------------------------------------------

    def calculate(self) -> Distribution[F]:
        self._check_total()
        return die_distribution(self)

    def forecast(self, parts: Sequence[Forecast]) -> Forecast:
        return of_die(self)

    __repr__ = Expression.__repr__

    def _roll(self, source: Source) -> Rolled[F]:
        self._check_total()
        lying = throw(((self, 1),), source)
        if self.numeric:
            for die in lying:
                die.add()
        value = lying[0].value if len(lying) == 1 else sum(die.value for die in lying)
        return Rolled(self, cast(F, value), landed_faces(lying))

    def _check_total(self) -> None:
        """Refuse a die that explodes and has words: the value of a chain is its total."""
        if self.handling.explosion is not None and not self.numeric:
            raise BadInput("explode", str(self), "a die whose faces are all numbers; count words with count(...)")

    def __str__(self) -> str:
        return self._text

    # --- inside -------------------------------------------------------------------------------------------------

    @cached_property
    def _text(self) -> str:
        return die_text(self)

    def _conditions(
        self,
        faces: tuple[Face, ...],
        at_least: Face | None,
        at_most: Face | None,
        other_than: Face | None,
        default: Face,
    ) -> When:
        named = faces or at_least is not None or at_most is not None or other_than is not None
        if not named:
            check_ordered("highest or lowest face", self, "name the faces to throw again")
        return when(faces if named else (default,), at_least=at_least, at_most=at_most, other_than=other_than)

    def _with_rules(self, handling: ThrowRules) -> Die[F]:
        return Die(self.faces, self.weights, handling, self.name)


def _check_limit(name: str, value: object) -> None:
    if value is not None:
        check_whole(name, value, 0, otherwise=", or None for as long as it takes")


d: Final = Die.sided
"""A fair die of any number of sides: `d(3)`."""

d4: Final = Die.sided(4)
d6: Final = Die.sided(6)
d8: Final = Die.sided(8)
d10: Final = Die.sided(10)
d12: Final = Die.sided(12)
d20: Final = Die.sided(20)
d100: Final = Die.sided(100)
coin: Final[Die[str]] = Die((HEADS, TAILS), name="coin")
fudge: Final[Die[int]] = Die((-1, 0, 1), name="Fudge die")
rps: Final[Die[str]] = Die(("up", "even", "down"), name="rock-paper-scissors test")
