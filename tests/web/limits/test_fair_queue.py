"""Waiting in line for what computes."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest

from oddsmith.table.domain.errors import Busy
from oddsmith.web.limits.fair_queue import ClientGone, FairQueue, QueueLimits


async def settle() -> None:
    """Let everybody go as far as they can: by passes of the event loop, which need no time."""
    for _ in range(20):
        await asyncio.sleep(0)


class People:
    """People who want a place, and those who have had one, in order."""

    def __init__(self, **rules: float) -> None:
        defaults = {"places": 2, "places_each": 1, "waiting": 10, "waiting_each": 5, "seconds": 60}
        self.queue = FairQueue(QueueLimits(**defaults | rules))  # type: ignore[arg-type]
        self.came: list[str] = []
        self.leave: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def come(self, *names: str) -> None:
        """They come one after another, each as whom its first letter says."""
        for name in names:
            self.leave[name] = asyncio.Event()
            self.tasks[name] = asyncio.create_task(self._stay(name))
            await settle()

    async def go(self, name: str) -> None:
        self.leave[name].set()
        await self.tasks[name]
        await settle()

    async def _stay(self, name: str) -> None:
        async with self.queue.place(name[0]):
            self.came.append(name)
            await self.leave[name].wait()


def test_nobody_has_more_places_than_one_may_have() -> None:
    async def play() -> None:
        people = People()
        await people.come("a1", "a2", "a3", "b1")
        assert people.came == ["a1", "b1"]
        await people.go("a1")
        assert people.came == ["a1", "b1", "a2"]

    asyncio.run(play())


def test_a_free_place_goes_to_whoever_has_fewest_however_many_came_before() -> None:
    async def play() -> None:
        people = People(places=3, places_each=2)
        await people.come("a1", "a2", "c1", "a3", "a4", "b1", "c2")
        assert people.came == ["a1", "a2", "c1"]
        await people.go("a1")
        assert people.came[3:] == ["b1"]
        await people.go("a2")
        assert people.came[4:] == ["a3"]

    asyncio.run(play())


def test_who_finds_too_many_waiting_is_told_to_come_later() -> None:
    async def play() -> None:
        people = People(places=1, waiting=3, waiting_each=2)
        await people.come("a1", "a2", "a3")
        with pytest.raises(Busy):
            async with people.queue.place("a"):
                pass
        await people.come("b1")
        with pytest.raises(Busy):
            async with people.queue.place("c"):
                pass
        for name in ("a1", "a2", "a3"):
            await people.go(name)
        assert people.came == ["a1", "a2", "a3", "b1"]

    asyncio.run(play())


def test_who_waits_too_long_or_goes_away_leaves_the_line() -> None:
    async def gone() -> bool:
        return True

    async def play() -> None:
        line = FairQueue(QueueLimits(places=1, places_each=1, waiting=5, waiting_each=5, seconds=0.1))
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(line.place("a"))
            with pytest.raises(Busy):
                await stack.enter_async_context(line.place("b"))
            with pytest.raises(ClientGone):
                await stack.enter_async_context(line.place("b", gone))
            line.limits = replace(line.limits, seconds=60)
            waiting = asyncio.create_task(stack.enter_async_context(line.place("b")))
            await settle()
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
        async with line.place("c"):  # the place of whoever left is there again, and nobody stands before it
            pass

    asyncio.run(play())
