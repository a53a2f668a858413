"""A table as those see it who look: only what is on disk has happened. Everything here runs in the event loop."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from oddsmith.table.event import Event
from oddsmith.table.state import State
from oddsmith.table.things import Member, Roll

RECENT = 256
BEHIND = 2000  # events a slow listener may fall behind before it has to come again


@dataclass(eq=False)
class Listener:
    """A page that is open. What comes for it is in `queue`, as texts of the event stream; None ends it."""

    member: str
    queue: asyncio.Queue[str | None] = field(default_factory=lambda: asyncio.Queue(BEHIND))

    def push(self, frame: str | None) -> None:
        """Have something sent. A page that takes too little is let go, and comes again for what it missed."""
        try:
            self.queue.put_nowait(frame)
        except asyncio.QueueFull:
            while not self.queue.empty():
                self.queue.get_nowait()
            self.queue.put_nowait(None)


class Shared:
    """The state of a table, its last events, and the pages that listen."""

    def __init__(self, table: str) -> None:
        self.state = State(table)
        self.recent: deque[Event] = deque(maxlen=RECENT)
        self.listeners: set[Listener] = set()
        self.lock = asyncio.Lock()
        self.loaded = False
        self.target = 0  # the number of the last event that is known to be there

    @property
    def present(self) -> set[str]:
        """Members whose pages are open."""
        return {listener.member for listener in self.listeners}

    def apply(self, event: Event) -> None:
        """Let an event happen, and tell it to the pages."""
        self.state.apply(event)
        self.recent.append(event)
        self.target = max(self.target, event.number)
        public = frame(event, seen=False)
        full = frame(event, seen=True) if event.hidden is not None else public
        for listener in list(self.listeners):
            seen = event.hidden is not None and self.state.sees(self.state.members[listener.member], event)
            listener.push(full if seen else public)
        if event.kind == "member.left":
            for listener in [each for each in self.listeners if each.member == event.body["member"]]:
                listener.push("event: bye\ndata: {}\n\n")
                listener.push(None)

    def since(self, number: int) -> Sequence[Event] | None:
        """The events after a number, if all of them are remembered."""
        if number >= self.state.number:
            return []
        if self.recent and self.recent[0].number <= number + 1:
            return [event for event in self.recent if event.number > number]
        return None

    def view(self, member: Member, events: Sequence[Event]) -> Iterator[str]:
        """Events as texts of the stream, as a member sees them."""
        for event in events:
            yield frame(event, seen=event.hidden is not None and self.state.sees(member, event))


def frame(event: Event, *, seen: bool) -> str:
    """An event as a text of the event stream."""
    return f"id: {event.number}\nevent: event\ndata: {event.text(seen=seen)}\n\n"


def due(roll: Roll) -> int | None:
    """When a roll goes on by itself (milliseconds since 1970), if it waits for somebody who may be late."""
    if roll.open is None:
        return None
    if roll.open.stretch is not None:
        return roll.open.stretch.until
    return roll.open.round.until if roll.open.round is not None else None
