"""Verification of a log that somebody was given, with nothing but the log.

Every command is carried out again at a table of its own, with the randomness that the log reveals, and must write the
same events: who may do what, seals, pledges, seeds, faces, results by the rules, and what they did to sheets. What no
command would have written is a mismatch.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from oddsmith.errors import OddsmithError, RulebookChanged
from oddsmith.table.commands.context import CommandContext
from oddsmith.table.commands.declaration import Logged
from oddsmith.table.commands.registry import behind
from oddsmith.table.commands.rolls import commit_reveal
from oddsmith.table.domain.event import Draft, Event, seal, shown_seal
from oddsmith.table.domain.fold import apply
from oddsmith.table.domain.state import State
from oddsmith.table.fairness import canonical, fair
from oddsmith.table.forms.reading import checked_log
from oddsmith.table.forms.receipt import Receipt
from oddsmith.table.verify import versions
from oddsmith.table.verify.chain import Chain
from oddsmith.table.verify.comparison import BROKEN, Comparison
from oddsmith.table.verify.earlier_rules import what_happened
from oddsmith.table.verify.games import check_games
from oddsmith.table.verify.logged_context import LoggedContext
from oddsmith.table.verify.other_versions import OtherVersions
from oddsmith.table.verify.receipt import against_receipt
from oddsmith.table.verify.redacted_rolls import RedactedRolls
from oddsmith.table.verify.report import Report
from oddsmith.table.verify.standing import named, standing, there, too_early
from oddsmith.table.verify.tally import Tally
from oddsmith.table.verify.unknown_resources import UnknownResources

#: Kinds of events that may be refused for want of something, of which a log may not show all there is.
_SPENDS: Final = frozenset({"roll.opened", "character.changed"})

#: Fields that versions before did not write; phrases: of what is chosen unseen, for other decisions always have them.
_MAY_LACK: Final = frozenset({"rulebook", "given", "phrases"})
#: The same, after a roll whose roller was asked for their nonce as witnesses are.
_MAY_STILL_LACK: Final = _MAY_LACK - {"given"}

#: Kinds of events that come of a roll's rules alone.
_BY_RULES: Final = frozenset({"roll.waits", "roll.finished"})

#: Kinds of events that open something, and of those that show it.
_OPENED: Final = {"roll.bared": "roll.met", "roll.disclosed": "roll.revealed"}


def verify(log: Any, seen: Receipt | None = None) -> Report:
    """Check a log. seen: a receipt of what somebody saw of it before.

    Raises BadInput when it is no log or the receipt is of another table, RulebookNeeded when it has rolls of a game
    that is not here.
    """
    check = _Check(checked_log(log))
    since = [] if seen is None else list(against_receipt(log, seen))
    check_games(event.everything for event in check.events if event.kind == "roll.opened")
    report = check.run()
    report.seen = None if seen is None else seen.last.number
    report.mismatches.extend(since)
    report.mismatches.sort(key=lambda mismatch: mismatch.number)
    return report


class _Stop(Exception):
    """Raised when what follows cannot be checked."""


class _Check:
    def __init__(self, log: Mapping[str, Any]) -> None:
        self.report = Report(str(log.get("table", "")))
        self.comparison = Comparison(self.report)
        self.chain = Chain(log, self.report.table, self.comparison)
        self.events = self.chain.events
        self.state = State(self.report.table)
        self.past: dict[str, list[Event]] = defaultdict(list)
        self.place = 0  # of the event that is next
        self.redacted = RedactedRolls(self.state, self.comparison.same)
        self.unsure = UnknownResources(self.state)
        self.tally = Tally()
        self.others = OtherVersions()
        self.tried = 0  # mismatches before the command that is tried by another version of its rulebook
        self.seals: set[str] = set()
        self.used: dict[str, str] = {}  # the last seal of a roll

    def run(self) -> Report:
        while self.place < len(self.events) and self.report.stopped is None:
            event = self.events[self.place]
            self.comparison.at = event.number, event.roll
            if self.comparison.full:
                self.report.stopped = event.number
                break
            try:
                self._step(event)
            except _Stop:
                self.report.stopped = self.comparison.at[0]
            except BROKEN:
                # Where it is the last that could be read, it may need what could not be; and that is told.
                if self.chain.whole or event is not self.events[-1]:
                    self.comparison.broken(f"{event.kind} needs")
                self.report.stopped = self.comparison.at[0]
        if not self.chain.whole and self.report.stopped is None:
            self.report.stopped = len(self.events) + 1
        if self.report.stopped is None:
            if self.redacted.going is not None:
                self.comparison.differs("what comes next", "the end of the log", f"what comes of {self.redacted.going}")
            self.chain.whose(self.state)
        self._end()
        return self.report

    def _end(self) -> None:
        report = self.report
        report.others = list(self.others.rolls.values())
        self.tally.over -= {other.roll for other in report.needed}
        self.tally.into(report, self.state)
        report.hidden = len(self.redacted.rolls)
        report.unfinished = len(self.state.open_rolls) + self.redacted.open
        for event in self.events:
            if event.kind == "clock.set":
                back = timedelta(seconds=event.body["back"] // 1000)
                report.remarks.append(
                    f"Event {event.number}: the server's clock had been ahead and went back by {back}. Times of events "
                    "before may be too late."
                )
        rolls = (event.everything.get("version") for event in self.events if event.kind == "roll.opened")
        report.remarks.extend(versions.remarks(self.chain.version, rolls))

    # -- carrying out commands

    def _step(self, event: Event) -> None:
        """Check one command and the events it wrote, or an event of which this log shows only that there is one."""
        going = self.redacted.going
        if going is not None and (event.by is not None or event.roll != going):
            self.comparison.differs("what comes next", event.kind, f"what comes of {going}: it waits for nobody")
        if self._redacted(event):
            self.tally.begun(event, self.state)
            self.redacted.take(event)
            self._fresh(event)
            if event.kind in ("roll.finished", "roll.undone"):
                self.unsure.add_all()
            self._passed(event)
            return
        if event.kind == "note.written" and event.sealed is not None and event.hidden is None:
            self._hidden_note(event)
            return
        if event.kind in ("roll.shown", "note.shown"):
            self._parts(event)
        self.others.learn(event)
        if self.others.tries(event.roll):
            self._try(event)
        else:
            self._carry_out(event)

    def _try(self, event: Event) -> None:
        """Carry out a command of a roll by another version of its rulebook. Where that comes to something else, the
        roll is taken as the log has it, but for what follows from no rules.
        """
        place, self.tried, unchecked = self.place, len(self.report.mismatches), self.report.unchecked
        try:
            self._carry_out(event)
            return
        except Exception:  # noqa: BLE001 (whatever comes of rules that are not those of the roll)
            del self.report.mismatches[self.tried :]
            self.report.unchecked = unchecked
            self.others.set_apart(event.roll)
        if self.place == place:
            self.comparison.at = event.number, event.roll
            self._carry_out(event)

    def _carry_out(self, event: Event) -> None:
        place = self.place
        if self.others.unruled(event.roll) and event.kind in _BY_RULES:
            self._unruled(event)
            return
        self._too_early(event)
        logged = Logged(event, self.events[place + 1] if place + 1 < len(self.events) else None, self.chain.revealed)
        try:
            behind(logged)(self._context(event))
        except RulebookChanged:
            if self.place == place:
                self._unruled(event)
            return
        except OddsmithError as error:
            if self.place > place or not self.unsure.names or event.kind not in _SPENDS:
                self._refused(event, error)
            self._with_plenty(logged)
        if self.place == place:
            self._unexplained(event)

    def _unruled(self, event: Event) -> None:
        """Take what only the rules of a roll explain, and those are not here: check its dice, and let it happen."""
        roll = self.state.rolls.get(event.roll or "")
        landed, expected = event.everything.get("landed"), None
        if event.kind in _BY_RULES:
            dice = roll.open.pending_dice if roll is not None and roll.open is not None else None
            self.comparison.same("who does it", event.by, None)
            if roll is not None and dice is not None:
                if dice.witnesses:
                    self._too_early(event)
                expected = commit_reveal.landed(self.state, roll, dice)
        if isinstance(landed, Mapping):
            self._seed(event, landed)
        self.comparison.values("landed", landed, expected)
        self.redacted.begun(event, roll)
        self._happens(event)

    def _with_plenty(self, logged: Logged) -> None:
        """Carry out the same command once more, with as much of all that is not known as anybody may have."""
        self.report.unchecked += 1
        self.unsure.lend()
        unsure = dataclasses.replace(logged.revealed, unsure=self.unsure.names)
        try:
            behind(dataclasses.replace(logged, revealed=unsure))(self._context(logged.event))
        except OddsmithError as error:
            self._refused(logged.event, error)
        finally:
            self.unsure.take_back()

    def _context(self, event: Event) -> CommandContext:
        actor = self.state.members.get(event.by or "") if event.kind != "member.joined" else None
        if event.by is not None and event.kind != "member.joined" and (actor is None or actor.left):
            self.comparison.differs("who does it", event.by, "somebody who has a seat")
            raise _Stop
        return LoggedContext(
            self.state, actor, event.at, self.past, self.events, lambda: self.place, self.others, self.written
        )

    def written(self, draft: Draft) -> Event:
        """Let a command write an event: it must be the next one of the log, which then happens."""
        comparison = self.comparison
        if self.place == len(self.events):
            if not self.chain.whole:  # what is there could not be read, and that is told
                raise _Stop
            comparison.at = len(self.events), draft.roll
            comparison.differs("what comes next", "the end of the log", f"{draft.kind}, which was written at once")
            raise _Stop
        event = self.events[self.place]
        comparison.at = event.number, event.roll
        if (event.kind, event.roll) != (draft.kind, draft.roll):
            comparison.at = event.number, event.roll if event.kind == draft.kind else draft.roll or event.roll
            comparison.differs("what comes of it", named(event.kind, event.roll), named(draft.kind, draft.roll))
            raise _Stop
        comparison.same("who does it", event.by, draft.by)
        comparison.same("who sees it", event.visibility, draft.visibility)
        lacks = self._may_lack.difference(event.body)
        comparison.same("what everybody sees of it", sorted(event.body), sorted(draft.body.keys() - lacks))
        if (draft.hidden is None) != (event.sealed is None):
            comparison.differs("its hidden part", there(event.sealed), there(draft.hidden))
        elif draft.hidden is not None and event.hidden is None:
            comparison.differs("its hidden part", "not there", f"there, as in the other events of {event.roll}")
            raise _Stop
        self._fields(event, {**draft.body, **(draft.hidden or {})})
        if self.others.tries(event.roll) and len(self.report.mismatches) > self.tried:
            raise _Stop
        self._happens(event)
        return event

    def _happens(self, event: Event) -> None:
        self._fresh(event)
        self.unsure.take_back()
        self.tally.take(event, self.state)
        if event.kind == "character.changed":
            self.unsure.settle(event)
        apply(self.state, event)
        self._passed(event)

    def _passed(self, event: Event) -> None:
        if event.number != self.state.number:
            self.state.pass_by(event)
        if event.roll is not None:
            self.past[event.roll].append(event)
        self.report.events += 1
        self.place += 1

    # -- what a command writes

    def _fields(self, event: Event, body: Mapping[str, Any]) -> None:
        found, expected = what_happened(event.everything, canonical.safe(body)[0])
        for part in sorted({*expected, *found}):
            here, there = found.get(part), expected.get(part)
            if part in self._may_lack and part not in found:
                continue
            by_name = part == "phrases" and here == found.get("options")  # as versions before wrote some options
            if part == "rulebook" and event.roll in self.others.rolls:
                continue  # told of as a whole
            if part == "seal" or (part == "version" and isinstance(here, str)) or by_name:
                continue  # fresh randomness; rules of other versions are remarked on
            if part in ("landed", "let_go") and isinstance(here, Mapping):
                self._seed(event, here)
            if part == "stretch" and isinstance(here, Mapping) and isinstance(there, Mapping):
                here, there = {**here, "next": ""}, {**there, "next": ""}
                if "unasked" not in here and not self.state.names_unasked:
                    del there["unasked"]  # of a version that did not write it down
            if part == "resources" and event.kind == "character.changed":
                here, there = self.unsure.without(event, here), self.unsure.without(event, there)
            self.comparison.values(part, here, there)

    @property
    def _may_lack(self) -> frozenset[str]:
        return _MAY_STILL_LACK if self.state.asks_rollers else _MAY_LACK

    def _seed(self, event: Event, shown: Mapping[str, Any]) -> None:
        """Check that a seed which is revealed is the one that was sealed before."""
        sealed = self.used.get(event.roll or "")
        if sealed is not None and fair.seal(self.state.table, fair.checked("seed", shown["seed"])) != sealed:
            self.comparison.differs("the seed", shown["seed"], f"the one sealed as {sealed}")

    def _fresh(self, event: Event) -> None:
        """Check that a seal is new: a seed that was revealed is no secret any more."""
        begun = event.body.get("stretch")
        if isinstance(begun, Mapping) and event.roll is not None:
            self.used[event.roll] = begun["seal"]
        shown = shown_seal(event.kind, event.body)
        if shown is not None:
            _, new = shown
            fair.checked("seal", new)
            if new in self.seals:
                self.comparison.differs("the next seal", new, "one that was never there before")
            self.seals.add(new)

    # -- what cannot be

    def _refused(self, event: Event, error: OddsmithError) -> None:
        """Write down that no table would have let that happen."""
        if event.kind in _OPENED and getattr(error, "field", "") in ("hand", "option"):
            self._opened_another(event, _OPENED[event.kind])
            raise _Stop
        who = self.state.members.get(event.by or "")
        name = f"{event.by} ({who.name}, {who.role})" if who is not None else event.by or "the table"
        self.comparison.differs(f"what {name} does", named(event.kind, event.roll), f"refused: “{error}”")
        raise _Stop

    def _opened_another(self, event: Event, kind: str) -> None:
        """Write down that somebody opened another thing than they had committed to; it shows in a later event."""
        later = next(e for e in self.events[self.place :] if e.kind == kind and e.roll == event.roll)
        self.comparison.at = later.number, later.roll
        shown = later.everything.get("hands") or later.everything.get("sides")
        expected = "what was committed to, with its nonce"
        self.comparison.differs(f"what {event.everything['member']} opened", shown, expected)

    def _too_early(self, event: Event) -> None:
        """Check that time is up for what happens by itself when it is."""
        early = too_early(event, self.state.rolls.get(event.roll or ""))
        if early is not None:
            whom, by = early
            self.comparison.differs(f"the time at which the table waits no longer for {whom}", by, "when time is up")
            raise _Stop

    def _unexplained(self, event: Event) -> None:
        """Write down that nothing which happened before leads to this."""
        expected = "nothing of the kind"
        if event.roll is not None and event.kind.startswith("roll."):
            expected += f": {standing(self.state.rolls.get(event.roll))}"
        self.comparison.differs("what comes next", event.kind, expected)
        raise _Stop

    # -- what the log does not show

    def _redacted(self, event: Event) -> bool:
        if event.roll is None or event.kind == "note.written":
            return False
        if event.kind == "roll.opened":
            return event.visibility != "everyone" and event.hidden is None
        return event.roll in self.redacted.rolls

    def _hidden_note(self, event: Event) -> None:
        member = self.state.members.get(event.by or "")
        if member is None or member.left or member.role == "observer":
            self.comparison.differs("who writes it", event.by, "a player or host")
        if event.roll is not None and event.roll not in self.state.rolls and event.roll not in self.redacted.rolls:
            self.comparison.differs("the roll that it is about", event.roll, "one that was opened before")
        self.redacted.note(event)
        apply(self.state, event)
        self._passed(event)

    def _parts(self, event: Event) -> None:
        """Check that hidden parts which are shown are all there are, and as they were sealed."""
        parts = event.body["events"]
        if event.kind == "note.shown":
            numbers = {event.body["note"]}
        else:
            before = ((n, roll) for n, (_, roll) in self.chain.sealed.items() if n < event.number)
            numbers = {number for number, roll in before if roll == event.roll}
        if set(parts) != set(map(str, numbers)):
            self.comparison.differs("which events it shows", sorted(parts), sorted(map(str, numbers)))
            raise _Stop
        for number in sorted(numbers):
            part = parts[str(number)]
            digest = seal(canonical.text(part["hidden"]), part["salt"])
            what = f"the hidden part of event {number}"
            self.comparison.same(what, self.chain.sealed[number][0], digest)
