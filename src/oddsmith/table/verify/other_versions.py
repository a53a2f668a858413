"""Rolls of a log by versions of rulebooks that are not here.

Each is tried by the version that is here. Where that comes to the same, it is told; where not, nobody can know whether
the roll is true, so its rules are not run any more, and all else of it is checked.
"""

from __future__ import annotations

from typing import Any

from oddsmith.systems import registry
from oddsmith.table.domain.event import Event
from oddsmith.table.domain.notation import NOTATION
from oddsmith.table.verify.report import OtherVersion


class OtherVersions:
    """Keeps these rolls by name, in the order in which they were opened."""

    def __init__(self) -> None:
        self.rolls: dict[str, OtherVersion] = {}

    def learn(self, event: Event) -> None:
        """Look at an event that is about to be checked: whether it opens such a roll."""
        fields = event.everything
        made, system = fields.get("rulebook"), fields.get("system")
        if event.kind != "roll.opened" or event.roll is None or made is None or system == NOTATION.name:
            return
        if not registry.has_version(str(system), made):
            here = registry.rulebook_digest(str(system))
            self.rolls.setdefault(event.roll, OtherVersion(event.roll, str(system), made, here))

    def tries(self, roll: str | None) -> bool:
        """Return whether a roll has come out the same so far by the version here."""
        found = self.rolls.get(roll or "")
        return found is not None and found.same

    def unruled(self, roll: str | None) -> bool:
        """Return whether the rules of a roll are not run."""
        found = self.rolls.get(roll or "")
        return found is not None and not found.same

    def set_apart(self, roll: str | None) -> None:
        """Remember that a roll comes to something else by the version here."""
        self.rolls[roll or ""].same = False

    def code(self, roll: str | None, system: Any, made: str | None) -> str | None:
        """Return the digest of the code by which a roll is run. made: of that by which it was opened."""
        if system == NOTATION.name:
            return None
        return self.rolls[roll or ""].here if self.tries(roll) else made
