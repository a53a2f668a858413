"""What happens by itself when time is up."""

from __future__ import annotations

from oddsmith.table.commands import choices, hands, rolls
from oddsmith.table.commands.context import Desk


def late(desk: Desk, name: str) -> None:
    """What a roll waited for did not come in time."""
    roll = desk.state.rolls.get(name)
    if roll is None:
        return
    rolls.land_late(desk, roll)
    hands.forfeit_late(desk, roll)
    choices.go_on_late(desk, roll)
