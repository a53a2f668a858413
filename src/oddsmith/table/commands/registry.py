"""All commands, for those who make routes of them and those who find the command behind an event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from oddsmith.table.commands import characters, clock, notes, people, presets
from oddsmith.table.commands.declaration import BoundCommand, Command, Logged, Recovery
from oddsmith.table.commands.rolls import answers, choices, ending, opening, real_hands, timeouts

#: Rolls come first: routes are tried one after another, and most commands are about rolls.
_MODULES: Final = (opening, answers, real_hands, choices, ending, timeouts, people, characters, notes, presets, clock)

COMMANDS: Final[tuple[Command[Any], ...]] = tuple(
    declared
    for module in _MODULES
    for declared in vars(module).values()
    if isinstance(declared, Command) and declared.__module__ == module.__name__
)

_BEHIND: Final[Mapping[str, Recovery]] = {
    kind: declared.recover for declared in COMMANDS if declared.recover is not None for kind in declared.events
}


def behind(logged: Logged) -> BoundCommand:
    """Return the command that wrote an event, as the first of its events; LookupError for a kind that none begins
    with.
    """
    return _BEHIND[logged.event.kind](logged)
