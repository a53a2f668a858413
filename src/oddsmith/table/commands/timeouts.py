"""What happens by itself when time is up."""

from __future__ import annotations

from oddsmith.table.commands import choices, hands, rolls
from oddsmith.table.commands.context import CommandContext


def late(context: CommandContext, name: str) -> None:
    """What a roll waited for did not come in time."""
    roll = context.state.rolls.get(name)
    if roll is None:
        return
    rolls.land_late(context, roll)
    hands.forfeit_late(context, roll)
    choices.go_on_late(context, roll)
