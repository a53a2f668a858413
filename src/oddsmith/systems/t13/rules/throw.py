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
    """What dice come to, and the Crisis they are in.

    points: what they add up to. mark: what a rule may go by. Totals with the same mark and Crisis are equal: where only
    the level matters, all scores of one level are one (see `Throw.marks`), and `points` is for the trail alone.
    """

    points: int = field(compare=False)
    mark: int
    crisis: Crisis = Crisis.NONE

    def plus(self, points: int) -> Total:
        """The total with something added, for rules that go by the points."""
        return Total(self.points + points, self.points + points, self.crisis)

    def __str__(self) -> str:
        return f"{self.points}, {self.crisis}" if self.crisis else str(self.points)


@dataclass(frozen=True)
class Throw(Expression[Total]):
    """R2.2, R2.3: all dice of one side, rolled together and added up.

    dice: in the order in which they are rolled; the Proficiency dice come last. modifier: what is added. nonnegative:
    whether each of `dice` comes to 0 at least (G2.5). marks: totals in ascending order; all totals from one to the next
    are the same for the rule that rolls, and those below the first the same as the first. Empty where it goes by the
    points themselves.
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
        """What a rule may go by when the dice add up to `points`."""
        return self.marks[max(bisect_right(self.marks, points) - 1, 0)] if self.marks else points

    def calculate(self) -> Distribution[Total]:
        """A Crisis is one of two sums of the Proficiency dice: the law splits in these two and the rest."""
        others = _law(self.dice, self.nonnegative)
        parts = {Crisis.NONE: {0: 1}}
        if self.proficiency.count:
            law = self.proficiency.expression.distribution()
            assert isinstance(law, Finite)
            parts = {crisis: {} for crisis in Crisis}
            for total, weight in law.weights.items():
                parts[crisis_of(self.proficiency, total)][total] = weight
        weights: dict[Total, int] = {}
        for crisis, part in parts.items():
            told = self._told(_added(others, part))
            weights |= {Total(mark, mark, crisis): weight for mark, weight in told.items()}
        return Distribution.from_weights(weights)

    def _told(self, weights: Mapping[int, int]) -> dict[int, int]:
        """What a rule may go by, from the weights of sums: all sums from one mark to the next are one."""
        if not self.marks:
            return {points + self.modifier: weight for points, weight in weights.items()}
        points = sorted(weights)
        below = [0, *accumulate(map(weights.__getitem__, points))]
        starts = [0, *(bisect_left(points, mark - self.modifier) for mark in self.marks[1:]), len(points)]
        spans = zip(self.marks, pairwise(starts), strict=True)
        return {mark: below[end] - below[start] for mark, (start, end) in spans if end > start}

    def roll(self, source: Source) -> Rolled[Total]:
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
    """The dice of one component as an expression. nonnegative: whether it comes to 0 at least."""
    return dice.expression.floored(0) if nonnegative and dice.lowest < 0 else dice.expression


@lru_cache(maxsize=4096)
def _law(dice: tuple[Dice, ...], nonnegative: bool) -> Finite[int]:
    """The sum of components. What all but the last come to is remembered: purchases differ in the last dice."""
    if not dice:
        return Distribution.certain(0)
    law = component_dice(dice[-1], nonnegative).distribution()
    assert isinstance(law, Finite)
    return _law(dice[:-1], nonnegative) + law if len(dice) > 1 else law  # type: ignore[return-value]  # finite as both are


def _added(law: Finite[int], part: Mapping[int, int]) -> Mapping[int, int]:
    """Weights of the sum of `law` and a part of another law, on the scale of the products of their weights."""
    if not part:
        return {}
    if len(part) == 1:
        ((points, weight),) = part.items()
        return {total + points: other * weight for total, other in law.weights.items()}
    known = Distribution.from_weights(part)
    both = law + known
    assert isinstance(both, Finite)
    scale = law.total * sum(part.values()) // both.total
    return {total: weight * scale for total, weight in both.weights.items()}
