"""Rulebooks that are read again: what is told of them is what is answered by."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from oddsmith.systems import registry
from oddsmith.web import rulebooks
from oddsmith.web.rulebooks import Rulebooks

GAME = """from oddsmith import d6, roll
from oddsmith.games import Game
game = Game("{title}")
@game.action
async def search() -> bool:
    return await roll(d6) >= 5
"""


class SlowPool:
    """Processes that know of a new rulebook only when they are told to."""

    def __init__(self) -> None:
        self.asked, self.go_on = asyncio.Event(), asyncio.Event()

    async def run(self, job: object, seconds: float) -> bytes:
        return b""

    async def renew(self, books: object) -> None:
        self.asked.set()
        await self.go_on.wait()


@pytest.fixture
def only_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_rulebooks", {})
    monkeypatch.setattr(registry, "_loaded", dict(registry._loaded))
    monkeypatch.setattr(rulebooks, "_LOOK", 0.001)


@pytest.mark.usefixtures("only_ours")
def test_a_new_game_is_told_of_when_it_is_answered_by_and_not_before(tmp_path: Path) -> None:
    file = tmp_path / "lantern.py"
    file.write_text(GAME.format(title="Lantern"))
    registry.load_rulebook(str(file))

    async def told() -> list[Any]:
        pool: Any = SlowPool()
        forgotten: list[bool] = []
        books = Rulebooks(registry.rulebooks, (pool,), lambda: forgotten.append(True))
        watching = asyncio.create_task(books.watch())
        file.write_text(GAME.format(title="Torch"))
        os.utime(file, (1, 1))
        await asyncio.wait_for(pool.asked.wait(), 20)
        found = [(books.document()["rulebooks"][0]["title"], len(forgotten))]
        pool.go_on.set()
        async with asyncio.timeout(20):
            while not forgotten:
                await asyncio.sleep(0)
        found.append((books.document()["rulebooks"][0]["title"], len(forgotten)))
        watching.cancel()
        return found

    assert asyncio.run(told()) == [("Lantern", 0), ("Torch", 1)]
