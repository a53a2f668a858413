"""The descent of an exploration: states that follow one another, sampled, so that a way without end is given up."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final

from oddsmith.rules.compile.activation import State
from oddsmith.rules.exploration.limits.fans import await_of
from oddsmith.rules.exploration.limits.growth import deepest
from oddsmith.rules.exploration.limits.state_limits import too_deep
from oddsmith.rules.exploration.limits.trends import Answers, Sample
from oddsmith.rules.language.calls import Call

_SAMPLES: Final = 8  # so many states at least are looked at to tell whether ways end
_LOOKED: Final = 4  # among so many places one at another await is looked for
_WORK: Final = 20_000  # after so many steps of work it is asked whether ways end that are not deep


class _Samples:
    """Some places of a rule where it stands at one of its awaits, the latest last, as far from one another.

    waiting: what waited for those outermost, or they themselves. onward: those themselves, or places beside them of
    which it was seen that ways go on from there, since from some all end.
    """

    def __init__(self) -> None:
        self.places: list[Sample] = []
        self.waiting: list[Sample] = []
        self.onward: list[Sample] = []

    def take(self, place: Call[Any] | State, waits: Call[Any] | State, depth: int) -> bool:
        """Take one more; tell whether they were so many that every second was dropped."""
        self.places.append((place, depth))
        self.waiting.append((waits, depth))
        self.onward.append((place, depth))
        if len(self.places) < 2 * _SAMPLES:
            return False
        del self.places[::2]
        del self.waiting[::2]
        del self.onward[::2]
        return True


class Descent:
    """Samples of the way down. next: how deep the next one is to be taken. grows: places that seem to have no end."""

    def __init__(self, limit: int, work: int) -> None:
        self.next = self._between = 1
        self.grows: tuple[Call[Any] | State, ...] = ()
        self._limit = limit
        self._deepest = deepest(limit)
        self._most_work = work + max(_WORK, limit // 50)
        self._samples: dict[Hashable, _Samples] = {}  # by await
        self._before: Hashable = None  # the await of the latest
        self._latest: Sample | None = None  # the place looked at last
        self._looked = 0  # so many places since it was taken; one at another await is as deep, perhaps

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
        at = await_of(place)
        if self._looked and at == self._before:
            if self._latest is not None and depth > self._latest[1]:  # it comes right after what leads to it
                self._samples[at].onward[-1] = self._latest
            self._latest = place, depth
            self._looked = (self._looked + 1) % _LOOKED
            self.next = depth if self._looked else depth + self._between
            return
        samples = self._samples.setdefault(at, _Samples())
        self._between *= 1 + samples.take(place, waits, depth)
        self._looked = 0 if self._looked else 1
        self._before, self._latest = at, (place, depth)
        self.next = depth if self._looked else depth + self._between
        far = depth >= self._deepest
        if far or (work >= self._most_work and len(samples.places) >= _SAMPLES):
            self._judge_all(depth, states, answers, far=samples if far else None)
            self._deepest *= 1 + far
            self._most_work = 2 * work

    def judge_early(self, depth: int, states: int, work: int, answers: Answers) -> None:
        """Raise StateLimit as `check` does, by the samples so far; already after half as much work."""
        if 2 * work >= self._most_work:
            self._judge_all(depth, states, answers, far=None)

    def _judge_all(self, depth: int, states: int, answers: Answers, *, far: _Samples | None) -> None:
        """Judge samples. far: those in which ways have come so far down that something must say that they end."""
        for samples in self._samples.values():
            late = 2 * samples.places[-1][1] >= depth  # else ways no longer lead through that await
            if samples is far or (late and len(samples.places) >= _SAMPLES):
                self._judge(samples, states, answers, far=samples is far)

    def _judge(self, samples: _Samples, states: int, answers: Answers, *, far: bool) -> None:
        judged: set[tuple[int, ...]] = set()  # mostly all are the same
        for found in (samples.places, samples.waiting, samples.onward):
            these = tuple([id(place) for place, _ in found])  # a call is equal to no state, and says so as an error
            if these in judged:
                continue
            judged.add(these)
            told = samples.places if found is samples.onward else found
            error = too_deep(found, states, self._limit, answers, told=told, far=far)
            if error is not None:
                self.grows = tuple([place for place, _ in found])
                raise error
