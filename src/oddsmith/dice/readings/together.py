"""Readers of your own that read several pools together, face by face."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from oddsmith.dice.exact.several_pools.one_pass import together_distribution
from oddsmith.dice.expressions.arithmetic import check_own_name
from oddsmith.dice.expressions.expression import Expression, Rolled
from oddsmith.dice.limits import refuse_above
from oddsmith.dice.model.combination_data import MAX_POOLS
from oddsmith.dice.model.faces import F, face_order
from oddsmith.dice.model.notation_writer import pieces_of
from oddsmith.dice.model.pool_data import PoolData, dice_of
from oddsmith.dice.readings.face_by_face import checked
from oddsmith.dice.readings.readable import ReadableDice
from oddsmith.dice.readings.thrown import Thrown, throw_pools
from oddsmith.dice.rolling.sources import Source
from oddsmith.distribution import Distribution
from oddsmith.distribution.given_numbers import check_outcome
from oddsmith.errors import BadInput

S = TypeVar("S")
V = TypeVar("V")


@dataclass(frozen=True)
class JointReader(Generic[S, F, V]):
    """Your own way to read several pools together: faces one after another, each with its count in every pool.

    As `Reader`, but step(state, face, counts) gets a tuple: how many dice of the first pool, the second, and so on,
    show `face`. Only faces that some die shows come.

    >>> from oddsmith.dice import d6
    >>> def more(ahead, face, counts):
    ...     return ahead + (counts[0] > counts[1]) - (counts[0] < counts[1])
    >>> majorities = JointReader("majorities", 0, more, lambda ahead: ahead)
    >>> red_against_blue = read_together(majorities, d6.pool(6), d6.pool(6))
    >>> str(red_against_blue), red_against_blue.distribution().pmf(0)
    ('majorities(6d6, 6d6)', Fraction(22249417, 45349632))
    """

    name: str
    initial: S
    step: Callable[[S, F, tuple[int, ...]], S]
    final: Callable[[S], V]
    descending: bool | None = False


@dataclass(frozen=True)
class Together(Expression[V]):
    """Pools thrown one after the other and read together by a reader of your own; `read_together` makes one."""

    pools: tuple[PoolData[Any], ...]
    reader: JointReader[Any, Any, V]

    def __post_init__(self) -> None:
        if not isinstance(self.reader, JointReader):
            raise BadInput("reader", self.reader, "a JointReader(name, initial, step, final)")
        check_own_name(self.reader.name)
        check_outcome(self.reader.initial, "initial")
        for pool in self.pools:
            if not isinstance(pool, PoolData):
                raise BadInput("pool", pool, "a pool of dice")
        if not self.pools:
            raise BadInput("pools", (), "at least one pool")
        refuse_above(MAX_POOLS, len(self.pools), "pools", "Read fewer pools together.")

    def calculate(self) -> Distribution[V]:
        reader, descending = self.reader, bool(self.reader.descending)

        def read(step: Callable[[Any, Any, tuple[int, ...]], Any]) -> Distribution[V]:
            return together_distribution(self.pools, reader.initial, step, checked(reader.final), descending=descending)

        try:
            return read(reader.step)
        except TypeError:  # as of one pool
            return read(checked(reader.step))

    def dice_thrown(self, of_pool: Callable[[PoolData[Any]], int] = dice_of) -> int:
        return sum(map(of_pool, self.pools))

    def _roll(self, source: Source) -> Rolled[V]:
        reader = self.reader
        thrown = Thrown(throw_pools(self.pools, source), [], combined=True)
        values = [[die.value for die in pool.kept] for pool in thrown.pools]
        faces = sorted({value for lying in values for value in lying}, key=face_order, reverse=bool(reader.descending))
        state = reader.initial
        for face in faces:
            state = reader.step(state, face, tuple(lying.count(face) for lying in values))
        return thrown.rolled(self, checked(reader.final)(state))

    def __str__(self) -> str:
        return f"{self.reader.name}({', '.join(pieces_of(self.pools))})"


def read_together(reader: JointReader[S, F, V], *pools: ReadableDice[F]) -> Together[V]:
    """The pools, thrown one after the other, as the reader reads them together; a deal stands for all its hands.

    Raises BadInput for anything but pools.
    """
    for pool in pools:
        if not isinstance(pool, ReadableDice):
            raise BadInput("pool", pool, "a pool of dice")
    return Together(tuple(cast("PoolData[F]", one) for pool in pools for one in pool.sides), reader)
