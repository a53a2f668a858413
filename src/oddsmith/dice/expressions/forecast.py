"""Forecasts of distributions: what can be said of them before any is worked out.

An expression of several parts is refused at once where all its parts together would pass the limit, not after the first
few have been worked out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate
from math import gcd, log, log2, prod
from typing import Any, Final, NamedTuple, Protocol

from oddsmith.dice.exact.explosion_chains import listed_run
from oddsmith.dice.exact.extremes import ends_that_matter
from oddsmith.dice.exact.several_pools.least_steps import least_of_pools
from oddsmith.dice.exact.throw_pmf import throw_pmf
from oddsmith.dice.exact.unique_dice import equal_sets, work_of_multisets
from oddsmith.dice.expressions.arithmetic import Operator
from oddsmith.dice.expressions.conditioning import SECONDS_A_CASE, work_of_cases
from oddsmith.dice.expressions.operation_distributions import work_of_operation
from oddsmith.dice.limits import MAX_FACES, number_of_rolls
from oddsmith.dice.model.combination_data import CombinationData, Readable
from oddsmith.dice.model.die_data import DieData
from oddsmith.dice.model.faces import matched_at_most, matcher
from oddsmith.dice.model.pool_data import PoolData, Unique
from oddsmith.dice.model.relation import Relation
from oddsmith.dice.model.selection import places
from oddsmith.dice.model.throw_rules import PLAIN
from oddsmith.distribution import Distribution, Finite
from oddsmith.distribution.finite.sums_as_products import are_apart, work_of_composed
from oddsmith.distribution.limits import Work, countable, refuse_foreseen, refuse_work, work_of_outcomes, work_of_pairs

_MANY: Final = 1_000
_SOME_DIVISORS: Final = 200
_LARGEST_DIVISOR: Final = 1_000
_SOME_THROWS: Final = 20
_LEAST_TWICE: Final = 41
"""Of primes up to so much and above its half there are as many as is said of them."""


class Forecast(NamedTuple):
    """At least so many outcomes (1 where nothing is known), with a total of about so many bits.

    work: to find them once the parts are known. greatest: the greatest outcome is at least this; 0 says nothing.
    run: whole numbers that all are outcomes, as far as they are known; None where none are.
    apart: true of fractions of which sums are made pair by pair, so different are their denominators.
    factors: whole numbers; each, times or by a number that is not 0, is an outcome; None where none are known.
    """

    outcomes: int = 1
    bits: float = 0
    work: Work = Work()
    greatest: int = 0
    run: range | None = None
    apart: bool = False
    factors: range | None = None

    @property
    def listed(self) -> int:
        """The outcomes at least once they are listed; of sums without end, too, as far as they are followed."""
        return self.outcomes if self.run is None else max(self.outcomes, len(self.run))


class Foreseeable(Protocol):
    """An expression, as far as forecasts need to know it."""

    @property
    def parts(self) -> Sequence[Foreseeable]:
        """The expressions it is made of."""

    def forecast(self, parts: Sequence[Forecast]) -> Forecast:
        """The forecast of it, from those of its parts."""


def forecasts(whole: Foreseeable) -> Sequence[Forecast]:
    """The forecasts of all parts of an expression, and of itself last; of equal ones once, as they are worked out."""
    known: dict[Foreseeable, Forecast] = {}

    def foresee(expression: Foreseeable) -> Forecast:
        found = known.get(expression)
        if found is None:
            found = known[expression] = expression.forecast([foresee(part) for part in expression.parts])
        return found

    foresee(whole)
    return list(known.values())


def distributions_of(
    parts: Sequence[Any], whole: Callable[[Sequence[Forecast]], Forecast] | None = None
) -> list[Distribution[Any]]:
    """The distributions of expressions. Those of which little is foreseen come first: they may be refused at once.

    whole: the forecast of what is made of them, asked again whenever more is known. Raises TooLarge.
    """
    foreseen = {part: forecasts(part) for part in dict.fromkeys(parts)}
    doubtful_first = sorted(foreseen, key=lambda part: sum(forecast.work.steps for forecast in foreseen[part]))
    known = {part: together[-1] for part, together in foreseen.items()}
    found: dict[Any, Distribution[Any]] = {}
    for place, part in enumerate(doubtful_first):
        if found and whole is not None:
            later = [forecast.work for each in doubtful_first[place:] for forecast in foreseen[each]]
            refuse_foreseen([whole([known[each] for each in parts]).work, *later])
        found[part] = part.distribution()
        one = found[part]
        if isinstance(one, Finite) and one.number_known > known[part].outcomes:
            known[part] = Forecast(one.number_known, one.total.bit_length())
    if whole is not None:
        refuse_work(*whole([known[each] for each in parts]).work)
    return [found[part] for part in parts]


def of_die(die: DieData[Any]) -> Forecast:
    """Forecast one die, with its chain; nothing but a run of its totals where faces are raised or lowered."""
    return _of_die(die)._replace(run=_run([(die, 1)])) if _is_endless((die, 1)) else _of_die(die)


def _of_die(die: DieData[Any]) -> Forecast:
    """The same of a chain that ends."""
    handling = die.handling
    if handling is not PLAIN and handling.explosion is None and die.numeric and len(die.faces) <= _MANY:
        return _of_shown(die)
    if handling.minimum is not None or handling.maximum is not None:
        return Forecast()
    shown, again = len(die.faces), 0
    if handling.reroll is not None:
        again = handling.reroll.times or 0
        if handling.reroll.times is None:
            shown -= matched_at_most(handling.reroll.when, die.faces)
            if die.weights is not None:
                return Forecast(max(1, shown))
    if shown < 1:
        return Forecast()
    throws = 1 if handling.explosion is None else 1 + (handling.explosion.limit or 0)
    bits = log2(shown if handling.reroll is not None and not again else die.total) * (again + 1) * throws
    if handling.explosion is not None:
        return Forecast(shown, bits)
    run = die.faces if isinstance(die.faces, range) and shown == len(die.faces) else None
    return Forecast(
        shown, bits, greatest=max(0, die.faces[-1]) if die.numeric and handling.reroll is None else 0, run=run
    )


def _of_shown(die: DieData[Any]) -> Forecast:
    """The same of few faces, of which it is known which may lie in the end."""
    shown = throw_pmf(die)
    faces = [face for face, _ in shown.weights]
    if not faces:
        return Forecast()
    run = range(faces[0], faces[-1] + 1)
    return Forecast(
        len(faces), log2(shown.total), greatest=max(0, faces[-1]), run=run if len(run) == len(faces) else None
    )


def of_sum(pool: Readable[Any]) -> Forecast:
    """Forecast the sum of dice, of which none explodes for as long as it takes: of sets of a and b numbers there are
    a + b - 1 sums at least."""
    if not isinstance(pool, PoolData) or pool.unique is not None:
        return Forecast()
    if pool.selection:
        return _of_kept(pool)
    outcomes, bits, dice, greatest = 1, 0.0, 0, 0
    works: list[Work] = []  # of the sums of equal dice, which are added up then
    for die, count in pool.dice:
        one = _of_die(die)
        works.append(_work_of_sum(1 + count * (one.outcomes - 1), count * one.bits, count))
        outcomes += count * (one.outcomes - 1)
        bits += count * one.bits
        dice += count
        greatest += count * one.greatest
    if any(map(_is_endless, pool.dice)):
        return Forecast(outcomes, bits, run=_run(pool.dice))  # kept as a rational function
    works = [*(works if len(works) > 1 else ()), _work_of_sum(outcomes, bits, dice)]
    work = Work(sum(each.seconds for each in works), sum(each.memory for each in works))
    return Forecast(outcomes, bits, work, greatest, _run(pool.dice))


def _is_endless(group: tuple[DieData[Any], int]) -> bool:
    explosion = group[0].handling.explosion
    return explosion is not None and explosion.limit is None


def _run(dice: Sequence[tuple[DieData[Any], int]]) -> range | None:
    """Totals of dice, of which some explode without limit, that all come up; None where none are known."""
    together = range(1)
    for die, count in dice:
        if len(die.faces) > MAX_FACES or not die.numeric:
            return None
        endless = _is_endless((die, count))
        own = listed_run(die, count) if endless else _of_die(die).run
        if own is None or (len(together) > 1 and together.step != own.step):
            return None
        times = 1 if endless else count
        together = range(together[0] + times * own[0], together[-1] + times * own[-1] + 1, own.step)
        if not together:
            return None
    return together


def _work_of_sum(outcomes: int, bits: float, dice: int) -> Work:
    return work_of_outcomes(outcomes, int(bits * 3 / 4 if dice >= _MANY else bits))


def of_count(pool: Readable[Any], score: Callable[[Any], int]) -> Forecast:
    """Forecast the count of kept dice that are all alike, of which each may show any face."""
    if not isinstance(pool, PoolData) or len(pool.dice) != 1 or len(pool.dice[0][0].faces) > _MANY:
        return Forecast()
    ((die, count),) = pool.dice
    once = isinstance(pool.unique, Unique) and pool.unique.once and equal_sets(pool) is None
    if pool.unique is not None and not once:
        return Forecast()
    if die.handling.explosion is not None:
        return Forecast() if once or pool.selection else _of_endless_count(die, count, score)
    weights: Counter[int] = Counter()
    for face, weight in throw_pmf(die).weights:
        weights[score(face)] += weight
    low, high = places(pool.selection, count)
    least, most = ((high - low) * end(weights) for end in (min, max))
    bits = 0.0 if once or pool.selection else count * log2(weights.total() // gcd(*weights.values()))
    work = work_of_multisets(pool) if once else Work()
    if len(weights) < max(weights) - min(weights) + 1:
        return Forecast(1, bits, work)
    return Forecast(most - least + 1, bits, work, run=range(least, most + 1))


def _of_endless_count(die: DieData[Any], dice: int, score: Callable[[Any], int]) -> Forecast:
    """The same of dice that explode without limit. Of totals that count 1 or nothing any number may come up. So it may
    of dice that explode into their pool, where one that does counts 1 and others that or nothing, and as many as on
    average surely do before they are cut off."""
    explosion = die.handling.explosion
    if explosion is None or explosion.limit is not None or explosion.penetrating:
        return Forecast()
    explodes = matcher(explosion.when)
    if explosion.compound:
        faces = [face for face, _ in throw_pmf(die).weights]
        again = max(filter(explodes, faces), default=0)
        once = min((face for face in faces if not explodes(face)), default=0)
        worths = {score(once + again * throws) for throws in range(_SOME_THROWS)}
        return Forecast(dice + 1, run=range(dice + 1)) if worths == {0, 1} else Forecast()
    shown = [(score(face), explodes(face), weight) for face, weight in throw_pmf(die).weights]
    last = [counted for counted, again, _ in shown if not again]
    if not last or (1, True) not in {one[:2] for one in shown} or not {0, 1}.issuperset(one[0] for one in shown):
        return Forecast()
    counted = sum(counted * weight for counted, _, weight in shown)
    low = dice * min(last)
    high = dice * counted // sum(weight for _, again, weight in shown if not again)
    return Forecast(run=range(low, max(low, high) + 1))


def of_extreme(parts: Sequence[Forecast], end: Callable[..., int]) -> Forecast:
    """Forecast the least or the greatest of independent numbers. end: `min` or `max`.

    Of runs of outcomes, each from the greatest of their first ones on is the greatest where all others come to that.
    """
    runs = [part.run for part in parts if part.run is not None and part.run.step == 1]
    if len(runs) < len(parts):
        return Forecast()
    low, high = end(run[0] for run in runs), end(run[-1] for run in runs)
    return Forecast(high - low + 1, run=range(low, high + 1))


def of_combination(data: CombinationData[Any]) -> Forecast:
    """Forecast a reading of the dice that a combination leaves which walks over their faces."""
    return Forecast(work=Work(least_of_pools(data.pools, ends_that_matter(data))))


def of_sum_of_pairs(pool: Readable[Any]) -> Forecast:
    """Forecast the number or sum of the dice that a combination leaves, where only a walk over their faces tells it."""
    if not isinstance(pool, CombinationData) or pool.relation is Relation.EQUAL:
        return Forecast()
    return of_combination(pool) if pool.matching.pairs else Forecast()


def _of_kept(pool: PoolData[Any]) -> Forecast:
    """Forecast the sum of kept dice that are all alike and plain: whatever the kept ones show can be."""
    if len(pool.dice) != 1 or pool.dice[0][0].handling.explosion:
        return Forecast()
    ((die, count),) = pool.dice
    low, high = places(pool.selection, count)
    one = _of_die(die)
    outcomes = (high - low) * (one.outcomes - 1) + 1 if high > low else 1
    kept = one.run and range((high - low) * one.run[0], (high - low) * one.run[-1] + 1)
    return Forecast(outcomes, count * one.bits, greatest=(high - low) * one.greatest, run=kept)


def of_sums_by_cases(numbers: Forecast | int, sides: Forecast | int) -> Forecast:
    """Forecast sums of plain dice of which the number or the sides are rolled first; a number where one is fixed.

    Of numbers from 0 up (of sides from 1 up) the last of k is k - 1 (k) at least.
    """
    if isinstance(numbers, int):
        cases, dice, together = 1, numbers, numbers
    else:
        cases, dice = numbers.listed, numbers.listed - 1
        together = cases * dice // 2
    if isinstance(sides, int):
        sums = dice * (sides - 1) + 1
        return Forecast(sums, 0, work_of_composed(sums, int(dice * log2(max(1, sides)))))
    cases, faces = cases * sides.listed, sides.listed
    spread = faces * (faces - 1) // 2
    work = work_of_cases(together * spread, int(dice * log2(max(1, faces)) / 2))
    alone = Work(cases * SECONDS_A_CASE)
    return Forecast(dice * (faces - 1) + 1, 0, max(work, alone, key=lambda each: each.steps))


def of_cases(firsts: Sequence[Forecast]) -> Forecast:
    """Forecast what takes a look at every case of one or two rolls that come first."""
    return Forecast(work=Work(prod(first.listed for first in firsts) * SECONDS_A_CASE))


def of_sums(parts: Sequence[Forecast]) -> Forecast:
    """Forecast sums or differences of independent numbers, added up one after the other."""
    *sums, whole = accumulate(parts, _sum)
    works = [one.work for one in (*sums[1:], whole)]  # that of the first part is its own
    return whole._replace(work=Work(sum(work.seconds for work in works), max(work.memory for work in works)))


def of_operation(operator: Operator | Relation, parts: Sequence[Forecast]) -> Forecast:
    """Forecast an operation between two independent numbers. Raises TooLarge for more rolls than can be made."""
    if operator in (Operator.ADD, Operator.SUBTRACT):
        return of_sums(parts)
    left, right = parts
    if operator is Operator.ROLLS:
        rolls = number_of_rolls(left.greatest)
        most = _work_of_sum(countable(rolls * (right.outcomes - 1) + 1), countable(rolls) * right.bits, rolls)
        if left.listed > 1 and right.work.steps:  # rolls of which work is foreseen end somewhere
            rolls = countable(max(rolls, left.listed - 1))
            most = work_of_composed(countable(rolls * (right.outcomes - 1) + 1), int(rolls * right.bits))
        return Forecast(work=most, greatest=countable(rolls * right.greatest))
    bits = left.bits + right.bits
    multiplied = operator in (Operator.MULTIPLY, Operator.DIVIDE)
    for fixed, several in ((left, right), (right, left)):
        if multiplied and fixed.run is not None and len(fixed.run) == 1 and fixed.run[0] and several.listed > 1:
            return Forecast(several.outcomes, bits, factors=several.factors or several.run)
    if left.listed == 1 or right.listed == 1:
        return Forecast(1, bits)
    # A number that is not 0 times several, or divided by them, is as many.
    products = max(left.listed, right.listed, _products(left, right)) if multiplied else 1
    work = work_of_operation(operator, left.listed * right.listed, int(bits))
    if operator is not Operator.DIVIDE or left.run is None or right.run is None:
        return Forecast(products, bits, work)
    divisors = [number for number in right.run[:_SOME_DIVISORS] if number > 0]
    # Of two numbers side by side one has no factor of each denominator.
    apart = left.run.step == 1 and are_apart(divisors, len(left.run), left.listed * right.listed)
    return Forecast(max(products, _quotients(left.run, divisors)), bits, work, apart=apart)


def _products(left: Forecast, right: Forecast) -> int:
    """The least number of products or quotients of a factor of the left and a number of the right.

    A prime from above the half of the numbers up, times or by a factor up to the half, is what no other pair comes to.
    Of such primes up to 2x there are more than 3x / 5 ln x (Rosser and Schoenfeld 1962, corollary 3).
    """
    run, other = left.factors or left.run, right.run
    if run is None or other is None or {run.step, other.step} != {1} or other[-1] < _LEAST_TWICE:
        return 0
    if 2 * other[0] > other[-1]:
        return 0
    half = other[-1] / 2
    lesser = min(run[-1], int(half)) - max(run[0], 1) + 1
    return max(0, int(lesser * 3 * half / (5 * log(half))))


def _quotients(dividends: range, divisors: Sequence[int]) -> int:
    """The least number of quotients: those in lowest terms by each of some divisors, by as many of the dividends as
    begin anew with each."""
    return sum(len(dividends) // number * _coprime(number) for number in divisors if gcd(dividends.step, number) == 1)


@cache
def _coprime(number: int) -> int:
    """The numbers below this one, and of no common factor with it, of which any so many side by side have as many."""
    return sum(gcd(number, other) == 1 for other in range(number)) if number <= _LARGEST_DIVISOR else 0


def of_function_of_all(parts: Sequence[Forecast]) -> Forecast:
    """Forecast a function of your own of several independent values, each listed: it takes all of them at once."""
    if len(parts) == 1:
        return Forecast()
    return Forecast(work=work_of_outcomes(prod(part.listed for part in parts), int(sum(part.bits for part in parts))))


def _sum(left: Forecast, right: Forecast) -> Forecast:
    outcomes, bits = left.outcomes + right.outcomes - 1, left.bits + right.bits
    if left.apart != right.apart:
        return Forecast(outcomes, bits, work_of_pairs(left.listed * right.listed), apart=True)
    alone = left.outcomes == 1 or right.outcomes == 1
    return Forecast(outcomes, bits, Work() if alone else work_of_outcomes(outcomes, int(bits)))
