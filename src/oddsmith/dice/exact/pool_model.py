"""A pool as kinds of plain dice, and how many of each there may be: the input of `multiset_dp` and `keep`.

A die that explodes into the pool is a chain: some throws that exploded and one that did not. Once it is known how many
throws of either sort the pool has, they are plain dice: exploding faces only, other faces only. So an exploding pool is
a mixture of mixed pools of plain dice. Chains without limit are followed until less than 10^-18 remains; that stays in
the result as `unresolved`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import Any, Final, NamedTuple, TypeAlias

from flint import fmpz, fmpz_poly

from oddsmith.dice.exact.explosion_chains import UNRESOLVED_BOUND, chain_total
from oddsmith.dice.exact.flint_helpers import integers
from oddsmith.dice.exact.kinds import Kind, Left
from oddsmith.dice.exact.throw_pmf import Pmf, pmf_of, throw_pmf
from oddsmith.dice.model.die_data import DieData
from oddsmith.dice.model.faces import matcher
from oddsmith.dice.model.throw_rules import Explosion
from oddsmith.distribution.limits import Work, refuse_work, take

Shapes: TypeAlias = dict[Left, int]

_SECONDS_A_SHAPE: Final = 2e-6
_BYTES_A_SHAPE: Final = 200
_SECONDS_A_BIT: Final = 1.5e-9
_SECONDS_A_BYTE: Final = 2e-9
_FEWER: Final = "Use fewer dice or allow fewer explosions."
_SECONDS_A_THROW: Final = 1e-6
_SOME: Final = 6
"""Numbers of dice that explode, of many, for which the numbers of throws are told."""
_MANY: Final = 2_000


@dataclass(frozen=True)
class PoolModel:
    """kinds: the plain dice. shapes: how many of each kind, with weights that multiply those of the faces.

    whole: the weight of everything that may happen, the unresolved included.
    """

    kinds: tuple[Kind, ...]
    shapes: Shapes
    whole: int

    @property
    def is_open(self) -> bool:
        """True when some dice have no limit."""
        return any(kind.opens for kind in self.kinds)


def pool_model(
    groups: Iterable[tuple[DieData[Any], int]], *, closed: bool = True, span: tuple[int, int] | None = None
) -> PoolModel:
    """The model of groups of dice; equal pmfs become one kind.

    closed: follow chains without limit until almost nothing remains; else leave them open, as kinds without limit.
    span: totals of compounding dice below the first or above the second need not be told apart.
    """
    collected = PoolModel((), {(): 1}, 1)
    for die, count in groups:
        collected = _joined(collected, _group(die, count, closed, span))
    return _merged(collected)


def parts_of(groups: Iterable[tuple[DieData[Any], int]]) -> list[PoolModel]:
    """The models of groups of dice, each by itself."""
    return [_group(die, count, True, None) for die, count in groups]


def apart(parts: Sequence[PoolModel]) -> list[PoolModel]:
    """The numbers of dice of several parts together, of parts that have no kind in common: dice of which the number is
    sure are one of these. Weights are left out; where there is no such way all are joined."""
    surely: list[PoolModel] = []
    others: list[PoolModel] = []
    for part in parts:
        sure = [len(set(numbers)) == 1 for numbers in zip(*part.shapes, strict=True)]
        for wanted, found in ((True, surely), (False, others)):
            places = [place for place, known in enumerate(sure) if known is wanted]
            shapes = dict.fromkeys([tuple([left[place] for place in places]) for left in part.shapes], 1)
            found.append(PoolModel(tuple([part.kinds[place] for place in places]), shapes, 1))
    found = [side_by_side(surely), *others]
    kinds = [kind for part in found for kind in part.kinds]
    return found if len(set(kinds)) == len(kinds) else [side_by_side(parts)]


def plain_pool_model(pmfs: Iterable[Pmf], whole: int) -> PoolModel:
    """One die of each of these pmfs. whole: the weight of everything, the unresolved part of the pmfs included."""
    kinds = tuple(Kind(pmf) for pmf in pmfs)
    return _merged(PoolModel(kinds, {(1,) * len(kinds): 1}, whole))


def side_by_side(models: Iterable[PoolModel]) -> PoolModel:
    """All dice of several models together."""
    together = PoolModel((), {(): 1}, 1)
    for model in models:
        together = _joined(together, model)
    return _merged(together)


def relabelled(model: PoolModel, label: Callable[[Any], Any]) -> PoolModel:
    """The model with every face replaced by its label."""
    kinds = tuple(relabelled_kind(kind, label) for kind in model.kinds)
    return _merged(PoolModel(kinds, model.shapes, model.whole))


def relabelled_kind(kind: Kind, label: Callable[[Any], Any]) -> Kind:
    """The kind with every face replaced by its label."""
    return replace(kind, pmf=pmf_of((label(face), weight) for face, weight in kind.pmf.weights))


def _group(die: DieData[Any], count: int, closed: bool, span: tuple[int, int] | None) -> PoolModel:
    explosion = die.handling.explosion
    if explosion is None or explosion.compound:
        pmf, whole = _shown(die, count, span)
        return PoolModel((Kind(pmf),), {(count,): 1}, whole**count)
    return _followed(die, count, explosion) if closed or explosion.limit is not None else _open(die, count, explosion)


def _shown(die: DieData[Any], count: int, span: tuple[int, int] | None = None) -> tuple[Pmf, int]:
    """The faces or totals of a die that does not explode into its pool, and the weight of all that may happen."""
    if die.handling.explosion is None:
        pmf = throw_pmf(die)
        return pmf, pmf.total
    total = chain_total(die)
    listed = (total if span is None else total.clamped(*span)).truncated(UNRESOLVED_BOUND / count)
    return pmf_of(listed.weights.items()), listed.total


class AsThrown(NamedTuple):
    """One die as its throws, which are alike in each of these parts; of one that explodes into its pool those that end
    a chain and those that explode, of one that penetrates those after the first besides.

    whole: the weight of all that may happen. longest: as many explosions are followed. limited: past these the next
    throw ends the chain.
    """

    parts: tuple[Pmf, ...]
    whole: int
    longest: int = 0
    limited: bool = False

    def within(self, weights: Sequence[fmpz]) -> fmpz:
        """The weight of a die all throws of which show some of the faces, by the weight of these in each part."""
        if len(weights) == 1:
            return weights[0]
        (stops, goes), (later_stops, later_goes) = weights[:2], weights[-2:]
        longest = self.longest
        total = fmpz(self.parts[0].total + self.parts[1].total)
        ended = total**longest * stops
        if longest and later_stops > 0:  # then fewer than all faces explode
            ended += goes * later_stops * ((total**longest - later_goes**longest) // (total - later_goes))
        return ended + goes * later_goes**longest if self.limited else ended


def as_thrown(die: DieData[Any], count: int) -> AsThrown:
    """One of so many equal dice. Raises TooLarge."""
    explosion = die.handling.explosion
    if explosion is None or explosion.compound:
        pmf, whole = _shown(die, count)
        return AsThrown((pmf,), whole)
    parts = _parts(die, explosion, 0)
    longest = _longest(explosion, *parts, count)
    later = _parts(die, explosion, 1) if explosion.penetrating else ()
    return AsThrown((*parts, *later), throw_pmf(die).total ** (longest + 1), longest, explosion.limit is not None)


def _parts(die: DieData[Any], explosion: Explosion, less: int) -> tuple[Pmf, Pmf]:
    """The faces that end a chain and those that explode, each read as `less` less."""
    stops: list[tuple[Any, int]] = []
    goes: list[tuple[Any, int]] = []
    explodes = matcher(explosion.when)
    for face, weight in throw_pmf(die).weights:
        part = goes if explodes(face) else stops
        part.append((face - less if less else face, weight))
    return Pmf(tuple(stops)), Pmf(tuple(goes))  # in order, as they were


def _open(die: DieData[Any], count: int, explosion: Explosion) -> PoolModel:
    """Chains as they are: with T the total, a throw that stops over T - e(z), e(z) the faces that explode."""
    total = throw_pmf(die).total
    stops, goes = _parts(die, explosion, 0)
    if not goes.weights:
        return PoolModel((Kind(stops),), {(count,): 1}, total**count)
    if not explosion.penetrating:
        return PoolModel((Kind(stops), Kind(goes, opens=total)), {(count, count): 1}, 1)
    later_stops, later_goes = _parts(die, explosion, 1)
    kinds = (Kind(stops), Kind(goes), Kind(later_stops), Kind(later_goes, opens=total))
    shapes: Shapes = {(count - again, again, again, again): comb(count, again) for again in range(count + 1)}
    return PoolModel(kinds, shapes, total**count)


def _followed(die: DieData[Any], count: int, explosion: Explosion) -> PoolModel:
    pmf = throw_pmf(die)
    stops, goes = _parts(die, explosion, 0)
    longest = _longest(explosion, stops, goes, count)
    take(*_work_of_shapes(explosion, count, longest, pmf.total.bit_length()), _FEWER)
    whole = pmf.total ** ((longest + 1) * count)
    limited = explosion.limit is not None
    if explosion.penetrating:
        kinds = tuple(Kind(part) for less in (0, 1) for part in _parts(die, explosion, less))
        return PoolModel(kinds, _penetrating_shapes(count, longest, pmf.total, limited), whole)
    return PoolModel((Kind(stops), Kind(goes)), _shapes(count, longest, pmf.total, limited), whole)


def refuse_many_shapes(groups: Iterable[tuple[DieData[Any], int]], seconds_of_each: float) -> None:
    """Refuse dice that explode where the numbers of throws that they may come to are too many, before they are told.

    seconds_of_each: what each takes at least once it is told.
    """
    for die, count in groups:
        explosion = die.handling.explosion
        if explosion is not None and not explosion.compound:
            longest = _longest(explosion, *_parts(die, explosion, 0), count)
            told = _work_of_shapes(explosion, count, longest, throw_pmf(die).total.bit_length())
            read = _number_of_shapes(explosion, count, longest) * seconds_of_each
            refuse_work(told.seconds + read, told.memory, _FEWER)


def _number_of_shapes(explosion: Explosion, count: int, longest: int) -> int:
    number = count * longest + 1
    if explosion.penetrating:  # for every number of dice of which the first throw explodes
        number = count + 1 + longest * comb(count + 1, 2)
    if explosion.limit is not None:  # and for every number of dice that explode to the end, the same of the others
        number = number * (count + 2) // (3 if explosion.penetrating else 2)
    return number


def _work_of_shapes(explosion: Explosion, count: int, longest: int, bits: int) -> Work:
    """The work of telling all numbers of throws. bits: of one throw."""
    number = _number_of_shapes(explosion, count, longest)
    bits *= (longest + 1) * count
    return Work(number * (_SECONDS_A_SHAPE + bits * _SECONDS_A_BIT), number * (_BYTES_A_SHAPE + bits // 8))


def _shapes(count: int, longest: int, total: int, limited: bool) -> Shapes:
    """The numbers of throws that stop a chain and that explode, with up to `longest` explosions of a die followed.

    limited: after that many the next throw ends the chain even if it explodes; else such chains are left out.
    """
    ending = fmpz_poly([total ** (longest - explosions) for explosions in range(longest + 1)])
    shapes: Shapes = {}
    for cut in range(count + 1 if limited else 1):
        for explosions, weight in enumerate(integers(ending ** (count - cut) * comb(count, cut))):
            shapes[count - cut, explosions + (longest + 1) * cut] = weight
    return shapes


def _penetrating_shapes(count: int, longest: int, total: int, limited: bool) -> Shapes:
    """As `_shapes`, for first throws that stop or explode and later throws that stop or explode."""
    ending = fmpz_poly([total ** (longest - explosions) for explosions in range(1, longest + 1)])
    shapes: Shapes = {}
    for cut in range(count + 1 if limited else 1):
        for again in range(count - cut + 1):
            once = count - cut - again
            ways = comb(count, cut) * comb(count - cut, again) * total ** (longest * once)
            for explosions, weight in enumerate(integers(ending**again * ways)):
                shapes[once, again + cut, again, explosions + longest * cut] = weight
    return shapes


def _longest(explosion: Explosion, stops: Pmf, goes: Pmf, count: int) -> int:
    """The most explosions of one die that are followed."""
    if explosion.limit is not None:
        return explosion.limit
    return _chain_length(Fraction(goes.total, stops.total + goes.total), count)


def _chain_length(again: Fraction, count: int) -> int:
    """The number of explosions of one die to follow so that less than the bound remains for all `count` dice."""
    length, remaining = 0, again * count
    if not again:
        return 0
    while remaining > UNRESOLVED_BOUND:
        length += 1
        remaining *= again
        refuse_work(length * length * _SECONDS_A_THROW, remedy="Limit the explosions.")
    return length


def some_chains(die: DieData[Any], count: int) -> tuple[tuple[Kind, ...], list[Left]]:
    """The kinds of dice that explode into a pool, and of the numbers that there may be of each some that are many."""
    explosion = die.handling.explosion
    assert explosion is not None  # callers ask only for exploding dice
    stops, goes = _parts(die, explosion, 0)
    longest = _longest(explosion, stops, goes, count)
    if not explosion.penetrating:
        return (Kind(stops), Kind(goes)), [(count, explosions) for explosions in _highest(longest * count)]
    kinds = tuple(Kind(part) for less in (0, 1) for part in _parts(die, explosion, less))
    going_on = range(0, count + 1, max(1, count // _SOME)) if longest else (0,)
    return kinds, [
        (count - again, again, again, explosions)
        for again in going_on
        for explosions in _highest(max(0, longest - 1) * again)
    ]


def most_explosions(die: DieData[Any], count: int) -> int:
    """The explosions of one of so many dice, which explode into their pool, that are followed at most."""
    explosion = die.handling.explosion
    assert explosion is not None  # as there
    return _longest(explosion, *_parts(die, explosion, 0), count)


def ending(die: DieData[Any]) -> Pmf:
    """The faces of one die that do not explode."""
    explosion = die.handling.explosion
    return throw_pmf(die) if explosion is None else _parts(die, explosion, 0)[0]


def _highest(number: int) -> range:
    """The numbers up to this one, of many the highest."""
    return range(max(0, number - _MANY), number + 1)


def _joined(first: PoolModel, second: PoolModel) -> PoolModel:
    shapes_together = len(first.shapes) * len(second.shapes)
    bytes_each = _BYTES_A_SHAPE + (first.whole.bit_length() + second.whole.bit_length()) // 8
    take(shapes_together * (_SECONDS_A_SHAPE + bytes_each * _SECONDS_A_BYTE), shapes_together * bytes_each)
    shapes = {a + b: weight * other for a, weight in first.shapes.items() for b, other in second.shapes.items()}
    return PoolModel(first.kinds + second.kinds, shapes, first.whole * second.whole)


def _merged(collected: PoolModel) -> PoolModel:
    kinds = tuple(dict.fromkeys(collected.kinds))
    if len(kinds) == len(collected.kinds):
        return collected
    place = [kinds.index(kind) for kind in collected.kinds]
    shapes: Shapes = {}
    for left, weight in collected.shapes.items():
        merged = [0] * len(kinds)
        for where, dice in zip(place, left, strict=True):
            merged[where] += dice
        shapes[tuple(merged)] = shapes.get(tuple(merged), 0) + weight
    return PoolModel(kinds, shapes, collected.whole)
