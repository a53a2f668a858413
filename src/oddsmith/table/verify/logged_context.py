"""The context of a command that a log tells of: nothing new is written, and old versions did some things otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from oddsmith.table.commands.context import CommandContext
from oddsmith.table.domain.allowed_letters import alike
from oddsmith.table.domain.event import Draft, Event
from oddsmith.table.domain.models import Member, Roll
from oddsmith.table.domain.state import State
from oddsmith.table.verify.other_versions import OtherVersions


class LoggedContext(CommandContext):
    """A context in which what a command writes must be in the log already.

    past: the events of each roll so far. events: all of the log. place: tells the place of the event that is next.
    others: rolls by other versions of rulebooks. written: compares what is written with that event.
    """

    def __init__(
        self,
        state: State,
        actor: Member | None,
        now: int,
        past: Mapping[str, Sequence[Event]],
        events: Sequence[Event],
        place: Callable[[], int],
        others: OtherVersions,
        written: Callable[[Draft], Event],
    ) -> None:
        super().__init__(
            state, actor, now, "", lambda roll: past[roll], lambda number: events[number - 1], self._listening
        )
        self._log = events
        self._place = place
        self._others = others
        self._written = written

    @property
    def _next(self) -> Event | None:
        place = self._place()
        return self._log[place] if place < len(self._log) else None

    def rulebook(self, system: str) -> str | None:
        """Return the digest of the code by which the roll is checked that is opened."""
        opened = self._next
        assert opened is not None
        return self._others.code(opened.roll, system, opened.everything.get("rulebook"))

    def rulebook_of(self, roll: Roll) -> str | None:
        """Return the digest of the code by which an open roll is checked."""
        assert roll.open is not None
        return self._others.code(roll.id, roll.open.spec["system"], super().rulebook_of(roll))

    def asks(self, member: Member) -> bool:
        """Return whether a member is asked for their nonce: old versions had it come with the command."""
        event = self._next
        if super().asks(member) and not self.state.asks_rollers and event is not None:
            return not event.gives_at_once
        return super().asks(member)

    def alike(self, one: str, other: str) -> bool:
        """Return whether two names are the same but for case and width: more was not looked at by old versions."""
        return alike(one) == alike(other)

    def _listening(self) -> Sequence[str]:
        """Return those whose pages were open, as far as that is written down: they were present and not asked."""
        event = self._next
        begun = event.body.get("stretch") if event is not None else None
        return begun.get("unasked", ()) if isinstance(begun, Mapping) else ()

    def emit(self, draft: Draft) -> Event:
        """Compare an event with the next one of the log."""
        return self._written(draft)
