"""Two totals that are rolled, side by side, and the lead of one over the other: exact although neither has a limit."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeAlias

from oddsmith.dice import Expression, Rolled, Source
from oddsmith.distribution import Distribution

#: The left number and the right one up to some height, and right − left within some reach.
ComparedPair: TypeAlias = tuple[int, int, int]

#: Names of a conflict's outcome that it decides who has more successes.
OF_THE_WINNER: Final = frozenset({"win", "lose", "tie", "willpower_spent", "against_willpower_spent"})

#: Those that the lead decides, and only up to some reach.
OF_THE_DIFFERENCE: Final = OF_THE_WINNER | {
    f"{whose}{name}" for whose in ("", "against_") for name in ("out_of_willpower", "willpower_left")
}


@dataclass(frozen=True)
class Comparison(Expression[ComparedPair]):
    """Two independent numbers of 0 or more, rolled left first.

    enough: stands for that many or more of either. reach: the greatest lead told apart; -reach and reach stand for
    that far or farther.

    >>> from oddsmith.dice import d10
    >>> chain = d10.explode().pool(1).count(at_least=7)
    >>> Comparison(chain, chain, enough=1, reach=1).distribution().pmf((1, 1, 0))
    Fraction(36, 275)
    """

    left: Expression[int]
    right: Expression[int]
    enough: int
    reach: int

    def calculate(self) -> Distribution[ComparedPair]:
        return compared(self.left.distribution(), self.right.distribution(), self.enough, self.reach)

    def _roll(self, source: Source) -> Rolled[ComparedPair]:
        parts = (self.left.roll(source), self.right.roll(source))
        return Rolled(self, compared_pair(parts[0].value, parts[1].value, self.enough, self.reach), parts=parts)

    def __str__(self) -> str:
        return f"{self.left} and {self.right}"


def compared_pair(left: int, right: int, enough: int, reach: int) -> ComparedPair:
    """Return two numbers as `Comparison` shows them."""
    return min(left, enough), min(right, enough), min(max(right - left, -reach), reach)


def compared(left: Distribution[int], right: Distribution[int], enough: int, reach: int) -> Distribution[ComparedPair]:
    """Return the chances of two independent numbers as `Comparison` shows them."""
    cells: defaultdict[ComparedPair, Fraction] = defaultdict(Fraction)
    for a in range(enough):
        far = max(enough, a + reach)
        for b in range(far):
            cells[compared_pair(a, b, enough, reach)] += left.pmf(a) * right.pmf(b)
        cells[a, enough, reach] += left.pmf(a) * right.at_least(far)
    for b in range(enough):
        far = max(enough, b + reach)
        for a in range(enough, far):
            cells[compared_pair(a, b, enough, reach)] += left.pmf(a) * right.pmf(b)
        cells[enough, b, -reach] += left.at_least(far) * right.pmf(b)
    # Both have enough: all of each lead that the cells so far have left over.
    both = right - left
    so_far: defaultdict[int, Fraction] = defaultdict(Fraction)
    for (_, _, lead), chance in cells.items():
        so_far[lead] += chance
    for lead in range(1 - reach, reach):
        cells[enough, enough, lead] += both.pmf(lead) - so_far[lead]
    cells[enough, enough, reach] += both.at_least(reach) - so_far[reach]
    cells[enough, enough, -reach] += both.at_most(-reach) - so_far[-reach]
    return Distribution.from_probabilities(cells)
