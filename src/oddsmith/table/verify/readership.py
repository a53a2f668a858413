"""Which hidden parts a log has to show: those that the member whose log it is may see, and no others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from oddsmith.table.domain.event import Event
from oddsmith.table.domain.models import Member, may_see


def misread(events: Sequence[Event], member: Member) -> Iterator[Event]:
    """Yield the events whose hidden part is shown to a member who may not see it, or kept from one who may.

    Whoever sees a hidden roll sees all of it, and notes on it as well; a note on a roll that everybody saw already is
    for those whom it names. member: as they sit at the table in the end.
    """
    rolls = {event.roll: event for event in events if event.kind == "roll.opened"}
    shown = {event.roll: event.number for event in events if event.kind == "roll.shown"}
    notes = {event.body["note"] for event in events if event.kind == "note.shown"}
    for event in events:
        if event.sealed is None:
            continue
        of = rolls.get(event.roll, event)
        seen_by_all = of.visibility == "everyone" or shown.get(event.roll, event.number) < event.number
        if event.kind == "note.written" and seen_by_all:
            of, sees = event, event.number in notes
        else:
            sees = event.number in notes or (event.roll is not None and event.roll in shown)
        if (sees or may_see(member, of.visibility, of.by)) != (event.hidden is not None):
            yield event
