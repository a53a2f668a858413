"""The command that nobody sends: a roll goes on without those who were late."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from oddsmith.errors import RulebookChanged
from oddsmith.table.commands.context import CommandContext
from oddsmith.table.commands.declaration import BoundCommand, Logged, by_itself
from oddsmith.table.commands.rolls import choices, progress, real_hands
from oddsmith.table.domain.models import due


def _time_from_event(logged: Logged) -> BoundCommand:
    return partial(time_is_up, name=str(logged.event.roll))


@by_itself("roll.waits", "roll.finished", "roll.met", "roll.late", "roll.revealed", recover=_time_from_event)
def time_is_up(context: CommandContext, name: str) -> None:
    """Let a roll go on without what did not come in time."""
    roll = context.state.rolls.get(name)
    if roll is None:
        return
    progress.land_late(context, roll)
    real_hands.forfeit_late(context, roll)
    choices.go_on_late(context, roll)


def it_is_due(context: CommandContext, name: str, at: int) -> None:
    """Let a roll go on that was due at a time (milliseconds since 1970): so much has passed, whatever the clock says.

    One that was opened by code which is not here waits for that, or to be taken back.
    """
    roll = context.state.rolls.get(name)
    if roll is not None and due(roll) == at:
        context.now = max(context.now, at)
        with suppress(RulebookChanged):
            time_is_up(context, name)
