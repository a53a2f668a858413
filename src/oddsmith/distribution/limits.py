"""Limits of work, estimated before an operation starts.

Work is counted in steps, as states of rules are: a step stands for 10 microseconds or a kilobyte, whichever is more. A
computation may take `LIMIT` steps, about 10 seconds or a gigabyte, unless it is given another `limit`; parts that are
computed one after another share it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from math import ceil
from typing import Final, NamedTuple

from oddsmith.distribution.given_numbers import check_whole
from oddsmith.errors import TooLarge

LIMIT: Final = 1_000_000
"""Steps that a computation may take unless it is given another limit: states of a rule, or work on dice."""

SECONDS_A_STEP: Final = 1e-5
BYTES_A_STEP: Final = 1_000

REMEDY: Final = "Use fewer or smaller dice, lump outcomes (capped, map), simulate, or raise the limit."


_MOST_SHOWN: Final = 10**15
_MANY_YEARS: Final = 10 * 365 * 86_400.0
_BYTES_AN_OUTCOME: Final = 350
_SECONDS_AN_OUTCOME: Final = 1e-6
_SECONDS_A_PAIR: Final = 5e-7
_BYTES_A_PAIR: Final = 200


class Budget:
    """Steps that a computation may take, and those that its parts have been estimated to take so far.

    beside: steps of what is done in any case, such as rows. at_hand: the largest estimate of the part that is under
    way. depth: parts under way, within each other.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.spent = 0
        self.beside = 0
        self.at_hand = 0
        self.depth = 0


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

    __slots__ = ("_budget", "_outer", "_token")

    def __enter__(self) -> bool:
        """True where nothing is under way."""
        budget = _budget.get()
        self._token = None
        if budget is None:
            budget = Budget(_each.get())
            self._token = _budget.set(budget)
        self._budget = budget
        self._outer, budget.at_hand = budget.at_hand, 0
        budget.depth += 1
        return budget.depth == 1

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self._budget.spent += self._budget.at_hand
        self._budget.at_hand = self._outer
        self._budget.depth -= 1
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
    elif budget.spent + steps > budget.limit:
        _refuse(Work(seconds, memory), remedy)
    elif steps > budget.at_hand:
        budget.at_hand = ceil(steps)


def count_work(seconds: float, memory: float = 0) -> None:
    """Count work that is done in any case, beside what the limit is for."""
    budget = _budget.get()
    if budget is not None:
        budget.beside += ceil(max(seconds / SECONDS_A_STEP, memory / BYTES_A_STEP))


def refuse_foreseen(works: Sequence[Work]) -> None:
    """Raise TooLarge when parts of a computation together would take it past its limit; nothing is counted as spent."""
    together = sum(work.steps for work in works)
    by_time = sum(work.seconds for work in works) / SECONDS_A_STEP * 2 > together
    _refuse(Work(seconds=together * SECONDS_A_STEP) if by_time else Work(memory=together * BYTES_A_STEP), REMEDY)


def _refuse(work: Work, remedy: str) -> None:
    budget = _budget.get()
    limit, spent = (_each.get(), 0) if budget is None else (budget.limit, budget.spent)
    if spent + work.steps <= limit:
        return
    large = work.seconds / SECONDS_A_STEP < work.memory / BYTES_A_STEP and spent < work.steps
    amount = _size(work.memory) if large else _time((spent + work.steps) * SECONDS_A_STEP)
    shown = ceil(min(spent + work.steps, _MOST_SHOWN))
    raise TooLarge("steps", shown, limit, remedy=remedy, amount=amount)


def countable(count: int) -> int:
    """The count; of one past any limit, for which there may be no float, the largest that errors show."""
    return min(count, _MOST_SHOWN)


def work_of_outcomes(count: int, bits: int = 64) -> Work:
    """The work of `count` outcomes with weights of `bits` bits each."""
    return Work(*_of_outcomes(count, bits))


def _of_outcomes(count: int, bits: int) -> tuple[float, float]:
    count, bits = countable(count), countable(bits)
    words = 1 + bits // 64
    return count * (_SECONDS_AN_OUTCOME + words * 3e-9), count * (_BYTES_AN_OUTCOME + 3 * bits // 8)


def check_outcomes(count: int, bits: int = 64) -> None:
    """Refuse `count` outcomes with weights of `bits` bits each when they would not fit."""
    refuse_work(*_of_outcomes(count, bits))


def check_pairs(count: int) -> None:
    """Refuse to go through `count` pairs of outcomes when that would take too long."""
    count = countable(count)
    refuse_work(count * _SECONDS_A_PAIR, count * _BYTES_A_PAIR)


def _time(seconds: float) -> str:
    if seconds < 120:
        return f"{max(1, round(seconds))} s"
    if seconds < _MANY_YEARS:
        return f"{round(seconds / 60):,} minutes" if seconds < 7200 else f"{round(seconds / 3600):,} hours"
    return "more years than you have"


def _size(memory: float) -> str:
    if memory < 1e8:
        return f"{max(1, round(memory / 1e6))} MB"
    return f"{memory / 1e9:.1f} GB" if memory < 1e13 else "more memory than there is"
