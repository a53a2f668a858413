"""Caps: numbers that grow without end, kept only as far as a rule tells them apart.

    total = 0
    while (face := await roll(d6)) != 6:
        total += face
    return min(total, 5)

Here `total` has no end of values, but all from 6 on come to the same. Once a compared number has taken very many
values, or where people decide a trial shows that it goes on, those from some *limit* on are handed to the rule as
`limit + X`, a symbol of an unknown *excess* X of 0 or more, so that they are one state. A comparison that X cannot
answer raises the limit to its bound, and all is explored anew; what is left where the number is divided is kept beside
an X of which every second counts, or every third; anything else that is asked of X says that the variable must be kept
as it is. A number that is not only compared has a limit once all else is to be given up (*late*).

Where what is beyond the limit still ends up in the total, so many times (`max(total, 5)`: once), it is paid as a gain
as soon as it is left out. How many times, the data flow guesses. On every way it is counted again: where an excess ends
up more or less often than it was paid for, its variable is kept as it is from then on. Numbers that fall are treated
alike, with an X of 0 or less.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple, NoReturn

from oddsmith.distribution import Distribution
from oddsmith.rules.symbols import Symbol
from oddsmith.rules.unknowns import Unknown, Watch

_SAMPLED: Final = 10  # so many values among the states looked at, before a variable is thought to have no end of them
_SPAN: Final = 100  # and so far apart
_TRIED: Final = 4  # so many, before it is tried out whether there is an end
_PATIENCE: Final = 4  # so often a limit is raised to just what is needed, before it is raised further
_MOST: Final = 12  # so often at all
_FARTHEST: Final = 2_000  # so far from where it began
_ZERO: Final[Distribution[int]] = Distribution.uniform([0])


class Variable(NamedTuple):
    """A variable of a function; see `Machine.known_as`."""

    function: str
    name: str


class Excess:
    """In place of the law of an excess: it has none, and is never asked for its parts.

    variable: whose it is. limit: what it is beyond. upwards: whether it is 0 or more, rather than 0 or less. paid: how
    many times it is in the gains so far. apart: how much of the variable it counts for.
    """

    __slots__ = ("apart", "limit", "paid", "upwards", "variable")

    def __init__(self, variable: Variable, limit: int, paid: int, apart: int, *, upwards: bool) -> None:
        self.variable = variable
        self.limit = limit
        self.upwards = upwards
        self.paid = paid
        self.apart = apart

    @property
    def _parts(self) -> tuple[Variable, int, bool, int, int]:
        return self.variable, self.limit, self.upwards, self.paid, self.apart

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Excess) and self._parts == other._parts

    def __hash__(self) -> int:
        return hash(self._parts)

    @property
    def distribution(self) -> Distribution[int]:
        """An example: none at all."""
        return _ZERO


class Recapped(Exception):
    """The limit of a variable has changed: all must be explored anew."""


class _Limit:
    """The limit in one direction: values beyond that are so far `apart` are not told apart.

    paid: how many times such a step ends up in the total, where that has been found; else the data flow guesses.
    lifted: whether all values are told apart after all.
    """

    __slots__ = ("apart", "at", "lifted", "paid", "raised", "start")

    def __init__(self, at: int, apart: int = 1) -> None:
        self.start = self.at = at
        self.raised = 0
        self.lifted = False
        self.apart = apart
        self.paid: int | None = None


class _Seen:
    """Values of a variable in states that were looked at: a few, the first, and between which all are."""

    __slots__ = ("few", "first", "greatest", "least", "tried")

    def __init__(self, first: int) -> None:
        self.first = self.least = self.greatest = first
        self.tried = False
        self.few = {first}

    def add(self, value: int) -> None:
        """Note one more."""
        self.least, self.greatest = min(self.least, value), max(self.greatest, value)
        if len(self.few) < _SAMPLED:
            self.few.add(value)


class Limits:
    """The limits found so far, for all explorations on behalf of one call.

    late: variables that have one because all else was to be given up.
    """

    def __init__(self) -> None:
        self.late: set[Variable] = set()
        self._limits: dict[tuple[Variable, bool], _Limit] = {}
        self._seen: dict[Variable, _Seen] = {}

    @staticmethod
    def found_in(unknowns: Iterable[Unknown]) -> Limits:
        """Return the limits beyond which unknown numbers are."""
        limits = Limits()
        for excess in [_law(unknown) for unknown in unknowns if is_excess(unknown)]:
            limits._limits[excess.variable, excess.upwards] = _Limit(excess.limit, excess.apart)
        return limits

    def __bool__(self) -> bool:
        return bool(self._limits)

    def reset(self) -> None:
        """Forget which values were seen, to explore anew."""
        self._seen.clear()

    def limit(self, variable: Variable, *, upwards: bool) -> _Limit | None:
        """The limit of a variable in one direction; None where there is none."""
        found = self._limits.get((variable, upwards))
        return None if found is None or found.lifted else found

    def see(
        self, variable: Variable, value: int, directions: Sequence[bool], goes_on: Callable[[bool], bool] | None
    ) -> None:
        """Note one of the values of a compared variable; Recapped where there seems to be no end of them.

        directions: in which it may have a limit: upwards, downwards. goes_on: tells by a trial whether there is surely
        no end of them in a direction; None where that would take longer than to go on.
        """
        seen = self._seen.get(variable)
        if seen is None:
            self._seen[variable] = _Seen(value)
            return
        seen.add(value)
        near = len(seen.few) < _SAMPLED or seen.greatest - seen.least < _SPAN
        if near and (goes_on is None or seen.tried or len(seen.few) < _TRIED):
            return
        upwards = seen.greatest - seen.first >= seen.first - seen.least
        if upwards not in directions or (variable, upwards) in self._limits:
            return
        if near:
            seen.tried = True
            if goes_on is None or not goes_on(upwards):
                return
        self._limits[variable, upwards] = _Limit(min(0, seen.least) if upwards else max(0, seen.greatest))
        raise Recapped

    def grow_without_end(self, variable: Variable, first: int, last: int) -> bool:
        """Note a variable of which values go on from the first to the last; tell whether it has its first limit now."""
        upwards = last > first
        if (variable, upwards) in self._limits:
            return False
        self.late.add(variable)
        self._limits[variable, upwards] = _Limit(min(0, first) if upwards else max(0, first))
        return True

    def undecided(self, unknown: Unknown, cut: int | None, apart: int) -> NoReturn:
        """Raise Recapped for an excess that cannot answer.

        cut, apart: what it would have to be compared with, or how many of it should count for one; see `Undecided`.
        """
        excess = _law(unknown)
        limit = self._limits[excess.variable, excess.upwards]
        limit.raised += 1
        if (cut is None and not apart) or limit.raised > _MOST:
            limit.lifted = True
        elif cut is None:
            limit.apart, limit.paid = limit.apart * apart, None
            limit.lifted |= limit.apart > _FARTHEST
        else:
            limit.at += limit.apart * (cut if excess.upwards else cut - 1)
            if limit.raised > _PATIENCE:
                limit.at = 2 * limit.at - limit.start
            limit.lifted |= abs(limit.at - limit.start) > _FARTHEST
        raise Recapped

    def give_up(self, excess: Excess, counts: int | None = None) -> NoReturn:
        """Keep a variable as it is from now on: Recapped. A late limit is tried once more, where it is paid wrongly.

        counts: how often the excess ends up in the total, where that is known.
        """
        limit = self._limits[excess.variable, excess.upwards]
        if excess.variable in self.late and counts is not None and limit.paid is None:
            limit.paid = counts
        else:
            limit.lifted = True
        raise Recapped


#: A function under way: see `Machine.known_as`, names of its live variables, and places of those that are compared,
#: with how many times what is beyond a limit ends up in the total, above and below (an int, where that is known); and
#: places of those that are 0 there, since a gain stands for them.
Looked = tuple[str, Sequence[str], Sequence[tuple[int, tuple[Any, Any]]], Sequence[tuple[int, int]]]


class Caps:
    """Limits as they are applied to the states of rules."""

    def __init__(self, limits: Limits, watch: Watch) -> None:
        self.limits = limits
        self._watch = watch

    def __reduce__(self) -> tuple[Callable[[Limits], Caps], tuple[Limits]]:
        return Caps.anew, (self.limits,)

    @classmethod
    def anew(cls, limits: Limits) -> Caps:
        """Return limits as they are applied where no number is unknown yet."""
        return cls(limits, Watch())

    def applied(
        self, frames: Iterable[Looked], values: list[tuple[Any, ...]], gain: Any, began: Sequence[Unknown]
    ) -> tuple[list[tuple[Any, ...]], Any, set[Unknown]]:
        """Values of functions under way with what is beyond limits left out, the gain with that, and excesses gone.

        began: excesses of which there was one where the functions were taken up. Raises Recapped where one was not
        paid as often as it counts.
        """
        due = {unknown: _law(unknown).paid - _times(gain, unknown) for unknown in began}
        left: list[tuple[Any, ...]] = []
        gone: set[Unknown] = set()
        for (function, names, compared, added), held in zip(frames, values, strict=True):
            less = list(held)
            for place, ends in [*compared, *self._late(function, names, added)] if self.limits.late else compared:
                variable = Variable(function, names[place])
                past = self._past(variable, less[place], due)
                if past is None:
                    continue
                terms, offset, upwards, limit = past
                guessed, apart = (ends[0] if upwards else ends[1]) or 0, limit.apart
                paid = limit.paid if limit.paid is not None else guessed
                if type(paid) is not int:
                    continue
                steps = (offset - limit.at) // apart if upwards else -((limit.at - offset) // apart)
                if limit.paid is None:
                    paid *= apart
                beyond = self._beyond(variable, limit.at, paid, apart, upwards=upwards)
                less[place] = beyond + (offset - apart * steps)
                gain = gain + paid * steps
                for unknown, times in terms:
                    if times % apart:
                        self.limits.undecided(unknown, None, apart // math.gcd(times, apart))
                    due[unknown] -= paid * (times // apart)
                    gone.add(unknown)
            left.append(tuple(less))
        instead: dict[Unknown, Unknown | int] = {}
        for unknown in began:
            if unknown in gone or not _holds(left, unknown):
                gone.add(unknown)
                if due[unknown]:
                    self.limits.give_up(_law(unknown), _law(unknown).paid - due[unknown])
            elif due[unknown] != _law(unknown).paid:
                law = _law(unknown)
                instead[unknown] = self._unknown(law.variable, law.limit, due[unknown], law.apart, upwards=law.upwards)
        if type(gain) is Symbol:
            gain = gain.given(dict.fromkeys(began, 0))
        if instead:
            left = [tuple([v.given(instead) if type(v) is Symbol else v for v in held]) for held in left]
            gone |= instead.keys()
        return left, gain, gone

    def _past(
        self, variable: Variable, value: Any, known: Container[Unknown]
    ) -> tuple[Sequence[tuple[Unknown, int]], int, bool, _Limit] | None:
        """The terms and the offset of a number past a limit, whether that is upwards, and the limit; else None.

        known: excesses that it may be made of.
        """
        terms: Sequence[tuple[Unknown, int]] = ()
        ways: tuple[bool, ...] = (True, False)
        if type(value) is Symbol:
            if len(value.terms) > 1 or value.terms[0][0] not in known:
                return None
            ((unknown, times),) = terms = value.terms
            offset, ways = value.offset, ((times > 0) == _law(unknown).upwards,)
        elif type(value) is int:
            offset = value
        else:
            return None
        for upwards in ways:
            limit = self.limits.limit(variable, upwards=upwards)
            if limit is not None and (offset >= limit.at if upwards else offset <= limit.at):
                return terms, offset, upwards, limit
        return None

    def give_up(self, unknown: Unknown) -> NoReturn:
        """Keep the variable of an excess as it is from now on: Recapped."""
        self.limits.give_up(_law(unknown))

    def handed_on(self, began: Sequence[Unknown], numbers: Sequence[Symbol]) -> None:
        """Check an outcome that goes to a rule which waits. numbers: in it; what is paid for them goes on with them."""
        for unknown in began:
            if _law(unknown).paid and not _holds([numbers], unknown):
                self.limits.give_up(_law(unknown))

    def handed_out(self, began: Sequence[Unknown], number: Any) -> None:
        """Check an outcome before which nothing counts that was paid: Recapped where it holds an excess."""
        for unknown in began:
            if _times(number, unknown):
                self.limits.give_up(_law(unknown))

    def settled(self, number: Any, began: Sequence[Unknown], times: int) -> Any:
        """A number that a rule returned, without the excesses in it, which are paid.

        times: how often the outcome counts. Raises Recapped where an excess was not paid as often as it counts.
        """
        for unknown in began:
            counts = times * _times(number, unknown)
            if _law(unknown).paid != counts:
                self.limits.give_up(_law(unknown), counts)
        return number.given(dict.fromkeys(began, 0)) if type(number) is Symbol else number

    def _late(
        self, function: str, names: Sequence[str], added: Sequence[tuple[int, int]]
    ) -> Iterator[tuple[int, tuple[Any, Any]]]:
        """Places of variables of a function with a late limit, paid for nothing at first."""
        gains = {place for place, _ in added}
        for place, name in enumerate(names):
            if place not in gains and Variable(function, name) in self.limits.late:
                yield place, (0, 0)

    def _beyond(self, variable: Variable, limit: int, paid: int, apart: int, *, upwards: bool) -> Symbol:
        return Symbol(((self._unknown(variable, limit, paid, apart, upwards=upwards), apart),))

    def _unknown(self, variable: Variable, limit: int, paid: int, apart: int, *, upwards: bool) -> Unknown:
        self._watch.used = True
        law: Any = Excess(variable, limit, paid, apart, upwards=upwards)
        return Unknown(law, 0 if upwards else None, None if upwards else 0, self._watch)


def is_excess(unknown: Unknown) -> bool:
    """Tell whether an unknown number is what is beyond a limit."""
    return isinstance(_law(unknown), Excess)


def _law(unknown: Unknown) -> Excess:
    law: Any = unknown.law
    return law  # type: ignore[no-any-return]


def _holds(values: Iterable[Sequence[Any]], unknown: Unknown) -> bool:
    return any(_times(value, unknown) for held in values for value in held)


def _times(number: Any, unknown: Unknown) -> int:
    """Count how often an unknown number is in a sum."""
    return dict(number.terms).get(unknown, 0) if type(number) is Symbol else 0
