"""A queue for a few places, in which nobody keeps all of them from the others."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from oddsmith.table.domain.errors import Busy

_LOOK = 0.25  # seconds between two looks at whether whoever stands in line is still there


class ClientGone(Exception):
    """Raised when the client that waits has gone."""


@dataclass(frozen=True)
class QueueLimits:
    """Limits of a queue: places, places of one client, how many wait, how many of one client, for how many seconds."""

    places: int
    places_each: int
    waiting: int
    waiting_each: int
    seconds: float


@dataclass(eq=False)
class _Turn:
    who: str
    come: asyncio.Future[None]


class FairQueue:
    """A queue of clients. A free place goes to whoever holds fewest, and of these to the one who came first."""

    def __init__(self, limits: QueueLimits) -> None:
        self.limits = limits
        self._free = limits.places
        self._held: Counter[str] = Counter()
        self._turns: list[_Turn] = []

    @property
    def held(self) -> int:
        """How many places are held."""
        return self.limits.places - self._free

    @property
    def waiting(self) -> int:
        """How many wait for a place."""
        return len(self._turns)

    @asynccontextmanager
    async def place(self, who: str, gone: Callable[[], Awaitable[bool]] | None = None) -> AsyncIterator[None]:
        """Hold a place. gone: asked from time to time whether nobody waits any more.

        Raises Busy when too many wait already or it takes too long, ClientGone when `gone` says so.
        """
        await self._get(who, gone)
        try:
            yield
        finally:
            self._give_back(who)

    async def _get(self, who: str, gone: Callable[[], Awaitable[bool]] | None) -> None:
        turn = _Turn(who, asyncio.get_running_loop().create_future())
        self._turns.append(turn)
        self._hand_out()
        if not turn.come.done() and self._too_many(who):
            self._turns.remove(turn)
            raise Busy
        try:
            await self._wait(turn, gone)
        except BaseException:
            if turn.come.done() and not turn.come.cancelled():
                self._give_back(who)  # it came in the same moment
            else:
                self._turns.remove(turn)
            raise

    def _too_many(self, who: str) -> bool:
        own = sum(turn.who == who for turn in self._turns)
        return len(self._turns) > self.limits.waiting or own > self.limits.waiting_each

    async def _wait(self, turn: _Turn, gone: Callable[[], Awaitable[bool]] | None) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + self.limits.seconds
        while not turn.come.done():
            left = end - loop.time()
            if left <= 0:
                raise Busy
            await asyncio.wait([turn.come], timeout=min(left, _LOOK))
            if gone is not None and not turn.come.done() and await gone():
                raise ClientGone

    def _give_back(self, who: str) -> None:
        self._free += 1
        self._held[who] -= 1
        if not self._held[who]:
            del self._held[who]
        self._hand_out()

    def _hand_out(self) -> None:
        while self._free:
            able = [turn for turn in self._turns if self._held[turn.who] < self.limits.places_each]
            if not able:
                return
            turn = min(able, key=lambda each: self._held[each.who])
            self._turns.remove(turn)
            self._free -= 1
            self._held[turn.who] += 1
            turn.come.set_result(None)
