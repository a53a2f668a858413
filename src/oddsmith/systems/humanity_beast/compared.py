"""Two numbers that are rolled, side by side, and by how much one leads: exact although neither has a limit."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from oddsmith.dice import Expression, Rolled, Source
from oddsmith.distribution import Distribution

#: The left number and the right one up to some height, and right − left within some reach.
Comparison: TypeAlias = tuple[int, int, int]


@dataclass(frozen=True)
class Compared(Expression[Comparison]):
    """Two independent numbers of 0 or more, rolled left first.

    enough: stands for that many or more of either. reach: the greatest lead that is told; -reach and reach stand for
    that far or farther.

    >>> from oddsmith.dice import d10
    >>> chain = d10.explode().pool(1).count(at_least=7)
    >>> Compared(chain, chain, enough=1, reach=1).distribution().pmf((1, 1, 0))
    Fraction(36, 275)
    """

    left: Expression[int]
    right: Expression[int]
    enough: int
    reach: int

    def calculate(self) -> Distribution[Comparison]:
        left, right = self.left.distribution(), self.right.distribution()
        cells: defaultdict[Comparison, Fraction] = defaultdict(Fraction)
        for a in range(self.enough):
            far = max(self.enough, a + self.reach)
            for b in range(far):
                cells[self._seen(a, b)] += left.pmf(a) * right.pmf(b)
            cells[a, self.enough, self.reach] += left.pmf(a) * right.at_least(far)
        for b in range(self.enough):
            far = max(self.enough, b + self.reach)
            for a in range(self.enough, far):
                cells[self._seen(a, b)] += left.pmf(a) * right.pmf(b)
            cells[self.enough, b, -self.reach] += left.at_least(far) * right.pmf(b)
        # Both have enough: what each lead has left over from the cells so far.
        both = (right - left).clamped(-self.reach, self.reach)
        told: defaultdict[int, Fraction] = defaultdict(Fraction)
        for (_, _, lead), chance in cells.items():
            told[lead] += chance
        for lead in range(-self.reach, self.reach + 1):
            cells[self.enough, self.enough, lead] += both.pmf(lead) - told[lead]
        return Distribution.from_probabilities(cells)

    def roll(self, source: Source) -> Rolled[Comparison]:
        parts = (self.left.roll(source), self.right.roll(source))
        return Rolled(self, self._seen(parts[0].value, parts[1].value), parts=parts)

    def __str__(self) -> str:
        return f"{self.left} and {self.right}"

    def _seen(self, left: int, right: int) -> Comparison:
        lead = min(max(right - left, -self.reach), self.reach)
        return min(left, self.enough), min(right, self.enough), lead
