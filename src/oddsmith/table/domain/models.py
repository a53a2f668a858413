"""Parts of a table: members, invites, characters, presets, notes, and rolls while they last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from oddsmith.table.domain.event import Event
from oddsmith.table.fairness import fair

Role = Literal["host", "player", "observer"]
Visibility = Literal["everyone", "host", "blind", "self"]
#: Visibilities of notes: whoever writes one knows its text, so none can be blind.
NoteVisibility = Literal["everyone", "host", "self"]

#: Something that happened to a roll: ("seed", hexadecimal), ("option", text), ("face", text) or ("hand", face).
Act = tuple[str, str]


@dataclass(slots=True)
class Member:
    """A person with a seat. seal and seed: the server's commitment for their next dice, and what it commits to; sealed:
    the number of the event by which it stands.

    token: the digest of their cookie. invite: the one they came by. pledges: the digests of their next nonces, oldest
    first: dice of others take the first, their own the last. present: they have pledged, and it was not withdrawn, even
    if all are used. since: the number of the event by which they last pledged, or gave or were asked for a nonce.
    """

    id: str
    name: str
    role: Role
    token: str
    seal: str
    seed: str
    sealed: int
    invite: str | None = None
    pledges: list[str] = field(default_factory=list)
    present: bool = False
    since: int = 0
    left: bool = False


@dataclass(slots=True)
class Invite:
    """A link that lets people in. secret: the digest of what follows the # in it."""

    id: str
    role: Role
    secret: str
    revoked: bool = False


@dataclass(slots=True)
class Resource:
    """An amount that a character can spend or lose, from 0 to maximum (None: no limit)."""

    value: int
    maximum: int | None


@dataclass(slots=True)
class Character:
    """A character with its sheet. owner: the member who plays it; None: the hosts do."""

    id: str
    name: str
    owner: str | None
    about: dict[str, Any]  # system, color, text, inputs: pages show and prefill them, nothing here depends on them
    resources: dict[str, Resource]


@dataclass(slots=True)
class Preset:
    """A roll under a name."""

    id: str
    owner: str
    name: str
    request: Mapping[str, Any]


@dataclass(slots=True)
class PendingDice:
    """Dice that are about to land: a stretch of their roll, as logs call it.

    number: of the stretch. event: the number of the event with which they began to fall, at: its time (milliseconds
    since 1970). seed: the server's. nonces: those that are known, by member. witnesses: pledges of those who are waited
    for, by member. wait: how long (milliseconds). roller: whoever rolls or decides, if they are asked as witnesses are.
    """

    number: int
    event: int
    at: int
    seed: str
    nonces: dict[str, str]
    witnesses: dict[str, str]
    wait: int
    roller: str | None

    @property
    def until(self) -> int:
        """The time at which they land without the missing (milliseconds); the roller is waited for longer."""
        return self.at + (fair.ROLLER_WAIT if self.roller in self.witnesses else self.wait)


@dataclass(slots=True)
class HiddenThrows:
    """A round of rock-paper-scissors, thrown unseen. thrown: commitments by member. bared: hand and nonce by member."""

    number: int
    between: tuple[str, str]
    until: int | None = None
    thrown: dict[str, str] = field(default_factory=dict)
    bared: dict[str, tuple[str, str]] = field(default_factory=dict)


@dataclass(slots=True)
class HiddenChoices:
    """Decisions taken at once, unseen. All but `late` is by who decides in the rules.

    options: in the order of the rules. deciders: members who may decide. chosen: the member who has committed, and the
    commitment. late: those whose time to choose is over. opened: option and nonce.
    """

    number: int
    options: dict[str, Sequence[str]]
    deciders: Mapping[str, Sequence[str]]
    until: int | None = None
    chosen: dict[str, tuple[str, str]] = field(default_factory=dict)
    late: set[str] = field(default_factory=set)
    opened: dict[str, tuple[str, str]] = field(default_factory=dict)

    @property
    def settled(self) -> bool:
        """True when nobody chooses any more."""
        return all(who in self.chosen or who in self.late for who in self.options)


@dataclass(slots=True)
class OpenRoll:
    """The part of a roll that only matters while it is not over.

    spec: the fields of the event that opened it. holds: amounts kept for it, by character and resource. acts: all that
    has happened to it. takers: the member who took each option; None: time was up. steps, dice_count, rounds: numbers
    of the next decision, stretch and round. waits: the fields of the last `roll.waits`.
    """

    spec: Mapping[str, Any]
    events: list[Event]
    holds: dict[tuple[str, str], int]
    acts: list[Act] = field(default_factory=list)
    takers: list[str | None] = field(default_factory=list)
    steps: int = 0
    dice_count: int = 0
    rounds: int = 0
    pending_dice: PendingDice | None = None
    waits: Mapping[str, Any] | None = None
    throws: HiddenThrows | None = None
    choices: HiddenChoices | None = None


@dataclass(slots=True)
class Roll:
    """A roll. open: None when it is over. effects: its changes of sheets. shown: it was hidden and no longer is."""

    id: str
    member: str
    visibility: Visibility
    open: OpenRoll | None
    effects: list[Mapping[str, Any]] = field(default_factory=list)
    undone: bool = False
    shown: bool = False

    @property
    def hidden(self) -> bool:
        """True while some may not see it."""
        return self.visibility != "everyone" and not self.shown


@dataclass(frozen=True, slots=True)
class Audience:
    """All who see a roll, by its visibility and the member who makes it."""

    visibility: str
    by: Member


@dataclass(slots=True)
class Note:
    """A note that is not for everyone. roll: the hidden roll that it is about; all who see that see the note."""

    by: str
    visibility: Visibility
    roll: str | None
    shown: bool = False


@dataclass(frozen=True, slots=True)
class HiddenChange:
    """A change of a sheet by a hidden roll, which only some may know of."""

    roll: str
    character: str
    resource: str
    by: int


def may_see(member: Member, visibility: str, owner: str | None) -> bool:
    """Return whether a member sees a hidden part: owner and hosts if `host`, hosts if `blind`, the owner if `self`."""
    if visibility == "everyone":
        return True
    if visibility == "self":
        return member.id == owner
    return member.role == "host" or (visibility == "host" and member.id == owner)


def due(roll: Roll) -> int | None:
    """Return the time at which a roll goes on by itself (milliseconds since 1970), if it waits for somebody."""
    if roll.open is None:
        return None
    if roll.open.pending_dice is not None:
        return roll.open.pending_dice.until
    unseen = roll.open.throws or roll.open.choices
    return unseen.until if unseen is not None else None
