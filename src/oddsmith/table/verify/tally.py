"""Counts of rolls that are as sure as can be, and of those that depend on trust."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from oddsmith.table.commands.rolls import commit_reveal
from oddsmith.table.domain.event import Event
from oddsmith.table.domain.models import due
from oddsmith.table.domain.state import State
from oddsmith.table.verify.report import Report

#: Milliseconds after time was up that are no longer those of a busy server.
_MUCH: Final = 5000
#: Rolls that are named at most.
_NAMED: Final = 20


@dataclass
class Tally:
    """Counts rolls, by name. fell: with dice that fell by seeds. unasked: with members present who were not asked.
    overdue: by how many milliseconds dice landed too late. decided: the same of hands and options.
    known: with members whose nonces were given before the seal stood.
    withdrawn: with members whose pledges the server had withdrawn a moment before.
    early: whose roller had pledged, and gave the nonce with the command. unseen: whose roller gave it so, and did not
    say what they had seen. nobody: by no randomness but the server's.
    """

    over: set[str] = field(default_factory=set)
    fell: set[str] = field(default_factory=set)
    alone: set[str] = field(default_factory=set)
    typed: set[str] = field(default_factory=set)
    late: dict[str, set[str]] = field(default_factory=dict)
    unpledged: set[str] = field(default_factory=set)
    let_go: set[str] = field(default_factory=set)
    unasked: dict[str, set[str]] = field(default_factory=dict)
    overdue: dict[str, int] = field(default_factory=dict)
    decided: dict[str, int] = field(default_factory=dict)
    known: dict[str, set[str]] = field(default_factory=dict)
    withdrawn: dict[str, set[str]] = field(default_factory=dict)
    early: set[str] = field(default_factory=set)
    unseen: set[str] = field(default_factory=set)
    nobody: set[str] = field(default_factory=set)
    _opened: dict[tuple[str, str], int] = field(default_factory=dict)  # what was seen then, by roll and member
    _gone: dict[str, int] = field(default_factory=dict)  # when pledges were withdrawn, by member

    def begun(self, event: Event, state: State) -> None:
        """Remember who is present and not asked for a nonce for the dice that an event lets fall, if it does."""
        begun = event.body.get("stretch")
        if isinstance(begun, Mapping) and event.roll is not None:
            asked = {*begun["nonces"], *begun["witnesses"]}
            passed_over = {*begun.get("unasked", ()), *commit_reveal.unasked(state, asked)}
            if passed_over:
                self.unasked.setdefault(event.roll, set()).update(passed_over)
            gone = {m for m, at in self._gone.items() if event.at - at <= _MUCH and m not in {*asked, *passed_over}}
            if gone:
                self.withdrawn.setdefault(event.roll, set()).update(gone)
            stood = state.members[begun["member"]].sealed
            known = {m for m in begun["nonces"] if self._opened.get((event.roll, m), stood) < stood}
            if known and event.by is None:  # nobody else's dice fall then
                self.known.setdefault(event.roll, set()).update(known)

    def take(self, event: Event, state: State) -> None:
        """Count an event that is about to happen."""
        name, body = event.roll, event.everything
        if event.kind == "member.pledged" and event.by is None:
            self._gone[body["member"]] = event.at
        elif event.kind == "member.left":
            self._gone.pop(body["member"], None)
        if name is None or event.kind == "note.written":
            return
        self.begun(event, state)
        if event.kind in ("roll.bared", "roll.disclosed") and body["seen"] is not None:
            self._opened[name, body["member"]] = body["seen"]["number"]
        if isinstance(body.get("stretch"), Mapping) and event.by is not None:
            if not state.members[event.by].pledges:
                self.unpledged.add(name)
            elif event.gives_at_once:
                self.early.add(name)
            if event.gives_at_once and event.body.get("seen") is None:
                self.unseen.add(name)
        if event.kind in ("roll.typed", "roll.met") or (event.kind == "roll.opened" and body.get("faces")):
            self.typed.add(name)
        roll = state.rolls.get(name)
        if event.kind in ("roll.met", "roll.late", "roll.revealed") and roll is not None:
            until = due(roll)
            if until is not None and event.at - until > _MUCH:
                self.decided[name] = event.at - until
        stretch = roll.open.pending_dice if roll is not None and roll.open is not None else None
        if "landed" in body and stretch is not None and roll is not None:
            self.fell.add(name)
            if event.at - stretch.until > _MUCH:
                self.overdue[name] = event.at - stretch.until
            if stretch.witnesses:
                self.late.setdefault(name, set()).update(stretch.witnesses)
            trusted = stretch.nonces.keys() - self.known.get(name, ())
            if not trusted:
                self.nobody.add(name)
            # Two who threw hands gave their nonces together; whoever rolled alone, or decided, gives just one.
            if not trusted - {stretch.roller} if stretch.roller is not None else len(trusted) < 2:
                self.alone.add(name)
        if event.kind == "roll.finished":
            self.over.add(name)
        elif "let_go" in body:
            self.let_go.add(name)

    def into(self, report: Report, state: State) -> None:
        """Write the counts into a report."""
        report.rolls = len(self.over)
        report.witnessed = len((self.fell & self.over) - self.alone - self.late.keys())
        report.alone = len(self.alone & self.over)
        report.typed = len(self.typed & self.over)
        report.late = len(self.late)
        report.unpledged = len(self.unpledged & self.over)
        report.let_go = len(self.let_go)
        report.unasked = {
            roll: {m: state.members[m].name for m in sorted(members) if m in state.members}
            for roll, members in self.unasked.items()
        }
        if self.late:
            report.remarks.append(
                f"Dice landed without some who were asked: {_people(self.late, state)}. The server could choose which "
                "of them to leave out, so each of them doubles what it could choose from."
            )
        if self.early:
            report.remarks.append(
                f"The roller's randomness came before the roll was written down, as in old versions: "
                f"{_some(sorted(self.early, key=_number))}. The server could know it when it wrote."
            )
        if self.unseen:
            report.remarks.append(
                f"Whoever rolled gave their randomness with the command, and did not say what they had seen: "
                f"{_some(sorted(self.unseen, key=_number))}. The server could choose the seal when it knew it, so the "
                "roller is not protected from the server there."
            )
        if self.nobody:
            report.remarks.append(
                f"Dice fell by nobody's randomness but the server's: {_some(sorted(self.nobody, key=_number))}. "
                "Nobody who was asked answered in time."
            )
        if self.overdue:
            named = _some(f"{roll} after {by // 1000:,} seconds" for roll, by in self.overdue.items())
            report.remarks.append(
                f"Dice landed long after time was up: {named}. The server was away or busy, or waited to see something."
            )
        if self.decided:
            named = _some(f"{roll} after {by // 1000:,} seconds" for roll, by in self.decided.items())
            report.remarks.append(
                f"Hands or options were decided long after time was up: {named}. The server was away or busy, or "
                "waited to see something."
            )
        if self.known:
            report.remarks.append(
                f"Randomness was given before the seal of the dice stood: {_people(self.known, state)}. The server "
                "could know it when it made the seal, so it protects nobody in these rolls."
            )
        if self.withdrawn:
            report.remarks.append(
                f"The server withdrew pledges a moment before dice fell: {_people(self.withdrawn, state)}. Pages that "
                "are closed lose theirs; whoever had theirs open should say so."
            )


def _people(rolls: Mapping[str, set[str]], state: State) -> str:
    """Name the rolls, and the people of each."""
    return _some(f"{roll} ({', '.join(state.members[m].name for m in sorted(who))})" for roll, who in rolls.items())


def _number(roll: str) -> int:
    """Return the number of a roll, of r12: 12."""
    return int(roll[1:])


def _some(named: Iterable[str]) -> str:
    """List what is named, as far as anybody wants to read."""
    every = list(named)
    rest = f", and {len(every) - _NAMED:,} more" if len(every) > _NAMED else ""
    return f"{', '.join(every[:_NAMED])}{rest}"
