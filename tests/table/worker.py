"""Servers that are killed: people act at them or only listen."""

from __future__ import annotations

import asyncio
import json
import os
import random
from collections.abc import Mapping
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

from oddsmith.table.commands import notes
from oddsmith.table.commands.context import secret_digest
from oddsmith.table.commands.rolls import answers, opening
from oddsmith.table.fairness import fair
from oddsmith.table.server.service import Tables
from oddsmith.table.store import open_database


def run(url: str, table: str, token: str, character: str, out: Connection) -> None:
    """Serve until killed. out: a pipe that is told, a line at a time, the last event of every command that was
    answered, as "NUMBER DIGEST KEY FINGERPRINT".
    """
    asyncio.run(_run(url, table, token, character, out.fileno()))


async def _run(url: str, table: str, token: str, character: str, out: int) -> None:
    tables = Tables(open_database(url))
    await tables.start()

    async def do(act: Any) -> dict[str, Any]:
        key = fair.fresh()
        answer = json.loads((await tables.command(table, secret_digest(token), act, key, "f")).text())
        os.write(out, f"{answer['number']} {answer['events'][-1]['digest']} {key}\n".encode())
        return answer  # type: ignore[no-any-return]

    async def decide(roll: str, waits: Mapping[str, Any]) -> dict[str, Any]:
        taken = answers.Answer(step=waits["step"], option=waits["options"][-1], nonce=fair.fresh())
        return await do(partial(answers.answer, name=roll, body=taken))

    async def play() -> None:
        # Whoever is back after a kill goes on where the roll stood: else ever more of them would wait.
        while left:
            roll, waits = left.popitem()
            await decide(roll, waits)
        while True:
            if random.random() < 0.3:
                await do(partial(notes.write_note, body=notes.WriteNote(text="here")))
                continue
            # One energy coin is there for everybody; an effort spends it.
            given: dict[str, Any] = {"rank": 1, "ec": 1}
            opened = opening.OpenRoll(
                system="edged-coins", action="toss", inputs=given, character=character, nonce=fair.fresh()
            )
            answer = await do(partial(opening.open_roll, body=opened))
            while answer["events"][-1]["kind"] == "roll.waits":
                answer = await decide(answer["events"][-1]["roll"], answer["events"][-1]["body"])

    state = (await tables.table(table)).state
    left = {roll.id: roll.open.waits for roll in state.open_rolls.values() if roll.open and roll.open.waits}
    await asyncio.gather(*(play() for _ in range(8)))


def listen(url: str, table: str, member: str, ready: Connection) -> None:
    """Serve somebody who listens, until killed. ready: a pipe that is told when that has begun."""
    asyncio.run(_listen(url, table, member, ready))


async def _listen(url: str, table: str, member: str, ready: Connection) -> None:
    tables = Tables(open_database(url))
    await tables.start()
    tables.listen(await tables.table(table), member)
    ready.send("listening")
    await asyncio.Event().wait()
