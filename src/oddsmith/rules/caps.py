"""Caps: numbers that grow without end, kept only as far as a rule tells them apart.

    total = 0
    while (face := await roll(d6)) != 6:
        total += face
    return min(total, 5)

Here `total` has no end of values, but all from 6 on come to the same. Once a compared number has taken very many
values, or where people decide a trial shows that it goes on, those from some *limit* on are handed to the rule as
`limit + X`, a symbol of an unknown *excess* X of 0 or more, so that they are one state. A comparison that X cannot
answer raises the limit to its bound, and all is explored anew; anything else that is asked of X says that the variable
must be kept as it is.

Where what is beyond the limit still ends up in the total, so many times (`max(total, 5)`: once), it is paid as a gain
as soon as it is left out. How many times, the data flow guesses. On every way it is counted again: where an excess ends
up more or less often than it was paid for, its variable is kept as it is from then on. Where it differs from way to way
by what is written, one of the ways may still be the only one that is taken: none is guessed first, and then as often as
was counted. Numbers that fall are treated alike, with an X of 0 or less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
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
    """A variable of a function; see `Machine.written`."""

    function: str
    name: str


class Excess(NamedTuple):
    """In place of the law of an excess: it has none, and is never asked for its parts.

    variable: whose it is. limit: what it is beyond. upwards: whether it is 0 or more, rather than 0 or less. paid: how
    many times it is in the gains so far. guessed: whether the data flow does not say how often it ends up in the total.
    """

    variable: Variable
    limit: int
    upwards: bool
    paid: int
    guessed: bool

    @property
    def distribution(self) -> Distribution[int]:
        """An example: none at all."""
        return _ZERO


class Recapped(Exception):
    """The limit of a variable has changed: all must be explored anew."""


class _Limit:
    """The limit in one direction: values beyond are not told apart; None where all are.

    times: how often what is beyond ends up in the total, as was counted where that differs from way to way.
    """

    __slots__ = ("at", "raised", "start", "times")

    def __init__(self, at: int) -> None:
        self.start = at
        self.at: int | None = at
        self.raised = 0
        self.times: int | None = None


class _Seen:
    """Values of a variable in states that were looked at."""

    __slots__ = ("first", "tried", "values")

    def __init__(self, first: int) -> None:
        self.first = first
        self.tried = False
        self.values = {first}


class Limits:
    """The limits found so far, for all explorations on behalf of one call."""

    def __init__(self) -> None:
        self._limits: dict[tuple[Variable, bool], _Limit] = {}
        self._seen: dict[Variable, _Seen] = {}

    @staticmethod
    def found_in(unknowns: Iterable[Unknown]) -> Limits:
        """Return the limits beyond which unknown numbers are."""
        limits = Limits()
        for excess in [_law(unknown) for unknown in unknowns if is_excess(unknown)]:
            limits._limits[excess.variable, excess.upwards] = _Limit(excess.limit)
        return limits

    def __bool__(self) -> bool:
        return bool(self._limits)

    def reset(self) -> None:
        """Forget which values were seen, to explore anew."""
        self._seen.clear()

    def limit(self, variable: Variable, *, upwards: bool) -> int | None:
        """The limit of a variable in one direction; None where there is none."""
        found = self._limits.get((variable, upwards))
        return None if found is None else found.at

    def times(self, variable: Variable, *, upwards: bool) -> int:
        """How often what is beyond a limit was counted to end up in the total; none where that was not counted yet."""
        return self._limits[variable, upwards].times or 0

    def see(self, variable: Variable, value: int, goes_on: Callable[[bool], bool] | None) -> None:
        """Note one of the values of a compared variable; Recapped where there seems to be no end of them.

        goes_on: tells by a trial whether there is surely no end of them, upwards or downwards; None where that would
        take longer than to go on.
        """
        seen = self._seen.get(variable)
        if seen is None:
            self._seen[variable] = _Seen(value)
            return
        seen.values.add(value)
        near = len(seen.values) < _SAMPLED or max(seen.values) - min(seen.values) < _SPAN
        if near and (goes_on is None or seen.tried or len(seen.values) < _TRIED):
            return
        upwards = max(seen.values) - seen.first >= seen.first - min(seen.values)
        if (variable, upwards) in self._limits:
            return
        if near:
            seen.tried = True
            if goes_on is None or not goes_on(upwards):
                return
        self._limits[variable, upwards] = _Limit(min(0, *seen.values) if upwards else max(0, *seen.values))
        raise Recapped

    def undecided(self, unknown: Unknown, cut: int | None) -> NoReturn:
        """Raise Recapped for an excess that cannot answer. cut: what it would have to be compared with."""
        excess: Any = unknown.law
        limit = self._limits[excess.variable, excess.upwards]
        limit.raised += 1
        if cut is None or limit.at is None or limit.raised > _MOST:
            limit.at = None
        else:
            limit.at += cut if excess.upwards else cut - 1
            if limit.raised > _PATIENCE:
                limit.at = 2 * limit.at - limit.start
            if abs(limit.at - limit.start) > _FARTHEST:
                limit.at = None
        raise Recapped

    def give_up(self, excess: Excess) -> NoReturn:
        """Keep a variable as it is from now on: Recapped."""
        self._limits[excess.variable, excess.upwards].at = None
        raise Recapped

    def miscounted(self, excess: Excess, times: int) -> NoReturn:
        """Keep a variable as it is whose excess ended up so many times more in the total than it was paid for.

        Where the data flow does not say how often it would, that is what is paid from now on, the first time: Recapped.
        """
        limit = self._limits[excess.variable, excess.upwards]
        if not excess.guessed or limit.times is not None:
            self.give_up(excess)
        limit.times = times
        raise Recapped


#: A function under way: see `Machine.written`, names of its live variables, and places of those that are compared,
#: with how many times what is beyond a limit ends up in the total, above and below (an int, where that is known).
Looked = tuple[str, Sequence[str], Sequence[tuple[int, tuple[Any, Any]]]]


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
        for (function, names, compared), held in zip(frames, values, strict=True):
            less = list(held)
            for place, ends in compared:
                value = less[place]
                terms: Sequence[tuple[Unknown, int]] = ()
                if type(value) is Symbol:
                    terms = value.terms
                    if len(terms) > 1 or terms[0][0] not in due:
                        continue
                    upwards = (terms[0][1] > 0) == _law(terms[0][0]).upwards
                    offset = value.offset
                elif type(value) is int:
                    offset, upwards = value, True
                else:
                    continue
                variable = Variable(function, names[place])
                limit = self.limits.limit(variable, upwards=upwards)
                if not terms and (limit is None or offset < limit):
                    upwards = False
                    limit = self.limits.limit(variable, upwards=False)
                if limit is None or (offset < limit if upwards else offset > limit):
                    continue
                times = ends[0] if upwards else ends[1]
                guessed = not (times is None or type(times) is int)
                paid = self.limits.times(variable, upwards=upwards) if guessed else times or 0
                less[place] = self._beyond(Excess(variable, limit, upwards, paid, guessed))
                gain = gain + paid * (offset - limit)
                for unknown, many in terms:
                    due[unknown] -= paid * many
                    gone.add(unknown)
            left.append(tuple(less))
        instead: dict[Unknown, Unknown | int] = {}
        for unknown in began:
            if unknown in gone or not _holds(left, unknown):
                gone.add(unknown)
                if due[unknown]:
                    self.limits.miscounted(_law(unknown), -due[unknown])
            elif due[unknown] != _law(unknown).paid:
                law = _law(unknown)
                instead[unknown] = self._unknown(law._replace(paid=due[unknown]))
        if type(gain) is Symbol:
            gain = gain.given(dict.fromkeys(began, 0))
        if instead:
            left = [tuple([v.given(instead) if type(v) is Symbol else v for v in held]) for held in left]
            gone |= instead.keys()
        return left, gain, gone

    def give_up(self, unknown: Unknown) -> NoReturn:
        """Keep the variable of an excess as it is from now on: Recapped."""
        self.limits.give_up(_law(unknown))

    def handed_on(self, began: Sequence[Unknown], numbers: Sequence[Symbol]) -> None:
        """Check an outcome that goes to a rule which waits. numbers: in it; what is paid for them goes on with them."""
        for unknown in began:
            if _law(unknown).paid and not _holds([numbers], unknown):
                self.limits.miscounted(_law(unknown), -_law(unknown).paid)

    def settled(self, number: Any, began: Sequence[Unknown], times: int) -> Any:
        """A number that a rule returned, without the excesses in it, which are paid.

        times: how often the outcome counts. Raises Recapped where an excess was not paid as often as it counts.
        """
        for unknown in began:
            if more := times * _times(number, unknown) - _law(unknown).paid:
                self.limits.miscounted(_law(unknown), more)
        return number.given(dict.fromkeys(began, 0)) if type(number) is Symbol else number

    def _beyond(self, excess: Excess) -> Symbol:
        return Symbol(((self._unknown(excess), 1),), excess.limit)

    def _unknown(self, excess: Excess) -> Unknown:
        self._watch.used = True
        law: Any = excess
        return Unknown(law, 0 if excess.upwards else None, None if excess.upwards else 0, self._watch)


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
