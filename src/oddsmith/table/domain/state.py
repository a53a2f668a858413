"""A table as it stands: what its events have made of it so far.

`State.apply` is the only thing that changes a state, and an event is the only thing that makes it. The server has each
table twice: as the one that writes sees it, and as those see it who look (there, only what is on disk has happened).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from oddsmith.table.domain.event import BEGINNING, Event
from oddsmith.table.domain.models import (
    Audience,
    Character,
    HiddenChange,
    HiddenChoices,
    HiddenThrows,
    Invite,
    Member,
    Note,
    OpenRoll,
    PendingDice,
    Preset,
    Resource,
    Roll,
    may_see,
)

#: How many events somebody may be behind who gives randomness to a roll.
_DIGESTS: Final = 256


class State:
    """A table. `number` and `digest` are those of its last event, `size` is how long all its events are, in letters."""

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
        self._seats: dict[str, Member] = {}
        self._digests: deque[str] = deque(maxlen=_DIGESTS)

    # -- looking

    def seated(self, token: str | None) -> Member | None:
        """The member to whom a cookie (its digest) belongs."""
        return None if token is None else self._seats.get(token)

    def sees(self, member: Member, event: Event) -> bool:
        """Whether a member may see the hidden part of an event."""
        if event.kind == "note.written":
            note = self.notes.get(event.number)
            return event.visibility == "everyone" or (note is not None and self.sees_note(member, note))
        if event.roll is not None:
            return self.sees_roll(member, self.rolls[event.roll])
        return may_see(member, event.visibility, event.by)

    def sees_note(self, member: Member, note: Note) -> bool:
        """Whether a member may read a note."""
        if note.roll is not None:
            return self.sees_roll(member, self.rolls[note.roll])
        return note.shown or may_see(member, note.visibility, note.by)

    def sees_roll(self, member: Member, roll: Roll) -> bool:
        """Whether a member may know of a roll more than that there was one."""
        return roll.shown or may_see(member, roll.visibility, roll.member)

    def known_to(self, who: Member | Audience, roll: Roll) -> bool:
        """Whether somebody, or everybody who sees a certain roll, may know of another one."""
        if isinstance(who, Member):
            return self.sees_roll(who, roll)
        if not roll.hidden or who.visibility == "everyone":
            return not roll.hidden
        if who.visibility == "self":
            return self.sees_roll(who.by, roll)
        for_hosts = roll.visibility in ("host", "blind")
        return for_hosts and (who.visibility == "blind" or self.sees_roll(who.by, roll))

    def value(self, who: Member | Audience, character: Character, name: str) -> int:
        """A resource as they know it: without what hidden rolls did to it that they may not see."""
        unknown = sum(
            change.by
            for change in self.hidden_changes
            if change.character == character.id
            and change.resource == name
            and not self.known_to(who, self.rolls[change.roll])
        )
        return character.resources[name].value - unknown

    def held(self, who: Member | Audience, character: str, resource: str) -> int:
        """What open rolls may still spend of a resource, those that they may see."""
        return sum(
            roll.open.holds.get((character, resource), 0)
            for roll in self.open_rolls.values()
            if roll.open is not None and self.known_to(who, roll)
        )

    def hosts(self) -> Iterator[Member]:
        """Those who may do everything."""
        return (member for member in self.members.values() if member.role == "host" and not member.left)

    def next_id(self, letter: str) -> str:
        """The name that the next thing of a kind will have: m1, c1, r1, ..."""
        return f"{letter}{self.counts.get(letter, 0) + 1}"

    # -- changing

    def apply(self, event: Event) -> None:
        """Let an event happen. Events come one after another, none left out."""
        if event.number != self.number + 1:
            raise ValueError(f"event {event.number} cannot follow event {self.number}")
        _APPLY[event.kind](self, event)
        if event.roll is not None:
            self._follow(event)
        self.pass_by(event)

    def pass_by(self, event: Event) -> None:
        """Let time and digest go on to an event, whatever it may do."""
        self.number, self.digest, self.at = event.number, event.digest, event.at
        self.size += event.size
        self._digests.append(event.digest)

    def digest_of(self, number: int) -> str | None:
        """The digest of one of the last events."""
        place = len(self._digests) - 1 - (self.number - number)
        return self._digests[place] if 0 <= place < len(self._digests) else None

    def pledge(self, member: str, event: Event) -> None:
        """A member is a witness of what comes next, or is not, as an event says."""
        self.members[member].pledge = event.body["pledge"]
        self.members[member].pledged = event.number

    def _follow(self, event: Event) -> None:
        """What every event of a roll may carry: dice that are about to land, dice that have landed, the end."""
        assert event.roll is not None
        roll = self.rolls.get(event.roll)
        if roll is None or roll.open is None or event.kind == "note.written":
            return
        roll.open.events.append(event)
        self.promise(event)
        begun = event.everything.get("stretch")
        if isinstance(begun, Mapping):
            roll.open.pending_dice = self.begin(event, begun)
            roll.open.dice_count += 1
        if "landed" in event.everything and roll.open.pending_dice is not None:
            roll.open.acts.append(("seed", event.everything["landed"]["faces_seed"]))
            roll.open.pending_dice = None
        if event.kind in ("roll.finished", "roll.undone"):
            roll.open = None
            del self.open_rolls[roll.id]

    def promise(self, event: Event) -> None:
        """Whoever gives a nonce for a roll says what they pledge next."""
        if "pledge" in event.body and event.by is not None:
            self.pledge(event.by, event)

    def begin(self, event: Event, begun: Mapping[str, Any]) -> PendingDice:
        """Dice begin to fall: a seal is used, and pledges are."""
        member = self.members[begun["member"]]
        stretch = PendingDice(
            begun["stretch"], member.seed, dict(begun["nonces"]), dict(begun["witnesses"]), event.at + begun["wait"]
        )
        for witness in begun["witnesses"]:
            self.members[witness].pledge = None
        assert event.secret is not None
        member.seal, member.seed = begun["next"], event.secret["seed"]
        return stretch

    def count(self, name: str) -> None:
        """Remember that a name is taken, so that it is never given again."""
        self.counts[name[0]] = max(self.counts.get(name[0], 0), int(name[1:]))

    def seat(self, member: Member) -> None:
        """Give a member their seat."""
        self.members[member.id] = member
        self._seats[member.token] = member
        self.count(member.id)

    def unseat(self, member: Member) -> None:
        """Take a member's seat away."""
        member.left = True
        member.pledge = None
        self._seats.pop(member.token, None)

    def change(self, roll: Roll, effects: list[Mapping[str, Any]]) -> None:
        """Let a roll do something to sheets."""
        for effect in effects:
            character = self.characters.get(effect["character"])
            resource = character.resources.get(effect["resource"]) if character is not None else None
            if character is None or resource is None:
                continue  # taken off the sheet meanwhile
            resource.value += effect["by"]
            if roll.hidden:
                self.hidden_changes.append(HiddenChange(roll.id, character.id, effect["resource"], effect["by"]))


# --- what each kind of event does ------------------------------------------------------------------------------------


def _table(state: State, event: Event) -> None:
    state.title = event.body["title"]
    state.advice = event.body["advice"]


def _invited(state: State, event: Event) -> None:
    assert event.secret is not None
    invite = Invite(event.body["invite"], event.body["role"], event.secret["secret"])
    state.invites[invite.id] = invite
    state.count(invite.id)


def _revoked(state: State, event: Event) -> None:
    state.invites[event.body["invite"]].revoked = True


def _joined(state: State, event: Event) -> None:
    body, secret = event.body, event.secret
    assert secret is not None
    member = Member(body["member"], body["name"], body["role"], secret["token"], body["seal"], secret["seed"])
    member.invite = body["invite"]
    state.seat(member)


def _changed(state: State, event: Event) -> None:
    member = state.members[event.body["member"]]
    member.name, member.role = event.body["name"], event.body["role"]


def _left(state: State, event: Event) -> None:
    member = state.members[event.body["member"]]
    state.unseat(member)
    for character in state.characters.values():
        if character.owner == member.id:
            character.owner = None  # the hosts play it until they give it to somebody


def _pledged(state: State, event: Event) -> None:
    state.pledge(event.body["member"], event)


def _sheet(state: State, event: Event) -> None:
    body = dict(event.body)
    name = body.pop("character")
    character = state.characters.get(name)
    if character is None:
        character = state.characters[name] = Character(name, "", None, {}, {})
        state.count(name)
    for key, given in (body.pop("resources", None) or {}).items():
        if given is not None and "value" not in given:
            resource = character.resources[key]
            resource.value += given.get("by", 0)
            resource.maximum = given.get("max", resource.maximum)
            continue
        state.hidden_changes = [c for c in state.hidden_changes if (c.character, c.resource) != (name, key)]
        if given is None:
            character.resources.pop(key, None)
        else:
            character.resources[key] = Resource(given["value"], given["max"])
    character.name = body.pop("name", character.name)
    character.owner = body.pop("owner", character.owner)
    character.about.update(body)


def _no_sheet(state: State, event: Event) -> None:
    name = event.body["character"]
    del state.characters[name]
    state.hidden_changes = [change for change in state.hidden_changes if change.character != name]


def _noted(state: State, event: Event) -> None:
    if event.visibility == "everyone":
        return
    assert event.by is not None
    visibility: Any = event.visibility
    roll = state.rolls.get(event.roll) if event.roll is not None else None
    state.notes[event.number] = Note(event.by, visibility, roll.id if roll is not None and roll.hidden else None)


def _note_shown(state: State, event: Event) -> None:
    state.notes[event.body["note"]].shown = True


def _preset(state: State, event: Event) -> None:
    assert event.by is not None
    body = event.body
    state.presets[body["preset"]] = Preset(body["preset"], event.by, body["name"], body["request"])
    state.count(body["preset"])


def _no_preset(state: State, event: Event) -> None:
    del state.presets[event.body["preset"]]


def _opened(state: State, event: Event) -> None:
    assert event.roll is not None
    assert event.by is not None
    visibility: Any = event.visibility
    request = event.everything
    holds = {(hold["character"], hold["resource"]): hold["amount"] for hold in request["holds"]}
    roll = Roll(event.roll, event.by, visibility, OpenRoll(request, [], holds))
    if request["source"] == "faces":
        roll.open.acts += [("face", face) for face in request["faces"]]  # type: ignore[union-attr]
    state.rolls[roll.id] = state.open_rolls[roll.id] = roll
    state.count(roll.id)


def _open(state: State, event: Event) -> OpenRoll:
    assert event.roll is not None
    found = state.rolls[event.roll].open
    assert found is not None
    return found


def _witnessed(state: State, event: Event) -> None:
    stretch = _open(state, event).pending_dice
    assert stretch is not None
    member = event.body["member"]
    stretch.nonces[member] = event.body["nonce"]
    del stretch.witnesses[member]


def _waits(state: State, event: Event) -> None:
    roll = _open(state, event)
    roll.waits = waits = event.everything
    if waits["for"] == "hands":
        roll.throws = HiddenThrows(waits["round"], (waits["between"][0], waits["between"][1]))
        roll.rounds += 1
    elif waits["for"] == "choices":
        options = {side["who"]: side["options"] for side in waits["sides"]}
        roll.choices = HiddenChoices(waits["round"], options, waits["deciders"])
        roll.rounds += 1


def _answered(state: State, event: Event) -> None:
    roll = _open(state, event)
    roll.acts.append(("option", event.everything["option"]))
    roll.takers.append(event.by)
    roll.waits = None
    roll.steps += 1


def _typed(state: State, event: Event) -> None:
    roll = _open(state, event)
    roll.acts += [("face", face) for face in event.everything["faces"]]
    roll.waits = None


def _thrown(state: State, event: Event) -> None:
    throws = _open(state, event).throws
    assert throws is not None
    throws.thrown[event.body["member"]] = event.body["commitment"]
    throws.until = event.at + event.body["wait"]


def _bared(state: State, event: Event) -> None:
    throws = _open(state, event).throws
    assert throws is not None
    assert event.secret is not None
    throws.bared[event.body["member"]] = event.secret["hand"], event.secret["nonce"]


def _met(state: State, event: Event) -> None:
    roll = _open(state, event)
    roll.acts.append(("hand", event.everything["face"]))
    roll.waits = roll.throws = None


def _choosing(state: State, event: Event) -> HiddenChoices:
    choosing = _open(state, event).choices
    assert choosing is not None
    return choosing


def _chosen(state: State, event: Event) -> None:
    choosing, body = _choosing(state, event), event.everything
    choosing.chosen[body["who"]] = body["member"], body["commitment"]
    choosing.until = event.at + body["wait"]


def _late(state: State, event: Event) -> None:
    choosing, body = _choosing(state, event), event.everything
    choosing.late.update(body["late"])
    choosing.until = event.at + body["wait"]


def _disclosed(state: State, event: Event) -> None:
    assert event.secret is not None
    _choosing(state, event).opened[event.everything["who"]] = event.secret["option"], event.secret["nonce"]


def _revealed(state: State, event: Event) -> None:
    roll = _open(state, event)
    sides = event.everything["sides"]
    roll.acts += [("option", side["taken"]) for side in sides]
    roll.takers += [side["member"] if side["option"] is not None else None for side in sides]
    roll.waits = roll.choices = None


def _finished(state: State, event: Event) -> None:
    assert event.roll is not None
    roll = state.rolls[event.roll]
    roll.effects = list(event.everything["effects"])
    state.change(roll, roll.effects)


def _undone(state: State, event: Event) -> None:
    assert event.roll is not None
    roll = state.rolls[event.roll]
    roll.undone = True
    state.change(roll, list(event.everything["effects"]))


def _shown(state: State, event: Event) -> None:
    assert event.roll is not None
    state.rolls[event.roll].shown = True
    state.hidden_changes = [change for change in state.hidden_changes if change.roll != event.roll]


_APPLY: Mapping[str, Callable[[State, Event], None]] = {
    "table.opened": _table,
    "table.changed": _table,
    "invite.made": _invited,
    "invite.revoked": _revoked,
    "member.joined": _joined,
    "member.changed": _changed,
    "member.left": _left,
    "member.pledged": _pledged,
    "character.made": _sheet,
    "character.changed": _sheet,
    "character.removed": _no_sheet,
    "note.written": _noted,
    "note.shown": _note_shown,
    "preset.saved": _preset,
    "preset.removed": _no_preset,
    "roll.opened": _opened,
    "roll.witnessed": _witnessed,
    "roll.waits": _waits,
    "roll.answered": _answered,
    "roll.typed": _typed,
    "roll.thrown": _thrown,
    "roll.bared": _bared,
    "roll.met": _met,
    "roll.chosen": _chosen,
    "roll.late": _late,
    "roll.disclosed": _disclosed,
    "roll.revealed": _revealed,
    "roll.finished": _finished,
    "roll.undone": _undone,
    "roll.shown": _shown,
}
KINDS = frozenset(_APPLY)
