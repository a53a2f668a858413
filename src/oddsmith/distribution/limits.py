"""Limits of work, estimated before an operation starts and counted while it goes on.

Work is counted in steps, as states of rules are: a step stands for 10 microseconds or a kilobyte, whichever is more. A
computation may take `LIMIT` steps, about 10 seconds or a gigabyte, unless it is given another `limit`; parts that are
computed one after another share it.

Estimates may be too low, so the work itself is counted, too, piece by piece before each is done (`spend`, `hold`). Once
a computation has taken a tenth of its limit, it is held to what it has said by then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import pairwise
from math import ceil, inf, log
from typing import Any, Final, NamedTuple

from oddsmith.distribution.given_numbers import check_whole
from oddsmith.errors import TooLarge

LIMIT: Final = 1_000_000
"""Steps that a computation may take unless it is given another limit: states of a rule, or work on dice."""

SECONDS_A_STEP: Final = 1e-5
BYTES_A_STEP: Final = 1_000

_FREE: Final = 10
"""The part of the limit that a computation may take whatever it has said; of memory twice as much."""
_BEGINS: Final = 0.1
"""The part of what is free that a part of a computation may take before it says what it takes."""
_MARGIN: Final = 1.25
"""By so much more than was said may be taken."""
_UNDER_WAY: Final = 1.125
"""By so much past the limit may be said of what is under way: it has taken most of that already when it is seen."""
_AT_LEAST: Final = 4
"""Estimates of what has begun are mostly at least so much: a part that takes long is held to so often its own."""
_EARLY: Final = 0.25
"""The part of what is free after which it is first seen what a part has said; then with twice as much done, twice."""
_LOOKS: Final = 3
_SURE: Final = 0.8
"""Of the power of the work done with which estimates grew, so much is sure to go on."""
_MOST_POWER: Final = 0.5

REMEDY: Final = "Use fewer or smaller dice, lump outcomes (capped, map), or simulate."
LESS_OF_IT: Final = "Ask for its mean, cap it (min(roll, 1000), .capped), use fewer or smaller dice, or simulate."
"""Of outcomes without end: those above a cap need not be told apart."""


_MOST_SHOWN: Final = 10**15
_MANY_YEARS: Final = 10 * 365 * 86_400.0
_BYTES_AN_OUTCOME: Final = 350
_SECONDS_AN_OUTCOME: Final = 1e-6
_SECONDS_A_PAIR: Final = 5e-7
_BYTES_A_PAIR: Final = 200
_SECONDS_A_LOOK: Final = 5e-7
_SECONDS_A_WORD: Final = 3e-9
_MANY_LOOKS: Final = 1_000
"""Outcomes from which on it is counted that each is looked at."""


class Budget:
    """Steps that a computation may take, and those that its parts have been estimated to take so far.

    beside: steps of what is done in any case, such as rows. at_hand: the largest estimate of the part that is under
    way. around: the same of those that it is a part of, together. beyond: of other work, taken beside it. depth: parts
    under way, within each other.
    done: seconds of work counted. begun: those before the part at hand. free: those it may take whatever was said.
    allowed: those after which it is seen what was said. held_to: what the part at hand had said when more than what is
    free was taken, and a while of it; None before. in_time: what the part at hand has said of its time alone, in steps.
    looks: seconds of it, and what it had said by then of all its time, each time that this was seen.
    """

    spent = beside = at_hand = around = beyond = depth = in_time = 0
    done = begun = allowed = 0.0
    held_to: int | None = None
    looks: tuple[tuple[float, int], ...] = ()

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.free = free_steps(limit) * SECONDS_A_STEP

    def said(self) -> int:
        """The steps that all parts have been estimated to take so far; of one that is held to less, that."""
        at_hand = self.at_hand if self.held_to is None else self.held_to
        return self.spent + self.around + self.beyond + at_hand

    def most(self) -> float:
        """The steps that may be said: what is under way for longer than is free may end a little past the limit."""
        return self.limit if self.done <= self.free else self.limit * _UNDER_WAY

    def check(self) -> None:
        """Raise TooLarge where more work is done than was said, or will be; up to a tenth of the limit is free."""
        gone = self.done - self.begun
        if self._next_look(inf) <= self.done:
            self.looks = *self.looks, (gone, self.in_time if self.held_to is None else min(self.in_time, self.held_to))
            _refuse(Work(seconds=self._grown()), REMEDY)
        if self.done <= self.free:
            self.allowed = self._next_look(self.free)
            return
        begins = self.free * _BEGINS
        if self.held_to is None and gone > begins:
            self.held_to = min(_AT_LEAST * self.at_hand, self.limit - self.spent)
        said = min(self.said(), self.limit) * SECONDS_A_STEP * _MARGIN
        most = max(self.free, said + (begins if self.held_to is None else 0))
        if self.done > most:
            _refuse_unforeseen(self, Work(seconds=self.done))
        self.allowed = self._next_look(most)

    def _next_look(self, most: float) -> float:
        """The seconds of work after which `check` is due: those that are allowed, or where estimates are seen."""
        if len(self.looks) == _LOOKS:
            return most
        return min(most, self.begun + (2 * self.looks[-1][0] if self.looks else self.free * _EARLY))

    def _grown(self) -> float:
        """The seconds that the part at hand takes where its estimate goes on to grow as it did, at its slowest; 0 where
        it did not, or that is not seen yet."""
        gone, said = self.looks[-1]
        if len(self.looks) < _LOOKS or not self.looks[0][1]:
            return 0
        powers = [log(more / less) / log(late / early) for (early, less), (late, more) in pairwise(self.looks)]
        power = min(_MOST_POWER, _SURE * min(powers))
        seconds = said * SECONDS_A_STEP
        return float((seconds / gone**power) ** (1 / (1 - power))) if power > 0 and seconds > gone else 0

    def begin(self) -> tuple[Any, ...]:
        """Begin a part; return what there is to `resume` of the one around it."""
        around = self.at_hand, self.held_to, self.begun, self.in_time, self.looks, self.done
        self.around += self.at_hand
        self.at_hand, self.held_to, self.begun, self.in_time, self.looks = 0, None, self.done, 0, ()
        self.allowed = 0.0
        self.depth += 1
        return around

    def resume(self, around: tuple[Any, ...]) -> None:
        """End a part, and go on with the one around it, which has taken none of its time."""
        self.at_hand, self.held_to, begun, self.in_time, self.looks, done = around
        self.begun = begun + self.done - done
        self.around -= self.at_hand
        self.allowed = 0.0
        self.depth -= 1


def free_steps(limit: int) -> int:
    """The steps that a computation with this limit may take whatever it has said."""
    return min(limit, max(limit, LIMIT) // _FREE)


_budget: ContextVar[Budget | None] = ContextVar("budget", default=None)
_each: ContextVar[int] = ContextVar("limit", default=LIMIT)


@contextmanager
def allowing(limit: int) -> Iterator[Budget]:
    """Let all that is computed within take up to `limit` steps together; TooLarge past that."""
    check_whole("limit", limit)
    budget = Budget(limit)
    tokens = _each.set(limit), _budget.set(budget)
    try:
        yield budget
    finally:
        _each.reset(tokens[0])
        _budget.reset(tokens[1])
        around = _budget.get()
        if around is not None:
            around.done += budget.done


@contextmanager
def allowing_each(limit: int) -> Iterator[None]:
    """Let each computation within take up to `limit` steps for itself."""
    tokens = _each.set(limit), _budget.set(None)
    try:
        yield
    finally:
        _each.reset(tokens[0])
        _budget.reset(tokens[1])


class one_computation:  # used as a function is; a class is quicker, and every expression uses it
    """Count what is estimated within as one computation, or as a part of the one that is under way."""

    __slots__ = ("_before", "_budget", "_token")

    def __enter__(self) -> bool:
        """True where nothing is under way."""
        budget = _budget.get()
        self._token = None
        if budget is None:
            budget = Budget(_each.get())
            self._token = _budget.set(budget)
        self._budget = budget
        self._before = budget.begin()
        return budget.depth == 1

    def __exit__(self, kind: object, *_: object) -> None:
        budget = self._budget
        if kind is None:
            budget.spent += budget.at_hand
        budget.resume(self._before)
        if self._token is not None:
            _budget.reset(self._token)


class Work(NamedTuple):
    """Time and memory (bytes) that something takes."""

    seconds: float = 0
    memory: float = 0

    @property
    def steps(self) -> float:
        """The same in steps."""
        return max(self.seconds / SECONDS_A_STEP, self.memory / BYTES_A_STEP)


def steps_so_far() -> int:
    """The steps that the parts of the computation under way have been estimated to take, those at hand left out."""
    budget = _budget.get()
    return 0 if budget is None else budget.spent


def refuse_work(seconds: float, memory: float = 0, remedy: str = REMEDY) -> None:
    """Raise TooLarge when a part of a computation would take it past its limit; memory in bytes."""
    steps = max(seconds / SECONDS_A_STEP, memory / BYTES_A_STEP)
    budget = _budget.get()
    if budget is None:
        if steps > _each.get():
            _refuse(Work(seconds, memory), remedy)
    elif budget.spent + steps > budget.limit and budget.spent + steps > budget.most():
        _refuse(Work(seconds, memory), remedy)
    else:
        if steps > budget.at_hand:
            budget.at_hand = ceil(steps)
        if seconds > budget.in_time * SECONDS_A_STEP:
            budget.in_time = ceil(seconds / SECONDS_A_STEP)


def take(seconds: float, memory: float = 0, remedy: str = REMEDY) -> None:
    """Raise TooLarge as `refuse_work` does for work that is about to be done, and count it as said and as done."""
    budget = _budget.get()
    before = 0 if budget is None else budget.at_hand
    refuse_work(seconds, memory, remedy)
    if budget is not None:
        budget.beyond += max(0, ceil(seconds / SECONDS_A_STEP) - budget.at_hand + before)
        spend(seconds)


def spend(seconds: float) -> None:
    """Count work that is about to be done. Raises TooLarge where that is more than was said."""
    budget = _budget.get()
    if budget is not None:
        budget.done += seconds
        if budget.done > budget.allowed:
            budget.check()


def hold(memory: float) -> None:
    """Raise TooLarge where more bytes are about to be held at a time than was said."""
    budget = _budget.get()
    if budget is None or memory <= 2 * free_steps(budget.limit) * BYTES_A_STEP:
        return
    if memory > budget.said() * BYTES_A_STEP * _MARGIN:
        _refuse_unforeseen(budget, Work(memory=memory))


def count_work(seconds: float, memory: float = 0) -> None:
    """Count work that is done in any case, beside what the limit is for."""
    budget = _budget.get()
    if budget is not None:
        budget.beside += ceil(max(seconds / SECONDS_A_STEP, memory / BYTES_A_STEP))


def refuse_foreseen(works: Sequence[Work], remedy: str = REMEDY) -> None:
    """Raise TooLarge when parts of a computation together would take it past its limit; nothing is counted as spent."""
    together = sum(work.steps for work in works)
    by_time = sum(work.seconds for work in works) / SECONDS_A_STEP * 2 > together
    _refuse(Work(seconds=together * SECONDS_A_STEP) if by_time else Work(memory=together * BYTES_A_STEP), remedy)


def _refuse(work: Work, remedy: str) -> None:
    budget = _budget.get()
    limit, spent = (_each.get(), 0) if budget is None else (budget.limit, budget.spent)
    if spent + work.steps <= (limit if budget is None else budget.most()):
        return
    large = work.seconds / SECONDS_A_STEP < work.memory / BYTES_A_STEP and spent < work.steps
    amount = _size(work.memory) if large else _time((spent + work.steps) * SECONDS_A_STEP)
    shown = ceil(min(spent + work.steps, _MOST_SHOWN))
    raise TooLarge("steps", shown, limit, remedy=remedy, amount=amount, raisable=True)


def _refuse_unforeseen(budget: Budget, work: Work) -> None:
    """Raise TooLarge for work past what was said."""
    amount = _time(work.seconds) if work.seconds else _size(work.memory)
    needed = ceil(min(work.steps, _MOST_SHOWN))
    raise TooLarge("steps", needed, budget.limit, remedy=REMEDY, amount=amount, foreseen=budget.said(), raisable=True)


def countable(count: int) -> int:
    """The count; of one past any limit, for which there may be no float, the largest that errors show."""
    return min(count, _MOST_SHOWN)


def work_of_outcomes(count: int, bits: int = 64) -> Work:
    """The work of `count` outcomes with weights of `bits` bits each."""
    return Work(*_of_outcomes(count, bits))


def _of_outcomes(count: int, bits: int) -> tuple[float, float]:
    count, bits = min(count, _MOST_SHOWN), min(bits, _MOST_SHOWN)
    words = 1 + bits // 64
    return count * (_SECONDS_AN_OUTCOME + words * 3e-9), count * (_BYTES_AN_OUTCOME + 3 * bits // 8)


def check_outcomes(count: int, bits: int = 64) -> None:
    """Refuse `count` outcomes with weights of `bits` bits each when they would not fit."""
    refuse_work(*_of_outcomes(count, bits))


def take_outcomes(count: int, bits: int, seconds: float) -> None:
    """Take the work of making `count` outcomes with weights of `bits` bits each, in so much time or more."""
    of_outcomes, memory = _of_outcomes(count, bits)
    take(max(of_outcomes, seconds), memory)


def take_looks(count: int, bits: int) -> None:
    """Take the work of going once through `count` outcomes with weights of `bits` bits each; few are only told."""
    work = take if count > _MANY_LOOKS else refuse_work
    work(count * (_SECONDS_A_LOOK + bits // 64 * _SECONDS_A_WORD))


def take_pairs(count: int) -> None:
    """Take the work of going through `count` pairs of outcomes. Raises TooLarge."""
    take(*work_of_pairs(count))


def work_of_pairs(count: int) -> Work:
    """The work of going through `count` pairs of outcomes."""
    count = countable(count)
    return Work(count * _SECONDS_A_PAIR, count * _BYTES_A_PAIR)


def _time(seconds: float) -> str:
    if seconds < 120:
        return f"{round(seconds)} s" if round(seconds) else "less than 1 s"
    if seconds < _MANY_YEARS:
        return f"{round(seconds / 60):,} minutes" if seconds < 7200 else f"{round(seconds / 3600):,} hours"
    return "more years than you have"


def _size(memory: float) -> str:
    if memory < 1e8:
        return f"{max(1, round(memory / 1e6))} MB"
    return f"{memory / 1e9:.1f} GB" if memory < 1e13 else "more memory than there is"
