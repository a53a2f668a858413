"""Groups: several expressions rolled side by side, of which the highest totals are kept, or those that succeed counted.

>>> from oddsmith.dice import d6, d8
>>> from oddsmith.dice.model.selection import Selection, End
>>> higher = Group((d6.pool(2).sum(), d8), (Selection(End.HIGHEST, 1),))
>>> str(higher), higher.distribution().at_least(9)
('{2d6, d8}kh1', Fraction(5, 18))
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from itertools import product
from math import lcm, prod
from typing import Any, Final

from oddsmith.dice.exact.keep import work_of_tails
from oddsmith.dice.exact.pool_distribution import kept_distribution
from oddsmith.dice.exact.pool_model import plain_pool_model
from oddsmith.dice.exact.throw_pmf import pmf_of
from oddsmith.dice.expressions.arithmetic import Number, check_numeric, checked_number, simplest
from oddsmith.dice.expressions.expression import Expression, Rolled
from oddsmith.dice.expressions.forecast import Forecast, distributions_of, of_extreme, of_sums
from oddsmith.dice.expressions.operation_distributions import checked_numbers, endless_first
from oddsmith.dice.expressions.operations import Constant
from oddsmith.dice.limits import refuse_above
from oddsmith.dice.model.notation_writer import targets_text
from oddsmith.dice.model.relation import Relation
from oddsmith.dice.model.rolled_faces import Fate
from oddsmith.dice.model.selection import Selection, places
from oddsmith.dice.rolling.sources import Source
from oddsmith.distribution import Distribution, Finite
from oddsmith.distribution.limits import Work, take
from oddsmith.errors import BadInput

MAX_MEMBERS: Final = 500
"""Members of one group."""
_SECONDS_AN_OUTCOME: Final = 2e-6
_FEW_WAYS: Final = 20_000
"""Ways in which members come out that are gone through one by one."""


_ORDER: Final = {relation: place for place, relation in enumerate(Relation)}
_RANK: Final = {Relation.EQUAL: 0, Relation.OTHER: 2}  # 1 for thresholds


@dataclass(frozen=True, slots=True)
class TotalTarget:
    """The worth of a member of a group whose total compares like this."""

    relation: Relation
    bound: Number
    worth: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "bound", Constant(simplest(self.bound)).value)

    @property
    def condition(self) -> str:
        """The compare point in notation."""
        return f"{self.relation.value}{Constant(self.bound)}"

    def holds(self, total: Number) -> bool:
        """True when a total meets the target."""
        return self.relation.holds(total, self.bound)


@dataclass(frozen=True, repr=False)
class Group(Expression[Any]):
    """Expressions rolled side by side; the value is the sum of the kept totals, or of their worths.

    members: at least one. selection: which totals are kept, step after step; of equal totals the first to be rolled
    is the lower. targets: what a kept total counts; when several hold, an exact number goes before a threshold, and a
    threshold before "anything but", then a success before a failure, then the greater worth.

    Raises BadInput for a member that is no number, and for keeping among less than two members: what the notation
    writes so, `{4d6}kh3`, keeps single dice and is another expression.
    """

    members: tuple[Expression[Any], ...]
    selection: tuple[Selection, ...] = ()
    targets: tuple[TotalTarget, ...] = ()

    def __post_init__(self) -> None:
        if not self.members:
            raise BadInput("group", "{}", "at least one member")
        refuse_above(MAX_MEMBERS, len(self.members), "members of a group", "Use a pool of dice.")
        check_numeric(*self.members)
        if self.selection and len(self.members) == 1:
            raise BadInput("group", str(self.members[0]), "two members or more where totals are kept or dropped")
        worths: dict[str, int] = {}
        for target in self.targets:
            if worths.setdefault(target.condition, target.worth) != target.worth:
                raise BadInput("worth", target.worth, f"one worth for {target.condition}")
        object.__setattr__(self, "targets", tuple(sorted(dict.fromkeys(self.targets), key=_writing_order)))

    @property
    def parts(self) -> tuple[Expression[Any], ...]:
        return self.members

    def with_parts(self, parts: tuple[Expression[Any], ...]) -> Group:
        return Group(parts, self.selection, self.targets)

    def score(self, total: Number) -> int:
        """The worth of a kept total."""
        return next((target.worth for target in self._deciding if target.holds(total)), 0)

    @cached_property
    def _deciding(self) -> tuple[TotalTarget, ...]:
        return tuple(sorted(self.targets, key=_deciding_order))

    def calculate(self) -> Distribution[Any]:
        if self.selection:
            return self._kept()
        members = map(checked_numbers, distributions_of(self.members))
        scored = [one.map(self.score) if self.targets else one for one in members]
        return reduce(operator.add, endless_first(scored))

    def forecast(self, parts: Sequence[Forecast]) -> Forecast:
        if not self.selection:
            return Forecast() if self.targets else of_sums(parts)
        low, high = places(self.selection, len(self.members))
        different = len(set(self.members))
        looks = Work(sum(part.listed for part in parts) * _SECONDS_AN_OUTCOME)
        if self.targets or high == low or different < 2:
            return Forecast(work=looks)
        if high - low == 1 and (not low or high == len(self.members)):
            return of_extreme(parts, max if low else min)._replace(work=looks)
        most = max(part.outcomes for part in parts)
        return Forecast(work=work_of_tails(most, most, different))

    def _kept(self) -> Distribution[Any]:
        """The members as dice of a pool, each with its own pmf; fractions over one denominator."""
        low, high = places(self.selection, len(self.members))
        if low == high:
            return Distribution.certain(0)
        listed = [checked_numbers(one).truncated() for one in distributions_of(self.members)]
        take(sum(len(part.weights) for part in listed) * _SECONDS_AN_OUTCOME)
        scale = lcm(*(outcome.denominator for part in listed for outcome in part.weights))
        if scale > 1 and prod(len(part.weights) for part in listed) <= _FEW_WAYS:
            return self._kept_of_few(listed, low, high)
        pmfs = {
            member: pmf_of((int(outcome * scale), weight) for outcome, weight in part.weights.items())
            for member, part in dict(zip(self.members, listed, strict=True)).items()
        }
        model = plain_pool_model([pmfs[member] for member in self.members], prod(part.total for part in listed))
        if self.targets:
            return kept_distribution(model, self.selection, lambda total: self.score(Fraction(total, scale)))
        kept = kept_distribution(model, self.selection, lambda total: total)
        return kept if scale == 1 else kept.map(lambda total: simplest(Fraction(total, scale)))

    def _kept_of_few(self, listed: Sequence[Finite[Any]], low: int, high: int) -> Distribution[Any]:
        """The sum or count of those kept, in every way that members may land; fractions may be few and far apart."""
        weights: dict[Number, int] = {}
        for ways in product(*(part.weights.items() for part in listed)):
            kept = sorted(outcome for outcome, _ in ways)[low:high]
            value = simplest(sum(map(self.score, kept) if self.targets else kept))
            weights[value] = weights.get(value, 0) + prod(weight for _, weight in ways)
        unresolved = prod(part.total for part in listed) - sum(weights.values())
        return Distribution.from_weights(weights, unresolved=unresolved)

    def _roll(self, source: Source) -> Rolled[Any]:
        rolled = [member._roll(source) for member in self.members]
        ascending = sorted(range(len(rolled)), key=lambda place: checked_number(rolled[place].value))
        low, high = places(self.selection, len(rolled))
        kept = set(ascending[low:high])
        value: Number = 0
        for place, part in enumerate(rolled):
            if place not in kept:
                rolled[place] = part._replace(fate=Fate.DROPPED)
                continue
            counts = self.score(part.value) if self.targets else None
            rolled[place] = part._replace(counts=counts)
            value += part.value if counts is None else counts
        return Rolled(self, simplest(value), parts=tuple(rolled))

    def __str__(self) -> str:
        members = ", ".join(map(str, self.members))
        return f"{{{members}}}{''.join(map(str, self.selection))}{targets_text(self.targets)}"


def _writing_order(target: TotalTarget) -> tuple[bool, int, Number, int]:
    """Successes before failures, exact numbers before thresholds."""
    return (target.worth < 0, _ORDER[target.relation], target.bound, target.worth)


def _deciding_order(target: TotalTarget) -> tuple[int, bool, int]:
    """Exact numbers before thresholds before "anything but", successes before failures, great worths first."""
    return (_RANK.get(target.relation, 1), target.worth < 0, -target.worth)
