"""Sums over the kept dice of a pool, without telling more dice apart than keeping or dropping takes.

Faces are walked from the end at which the kept (or the dropped) dice are. As long as fewer dice have shown than it
takes to settle which are kept, every number of dice that may show the face at hand is followed by itself. Everything
else is settled at this face: its weight is that of all continuations less that of the ones followed, both in closed
form. So only the first few dice are ever told apart; the rest may be many, or explode without limit.

The sum so far is the exponent of a polynomial. Dice without limit enter as 1 / (1 - e(z))**n.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, groupby
from math import comb, gcd, prod
from typing import Any, Final, NamedTuple, TypeAlias

from flint import fmpq, fmpq_poly, fmpz_poly

from oddsmith.dice.exact.equal_dice.kept_sum_costs import closed_form
from oddsmith.dice.exact.explosion_chains import Score
from oddsmith.dice.exact.flint_helpers import integers, monomial
from oddsmith.dice.exact.kinds import Left, face_sequence, merged, merging
from oddsmith.dice.exact.later_faces import later_alike
from oddsmith.dice.exact.pool_model import PoolModel, relabelled
from oddsmith.dice.model.selection import End, Selection, places
from oddsmith.distribution import Distribution
from oddsmith.distribution.limits import Work, countable, refuse_work, spend

Scalar: TypeAlias = Any
"""An int, or with dice without limit an fmpq. (Type checkers cannot follow which goes with which polynomial.)"""
Polynomial: TypeAlias = Any
"""An fmpz_poly, or with dice without limit an fmpq_poly."""

_SECONDS_A_LARGE_STEP: Final = 2e-5
"""Of one walk, also where polynomials are large."""

_SECONDS_A_WORD: Final = 2e-8
_BYTES_A_WORD: Final = 16

_LARGE_DEGREE: Final = 1_200
_SECONDS_OF_A_DEGREE: Final = 10.0
"""Time to check a result without limit whose denominator has a large degree; it grows with the third power."""


class Waiting(NamedTuple):
    """Dice still to skip and to take, in the order of the pass, and the dice taken so far. take None: all the rest."""

    skip: int
    take: int | None
    taken: int = 0


class Term(NamedTuple):
    """z**shift * numerator / product of powers of denominators (by their number)."""

    shift: int
    numerator: Polynomial
    powers: dict[int, int]


def work_of_tails(width: int, faces: int, kinds: int) -> Work:
    """The work of telling, at every face, what all later ones of each kind count. width: of all counts."""
    words = width * faces * kinds
    return Work(words * _SECONDS_A_WORD, words * _BYTES_A_WORD)


def keep_score(model: PoolModel, selection: tuple[Selection, ...], score: Score) -> Distribution[int]:
    """The sum of the counts of the kept dice; a model with dice without limit takes one step of keep or drop.

    Raises Undecidable when dice without limit count both ways and their probabilities are not rational.
    """
    closed = closed_form(model, selection, score)
    if closed is not None:
        return closed
    model, score = _lumped(model, score)
    descending = _from_top(model, selection)
    faces = face_sequence(model.kinds, descending=descending)
    counted = [score(face) for face in faces]
    unit = gcd(*counted) or 1
    walk = _KeptSum(model, faces, [value // unit for value in counted])
    starts = {left: (_waiting(model, selection, left, descending), weight) for left, weight in model.shapes.items()}
    return walk.run(starts) * unit


def least_of_kept(faces: int, left: Left, selection: tuple[Selection, ...]) -> float:
    """The seconds that a pass takes at least which has this number of dice of each kind, with several kinds."""
    dice = sum(left)
    low, high = places(selection, dice)
    from_top = dice - high + (high - low if low else 0)
    from_bottom = low + (high - low if high < dice else 0)
    most = min(from_top, from_bottom, max(left))
    return faces * most**3 / 4 * _SECONDS_A_LARGE_STEP


def _lumped(model: PoolModel, score: Score) -> tuple[PoolModel, Score]:
    """The model with neighbouring faces that count the same as one face, the number of which stands for them."""
    faces = face_sequence(model.kinds, descending=False)
    runs = [(counted, list(alike)) for counted, alike in groupby(faces, key=score)]
    if len(runs) == len(faces) or any(kind.deck for kind in model.kinds):
        return model, score
    numbers = {face: number for number, (_, alike) in enumerate(runs) for face in alike}
    counts = [counted for counted, _ in runs]
    return relabelled(model, numbers.__getitem__), counts.__getitem__


def closes(selection: tuple[Selection, ...]) -> bool:
    """True for a keep or drop that works on dice without limit: their number must not change which are left."""
    return len(selection) == 1 and selection[0].end is not End.MIDDLE


def _from_top(model: PoolModel, selection: tuple[Selection, ...]) -> bool:
    """The end from which fewer dice have to be told apart."""
    if model.is_open:
        return selection[0].end is End.HIGHEST
    dice = max(sum(left) for left in model.shapes)
    low, high = places(selection, dice)
    from_top = dice - high if low == 0 else dice - low
    from_bottom = low if high == dice else high
    return from_top < from_bottom


def _waiting(model: PoolModel, selection: tuple[Selection, ...], left: Left, descending: bool) -> Waiting:
    if model.is_open:
        (step,) = selection
        return Waiting(step.count, None) if step.drop else Waiting(0, step.count)
    dice = sum(left)
    low, high = places(selection, dice)
    skip = dice - high if descending else low
    return Waiting(skip, None if skip + high - low == dice else high - low)


class _KeptSum:
    """One pass over the faces of a pool. counted: the count of each face, in the order of the pass."""

    def __init__(self, model: PoolModel, faces: Sequence[Any], counted: Sequence[int]) -> None:
        self._model = model
        self._counted = counted
        self._base = min(counted, default=0)
        self._low = min(0, self._base)
        self._one: Polynomial = fmpq_poly([1]) if model.is_open else fmpz_poly([1])
        self._open = [kind.opens for kind in model.kinds]
        width = max(counted, default=0) - self._base + 1
        refuse_work(*work_of_tails(width, len(faces), len(model.kinds)))
        self._pmfs = [kind.pmf for kind in model.kinds]
        pmfs = [dict(pmf.weights) for pmf in self._pmfs]
        self._mergers = merging(model.kinds, faces)
        self._faces, self._tables = faces, pmfs
        self._weights = [[pmf.get(face, 0) for pmf in pmfs] for face in faces]
        self._tails = self._plain_tails()
        self._denominators: list[fmpz_poly] = []
        self._sums: dict[int, Polynomial] = {}
        self._rests: dict[tuple[int, Left], dict[int, Polynomial]] = {}

    def run(self, starts: Mapping[Left, tuple[Waiting, int]]) -> Distribution[int]:
        """The distribution of the sum. starts: for each number of dice, those that wait, and its weight."""
        table = {left: {waiting: self._one * weight} for left, (waiting, weight) in starts.items()}
        cost = self._cost(starts)
        work = 0
        alike = later_alike(self._faces, self._tables, [[1] * len(self._open)] * len(self._faces), self._mergers)
        for place, counted in enumerate(self._counted):
            following: dict[Left, dict[Waiting, Polynomial]] = {}
            merger = self._mergers[place]
            # Known before the face is begun; later faces of the same kinds take half as many steps at least.
            steps = cost * sum(
                self._number_of_splits(place, left, waiting.skip + (waiting.take or 0)) + 1
                for left, states in table.items()
                for waiting in states
            )
            refuse_work((work + steps + steps * alike[place] / 2) * _SECONDS_A_LARGE_STEP)
            work += steps
            spend(steps * _SECONDS_A_LARGE_STEP)
            for left, states in table.items():
                for waiting, weight in states.items():
                    need = waiting.skip + (waiting.take or 0)
                    followed = [
                        (shown, ways, merged(self._after(left, shown), merger))
                        for shown, ways in self._splits(place, left, need)
                    ]
                    self._settle(place, left, waiting, weight, followed)
                    for shown, ways, after in followed:
                        if not self._plain(after, place + 1):
                            continue
                        skipped = min(waiting.skip, sum(shown))
                        taken = sum(shown) - skipped
                        take = None if waiting.take is None else waiting.take - taken
                        state = Waiting(waiting.skip - skipped, take, waiting.taken + taken)
                        target = following.setdefault(after, {})
                        arrived = (weight * ways).left_shift((counted - self._base) * taken)
                        target[state] = target[state] + arrived if state in target else arrived
            table = following
        for left, states in table.items():
            for waiting, weight in states.items():
                self._collect(waiting.taken, weight * self._plain(left, len(self._counted)))
        return self._distribution()

    def _cost(self, starts: Mapping[Left, tuple[Waiting, int]]) -> int:
        """The cost of one step, by the size of the polynomials; TooLarge at once when all steps cost too much."""
        waiting = [waiting for waiting, _ in starts.values()]
        need = max(wait.skip + (wait.take or 0) for wait in waiting)
        length = (max(self._counted) - self._base) * max(wait.take or wait.skip for wait in waiting)
        bits = (
            max(sum(left) for left in starts) * max(sum(row) for row in zip(*self._weights, strict=True)).bit_length()
        )
        cost: int = 1 + length * bits // 40_000
        most: int = need if self._model.is_open else max(min(need, max(left)) for left in starts)
        numbers = most if len(self._open) == 1 else most * most // 2
        refuse_work(len(self._counted) * numbers * most / 2 * cost * _SECONDS_A_LARGE_STEP)
        if self._model.is_open and waiting[0].take is None:
            chains = max(max(left) for left in starts) + need
            degree = max(
                counted - (self._low if opens else self._base)
                for weights, counted in zip(self._weights, self._counted, strict=True)
                for weight, opens in zip(weights, self._open, strict=True)
                if weight
            )
            refuse_work(_SECONDS_OF_A_DEGREE * (chains * degree / _LARGE_DEGREE) ** 3)
        return cost

    # --- settled at a face ------------------------------------------------------------------------------

    def _settle(
        self, place: int, left: Left, waiting: Waiting, weight: Polynomial, followed: list[tuple[Left, int, Left]]
    ) -> None:
        """Settle all cases that are not followed: enough dice show this face to know which dice are taken."""
        if waiting.take is None:
            self._settle_rest(place, left, waiting.skip, weight, followed)
            return
        enough = self._plain(left, place) - sum(ways * self._plain(after, place + 1) for _, ways, after in followed)
        if enough:
            power = (self._counted[place] - self._base) * waiting.take
            self._collect(waiting.taken + waiting.take, (weight * enough).left_shift(power))

    def _settle_rest(
        self, place: int, left: Left, skip: int, weight: Polynomial, followed: list[tuple[Left, int, Left]]
    ) -> None:
        """The last dice to be skipped show this face: all others are taken, those of this face and those to come."""
        less = self._counted[place] * skip
        self._collect_rest(place, left, -less, weight)
        for shown, ways, after in followed:
            if self._plain(after, place + 1):
                self._collect_rest(place + 1, after, self._counted[place] * sum(shown) - less, weight * -ways)

    def _collect_rest(self, place: int, left: Left, shift: int, factor: Polynomial) -> None:
        """factor * z**shift times all that the dice left may count on the faces from `place` on, worked out later."""
        factors = self._rests.setdefault((place, left), {})
        factors[shift] = factors[shift] + factor if shift in factors else factor

    def _rest_terms(self) -> Iterator[Term]:
        """Sums settled by the dice left, from the last face on: only the tails of one face are held at a time."""
        by_place: dict[int, list[Left]] = {}
        for place, left in self._rests:
            by_place.setdefault(place, []).append(left)
        if not by_place:
            return
        for place, marked in self._marked_tails(min(by_place)):
            for left in by_place.get(place, ()):
                yield self._rest_term(place, left, marked, self._rests.pop((place, left)))

    def _rest_term(self, place: int, left: Left, marked: Sequence[fmpz_poly], factors: dict[int, Polynomial]) -> Term:
        start = min(factors)
        numerator = sum((factor.left_shift(shift - start) for shift, factor in factors.items()), self._one * 0)
        powers: dict[int, int] = {}
        plain = self._tails[place]
        for dice, tail, weight, opens in zip(left, marked, plain, self._open, strict=True):
            if opens and weight == opens:  # none of its faces are left
                numerator = numerator * fmpq(1, opens**dice)
            elif opens:
                number = self._denominator(tail)
                powers[number] = powers.get(number, 0) + dice
                start -= self._low * dice
            else:
                numerator = numerator * tail**dice
                start += self._base * dice
        return Term(start, numerator, powers)

    def _collect(self, taken: int, sums: Polynomial) -> None:
        self._sums[taken] = self._sums[taken] + sums if taken in self._sums else sums

    # --- how many dice show a face, and what the others may do ----------------------------------------------------

    def _splits(self, place: int, left: Left, need: int) -> list[tuple[Left, int]]:
        """Fewer than `need` dice showing the face: the number of each kind, and the weight of that."""
        splits: list[tuple[Left, int]] = [((), 1)] if need else []
        for dice, weight, opens in zip(left, self._weights[place], self._open, strict=True):
            extended: list[tuple[Left, int]] = []
            for shown, ways in splits:
                most = 0 if not weight or not dice else need - 1 - sum(shown)
                for count in range((most if opens else min(most, dice)) + 1):
                    several = comb(dice + count - 1, count) if opens and count else comb(dice, count)
                    extended.append(((*shown, count), ways * several * weight**count))
            splits = extended
        return splits

    def _number_of_splits(self, place: int, left: Left, need: int) -> int:
        """The number of `_splits`: by how many dice show the face, kind by kind."""
        numbers = [1] + [0] * (need - 1) if need else []
        for dice, weight, opens in zip(left, self._weights[place], self._open, strict=True):
            if weight and dice:
                most = need if opens else dice
                sums = [0, *accumulate(numbers)]
                numbers = [sums[shown + 1] - sums[max(0, shown - most)] for shown in range(need)]
        return countable(sum(numbers))

    def _after(self, left: Left, shown: Left) -> Left:
        """The dice left when some have shown a face; of dice without limit there are then more, not fewer."""
        return tuple(
            dice + count if opens else dice - count for dice, count, opens in zip(left, shown, self._open, strict=True)
        )

    def _plain(self, left: Left, place: int) -> Scalar:
        """The weight of everything that the dice left may show of the faces from `place` on."""
        weight = prod(
            tail**dice for dice, tail, opens in zip(left, self._tails[place], self._open, strict=True) if not opens
        )
        if not self._model.is_open:
            return weight
        divisor = prod(
            tail**dice for dice, tail, opens in zip(left, self._tails[place], self._open, strict=True) if opens
        )
        return fmpq(weight, divisor)

    def _plain_tails(self) -> list[list[int]]:
        tails = [[0 for _ in self._open]]
        for weights in reversed(self._weights):
            tails.append([tail + weight for tail, weight in zip(tails[-1], weights, strict=True)])
        return [
            [opens - tail if opens else tail for tail, opens in zip(row, self._open, strict=True)]
            for row in reversed(tails)
        ]

    def _marked_tails(self, first: int) -> Iterator[tuple[int, list[fmpz_poly]]]:
        """As the plain ones, with the count of each face as a power of z: less `base`, or less `low` without limit.

        From the last place down to `first`, each place with its tails.
        """
        tails = [opens * monomial(-self._low) if opens else fmpz_poly([]) for opens in self._open]
        yield len(self._counted), tails
        for place in range(len(self._counted) - 1, first - 1, -1):
            closed, without_limit = (monomial(self._counted[place] - end) for end in (self._base, self._low))
            tails = [
                tail - without_limit * weight if opens else tail + closed * weight
                for tail, weight, opens in zip(tails, self._weights[place], self._open, strict=True)
            ]
            yield place, tails

    # --- the result -----------------------------------------------------------------------------------------------

    def _denominator(self, polynomial: fmpz_poly) -> int:
        if polynomial not in self._denominators:
            self._denominators.append(polynomial)
        return self._denominators.index(polynomial)

    def _distribution(self) -> Distribution[int]:
        settled = (Term(self._base * taken, sums, {}) for taken, sums in self._sums.items())
        terms = chain(settled, self._rest_terms())
        start, numerator, most = self._over_one(list(terms)) if self._model.is_open else (*self._added(terms), [])
        whole = self._model.whole
        if isinstance(numerator, fmpq_poly):
            whole *= int(numerator.denom())
            numerator = numerator.numer()
        coefficients = integers(numerator)
        if any(most):
            return Distribution.generating(coefficients, integers(self._product(most) * whole), shift=start)
        weights = {start + place: weight for place, weight in enumerate(coefficients) if weight}
        return Distribution.from_weights(weights, unresolved=whole - sum(weights.values()))

    def _added(self, terms: Iterable[Term]) -> tuple[int, Polynomial]:
        """The sum of terms without denominators, one by one: its shift and its polynomial."""
        start, together = 0, self._one * 0
        for term in terms:
            lower = min(start, term.shift) if together else term.shift
            together = together.left_shift(start - lower) if together else together
            together += term.numerator.left_shift(term.shift - lower)
            start = lower
        return start, together

    def _over_one(self, terms: list[Term]) -> tuple[int, Polynomial, list[int]]:
        """The sum of terms over one denominator: its shift, its numerator and the powers of the denominators."""
        start = min(term.shift for term in terms)
        most = [max(term.powers.get(number, 0) for term in terms) for number in range(len(self._denominators))]
        numerator = self._one * 0
        for term in terms:
            missing = [power - term.powers.get(number, 0) for number, power in enumerate(most)]
            numerator += (term.numerator * self._product(missing)).left_shift(term.shift - start)
        return start, numerator, most

    def _product(self, powers: Sequence[int]) -> fmpz_poly:
        return prod((base**power for base, power in zip(self._denominators, powers, strict=True)), start=fmpz_poly([1]))
