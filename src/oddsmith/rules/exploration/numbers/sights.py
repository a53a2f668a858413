"""Numbers that nobody has looked at, when somebody decides: of each they know what later comparisons tell apart.

    strength = await roll(d6.explode(6))
    if await choose("player", ("go on", "stop")) == "go on":
        return strength >= 5                    # whoever decides knows whether it is 5 or more, and no more

A decision is passed without a look. Where a comparison comes to a number that was passed, and cannot tell, it is noted
where it would have had to be told, and in the end all is explored anew: whoever decides then knows that much. Where
more comes of the number than comparisons, as where it ends up in the outcome, whoever decides knows all of it.
"""

from __future__ import annotations

from typing import Any, Final

from oddsmith.rules.caps import is_excess
from oddsmith.rules.compile.activation import State
from oddsmith.rules.exploration.waiting.frames import Frame, Frames, Stack
from oddsmith.rules.symbols import Symbol
from oddsmith.rules.unknowns import Law, Unknown, look

_MOST: Final = 24  # so many numbers between which a law is told apart, before all of it is


class Sights:
    """All that must be known of each law where somebody decides.

    stale: whether it was less than that, so far. used: whether a decision was passed without all being known.
    """

    def __init__(self) -> None:
        self.stale = self.used = False
        self._cuts: dict[Law, set[int] | None] = {}  # numbers between two answers; None where all must be known

    def missed(self, unknown: Unknown, cut: int | None) -> None:
        """Note that a number must be told apart, if somebody has decided who knew no more of it."""
        if unknown.passed:
            self.stale = True
            cuts = self._cuts.setdefault(unknown.law, set())
            low, high = unknown.low, unknown.high
            if cut is not None:
                more = range(cut, cut + 1)
            else:  # each of the numbers that it may be, where they are few
                more = range(0) if low is None or high is None or high - low > _MOST else range(low, high + 2)
            if cuts is None or not more or len(cuts) >= _MOST:
                self._cuts[unknown.law] = None
            else:
                cuts.update(more)

    def counts(self, number: Any) -> None:
        """Note that a number ends up in the outcome."""
        if type(number) is Symbol:
            for unknown, _ in number.terms:
                self.missed(unknown, None)

    def past(self, place: State, *, waits: bool = False) -> State:
        """The state past a decision, of somebody who knows all that must be known; else raises Undecided."""
        for unknown in place.unknowns:
            cuts = self._cuts.get(unknown.law, set())
            if cuts is None:
                look(unknown)
            for cut in sorted(cuts):
                if (unknown.low is None or unknown.low < cut) and (unknown.high is None or cut <= unknown.high):
                    look(unknown, cut)
        told = [u for u in place.unknowns if not (u.passed or is_excess(u))]  # what is beyond a limit matters to nobody
        instead: dict[Unknown, Unknown | int] = {unknown: unknown.past_decision() for unknown in told}
        self.used |= bool(instead)
        return place.given(instead, waits=waits) if instead else place

    def stack_past(self, stack: Stack, frames: Frames) -> Stack:
        """The same of all that wait."""
        return _changed(stack, frames, lambda place: self.past(place, waits=True))


def holding(stack: Stack, unknown: Unknown) -> bool:
    """Tell whether one of those that wait speaks of a number."""
    return any(unknown in place.unknowns for frame in _all(stack) if type(place := frame[0]) is State)


def stack_given(stack: Stack, frames: Frames, unknown: Unknown, more: Symbol | Unknown | int) -> Stack:
    """The stack that waits, where more is known of a number."""
    return _changed(
        stack, frames, lambda place: place.given({unknown: more}, waits=True) if unknown in place.unknowns else place
    )


def _all(stack: Stack) -> list[Frame]:
    found: list[Frame] = []
    while stack is not None:
        found.append(stack)
        stack = stack[3]
    return found


def _changed(stack: Stack, frames: Frames, change: Any) -> Stack:
    every = _all(stack)
    if not any(type(frame[0]) is State and frame[0].unknowns for frame in every):
        return stack
    beyond: Stack = None
    for frame in reversed(every):
        waiting, known, gain, _, _ = frame
        if type(waiting) is State and waiting.unknowns:
            waiting = change(waiting)
        beyond = frame if waiting is frame[0] and beyond is frame[3] else frames.waits(waiting, known, gain, beyond)
    return beyond
