"""Throwing dice one by one: they land, are thrown again, explode.

All dice of a pool are thrown first, then the rerolls are made, then the explosions, each die in turn: the order in
which a scripted source gives faces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, TypeAlias, TypeVar

from oddsmith.dice.exact.throw_pmf import throw_pmf
from oddsmith.dice.limits import MAX_EXPECTED, MAX_THROWS, number_of_rolls, refuse_above
from oddsmith.dice.model.deck_data import Dealt
from oddsmith.dice.model.die_data import DieData
from oddsmith.dice.model.faces import Face, When, face_order, holds, matched_at_most
from oddsmith.dice.model.notation_writer import deck_text
from oddsmith.dice.model.pool_data import PoolData, Unique
from oddsmith.dice.model.rolled_faces import Fate, RolledFace
from oddsmith.dice.model.selection import places
from oddsmith.dice.rolling.sources import Source, reason


class Landed:
    """A face that landed, while its fate is still open."""

    __slots__ = ("chain", "counts", "die", "exploded", "extra", "face", "fate", "value")

    def __init__(self, die: str, face: Face, value: Face, chain: int, extra: bool) -> None:
        self.die = die
        self.face = face
        self.value = value
        self.chain = chain
        self.extra = extra
        self.exploded = False
        self.fate = Fate.KEPT
        self.counts: int | None = None

    def rolled(self) -> RolledFace:
        """The face with its fate sealed."""
        return RolledFace(
            self.die, self.face, self.value, self.fate, self.exploded, self.extra, self.counts, self.chain
        )


class Lying:
    """A die as it lies in the pool in the end: its value, and the faces behind it (the last one in force last)."""

    __slots__ = ("landed", "value")

    def __init__(self, value: Any, landed: list[Landed]) -> None:
        self.value = value
        self.landed = landed

    def drop(self) -> None:
        """Put the die aside: it counts for nothing."""
        for face in self.landed:
            if face.fate is Fate.KEPT:
                face.fate = Fate.DROPPED

    def add(self) -> None:
        """Note that every face in force adds its value."""
        for face in self.landed:
            if face.fate is Fate.KEPT:
                face.counts = face.value  # type: ignore[assignment]  # only dice of numbers are added

    def count(self, counts: int) -> None:
        """Note the count of the die as a whole, on the first of its faces in force."""
        first = True
        for face in self.landed:
            if face.fate is Fate.KEPT:
                face.counts = counts if first else 0
                first = False


_MOST_LOOKED_AT: Final = 1_000_000
"""Different cards that one hand goes through, all that are left for each card it gets; a second."""

R = TypeVar("R")

_MANY_FACES: Final = 1_000

Chain: TypeAlias = tuple[DieData[Any], DieData[Any], list[Landed]]
"""A die, the same without its rules, and the faces that it has landed on so far."""


class _Throws:
    """Throws single dice and stops when there are more of them than a table should see."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._left = MAX_THROWS

    def land(self, die: DieData[Any], bare: DieData[Any], name: str, chain: int, extra: bool) -> Landed:
        self._left -= 1
        if self._left < 0:
            refuse_above(MAX_THROWS, MAX_THROWS + 1, "throws", "Limit the explosions or rerolls.")
        face = self._source.face(bare)
        return Landed(name, face, die.handling.read(face), chain, extra)

    def once_more(self, landed: list[Landed], die: DieData[Any], bare: DieData[Any], why: str, extra: bool) -> Landed:
        """Throw on behind the last face in `landed`."""
        last = landed[-1]
        with reason(last.face, why):
            landed.append(self.land(die, bare, last.die, last.chain, extra))
        return landed[-1]

    def settle(self, landed: list[Landed], die: DieData[Any], bare: DieData[Any]) -> None:
        """Reroll the last face in `landed` until its reroll condition lets it stand."""
        reroll = die.handling.reroll
        if reroll is None:
            return
        times = reroll.times
        last = landed[-1]
        while holds(reroll.when, last.value) and times != 0:
            last.fate = Fate.REROLLED
            last = self.once_more(landed, die, bare, "is rerolled", last.extra)
            times = None if times is None else times - 1

    def explode(self, landed: list[Landed], die: DieData[Any], bare: DieData[Any]) -> None:
        """Throw the extra dice that the last face in `landed` brings, and those that they bring."""
        explosion = die.handling.explosion
        if explosion is None:
            return
        limit = explosion.limit
        last = landed[-1]
        shown = last.value
        while holds(explosion.when, shown) and limit != 0:
            last.exploded = True
            self.once_more(landed, die, bare, "exploded", True)
            self.settle(landed, die, bare)
            last = landed[-1]
            shown = last.value
            if explosion.penetrating:
                last.value = shown - 1  # type: ignore[operator]  # such a die has only numbers
            limit = None if limit is None else limit - 1


def throw(dice: Iterable[tuple[DieData[Any], int]], source: Source, unique: Unique | None = None) -> list[Lying]:
    """Throw groups of dice (a die and how many of it); the dice as they lie, each group's in turn.

    unique: a die that repeats the value of an earlier one is thrown again.

    Raises TooLarge when about a million throws would not be enough.
    """
    groups = list(dice)
    refuse_endless(groups)
    throws = _Throws(source)
    chains: list[Chain] = []
    for die, count in groups:
        bare = die.bare
        name = str(bare)
        for _ in range(count):
            chains.append((die, bare, [throws.land(die, bare, name, len(chains), extra=False)]))
    for die, bare, landed in chains:
        throws.settle(landed, die, bare)
    if unique is not None:
        _throw_until_unique(throws, chains, unique)
    lying: list[Lying] = []
    for die, bare, landed in chains:
        throws.explode(landed, die, bare)
        lying.extend(_lie(die, landed))
    return lying


def deal(pool: PoolData[Any], dealt: Dealt, source: Source, gone: Counter[Face]) -> list[Lying]:
    """Deal the cards of a hand, one after the other. gone: cards that are no longer in the deck; these join them."""
    name = deck_text(dealt.deck)
    lying: list[Lying] = []
    for die, count in pool.dice:
        refuse_above(_MOST_LOOKED_AT, count * len(dealt.deck.cards), "cards looked at", "Deal fewer cards.")
        for chain in range(count):
            left = [(card, copies - gone[card]) for card, copies in dealt.deck.cards if copies > gone[card]]
            rest = type(die)([card for card, _ in left], [copies for _, copies in left], name=die.name)
            card = source.face(rest)
            gone[card] += 1
            lying.append(Lying(card, [Landed(name, card, card, chain, False)]))
    return lying


def throw_pool(
    pool: PoolData[Any], source: Source, gone: Counter[Face] | None = None
) -> tuple[list[Lying], list[Lying]]:
    """Every die as it lies in the end, and the kept ones in ascending order; the others are marked as dropped.

    gone: of a hand, the cards that were dealt to others.
    """
    if isinstance(pool.unique, Dealt):
        lying = deal(pool, pool.unique, source, Counter() if gone is None else gone)
    else:
        lying = throw(pool.dice, source, pool.unique)
    ascending = sorted(lying, key=lambda die: face_order(die.value))
    if not pool.selection:
        return lying, ascending
    low, high = places(pool.selection, len(ascending))
    for die in (*ascending[:low], *ascending[high:]):
        die.drop()
    return lying, ascending[low:high]


def landed_faces(lying: Iterable[Lying]) -> tuple[RolledFace, ...]:
    """Every face that landed, die by die, with its fate."""
    return tuple(face.rolled() for die in lying for face in die.landed)


def rolled_so_often(number: object, once: Callable[[Source], R], source: Source) -> tuple[R, ...]:
    """So many rolls, one after the other; TooLarge where they land more faces together than `source` may give."""
    rolls: list[R] = []
    thrown = 0
    for _ in range(number_of_rolls(number)):
        rolls.append(once(source))
        thrown += throws_of(rolls[-1])
        refuse_above(source.most, thrown, "throws", "Roll fewer times.")
    return tuple(rolls)


def throws_of(rolled: Any) -> int:
    """The faces of a roll and its parts; a part without any counts one."""
    return (len(rolled.dice) or 1) + sum(map(throws_of, rolled.parts))


def _throw_until_unique(throws: _Throws, chains: Iterable[Chain], unique: Unique) -> None:
    """Throw each die again while, or once if, it repeats the value of an earlier one."""
    seen: set[Face] = set()
    for die, bare, landed in chains:
        while landed[-1].value in seen:
            last = landed[-1]
            last.fate = Fate.REROLLED
            landed.append(throws.land(die, bare, last.die, last.chain, extra=False))
            throws.settle(landed, die, bare)
            if unique.once:
                break
        seen.add(landed[-1].value)


def _lie(die: DieData[Any], landed: list[Landed]) -> list[Lying]:
    explosion = die.handling.explosion
    if explosion is None:
        return [Lying(landed[-1].value, landed)]
    if explosion.compound:
        return [Lying(sum(face.value for face in landed if face.fate is Fate.KEPT), landed)]
    lying: list[Lying] = []
    waiting: list[Landed] = []
    for face in landed:
        waiting.append(face)
        if face.fate is Fate.KEPT:
            lying.append(Lying(face.value, waiting))
            waiting = []
    return lying


def refuse_endless(groups: Iterable[tuple[DieData[Any], int]]) -> None:
    """Refuse dice that would on average need more throws than are allowed, before the first throw."""
    expected = 0
    for die, count in groups:
        endless = die.handling.explosion or die.handling.reroll
        expected += int(count / _chance_to_stop(die)) if endless else count
    refuse_above(MAX_EXPECTED, expected, "throws", "Limit the explosions or rerolls, or throw fewer dice.")


@lru_cache(maxsize=256)
def _chance_to_stop(die: DieData[Any]) -> Fraction:
    """A lower bound of the chance that a throw is the last one of its die; large ones with weights are not looked at,
    nor those whose faces are raised or lowered."""
    handling = die.handling
    large = len(die.faces) > _MANY_FACES
    if large and (die.weights is not None or handling.minimum is not None or handling.maximum is not None):
        return Fraction(1)
    chance = Fraction(1)
    if handling.reroll is not None and handling.reroll.times is None:
        chance *= _of_large(die, handling.reroll.when) if large else _rerolled_no_more(die, handling.reroll.when)
    if handling.explosion is not None and handling.explosion.limit is None:
        chance *= _of_large(die, handling.explosion.when) if large else _explodes_no_more(die, handling.explosion.when)
    return chance


def _of_large(die: DieData[Any], again: When) -> Fraction:
    """The chance that a face of equally likely ones is none of these, of which one at least is not."""
    faces = len(die.faces)
    return Fraction(max(1, faces - matched_at_most(again, die.faces)), faces)


def _rerolled_no_more(die: DieData[Any], again: When) -> Fraction:
    read = die.handling.read
    rerolled = sum(weight for face, weight in die.weighted_faces() if holds(again, read(face)))
    return 1 - Fraction(rerolled, die.total)


def _explodes_no_more(die: DieData[Any], again: When) -> Fraction:
    pmf = throw_pmf(die)
    return 1 - Fraction(sum(weight for face, weight in pmf.weights if holds(again, face)), pmf.total)
