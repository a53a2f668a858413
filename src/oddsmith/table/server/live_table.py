"""Tables as those see them who look: only what is on disk has happened. All of it runs in the event loop."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from oddsmith.table.domain.event import Event
from oddsmith.table.domain.fold import apply
from oddsmith.table.domain.models import Member
from oddsmith.table.domain.state import State

RECENT = 256
RECENT_LETTERS = 500_000
BEHIND = 2000  # texts that may wait for a slow listener before it has to come again
BEHIND_LETTERS = 1_000_000  # their length together
CHUNK = 64 * 1024  # letters that are sent at once, unless a single text is longer


@dataclass(eq=False)
class Listener:
    """A page that is open, with the texts of the event stream that are to be sent to it."""

    member: str
    ended: bool = False
    _waiting: deque[str] = field(default_factory=deque)
    _letters: int = 0
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def push(self, frame: str) -> None:
        """Have a text sent. A page that takes too little is let go, and comes again for what it missed."""
        if self.ended:
            return
        if self._waiting and (len(self._waiting) >= BEHIND or self._letters + len(frame) > BEHIND_LETTERS):
            self._waiting.clear()
            self.end()
            return
        self._waiting.append(frame)
        self._letters += len(frame)
        self._news.set()

    def end(self) -> None:
        """End the stream after what waits."""
        self.ended = True
        self._news.set()

    async def take(self) -> str:
        """Return what waits, or the next that comes; "" at the end."""
        while not self._waiting:
            if self.ended:
                return ""
            self._news.clear()
            await self._news.wait()
        taken = next(chunks(self._waiting))
        for frame in taken:
            self._waiting.popleft()
            self._letters -= len(frame)
        return "".join(taken)


class LiveTable:
    """A table with its last events and the pages that listen.

    elsewhere: by server, the members who listen there, and the time until which that is believed. shown: members who
    are present, as the pages here know it. target: the number of the last event that is known to be there.
    """

    def __init__(self, table: str) -> None:
        self.state = State(table)
        self.recent: deque[Event] = deque()
        self._letters = 0  # in these
        self.listeners: set[Listener] = set()
        self.elsewhere: dict[str, tuple[frozenset[str], float]] = {}
        self.shown: frozenset[str] = frozenset()
        self.lock = asyncio.Lock()
        self.loaded = False
        self.target = 0

    @property
    def present(self) -> frozenset[str]:
        """Members whose pages are open, at whichever server."""
        here = frozenset(listener.member for listener in self.listeners)
        return here.union(*(members for members, _ in self.elsewhere.values()))

    def apply(self, event: Event) -> None:
        """Let an event happen, and send it to the pages."""
        apply(self.state, event)
        self.recent.append(event)
        self._letters += event.size
        while len(self.recent) > RECENT or self._letters > RECENT_LETTERS:
            self._letters -= self.recent.popleft().size
        self.target = max(self.target, event.number)
        public = frame(event, seen=False)
        full = frame(event, seen=True) if event.hidden is not None else public
        for listener in list(self.listeners):
            seen = event.hidden is not None and self.state.sees(self.state.members[listener.member], event)
            listener.push(full if seen else public)
        if event.kind == "member.left" or (event.kind == "member.changed" and event.secret is not None):
            for listener in [each for each in self.listeners if each.member == event.body["member"]]:
                listener.push("event: bye\ndata: {}\n\n")
                listener.end()

    def since(self, number: int) -> Sequence[Event] | None:
        """Return the events after a number; None unless all of them are remembered."""
        if number >= self.state.number:
            return []
        if self.recent and self.recent[0].number <= number + 1:
            return [event for event in self.recent if event.number > number]
        return None

    def view(self, member: Member, events: Sequence[Event]) -> Iterator[str]:
        """Yield events as texts of the stream, as a member sees them."""
        for event in events:
            yield frame(event, seen=event.hidden is not None and self.state.sees(member, event))


def chunks(texts: Iterable[str]) -> Iterator[list[str]]:
    """Yield texts in heaps that can each be sent at once."""
    heap: list[str] = []
    letters = 0
    for text in texts:
        if heap and letters + len(text) > CHUNK:
            yield heap
            heap, letters = [], 0
        heap.append(text)
        letters += len(text)
    if heap:
        yield heap


def frame(event: Event, *, seen: bool) -> str:
    """Return an event as a text of the event stream."""
    return f"id: {event.number}\nevent: event\ndata: {event.text(seen=seen)}\n\n"
