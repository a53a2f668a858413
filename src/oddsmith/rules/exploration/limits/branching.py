"""Branches from one point: refused where they are too many, too long, or hold too much."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from oddsmith.rules.compile.activation import MachineActivation, State
from oddsmith.rules.compile.engines import AnyActivation
from oddsmith.rules.compile.syntax.reasons import NotCompiled
from oddsmith.rules.exploration.limits.estimates import branches_left
from oddsmith.rules.exploration.limits.for_ever import asked_for_ever
from oddsmith.rules.exploration.limits.growth import FIRST_LOOK, FIRST_LOOK_AGAIN, HOPELESS, SHORT, deepest, heavy
from oddsmith.rules.exploration.limits.state_limits import FARTHEST, too_branched, too_long, too_many_branches
from oddsmith.rules.exploration.limits.trends import Answers, Sample, steps_left
from oddsmith.rules.language.calls import Call
from oddsmith.rules.language.driver import Activation

_SAMPLES: Final = 16  # so many states of a branch are looked at to tell whether it ends


class Branching:
    """The size of all that is followed from one point. answers: those of the branch followed now.

    first_look: so many branches, at which it is asked how many are to come.
    """

    def __init__(self, limit: int, known_answers: Answers) -> None:
        """Begin. known_answers: those that requests may have, as far as they are known."""
        self.answers = 0
        self.first_look = min(FIRST_LOOK_AGAIN, limit + 1)
        self._limit = limit
        self._known_answers = known_answers
        self._most_answers = self._looks_at = deepest(limit)
        self._sample_at = self._between = self._most_answers // _SAMPLES
        self._samples: list[Sample] = []  # of the branch followed now, as far from one another
        self._heavy = 0  # for how many branches their size counts

    def begin(self) -> None:
        """Begin at another point."""
        self._heavy = 0
        self.go_back()

    def go_back(self) -> None:
        """Begin another branch."""
        self.answers = 0
        if self._samples or self._sample_at != self._between:
            self._samples = []
            self._sample_at = self._between = self._most_answers // _SAMPLES
            self._looks_at = self._most_answers

    def look(self, place: Call[Any] | State, branches: int, pending: Sequence[Any]) -> int:
        """Raise StateLimit where branches are too many, or far too many are to come; at how many to look again."""
        if branches > self._limit:
            raise too_branched(place, branches, self._limit)
        if branches < FIRST_LOOK and sum([len(known) for _, known, *_ in pending]) < SHORT * len(pending):
            return min(FIRST_LOOK, self._limit + 1)
        estimate = branches + branches_left(pending, self._known_answers) if pending else 0
        if estimate > HOPELESS * self._limit:
            raise too_many_branches(place, branches, estimate, self._limit)
        return min(2 * branches, self._limit + 1)

    def foresee(self, place: Call[Any] | State, branches: int) -> None:
        """Raise StateLimit where so many more branches would be too many."""
        if branches >= self._limit:
            raise too_branched(place, branches, self._limit)

    def count(self, at: AnyActivation) -> None:
        """Count an answer; raises StateLimit where they do not end."""
        self.answers += 1
        if self.answers > self._sample_at:
            self._sample_at += self._between
            if isinstance(at, MachineActivation):
                with suppress(NotCompiled):  # nothing is known then of where it ends
                    self._samples.append((at.state(), self.answers))
            if self.answers > self._looks_at:
                self._look_ahead(at)

    def _look_ahead(self, at: AnyActivation) -> None:
        """Raise StateLimit where nothing says that a branch ends in time; else look again at twice as many answers."""
        most = FARTHEST * self._limit
        left = steps_left(self._samples, self._known_answers, most, None, in_doubt=False) if self._samples else None
        if left is None or self.answers + left >= self._limit:
            error = too_long(at.call, self.answers, left, self._limit)
            error.never_ends = asked_for_ever(at)
            raise error
        self._looks_at *= 2
        self._between *= 2
        del self._samples[::2]

    def weigh(self, at: Activation, branches: int) -> None:
        """Count what branches left for later hold, and a rule that is run again; raises StateLimit past the limit."""
        more = heavy(at, branches)
        if more:
            self._heavy += more
            if self._heavy > self._limit:
                raise too_branched(at.call, self._heavy, self._limit)
