"""The descent of an exploration: states that follow one another, sampled, so that a way without end is given up."""

from __future__ import annotations

from typing import Any, Final

from oddsmith.rules.compile.activation import State
from oddsmith.rules.exploration.limits.growth import deepest
from oddsmith.rules.exploration.limits.state_limits import too_deep
from oddsmith.rules.exploration.limits.trends import Answers, Sample
from oddsmith.rules.language.calls import Call

_SAMPLES: Final = 8  # so many states at least are looked at to tell whether ways end
_WORK: Final = 20_000  # after so many steps of work it is asked whether ways end that are not deep


class Descent:
    """Samples of the way down. next: how deep the next one is to be taken."""

    def __init__(self, limit: int, work: int) -> None:
        self.next = self._between = 1
        self._limit = limit
        self._deepest = deepest(limit)
        self._most_work = work + max(_WORK, limit // 50)
        self._samples: list[Sample] = []  # places as far from one another
        self._waiting: list[Sample] = []  # what waited for those outermost, or they themselves

    def check(
        self,
        place: Call[Any] | State,
        waits: Call[Any] | State,
        depth: int,
        states: int,
        work: int,
        answers: Answers,
    ) -> None:
        """Take a sample. Raises StateLimit where states follow one another, always new, and do not end in time.

        place: expanded now. waits: what waits for it outermost, or the same. states, work: how many states there are,
        and steps of work were done, so far. answers: those that a request may have.
        """
        samples, waiting = self._samples, self._waiting
        samples.append((place, depth))
        waiting.append((waits, depth))
        if len(samples) == 2 * _SAMPLES:
            del samples[::2]
            del waiting[::2]
            self._between *= 2
        self.next = depth + self._between
        far = depth >= self._deepest
        if far or (work >= self._most_work and len(samples) >= _SAMPLES):
            for found in (samples, waiting):
                error = too_deep(found, states, self._limit, answers, far=far)
                if error is not None:
                    raise error
            self._deepest *= 1 + far
            self._most_work = 2 * work
