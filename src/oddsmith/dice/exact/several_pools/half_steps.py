"""Two pools, one after the other at every face, where a matching can be told so: sums over the dice that are left.

Weights are numbers the digits of which are the weights of all sums, as in `one_pass`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from math import log
from operator import sub
from typing import Any, Final, TypeAlias

from flint import fmpz

from oddsmith.dice.exact.kinds import Kind, Left, merged, merging, most_later, number_of_splits, splits
from oddsmith.dice.exact.later_faces import later_alike, later_as_long
from oddsmith.dice.exact.multiset_dp import weights_of
from oddsmith.dice.exact.several_pools.least_steps import SECONDS_A_STEP
from oddsmith.dice.exact.several_pools.matching_steps import Counts, Halves, Lead, MatchingSteps
from oddsmith.dice.model.faces import Face
from oddsmith.dice.model.pool_data import PoolData, drops_some
from oddsmith.dice.model.selection import passed, places
from oddsmith.distribution.limits import hold, refuse_work, spend

Table: TypeAlias = dict[Left, dict[Any, fmpz]]
Half: TypeAlias = Callable[[int, bool, Any, int], tuple[Any, int]]
"""The next state, and how many dice are left, by the pool, True for the second of a face, the state, its dice."""

_SECONDS_A_STEP: Final = 1.1e-6
_MANY_BITS: Final = 80_000_000
"""Of weights, from which on it is told beforehand how many there are after a step."""
_SECONDS_A_BIT: Final = 4.6e-11
"""For every step, by the bits of a weight."""
_SECONDS_A_LONG_BIT: Final = 4e-11
"""The same where all pools come at once."""
_SECONDS_A_PRODUCT: Final = 5e-14
"""More, for each bit of such a weight and each bit of the weight of a die."""


class HalfSteps:
    """One pass over the faces, with the answers of the matching and the work so far."""

    def __init__(
        self,
        kinds: Sequence[Kind],
        faces: Sequence[Face],
        half: Half,
        scores: Sequence[int] = (),
        least: Callable[[Any], int] | None = None,
    ) -> None:
        """scores: what a die that is left counts, face by face, where weights become longer by that. least: the bits of
        a weight that a state has not, once the first pool has shown."""
        self._kinds, self._half, self._least = kinds, half, least
        pmfs = weights_of(kinds)
        self._weights = [[pmf.get(face, 0) for pmf in pmfs] for face in faces]
        self._later = most_later(kinds, faces)
        self._mergers = merging(kinds, faces)
        self._alike = later_alike(faces, pmfs, self._later, self._mergers)
        _, self._fewer = later_as_long(faces, pmfs, self._later, self._mergers, 0)
        self._highest = list(accumulate(scores, max)) or [0] * len(faces)
        self._ahead = list(accumulate(self._highest, initial=0))
        self._answers: dict[tuple[int, bool, int], dict[Any, tuple[Any, int]]] = {}
        self._of_a_split = max(1, len(kinds) - 1)  # steps beside one for each state
        self.steps = 0
        self.bits = 0.0
        """Of the weights of all steps together."""

    def face(self, place: int, first: int, table: Table, following: Table, digits: int) -> None:
        """Add to `following` the states of `table` after a face, the dice of the pool `first` coming first.

        digits: the bits by which a die that is left moves the sum. Raises TooLarge.
        """
        between: Table = {}
        self._go(place, first, False, table, between, digits)
        self._go(place, 1 - first, True, between, following, digits)

    def _go(self, place: int, pool: int, second: bool, table: Table, following: Table, digits: int) -> None:
        kinds, later = self._kinds, self._later[place]
        merger = self._mergers[place] if second else None
        here = [weight if kind.pool == pool else 0 for kind, weight in zip(kinds, self._weights[place], strict=True)]
        self._refuse(place, here, table)
        rows: dict[Left, list[tuple[Left, int, fmpz, dict[Any, tuple[Any, int]]]]] = {}
        for left, states in table.items():
            if not states:
                continue
            showing = tuple([dice if weight else 0 for dice, weight in zip(left, here, strict=True)])
            row = rows.get(showing)
            if row is None:
                row = rows[showing] = [
                    (taken, sum(taken), fmpz(ways), self._answers.setdefault((pool, second, sum(taken)), {}))
                    for taken, ways in splits(kinds, left, here, later)
                ]
            for taken, count, ways, answers in row:
                after = tuple(map(sub, left, taken))
                if merger is not None:
                    after = merged(after, merger)
                target = following.get(after)
                if target is None:
                    target = following[after] = {}
                for state, weight in states.items():
                    answer = answers.get(state)
                    if answer is None:
                        answer = answers[state] = self._half(pool, second, state, count)
                    onward, counted = answer
                    arrived = weight * ways << digits * counted if counted else weight * ways
                    target[onward] = target[onward] + arrived if onward in target else arrived
        if self._least is not None and pool == 0:
            for states in following.values():
                for state, weight in states.items():
                    least = self._least(state)
                    states[state] = weight >> least << least

    def _refuse(self, place: int, here: Sequence[int], table: Table) -> None:
        """Raise TooLarge where this step, and those at later faces, would take too long."""
        steps = number = bits = bits_of_fewer = 0
        ahead, fewer = self._ahead, self._fewer[place]
        for left, states in table.items():
            if states:
                steps += (len(states) + self._of_a_split) * number_of_splits(
                    self._kinds, left, here, self._later[place]
                )
                number += len(states)
                of_states = sum(weight.bit_length() for weight in states.values())
                bits += of_states
                bits_of_fewer += of_states * fewer.ways(left)
        together = steps * bits / max(number, 1)
        alike = self._alike[place]
        growing = together * (ahead[place + 1 + alike] - ahead[place + 1])
        if bits_of_fewer:
            growing += bits_of_fewer / fewer.faces * (ahead[-1] - ahead[-1 - fewer.faces])
        later = max(alike * together, growing / max(1, self._highest[place]) / 2)
        held = max(bits, self._bits_after(here, place, table) if bits > _MANY_BITS else 0)
        refuse_work(_seconds(self.steps + (1 + alike) * steps, self.bits + together + later))
        refuse_weights(held)
        self.steps += steps
        self.bits += together
        spend(_seconds(steps, together))

    def _bits_after(self, here: Sequence[int], place: int, table: Table) -> int:
        """The bits of all weights after this step, where no two that come of the same dice left are one."""
        reached: dict[Left, int] = {}
        for left, states in table.items():
            bits = sum(map(fmpz.bit_length, states.values()))
            for taken, _ in splits(self._kinds, left, here, self._later[place]):
                after = tuple(map(sub, left, taken))
                reached[after] = max(reached.get(after, 0), bits)
        return sum(reached.values())


class WorkOfSums:
    """The work of a pass for sums, all pools at once at every face. work: the seconds of the faces gone through."""

    def __init__(self, kinds: Sequence[Kind], faces: Sequence[Face], scores: Sequence[int], dice: int) -> None:
        """scores: what a die that is left counts, face by face. dice: at most, of all kinds together."""
        self._kinds = kinds
        pmfs = weights_of(kinds)
        self.here = [[pmf.get(face, 0) for pmf in pmfs] for face in faces]
        self._alike_here = 1 + dice / max(1, len(faces))  # about so many of them show the same face
        self.later, self.mergers = most_later(kinds, faces), merging(kinds, faces)
        self._alike = later_alike(faces, pmfs, self.later, self.mergers)
        self._as_long, self._fewer = later_as_long(faces, pmfs, self.later, self.mergers, dice)
        self._highest = list(accumulate(scores, max))  # weights become as much longer as this grows
        self._ahead = list(accumulate(self._highest, initial=0))
        self.work = 0.0

    def of_face(self, place: int, table: Table) -> tuple[float, int, float]:
        """The seconds of a face with this table before it, its splits, and the seconds of all faces, at least; TooLarge
        where these are too many."""
        here, later, fewer = self.here[place], self.later[place], self._fewer[place]
        splits_here = steps = bits = bits_of_fewer = 0
        for left, states in table.items():
            number = number_of_splits(self._kinds, left, here, later)
            splits_here += number
            steps += (len(states) + 1) * number
            of_states = sum(weight.bit_length() for weight in states.values())
            bits += of_states * number
            bits_of_fewer += of_states * fewer.ways(left)
        ahead, highest = self._ahead, max(1, self._highest[place])
        of_steps, of_bits = steps * SECONDS_A_STEP, bits * _SECONDS_A_LONG_BIT
        of_products = bits * max([int(weight).bit_length() for weight in here]) * self._alike_here * _SECONDS_A_PRODUCT
        growing = of_bits * (ahead[place + 1 + self._alike[place]] - ahead[place + 1]) / highest
        if bits_of_fewer:
            longest = (ahead[-1] - ahead[-1 - fewer.faces]) / highest
            growing += bits_of_fewer / fewer.faces * _SECONDS_A_LONG_BIT * longest
        growing += of_products * self._alike[place]  # of which the weights may become shorter, one by one
        here_alone = of_steps + of_bits + of_products
        whole = self.work + here_alone + of_steps * self._as_long[place] + growing / 2
        refuse_work(whole)
        return here_alone, splits_here, whole


def refuse_weights(bits: float) -> None:
    """Raise TooLarge where weights of so many bits are too much memory; there are about three such tables at a time."""
    refuse_work(0, 3 * bits / 8)
    hold(bits / 8)


def refuse_by_trend(looked_at: Sequence[tuple[int, HalfSteps]], dice: int) -> None:
    """Raise TooLarge where two passes of fewer dice, the first of fewest, say that so many take too long."""
    (fewest, first), (few, second) = looked_at
    grown = dice / few
    steps = second.steps * grown ** (log(second.steps / first.steps) / log(few / fewest))
    # Of twice the dice there are twice as many sums, with weights twice as long.
    refuse_work(_seconds(steps, second.bits / second.steps * grown**2 * steps))


def _seconds(steps: float, bits: float) -> float:
    """The time of so many steps. bits: of the weights of all of them together."""
    return steps * _SECONDS_A_STEP + bits * _SECONDS_A_BIT


def halves_of_lead(lead: Lead) -> Halves:
    """The half steps that know by how many dice the first pool is ahead, and how many it has."""

    def half(state: tuple[int, int], pool: int, count: int, second: bool) -> tuple[Any, int]:
        ahead, dice = state
        return (ahead - count if pool else ahead + count, dice), 0

    return Halves(lambda state: lead.first, half)


def sizes_of_leads(table: Mapping[Left, Mapping[Any, fmpz]], lead: Lead, width: int) -> dict[int, int]:
    """The weight of each number of dice that are left. table: the last states; the digits of weights are cumulated."""
    weights: dict[int, int] = {}
    for left, states in table.items():
        for (_, (_, dice)), digits in states.items() if not any(left) else ():
            upto = [int(digits >> width * ahead) & (1 << width) - 1 for ahead in range(dice + 1)]
            for ahead, (within, below) in enumerate(zip(upto, (0, *upto), strict=False)):
                number = lead.left(dice, ahead)
                weights[number] = weights.get(number, 0) + within - below
    return {number: weight for number, weight in weights.items() if weight}


def accepted(table: Mapping[Left, Mapping[Any, Any]], steps: MatchingSteps) -> int:
    """The weight of all states in which no die is to come and that the matching accepts."""
    return int(
        sum(
            weight
            for left, states in table.items()
            if not any(left)
            for (_, state), weight in states.items()
            if steps.accepts(state)
        )
    )


def digits_of(number: int, width: int) -> dict[int, int]:
    """The digits above 0 of a number, by their place; each is so many bits wide."""
    mask = (1 << width) - 1
    digits = {place: number >> place * width & mask for place in range(-(-number.bit_length() // width))}
    return {place: digit for place, digit in digits.items() if digit}


class Selecting:
    """Dice that pools keep or drop, face by face. pools: the numbers of those that do."""

    def __init__(self, pools: Sequence[PoolData[Any]], *, descending: bool) -> None:
        self.pools = [number for number, pool in enumerate(pools) if drops_some(pool)]
        self._selections = [pools[number].selection for number in self.pools]
        self._descending = descending
        self._known: dict[tuple[Any, Counts], tuple[Any, Counts]] = {}

    def waiting(self, sizes: Counts) -> tuple[Any, Counts]:
        """Of pools that keep or drop, the dice to skip and to take in the order of the pass; the dice kept of all."""
        waiting: list[tuple[int, int]] = []
        kept = list(sizes)
        for pool, selection in zip(self.pools, self._selections, strict=True):
            low, high = places(selection, sizes[pool])
            waiting.append((sizes[pool] - high if self._descending else low, high - low))
            kept[pool] = high - low
        return tuple(waiting), tuple(kept)

    def selected(self, waiting: Any, counts: Counts) -> tuple[Any, Counts]:
        """The dice to skip and to take after a face, and how many that show it are taken."""
        found = self._known.get((waiting, counts))
        if found is None:
            kept = list(counts)
            after: list[tuple[int, int]] = []
            for pool, (skip, take) in zip(self.pools, waiting, strict=True):
                still_skip, still_take, kept[pool] = passed(skip, take, counts[pool])
                after.append((still_skip, still_take))
            found = self._known[waiting, counts] = tuple(after), tuple(kept)
        return found

    def halves(self, halves: Halves) -> Half:
        """The half steps of a matching, of the dice that are kept."""

        def half(pool: int, second: bool, state: Any, count: int) -> tuple[Any, int]:
            waiting, known = state
            if waiting:
                waiting, (*kept,) = self.selected(waiting, (0, count) if pool else (count, 0))
                count = kept[pool]
            known, left = halves.step(known, pool, count, second)
            return (waiting, known), left

        return half

    def steps(self, steps: MatchingSteps) -> Callable[[Any, Counts], tuple[Any, int]]:
        """The steps of a matching, of the dice that are kept."""

        def match(state: Any, counts: Counts) -> tuple[Any, int]:
            waiting, known = state
            if waiting:
                waiting, counts = self.selected(waiting, counts)
            known, left = steps.step(known, counts)
            return (waiting, known), left

        return match
