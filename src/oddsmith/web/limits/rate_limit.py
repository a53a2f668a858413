"""Rate limits: so many things a second, with a burst after a rest."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable

from oddsmith.table.domain.errors import TooMany

_REMEMBERED = 10_000


class RateLimit:
    """Lets everybody do `rate` things a second, and `burst` at once after a rest.

    >>> now = 0.0
    >>> limit = RateLimit("throws", rate=1, burst=2, clock=lambda: now)
    >>> limit.step("ada"); limit.step("ada"); limit.step("bob")
    >>> limit.step("ada")
    Traceback (most recent call last):
    oddsmith.table.domain.errors.TooMany: Too many throws in a short time. Wait 1 s.
    """

    def __init__(self, what: str, *, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.what = what
        self.rate = rate
        self.burst = burst
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def step(self, who: str) -> None:
        """Count one more thing that somebody does; TooMany when that is too fast."""
        left, now = self._rested(who)
        if left < 1:
            self._left[who] = left, now
            raise TooMany(self.what, math.ceil((1 - left) / self.rate))
        self._keep(who, left - 1, now)

    def charge(self, who: str, amount: float) -> None:
        """Count so many things more for what somebody did: they rest for as long before the next."""
        left, now = self._rested(who)
        self._keep(who, left - amount, now)

    def _rested(self, who: str) -> tuple[float, float]:
        now = self._clock()
        left, then = self._left.pop(who, (self.burst, now))
        return min(self.burst, left + (now - then) * self.rate), now

    def _keep(self, who: str, left: float, now: float) -> None:
        self._left[who] = left, now
        if len(self._left) > _REMEMBERED:
            self._left.popitem(last=False)  # whoever rested longest
