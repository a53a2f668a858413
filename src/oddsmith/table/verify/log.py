"""Checking a log that somebody was given, with nothing but the log.

Every command is carried out again at a table of its own, with the randomness that the log reveals, and must write the
same events: who may do what, seals, pledges, seeds, faces, results by the rules, and what they did to sheets. What no
command would have written is a mismatch. `retrace` finds the commands, `unseen` checks what the log does not show.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final

import oddsmith
from oddsmith.errors import BadInput, OddsmithError
from oddsmith.table.commands.context import CommandContext
from oddsmith.table.commands.rolling import commit_reveal
from oddsmith.table.domain.event import BEGINNING, Draft, Event, moment, read, seal
from oddsmith.table.domain.models import Resource, Roll
from oddsmith.table.domain.state import KINDS, State
from oddsmith.table.fairness import canonical, fair
from oddsmith.table.reports.export import SCHEMA
from oddsmith.table.verify.log_commands import Revealed, command, relative, revealed
from oddsmith.table.verify.redacted_rolls import RedactedRolls
from oddsmith.table.verify.report import Mismatch, Report
from oddsmith.table.verify.tally import Tally

#: What something unknown may be worth: more than any roll ever spends.
_PLENTY: Final = 2**53

#: What a log that is not whole makes of code that relies on it.
_BROKEN = (LookupError, TypeError, ValueError, AssertionError, AttributeError, RecursionError)


def verify(log: Any) -> Report:
    """Check a log; BadInput when it is not one."""
    if not isinstance(log, dict) or log.get("schema") != SCHEMA or not isinstance(log.get("events"), list):
        raise BadInput("log", log if isinstance(log, str) else "this file", f"a log of a table ({SCHEMA})")
    return _Check(log).run()


#: What may be refused for want of something, of which a log may not show all there is.
_SPENDS: Final = frozenset({"roll.opened", "character.changed"})

#: Where it shows what somebody opened.
_OPENED: Final = {"roll.bared": "roll.met", "roll.disclosed": "roll.revealed"}


class _Stop(Exception):
    """What follows cannot be checked."""


class _Check:
    def __init__(self, log: Mapping[str, Any]) -> None:
        self.log = log
        self.report = Report(str(log.get("table", "")))
        self.state = State(self.report.table)
        self.events: list[Event] = []
        self.known = Revealed({}, {}, {})
        self.place = 0  # of the event that is next
        self.at: tuple[int, str | None] = 0, None  # number and roll of the event that is looked at
        self.redacted = RedactedRolls(self.state, self.same)
        self.tally = Tally()
        self.shown: dict[str, Any] = {}  # hidden parts that were shown later, by number of the event
        self.sealed: dict[int, tuple[str, str | None]] = {}  # by number: the digest of its hidden part, and its roll
        self.past: dict[str, list[Event]] = defaultdict(list)
        self.seals: set[str] = set()
        self.unsure: set[tuple[str, str]] = set()  # resources of characters that a hidden roll may have changed
        self.plenty: list[Resource] = []  # of which there is as much as anybody may have, for one command
        self.used: dict[str, str] = {}  # the last seal of a roll

    def run(self) -> Report:
        whole = self._read()
        while self.place < len(self.events) and self.report.stopped is None:
            event = self.events[self.place]
            self.at = event.number, event.roll
            try:
                self._step(event)
            except _Stop:
                self.report.stopped = self.at[0]
            except _BROKEN:
                self._broken(f"{event.kind} needs")
                self.report.stopped = self.at[0]
        if not whole and self.report.stopped is None:
            self.report.stopped = len(self.events) + 1
        self._end()
        return self.report

    # -- the chain

    def _read(self) -> bool:
        """All events, and the chain that holds them together; False when not all of it can be read."""
        whole = self._read_events()
        bodies = [(event.kind, event.roll, event.everything) for event in self.events]
        self.known = revealed(bodies)
        self.events = [dataclasses.replace(event, secret=self.known.secret(event)) for event in self.events]
        return whole

    def _read_events(self) -> bool:
        self.shown = _shown(self.log["events"])
        previous, before = BEGINNING, 0
        for number, document in enumerate(self.log["events"], start=1):
            self.at = number, document.get("roll") if isinstance(document, dict) else None
            kind = document.get("kind") if isinstance(document, dict) else None
            if isinstance(kind, str) and kind not in KINDS:
                self.differs("its kind", kind, "one that this version knows")
                return False
            try:
                event = self._event(document)
                stated = document["digest"]
                self._chain(event, stated, number, previous, before)
            except (*_BROKEN, OddsmithError):
                self._broken("an event has")
                return False
            self.events.append(event)
            previous, before = stated, event.at
        if self.events:
            self.at = len(self.events), None
            self.same("the digest of the whole log", self.log.get("digest"), previous)
            self.same("the number of its last event", self.log.get("number"), len(self.events))
        return True

    def _event(self, document: Any) -> Event:
        """An event, with its hidden part if that was shown later."""
        event = read(document)
        part = self.shown.get(str(event.number))
        if event.hidden is None and event.sealed is not None and part is not None:
            event = dataclasses.replace(event, hidden=part["hidden"], salt=part["salt"])
        if not isinstance(event.everything, dict) or not isinstance(event.by, str | None):
            raise TypeError("not an event")
        return event

    def _chain(self, event: Event, stated: str, number: int, previous: str, before: int) -> None:
        self.same("the table", event.table, self.report.table)
        self.same("the number", event.number, number)
        self.same("the digest of the event before it", event.previous, previous)
        self.same("its digest", stated, event.digest)
        if event.at < before:
            self.differs("its time", moment(event.at), f"{moment(before)} or later")
        if event.hidden is not None:
            self.same("the digest of its hidden part", event.sealed, seal(event.hidden_text or "", event.salt or ""))
        if event.sealed is not None:
            self.sealed[event.number] = event.sealed, event.roll

    # -- what happened

    def _step(self, event: Event) -> None:
        """One command and the events it wrote, or an event of which this log shows only that there is one."""
        if self._not_shown(event):
            self.redacted.take(event)
            self._fresh(event)
            if event.kind in ("roll.finished", "roll.undone"):
                self._forget_values()
            self._passed(event)
            return
        if event.kind == "note.written" and event.sealed is not None and event.hidden is None:
            self._hidden_note(event)
            return
        if event.kind in ("roll.shown", "note.shown"):
            self._parts(event)
        place = self.place
        self._too_early(event)
        after = self.events[place + 1] if place + 1 < len(self.events) else None
        try:
            command(event, after, self.known)(self._context(event))
        except OddsmithError as error:
            if self.place > place or not self.unsure or event.kind not in _SPENDS:
                self._refused(event, error)
            self._again(event, after)
        if self.place == place:
            self._unexplained(event)

    def _again(self, event: Event, after: Event | None) -> None:
        try:
            self._lenient(event, after)
        except OddsmithError as error:
            self._refused(event, error)

    def _context(self, event: Event) -> CommandContext:
        actor = self.state.members.get(event.by or "") if event.kind != "member.joined" else None
        if event.by is not None and event.kind != "member.joined" and (actor is None or actor.left):
            self.differs("who does it", event.by, "somebody who has a seat")
            raise _Stop
        return _Redo(self, actor, event.at)

    def written(self, draft: Draft) -> Event:
        """A command writes an event: it must be the next one of the log, which then happens."""
        if self.place == len(self.events):
            self.at = len(self.events), draft.roll
            self.differs("what comes next", "the end of the log", f"{draft.kind}, which was written at once")
            raise _Stop
        event = self.events[self.place]
        self.at = event.number, event.roll
        if (event.kind, event.roll) != (draft.kind, draft.roll):
            self.at = event.number, event.roll if event.kind == draft.kind else draft.roll or event.roll
            self.differs("what comes of it", _named(event.kind, event.roll), _named(draft.kind, draft.roll))
            raise _Stop
        self.same("who does it", event.by, draft.by)
        self.same("who sees it", event.visibility, draft.visibility)
        self.same("what everybody sees of it", sorted(event.body), sorted(draft.body))
        if (draft.hidden is None) != (event.sealed is None):
            self.differs("its hidden part", _there(event.sealed), _there(draft.hidden))
        self._compare_all(event, {**draft.body, **(draft.hidden or {})})
        self._fresh(event)
        self._enough()
        self.tally.take(event, self.state)
        if event.kind == "character.changed":
            self._values(event)
        self.state.apply(event)
        self._passed(event)
        return event

    def _passed(self, event: Event) -> None:
        if event.number != self.state.number:
            self.state.pass_by(event)
        if event.roll is not None:
            self.past[event.roll].append(event)
        self.report.events += 1
        self.place += 1

    def _compare_all(self, event: Event, body: Mapping[str, Any]) -> None:
        expected, _ = canonical.safe(body)
        found = event.everything
        for part in sorted({*expected, *found}):
            here, there = found.get(part), expected.get(part)
            if part == "seal" or (part == "version" and isinstance(here, str)):
                continue  # fresh randomness; rules of other versions are remarked on
            if part in ("landed", "let_go") and isinstance(here, Mapping):
                self._seed(event, here)
            if part == "stretch" and isinstance(here, Mapping) and isinstance(there, Mapping):
                here, there = {**here, "next": ""}, {**there, "next": ""}
            if part == "resources" and event.kind == "character.changed":
                here, there = self._sure(event, here), self._sure(event, there)
            self._compare(part, here, there)

    def _seed(self, event: Event, shown: Mapping[str, Any]) -> None:
        """A seed that is revealed is the one that was sealed before."""
        sealed = self.used.get(event.roll or "")
        if sealed is not None and fair.seal(self.state.table, fair.checked("seed", shown["seed"])) != sealed:
            self.differs("the seed", shown["seed"], f"the one sealed as {sealed}")

    def _fresh(self, event: Event) -> None:
        """Every seal is new: a seed that was revealed is no secret any more."""
        begun = event.body.get("stretch")
        new = begun.get("next") if isinstance(begun, Mapping) else event.body.get("seal")
        if isinstance(begun, Mapping) and event.roll is not None:
            self.used[event.roll] = begun["seal"]
        if isinstance(begun, Mapping) or event.kind == "member.joined":
            fair.checked("seal", new if isinstance(new, str) else "")
            if new in self.seals:
                self.differs("the next seal", new, "one that was never there before")
            self.seals.add(str(new))

    # -- what cannot be

    def _refused(self, event: Event, error: OddsmithError) -> None:
        """No table would have let that happen."""
        if event.kind in _OPENED and getattr(error, "field", "") in ("hand", "option"):
            self._other(event, _OPENED[event.kind])
            raise _Stop
        who = self.state.members.get(event.by or "")
        name = f"{event.by} ({who.name}, {who.role})" if who is not None else event.by or "the table"
        self.differs(f"what {name} does", _named(event.kind, event.roll), f"refused: “{error}”")
        raise _Stop

    def _other(self, event: Event, kind: str) -> None:
        """What somebody opened is not what they had committed to; it shows in a later event."""
        shown = next(e for e in self.events[self.place :] if e.kind == kind and e.roll == event.roll)
        self.at = shown.number, shown.roll
        told = shown.everything.get("hands") or shown.everything.get("sides")
        expected = "what was committed to, with its nonce"
        self.differs(f"what {event.everything['member']} opened", told, expected)

    def _too_early(self, event: Event) -> None:
        """What happens by itself when time is up: it is up."""
        roll = self.state.rolls.get(event.roll or "")
        if event.by is not None or roll is None or roll.open is None:
            return
        stretch, throws, choosing = roll.open.pending_dice, roll.open.throws, roll.open.choices
        until, whom = None, ""
        if stretch is not None and event.kind in ("roll.waits", "roll.finished"):
            until, whom = stretch.until, ", ".join(sorted(stretch.witnesses))
        elif throws is not None and event.kind == "roll.met":
            until, whom = throws.until, " and ".join(throws.between)
        elif choosing is not None and event.kind in ("roll.late", "roll.revealed"):
            until, whom = choosing.until, " and ".join(choosing.options)
        if until is not None and event.at < until:
            early = f"{commit_reveal.seconds(until - event.at)} too early"
            self.differs(f"the time at which the table waits no longer for {whom}", early, "when time is up")
            raise _Stop

    def _unexplained(self, event: Event) -> None:
        """Nothing that happened before leads to this."""
        if event.roll is not None and event.kind.startswith("roll."):
            self.differs(
                "what comes next", event.kind, f"nothing of the kind: {_stands(self.state.rolls.get(event.roll))}"
            )
        else:
            self.differs("what comes next", event.kind, "nothing of the kind")
        raise _Stop

    # -- what the log does not show

    def _not_shown(self, event: Event) -> bool:
        if event.roll is None or event.kind == "note.written":
            return False
        if event.kind == "roll.opened":
            return event.visibility != "everyone" and event.hidden is None
        return event.roll in self.redacted.rolls

    def _hidden_note(self, event: Event) -> None:
        member = self.state.members.get(event.by or "")
        if member is None or member.left or member.role == "observer":
            self.differs("who writes it", event.by, "a player or host")
        self.same("what all may read of it", sorted(event.body), [])
        self.state.apply(event)
        self._passed(event)

    def _forget_values(self) -> None:
        """A roll that is not shown may have changed any resource. What other rolls do to sheets does not depend on it,
        but follows from what all know who see them; only whoever knows more may have more to spend.
        """
        for character in self.state.characters.values():
            self.unsure |= {(character.id, name) for name in character.resources}

    def _lenient(self, event: Event, after: Event | None) -> None:
        """The same command once more, with as much of all that is not known as anybody may have."""
        self.report.unchecked += 1
        self.plenty = [
            resource
            for character in self.state.characters.values()
            for name, resource in character.resources.items()
            if (character.id, name) in self.unsure
        ]
        for resource in self.plenty:
            resource.value += _PLENTY
        try:
            command(event, after, dataclasses.replace(self.known, unsure=self.unsure))(self._context(event))
        finally:
            self._enough()

    def _enough(self) -> None:
        for resource in self.plenty:
            resource.value -= _PLENTY
        self.plenty = []

    def _values(self, event: Event) -> None:
        """A resource that somebody gives a value is known again."""
        character = event.body["character"]
        for name, change in (event.body.get("resources") or {}).items():
            if not relative(change):
                self.unsure.discard((character, name))

    def _sure(self, event: Event, resources: Any) -> Any:
        """Changes of resources but those that were not looked at, since they build on what is not known."""
        if not self.plenty or not isinstance(resources, Mapping):
            return resources
        name = event.body["character"]
        sure = {key: new for key, new in resources.items() if not (relative(new) and (name, key) in self.unsure)}
        return sure or None

    def _parts(self, event: Event) -> None:
        """What was hidden is shown: all of it, as it was sealed."""
        parts = event.body["events"]
        if event.kind == "note.shown":
            numbers = {event.body["note"]}
        else:
            numbers = {number for number, (_, roll) in self.sealed.items() if roll == event.roll}
        if set(parts) != set(map(str, numbers)):
            self.differs("which events it shows", sorted(parts), sorted(map(str, numbers)))
            raise _Stop
        for number in sorted(numbers):
            part = parts[str(number)]
            digest = seal(canonical.text(part["hidden"]), part["salt"])
            self.same(f"the digest of the hidden part of event {number}", self.sealed[number][0], digest)

    # -- the end

    def _end(self) -> None:
        report = self.report
        report.mismatches.sort(key=lambda mismatch: mismatch.number)
        self.tally.into(report)
        report.hidden = len(self.redacted.rolls)
        report.unfinished = len(self.state.open_rolls) + self.redacted.open
        written = {v for e in self.events if e.kind == "roll.opened" and (v := e.everything.get("version"))}
        others = sorted(map(str, written - {oddsmith.__version__}))
        if others:
            report.remarks.append(
                f"Some rolls were made by Oddsmith {', '.join(others)}; this is {oddsmith.__version__}, "
                "whose rules may differ."
            )

    # -- telling

    def _compare(self, what: str, found: Any, expected: Any) -> None:
        """Tell the first place where two values differ."""
        if isinstance(found, dict) and isinstance(expected, Mapping) and found.keys() == expected.keys():
            for name in sorted(found):
                if found[name] != _lists(expected[name]):
                    self._compare(f"{what}.{name}", found[name], expected[name])
                    return
        expected = _lists(expected)
        if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
            for place, (one, other) in enumerate(zip(found, expected, strict=True)):
                if one != _lists(other):
                    self._compare(f"{what}[{place}]", one, other)
                    return
        self.same(what, found, expected)

    def same(self, what: str, found: Any, expected: Any) -> None:
        if found != expected:
            self.differs(what, found, expected)

    def differs(self, what: str, found: Any, expected: Any) -> None:
        self.report.mismatches.append(Mismatch(*self.at, what, found, expected))

    def _broken(self, kind: str) -> None:
        self.differs("the event", "not whole, or of another form", f"with all that {kind}")


class _Redo(CommandContext):
    """A context at which nothing new is written: what a command writes must be in the log already."""

    def __init__(self, check: _Check, actor: Any, now: int) -> None:
        super().__init__(
            check.state, actor, now, "", lambda roll: check.past[roll], lambda number: check.events[number - 1]
        )
        self._check = check

    def emit(self, draft: Draft) -> Event:
        return self._check.written(draft)


def _shown(events: Sequence[Any]) -> dict[str, Any]:
    """Hidden parts of events that were shown later, by number."""
    parts: dict[str, Any] = {}
    for event in events:
        if not isinstance(event, dict) or not isinstance(event.get("body"), dict):
            continue
        if event.get("kind") in ("roll.shown", "note.shown"):
            found = event["body"].get("events")
            parts |= found if isinstance(found, dict) else {}
    return parts


def _stands(roll: Roll | None) -> str:
    """Where a roll stands, in words."""
    if roll is None:
        return "this roll was never opened"
    if roll.open is None:
        return "this roll was taken back" if roll.undone else "this roll is over"
    if roll.open.pending_dice is not None:
        return "its dice are in the air"
    return f"it waits for {roll.open.waits['for'] if roll.open.waits is not None else 'nothing'}"


def _named(kind: str, roll: str | None) -> str:
    return kind if roll is None else f"{kind} of {roll}"


def _there(part: Any) -> str:
    return "not there" if part is None else "there"


def _lists(value: Any) -> Any:
    """Tuples as JSON has them."""
    return list(value) if isinstance(value, tuple) else value
