"""Resources whose values a log does not tell, since rolls that it does not show may have changed them."""

from __future__ import annotations

from typing import Any, Final

from oddsmith.table.commands.characters import relative
from oddsmith.table.domain.event import Event
from oddsmith.table.domain.models import Resource
from oddsmith.table.domain.state import State

#: Lent to a resource whose value is unknown: more than any roll ever spends.
_PLENTY: Final = 2**53


class UnknownResources:
    """Keeps the resources that a hidden roll may have changed, by character and name.

    Other rolls do not depend on it: what they do to sheets follows from what all know who see them. Only whoever knows
    more may have more to spend; so one command may be tried with plenty of all that is unsure.
    """

    def __init__(self, state: State) -> None:
        self.names: set[tuple[str, str]] = set()
        self._state = state
        self._lent: list[Resource] = []

    def add_all(self) -> None:
        """Count every resource as changed by somebody whom the log does not show."""
        for character in self._state.characters.values():
            self.names |= {(character.id, name) for name in character.resources}

    def settle(self, event: Event) -> None:
        """Count resources that a change of a sheet gives a value as known again."""
        character = event.body["character"]
        for name, change in (event.body.get("resources") or {}).items():
            if not relative(change):
                self.names.discard((character, name))

    def lend(self) -> None:
        """Make all that is unsure as much as anybody may have, for one command."""
        self._lent = [
            resource
            for character in self._state.characters.values()
            for name, resource in character.resources.items()
            if (character.id, name) in self.names
        ]
        for resource in self._lent:
            resource.value += _PLENTY

    def take_back(self) -> None:
        """Undo `lend`."""
        for resource in self._lent:
            resource.value -= _PLENTY
        self._lent = []

    def without(self, event: Event, resources: Any) -> Any:
        """Return changes of resources but those that build on a value which is lent."""
        if not self._lent or not isinstance(resources, dict):
            return resources
        name = event.body["character"]
        sure = {key: new for key, new in resources.items() if not (relative(new) and (name, key) in self.names)}
        return sure or None
