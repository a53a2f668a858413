"""The dice of one side as an expression: the score, and whether the Proficiency dice are in Crisis."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, groupby, pairwise

from oddsmith.dice import Expression, Rolled, Source
from oddsmith.distribution import Distribution, Finite
from oddsmith.systems.t13.rules.dice_codes import NO_DICE, Dice
from oddsmith.systems.t13.rules.proficiencies import Crisis, crisis_of


@dataclass(frozen=True)
class Total:
    """The total of a throw, and the Crisis that its Proficiency dice are in.

    points: the sum of the dice. mark: the number that a rule may go by. Totals with the same mark and Crisis are equal:
    where only the level matters, all scores of one level are one (see `Throw.marks`), and `points` is for the trail
    alone.
    """

    points: int = field(compare=False)
    mark: int
    crisis: Crisis = Crisis.NONE

    def plus(self, points: int) -> Total:
        """Return the total with something added, for rules that go by the points."""
        return Total(self.points + points, self.points + points, self.crisis)

    def __str__(self) -> str:
        return f"{self.points}, {self.crisis}" if self.crisis else str(self.points)

    @property
    def told_by(self) -> Mapping[str, int | str]:
        """The points, and a Crisis where there is one."""
        return {"points": self.points, **({"crisis": str(self.crisis)} if self.crisis else {})}


@dataclass(frozen=True)
class Throw(Expression[Total]):
    """R2.2, R2.3: all dice of one side, rolled together and added up.

    dice: in the order in which they are rolled; the Proficiency dice come last. modifier: added to their sum.
    nonnegative: each of `dice` comes to 0 at least (G2.5). marks: totals in ascending order; all totals from one to the
    next are the same for the rule that rolls, and those below the first the same as the first. Empty where it goes by
    the points themselves.
    """

    dice: tuple[Dice, ...]
    proficiency: Dice = NO_DICE
    modifier: int = 0
    nonnegative: bool = False
    marks: tuple[int, ...] = ()

    @property
    def lowest(self) -> int:
        """The least that the dice can come to."""
        least = sum(max(dice.lowest, 0) if self.nonnegative else dice.lowest for dice in self.dice)
        return least + self.proficiency.lowest + self.modifier

    @property
    def highest(self) -> int:
        """The most that the dice can come to."""
        most = sum(max(dice.highest, 0) if self.nonnegative else dice.highest for dice in self.dice)
        return most + self.proficiency.highest + self.modifier

    def marked(self, points: int) -> int:
        """Return the mark that a rule may go by when the dice add up to `points`."""
        return self.marks[max(bisect_right(self.marks, points) - 1, 0)] if self.marks else points

    def calculate(self) -> Distribution[Total]:
        """Split by Crisis: two sums of the Proficiency dice are one, all others are none."""
        others = _sum_pmf(self.dice, self.nonnegative)
        parts = {Crisis.NONE: {0: 1}}
        if self.proficiency.count:
            sums = self.proficiency.expression.distribution()
            assert isinstance(sums, Finite)
            parts = {crisis: {} for crisis in Crisis}
            for total, weight in sums.weights.items():
                parts[crisis_of(self.proficiency, total)][total] = weight
        weights: dict[Total, int] = {}
        for crisis, part in parts.items():
            marked = self._by_mark(_added(others, part))
            weights |= {Total(mark, mark, crisis): weight for mark, weight in marked.items()}
        return Distribution.from_weights(weights)

    def _by_mark(self, weights: Mapping[int, int]) -> dict[int, int]:
        """Sum up the weights of sums by mark: all sums from one mark to the next are one."""
        if not self.marks:
            return {points + self.modifier: weight for points, weight in weights.items()}
        points = sorted(weights)
        below = [0, *accumulate(map(weights.__getitem__, points))]
        starts = [0, *(bisect_left(points, mark - self.modifier) for mark in self.marks[1:]), len(points)]
        spans = zip(self.marks, pairwise(starts), strict=True)
        return {mark: below[end] - below[start] for mark, (start, end) in spans if end > start}

    def _roll(self, source: Source) -> Rolled[Total]:
        parts = [component_dice(dice, self.nonnegative).roll(source) for dice in self.dice]
        points = sum(part.value for part in parts) + self.modifier
        crisis = Crisis.NONE
        if self.proficiency.count:
            parts.append(self.proficiency.expression.roll(source))
            points += parts[-1].value
            crisis = crisis_of(self.proficiency, parts[-1].value)
        return Rolled(self, Total(points, self.marked(points), crisis), parts=tuple(parts))

    def _repeated(self, dice: Dice, times: int) -> str:
        text = str(component_dice(dice, self.nonnegative))
        return text if times == 1 else f"{times}×({text})"

    def __str__(self) -> str:
        text = " + ".join(self._repeated(dice, len(list(alike))) for dice, alike in groupby(self.dice))
        if self.proficiency.count:
            text += f"{' + ' if text else ''}{self.proficiency} of Proficiency"
        if self.modifier:
            text += f" {'-' if self.modifier < 0 else '+'} {abs(self.modifier)}"
        return text


@lru_cache(maxsize=1024)
def component_dice(dice: Dice, nonnegative: bool) -> Expression[int]:
    """Return the dice of one component as an expression. nonnegative: it comes to 0 at least."""
    return dice.expression.floored(0) if nonnegative and dice.lowest < 0 else dice.expression


@lru_cache(maxsize=4096)
def _sum_pmf(dice: tuple[Dice, ...], nonnegative: bool) -> Finite[int]:
    """Return the sum of components. That of all but the last is remembered: purchases differ in the last dice."""
    if not dice:
        return Distribution.certain(0)
    last = component_dice(dice[-1], nonnegative).distribution()
    assert isinstance(last, Finite)
    return _sum_pmf(dice[:-1], nonnegative) + last if len(dice) > 1 else last  # type: ignore[return-value]  # finite as both are


def _added(sums: Finite[int], part: Mapping[int, int]) -> Mapping[int, int]:
    """Return weights of `sums` added to a part of other sums, on the scale of the products of their weights."""
    if not part:
        return {}
    if len(part) == 1:
        ((points, weight),) = part.items()
        return {total + points: other * weight for total, other in sums.weights.items()}
    both = sums + Distribution.from_weights(part)
    assert isinstance(both, Finite)
    scale = sums.total * sum(part.values()) // both.total
    return {total: weight * scale for total, weight in both.weights.items()}
