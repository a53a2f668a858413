"""The clock of a table: its log says when the server's was set back, and goes on from the right time."""

from __future__ import annotations

from typing import Final

from oddsmith.table.commands.context import CommandContext
from oddsmith.table.commands.declaration import BoundCommand, Logged, by_itself
from oddsmith.table.domain.event import Draft
from oddsmith.table.domain.models import due
from oddsmith.table.domain.state import State

#: Milliseconds by which the last event must lie ahead; clocks of several servers differ by less.
LEAST: Final = 60_000


def is_ahead(state: State, now: int) -> bool:
    """Return whether the log is ahead of the time, and no roll waits for a moment that it has named."""
    return state.at - now >= LEAST and all(due(state.rolls[name]) is None for name in state.open_rolls)


def _as_logged(_: Logged) -> BoundCommand:
    return set_clock


@by_itself("clock.set", recover=_as_logged)
def set_clock(context: CommandContext) -> None:
    """Go back to the right time after the server's clock had jumped ahead."""
    if is_ahead(context.state, context.now):
        context.emit(Draft("clock.set", None, {"back": context.state.at - context.now}))
