"""The stream of a table: its events as server-sent events."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator

from starlette.responses import StreamingResponse
from starlette.types import Message, Send

from oddsmith.table.domain.errors import Unreachable
from oddsmith.table.server.live_table import LiveTable, chunks
from oddsmith.table.server.service import Tables

_ALIVE = 15.0  # seconds without an event before the stream shows that it still lives; pages wait for 40
STUCK = 60.0  # seconds in which a page must take something of what is sent
_PAGE = 100  # events that are read at once for somebody who missed many


class EventStream(StreamingResponse):
    """Frames for a page. One that takes nothing for a while is let go, and with it all that waits for it."""

    media_type = "text/event-stream"

    def __init__(self, frames: AsyncGenerator[str, None]) -> None:
        super().__init__(frames, headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        self._frames = frames

    async def stream_response(self, send: Send) -> None:
        """Send frame after frame."""

        async def sent(message: Message) -> None:
            async with asyncio.timeout(STUCK):
                await send(message)

        async with contextlib.aclosing(self._frames):
            # One that cannot read on now comes again when it can.
            with contextlib.suppress(TimeoutError, Unreachable):
                await super().stream_response(sent)


async def frames(tables: Tables, live: LiveTable, member: str, after: int) -> AsyncGenerator[str, None]:
    """Yield all events after a number that a member may see, and from then on each as it happens.

    Whoever missed many gets them page by page, the next when the last was taken.
    """
    listener = tables.listen(live, member)
    try:
        state = live.state
        last = state.number  # what happens from here on comes through the listener
        yield f"retry: 1000\nevent: hello\ndata: {json.dumps({'number': last, 'you': member})}\n\n"
        while after < last:
            events = live.since(after)
            if events is None:
                events = await tables.events(state.table, after=after, limit=_PAGE)
            events = [event for event in events if event.number <= last]
            for heap in chunks(live.view(state.members[member], events)):
                yield "".join(heap)
            after = events[-1].number
        while True:
            try:
                text = await asyncio.wait_for(listener.take(), _ALIVE)
            except TimeoutError:
                text = "event: alive\ndata: {}\n\n"
            if not text:
                return
            yield text
    finally:
        tables.leave(live, listener)
