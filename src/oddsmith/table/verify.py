"""Checking a log that somebody was given, with nothing but the log.

Everything is computed again: the chain of digests, what seals and pledges committed to, the seeds of all dice, every
roll from its seed by its rules, and what it did to sheets. What does not match is told, event by event.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import oddsmith
from oddsmith.errors import BadInput, OddsmithError
from oddsmith.table import canonical, effects, fair
from oddsmith.table.asked import asked
from oddsmith.table.event import BEGINNING, Event, read, seal
from oddsmith.table.export import SCHEMA
from oddsmith.table.replay import Standing, replay
from oddsmith.table.rolls import standing_body, witnesses
from oddsmith.table.state import KINDS, State
from oddsmith.table.things import Act, Choosing, OpenRoll, Roll

#: Who reads a log does not know what the server kept to itself; nothing that is checked depends on it.
_UNKNOWN: Final = {"token": "", "seed": "", "secret": "", "hand": "", "option": "", "nonce": ""}


@dataclass(frozen=True)
class Mismatch:
    """Something that is not as it should be. number: of the event. what: which part of it."""

    number: int
    roll: str | None
    what: str
    found: Any
    expected: Any

    def __str__(self) -> str:
        place = f"event {self.number}" + (f" ({self.roll})" if self.roll else "")
        return f"{place}: {self.what} is {_short(self.found)}; it should be {_short(self.expected)}."


@dataclass
class Report:
    """What came of a check. hidden: rolls that this log does not show. unfinished: rolls that were not over."""

    table: str
    events: int = 0
    rolls: int = 0
    hidden: int = 0
    unfinished: int = 0
    mismatches: list[Mismatch] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def verify(log: Any) -> Report:
    """Check a log; BadInput when it is not one."""
    if not isinstance(log, dict) or log.get("schema") != SCHEMA or not isinstance(log.get("events"), list):
        raise BadInput("log", log if isinstance(log, str) else "this file", f"a log of a table ({SCHEMA})")
    return _Check(log).run()


class _Check:
    def __init__(self, log: Mapping[str, Any]) -> None:
        self.log = log
        self.report = Report(str(log.get("table", "")))
        self.state = State(self.report.table)
        self.previous = BEGINNING
        self.shown = _shown(log["events"])
        self.unseen: set[str] = set()
        self.sealed: dict[int, tuple[str, str | None]] = {}  # by event: the digest of its hidden part, and its roll
        self.seals: dict[str, tuple[str, int, int]] = {}  # by roll: the seal in use, when it began, how long to wait
        self.place: tuple[int, str | None] = 0, None  # number and roll of the event that is being looked at

    def run(self) -> Report:
        events: list[Event] = []
        for number, document in enumerate(self.log["events"], start=1):
            self.place = number, document.get("roll") if isinstance(document, dict) else None
            try:
                events.append(self._read(document))
                self._chain(events[-1], document["digest"])
                self._seen(events[-1])
            except (LookupError, TypeError, ValueError, AssertionError, AttributeError, OddsmithError) as error:
                self._differs("the event", f"one that cannot be ({type(error).__name__}: {error})", "one that can")
                return self.report  # nothing after it can be relied on
            self.report.events += 1
        self._end(events)
        return self.report

    def _end(self, events: Sequence[Event]) -> None:
        if events:
            self._same("the digest of the whole log", self.log.get("digest"), self.previous)
        self.report.hidden = len(self.unseen)
        self.report.unfinished = len(self.state.open_rolls)
        written = {v for e in events if e.kind == "roll.opened" and (v := e.everything.get("version"))}
        others = sorted(map(str, written - {oddsmith.__version__}))
        if others:
            self.report.remarks.append(
                f"Some rolls were made by Oddsmith {', '.join(others)}; this is {oddsmith.__version__}, "
                "whose rules may differ."
            )

    # -- the chain

    def _read(self, document: Any) -> Event:
        """An event, with its hidden part if that was shown later."""
        event = read(document, _UNKNOWN)
        part = self.shown.get(str(event.number))
        if event.hidden is None and part is not None:
            return dataclasses.replace(event, hidden=part["hidden"], salt=part["salt"])
        return event

    def _chain(self, event: Event, stated: str) -> None:
        self._same("the table", event.table, self.report.table)
        self._same("the number", event.number, self.state.number + 1)
        self._same("the digest of the event before it", event.previous, self.previous)
        self._same("its digest", stated, event.digest)
        self.previous = stated  # what is wrong once is told once
        if event.at < self.state.at:
            self._differs("its time", event.at, f"{self.state.at} or later")
        if event.hidden is not None:
            self._same("the digest of its hidden part", event.sealed, seal(event.hidden_text or "", event.salt or ""))
        if event.sealed is not None:
            self.sealed[event.number] = event.sealed, event.roll
        if event.kind not in KINDS:
            raise BadInput("kind", event.kind, "a kind of event that this version knows")

    # -- what happened

    def _seen(self, event: Event) -> None:
        state = self.state
        if self._not_shown(event):
            self._hidden(event)
            return
        if "stretch" in event.everything and isinstance(event.everything["stretch"], Mapping):
            self._stretch(event, event.everything["stretch"])
        roll = state.rolls.get(event.roll) if event.roll is not None and event.kind != "note.written" else None
        if roll is not None and roll.open is not None:
            self._open_roll(event, roll, roll.open)
        elif event.kind == "note.written":
            self._note(event)
        elif event.kind == "note.shown":
            note = state.notes[event.body["note"]]
            self._same("who shows the note", event.by, note.by)
            self._parts(event, {event.body["note"]})
        elif event.kind == "roll.shown":
            self._roll_shown(event)
        elif event.kind == "roll.undone" and roll is not None:
            self._same("what is taken back", event.everything["effects"], effects.opposite(roll.effects))
        elif event.kind == "roll.opened":
            request = event.everything
            asked(request["system"], request["action"], request["inputs"], request["options"])
        state.apply(event)

    def _not_shown(self, event: Event) -> bool:
        if event.roll is None or event.kind == "note.written":
            return False
        if event.kind == "roll.opened":
            return event.visibility != "everyone" and event.hidden is None
        return event.roll not in self.state.rolls

    def _hidden(self, event: Event) -> None:
        """A roll that this log does not show. Seals and pledges go on all the same."""
        state = self.state
        assert event.roll is not None
        self.unseen.add(event.roll)
        begun = event.body.get("stretch")
        if isinstance(begun, Mapping):
            self._stretch(event, begun)
            state.members[begun["member"]].seal = begun["next"]
            for witness in begun["witnesses"]:
                state.members[witness].pledge = None
        if event.kind == "roll.witnessed":
            state.members[event.body["member"]].pledge = event.body["pledge"]
        elif event.kind == "roll.shown":
            self._roll_shown(event)
        state.count(event.roll)
        state.number, state.digest, state.at = event.number, event.digest, event.at

    def _note(self, event: Event) -> None:
        """A note tells its text to all, or nothing but that there is one."""
        hidden = event.visibility != "everyone"
        self._same("whether it is sealed", event.sealed is not None, hidden)
        self._same("what all may read of it", sorted(event.body), [] if hidden else ["text"])

    def _roll_shown(self, event: Event) -> None:
        self._parts(event, {number for number, (_, roll) in self.sealed.items() if roll == event.roll})

    def _parts(self, event: Event, numbers: set[int]) -> None:
        """What was hidden is shown: all of it, as it was sealed."""
        parts = event.body["events"]
        self._same("which events it shows", sorted(parts), sorted(map(str, numbers)))
        for number in sorted(numbers):
            part = parts.get(str(number))
            if part is not None:
                digest = seal(canonical.text(part["hidden"]), part["salt"])
                self._same(f"the digest of the hidden part of event {number}", self.sealed[number][0], digest)

    def _stretch(self, event: Event, begun: Mapping[str, Any]) -> None:
        """Dice begin to fall: with the seal that stood, and nobody left out who had pledged."""
        assert event.roll is not None
        member = self.state.members[begun["member"]]
        self._same("the seal that is used", begun["seal"], member.seal)
        self._same("the witnesses", begun["witnesses"], witnesses(self.state, begun["nonces"]))
        for name, nonce in begun["nonces"].items():
            fair.checked(f"the nonce of {name}", nonce)
        self.seals[event.roll] = begun["seal"], event.at, begun["wait"]

    def _open_roll(self, event: Event, roll: Roll, opened: OpenRoll) -> None:
        body = event.everything
        match event.kind:
            case "roll.witnessed":
                stretch = opened.stretch
                assert stretch is not None
                nonce = fair.pledge(self.state.table, body["member"], fair.checked("nonce", body["nonce"]))
                self._same("what the nonce was pledged as", nonce, stretch.witnesses[body["member"]])
            case "roll.answered":
                assert opened.waits is not None
                if body["option"] not in opened.waits["options"]:
                    self._differs("the option", body["option"], f"one of {opened.waits['options']}")
                decider = self.state.members[event.by or ""]
                if decider.role != "host" and decider.id not in opened.waits["deciders"]:
                    self._differs("who decides", event.by, f"one of {opened.waits['deciders']}")
            case "roll.met":
                self._met(event, roll, opened)
            case "roll.chosen" | "roll.late" | "roll.revealed":
                assert opened.choosing is not None
                self._choosing(event, roll, opened.choosing)
            case "roll.waits" | "roll.finished":
                acts = [*opened.acts, *self._landed(event, roll, opened)]
                self._result(event, roll, opened, acts)
            case "roll.undone":
                self._same("what is taken back", body["effects"], [])

    def _landed(self, event: Event, roll: Roll, opened: OpenRoll) -> Iterator[Act]:
        """Dice have fallen: by what the seal committed to and everybody's nonces."""
        landed, stretch = event.everything.get("landed"), opened.stretch
        if (landed is None) != (stretch is None):
            self._differs("the seed", landed, "there" if stretch is not None else "not there")
        if landed is None or stretch is None:
            return
        committed, began, wait = self.seals[roll.id]
        seed = fair.checked("seed", landed["seed"])
        self._same("what the seed was sealed as", fair.seal(self.state.table, seed), committed)
        self._same("who was late", landed["missing"], sorted(stretch.witnesses))
        if landed["missing"] and event.at < began + wait:
            self._differs("the time", event.at, f"{began + wait} or later, since not all witnesses had come")
        expected = fair.stretch_seed(self.state.table, roll.id, stretch.number, seed, stretch.nonces).hex()
        self._same("the seed of the faces", landed["faces_seed"], expected)
        yield "seed", expected

    def _met(self, event: Event, roll: Roll, opened: OpenRoll) -> None:
        """Two hands were opened: they are those that were committed to, and who was late forfeits."""
        round_, body = opened.round, event.everything
        assert round_ is not None
        for member in round_.between:
            hand = body["hands"][member]
            if hand is not None:
                nonce = fair.checked("nonce", body["nonces"][member])
                committed = fair.thrown(self.state.table, roll.id, round_.number, member, hand, nonce)
                self._same(f"what {member} had committed to", round_.thrown.get(member), committed)
        late = [m for m in round_.between if body["hands"][m] is None]
        if len(round_.thrown) < len(round_.between):
            late = [m for m in round_.between if m not in round_.thrown]
        self._same("who forfeits", body["forfeit"], late)
        if late:
            self._not_before(event, round_.until)
        mine, theirs = round_.between
        if late:
            face = fair.forfeited(mine in late, theirs in late)
        else:
            face = fair.met(body["hands"][mine], body["hands"][theirs])
        self._same("the face", body["face"], face)

    def _choosing(self, event: Event, roll: Roll, choosing: Choosing) -> None:
        """Options are taken unseen: by those whose they are, opened as committed, and the first by who was late."""
        body = event.everything
        waiting = [who for who in choosing.options if who not in choosing.chosen]
        match event.kind:
            case "roll.chosen":
                self._same("who chooses", body["member"], event.by)
                decider = self.state.members[event.by or ""]
                if decider.role != "host" and decider.id not in choosing.deciders[body["who"]]:
                    self._differs("who chooses", event.by, f"one of {choosing.deciders[body['who']]}")
            case "roll.late":
                self._same("who is late", body["late"], waiting)
                self._not_before(event, choosing.until)
            case _:
                self._same("the sides", [side["who"] for side in body["sides"]], list(choosing.options))
                self._same("who had not chosen", waiting, [who for who in waiting if who in choosing.late])
                if any(side["option"] is None for side in body["sides"] if side["who"] not in choosing.late):
                    self._not_before(event, choosing.until)
                for side in body["sides"]:
                    self._side(roll, choosing, side)

    def _side(self, roll: Roll, choosing: Choosing, side: Mapping[str, Any]) -> None:
        who, option = side["who"], side["option"]
        member, committed = choosing.chosen.get(who, (None, None))
        self._same(f"who chose as {who}", side["member"], member)
        self._same(f"what {who} takes", side["taken"], option or choosing.options[who][0])
        if option is not None:
            nonce = fair.checked("nonce", side["nonce"])
            digest = fair.chosen(self.state.table, roll.id, choosing.number, who, side["member"], option, nonce)
            self._same(f"what {who} had committed to", committed, digest)
            if option not in choosing.options[who]:
                self._differs(f"the option of {who}", option, f"one of {choosing.options[who]}")

    def _not_before(self, event: Event, until: int | None) -> None:
        if event.at < (until or 0):
            self._differs("the time", event.at, f"{until} or later, since somebody was late")

    def _result(self, event: Event, roll: Roll, opened: OpenRoll, acts: Sequence[Act]) -> None:
        """The rules, run over what happened, come to what the event says."""
        request = opened.request
        what = asked(request["system"], request["action"], request["inputs"], request["options"])
        standing: Standing = replay(what, request["source"], acts)
        self._same("what it comes to", event.kind, "roll.finished" if standing.run is not None else "roll.waits")
        expected, _ = canonical.safe(standing_body(self.state, roll, what, standing, acts))
        found = event.everything
        for part in sorted(expected):
            # Who may decide depends on who sees the roll; whoever is shown part of a log need not know all of that.
            if part != "deciders":
                self._compare(part, found.get(part), expected[part])
        if standing.run is not None:
            self.report.rolls += 1

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
        self._same(what, found, expected)

    def _same(self, what: str, found: Any, expected: Any) -> None:
        if found != expected:
            self._differs(what, found, expected)

    def _differs(self, what: str, found: Any, expected: Any) -> None:
        self.report.mismatches.append(Mismatch(*self.place, what, found, expected))


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


def _lists(value: Any) -> Any:
    """Tuples as JSON has them."""
    return list(value) if isinstance(value, tuple) else value


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else canonical.text(value) if isinstance(value, list | dict) else str(value)
    return text if len(text) <= 100 else f"{text[:97]}..."
