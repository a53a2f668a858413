"""The state of a table, as its events have made it so far.

Only `fold.apply` changes a state, and only with an event. The server has each table twice: as the thread that writes
sees it, and as those see it who look (there, only what is on disk has happened).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any, Final

from oddsmith.table.domain.event import BEGINNING, Event
from oddsmith.table.domain.models import (
    Audience,
    Character,
    HiddenChange,
    Invite,
    Member,
    Note,
    PendingDice,
    Preset,
    Roll,
    may_see,
)
from oddsmith.table.fairness import fair

#: Events by which somebody may be behind who gives randomness to a roll.
_DIGESTS: Final = 256


class State:
    """A table. number, digest: of its last event. size: the length of all its events in letters."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.number = 0
        self.digest = BEGINNING
        self.at = 0
        self.size = 0
        self.title = ""
        self.advice = True
        self.members: dict[str, Member] = {}
        self.invites: dict[str, Invite] = {}
        self.characters: dict[str, Character] = {}
        self.presets: dict[str, Preset] = {}
        self.rolls: dict[str, Roll] = {}
        self.open_rolls: dict[str, Roll] = {}
        self.hidden_changes: list[HiddenChange] = []
        self.notes: dict[int, Note] = {}  # those that are not for everyone, by the numbers of their events
        self.counts: dict[str, int] = {}
        self.given: set[str] = set()  # pledges of nonces that were given, and are no secret
        self.names_unasked = False  # the log says of dice who was present and not asked; old versions did not
        self.asks_rollers = False  # the log has dice whose roller was asked as witnesses are; in old versions none were
        self._seats: dict[str, Member] = {}
        self._digests: deque[str] = deque(maxlen=_DIGESTS)

    # -- looking

    def seated(self, token: str | None) -> Member | None:
        """Return the member to whom a cookie (its digest) belongs."""
        return None if token is None else self._seats.get(token)

    def sees(self, member: Member, event: Event) -> bool:
        """Return whether a member may see the hidden part of an event."""
        if event.kind == "note.written":
            note = self.notes.get(event.number)
            return event.visibility == "everyone" or (note is not None and self.sees_note(member, note))
        if event.roll is not None:
            return self.sees_roll(member, self.rolls[event.roll])
        return may_see(member, event.visibility, event.by)

    def sees_note(self, member: Member, note: Note) -> bool:
        """Return whether a member may read a note."""
        if note.roll is not None:
            return self.sees_roll(member, self.rolls[note.roll])
        return note.shown or may_see(member, note.visibility, note.by)

    def sees_roll(self, member: Member, roll: Roll) -> bool:
        """Return whether a member may know of a roll more than that there was one."""
        return roll.shown or may_see(member, roll.visibility, roll.member)

    def known_to(self, who: Member | Audience, roll: Roll) -> bool:
        """Return whether somebody, or everybody who sees a certain roll, may know of another one."""
        if isinstance(who, Member):
            return self.sees_roll(who, roll)
        if not roll.hidden or who.visibility == "everyone":
            return not roll.hidden
        if who.visibility == "self":
            return self.sees_roll(who.by, roll)
        for_hosts = roll.visibility in ("host", "blind")
        return for_hosts and (who.visibility == "blind" or self.sees_roll(who.by, roll))

    def value(self, who: Member | Audience, character: Character, name: str) -> int:
        """Return a resource as they know it: without what hidden rolls did to it that they may not see."""
        unknown = sum(
            change.by
            for change in self.hidden_changes
            if change.character == character.id
            and change.resource == name
            and not self.known_to(who, self.rolls[change.roll])
        )
        return character.resources[name].value - unknown

    def held(self, who: Member | Audience, character: str, resource: str) -> int:
        """Return the amount of a resource that open rolls may still spend, those that they may see."""
        return sum(
            roll.open.holds.get((character, resource), 0)
            for roll in self.open_rolls.values()
            if roll.open is not None and self.known_to(who, roll)
        )

    def hosts(self) -> Iterator[Member]:
        """Return those who may do everything."""
        return (member for member in self.members.values() if member.role == "host" and not member.left)

    def next_id(self, letter: str) -> str:
        """Return the name that the next thing of a kind will have: m1, c1, r1, ..."""
        return f"{letter}{self.counts.get(letter, 0) + 1}"

    # -- changing

    def pass_by(self, event: Event) -> None:
        """Move time and digest on to an event, whatever it may do."""
        self.number, self.digest, self.at = event.number, event.digest, event.at
        self.size += event.size
        self._digests.append(event.digest)

    def digest_of(self, number: int) -> str | None:
        """Return the digest of one of the last events; None for one that is too long ago."""
        place = len(self._digests) - 1 - (self.number - number)
        return self._digests[place] if 0 <= place < len(self._digests) else None

    def pledge(self, name: str, event: Event) -> None:
        """Take pledges of a member: `pledge` of an event in place of all that stand, `pledges` behind them."""
        member, body = self.members[name], event.body
        if "pledge" in body:
            member.pledges = [] if body["pledge"] is None else [body["pledge"]]
        member.pledges += body.get("pledges", ())
        member.present = bool(member.pledges)
        member.since = event.number

    def reveal(self, event: Event) -> None:
        """Remember the pledges of nonces that everybody knows from now on."""
        self.given.update(fair.pledge(self.table, member, nonce) for member, nonce in event.nonces_given.items())

    def promise(self, event: Event) -> None:
        """Let the nonce be used that whoever acts gives for their own dice, and take their next pledge."""
        if event.by is None:
            return
        if event.gives_at_once:
            member = self.members[event.by]
            del member.pledges[-1:]
            member.since = event.number
        if "pledge" in event.body:
            self.pledge(event.by, event)

    def begin(self, event: Event, begun: Mapping[str, Any]) -> PendingDice:
        """Let dice begin to fall: a seal is used, and pledges are."""
        member = self.members[begun["member"]]
        nonces, witnesses = dict(begun["nonces"]), dict(begun["witnesses"])
        roller = event.by if event.by in witnesses else None
        dice = PendingDice(
            begun["stretch"], event.number, event.at, member.seed, nonces, witnesses, begun["wait"], roller
        )
        self.names_unasked |= "unasked" in begun
        self.asks_rollers |= roller is not None
        for witness in begun["witnesses"]:
            del self.members[witness].pledges[:1]
            self.members[witness].since = event.number
        assert event.secret is not None
        member.seal, member.seed, member.sealed = begun["next"], event.secret["seed"], event.number
        return dice

    def count(self, name: str) -> None:
        """Remember that a name is taken, so that it is never given again."""
        self.counts[name[0]] = max(self.counts.get(name[0], 0), int(name[1:]))

    def seat(self, member: Member) -> None:
        """Give a member their seat."""
        self.members[member.id] = member
        self._seats[member.token] = member
        self.count(member.id)

    def reseat(self, member: Member, token: str) -> None:
        """Let another browser have a member's seat, and no longer the one that had it."""
        self._seats.pop(member.token, None)
        member.token = token
        self._seats[token] = member

    def unseat(self, member: Member) -> None:
        """Take a member's seat away."""
        member.left = True
        member.pledges = []
        member.present = False
        self._seats.pop(member.token, None)

    def change(self, roll: Roll, effects: list[Mapping[str, Any]]) -> None:
        """Apply what a roll does to sheets."""
        for effect in effects:
            character = self.characters.get(effect["character"])
            resource = character.resources.get(effect["resource"]) if character is not None else None
            if character is None or resource is None:
                continue  # taken off the sheet meanwhile
            resource.value += effect["by"]
            if roll.hidden:
                self.hidden_changes.append(HiddenChange(roll.id, character.id, effect["resource"], effect["by"]))
