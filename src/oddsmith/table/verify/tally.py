"""Counts of rolls that are as sure as can be, and of those that depend on trust."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from oddsmith.table.domain.event import Event
from oddsmith.table.domain.state import State
from oddsmith.table.verify.report import Report


@dataclass
class Tally:
    """Counts rolls, by name. fell: with dice that fell by seeds."""

    over: set[str] = field(default_factory=set)
    fell: set[str] = field(default_factory=set)
    alone: set[str] = field(default_factory=set)
    typed: set[str] = field(default_factory=set)
    late: set[str] = field(default_factory=set)
    unpledged: set[str] = field(default_factory=set)
    let_go: set[str] = field(default_factory=set)

    def take(self, event: Event, state: State) -> None:
        """Count an event that is about to happen."""
        name, body = event.roll, event.everything
        if name is None or event.kind == "note.written":
            return
        if isinstance(body.get("stretch"), Mapping) and event.by is not None and state.members[event.by].pledge is None:
            self.unpledged.add(name)
        if event.kind in ("roll.typed", "roll.met") or (event.kind == "roll.opened" and body.get("faces")):
            self.typed.add(name)
        roll = state.rolls.get(name)
        stretch = roll.open.pending_dice if roll is not None and roll.open is not None else None
        if "landed" in body and stretch is not None and roll is not None:
            self.fell.add(name)
            if stretch.witnesses:
                self.late.add(name)
            # Two who threw hands gave their nonces together; whoever rolled alone, or decided, gives just one.
            if len(stretch.nonces) < 2:
                self.alone.add(name)
        if event.kind == "roll.finished":
            self.over.add(name)
        elif "let_go" in body:
            self.let_go.add(name)

    def into(self, report: Report) -> None:
        """Write the counts into a report."""
        report.rolls = len(self.over)
        report.witnessed = len((self.fell & self.over) - self.alone)
        report.alone = len(self.alone & self.over)
        report.typed = len(self.typed & self.over)
        report.late = len(self.late)
        report.unpledged = len(self.unpledged & self.over)
        report.let_go = len(self.let_go)
