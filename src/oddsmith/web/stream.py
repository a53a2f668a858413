"""The events of a table as server-sent events."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

from oddsmith.table.service import PAGE, Tables
from oddsmith.table.shared import Listener, Shared

_ALIVE = 15.0  # seconds without an event after which a comment says that the stream still lives


async def frames(tables: Tables, shared: Shared, member: str, after: int) -> AsyncIterator[str]:
    """All events after a number that a member may see, and from then on each as it happens."""
    listener = tables.listen(shared, member)
    try:
        state = shared.state
        last = state.number  # what happens from here on comes through the listener
        yield f"retry: 1000\nevent: hello\ndata: {json.dumps({'number': last, 'you': member})}\n\n"
        while after < last:
            events = shared.since(after)
            if events is None:
                events = await tables.events(state.table, after=after, limit=PAGE)
            events = [event for event in events if event.number <= last]
            for text in shared.view(state.members[member], events):
                yield text
            after = events[-1].number
        async for text in _live(listener):
            yield text
    finally:
        tables.leave(shared, listener)


async def _live(listener: Listener) -> AsyncIterator[str]:
    while True:
        try:
            frame = await asyncio.wait_for(listener.queue.get(), _ALIVE)
        except TimeoutError:
            yield ": alive\n\n"
            continue
        waiting = [frame]
        while not listener.queue.empty():
            waiting.append(listener.queue.get_nowait())
        text = "".join(part for part in waiting if part is not None)
        if text:
            yield text
        if None in waiting:
            return
