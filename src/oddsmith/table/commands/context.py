"""The context in which a command is carried out: the state of its table, who acts, the time, what it has written."""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from oddsmith.table.domain.errors import NotAllowed, NotFound, NotSeated
from oddsmith.table.domain.event import Draft, Event, written
from oddsmith.table.domain.fold import apply
from oddsmith.table.domain.lookalikes import look_alike
from oddsmith.table.domain.models import Character, Member, Role, Roll
from oddsmith.table.domain.prepared_roll import rulebook_now
from oddsmith.table.domain.state import State
from oddsmith.table.fairness import fair


@dataclass
class CommandContext:
    """One command at a table.

    actor: the member who acts; None for what happens by itself. now: milliseconds since 1970, and not before the last
    event. key: the command's idempotency key. past: reads the events of a roll that is over. read: reads an event by
    its number. reply: fields of the answer beside the events. minted: salts of fields that are shown once and kept
    nowhere. foreseen: letters that will be written because of this command, by others' commands or by itself. present:
    tells the members whose pages are open.
    """

    state: State
    actor: Member | None
    now: int
    key: str
    past: Callable[[str], Sequence[Event]]
    read: Callable[[int], Event]
    present: Callable[[], Collection[str]]
    events: list[Event] = field(default_factory=list)
    reply: dict[str, Any] = field(default_factory=dict)
    minted: dict[str, str] = field(default_factory=dict)
    foreseen: int = 0

    @property
    def weight(self) -> int:
        """The number of letters that are written because of this command."""
        own = (event.size for event in self.events if event.by is not None)
        return max(self.foreseen, sum(own))

    def emit(self, draft: Draft) -> Event:
        """Write an event, and let it happen."""
        state = self.state
        event = written(draft, state.table, state.number + 1, self.now, state.digest)
        self.events.append(event)  # first, so that a state which it leaves half changed is known to be wrong
        apply(state, event)
        return event

    def mint(self, name: str) -> str:
        """Make a fresh secret that the answer shows under that name, and return its digest, which is all that is kept.

        The secret is computed from the command's key, which the server does not keep, and a salt, which it does: the
        same command sent again is answered with the same secret, and the database shows it to nobody.
        """
        self.minted[name] = fair.fresh()
        return secret_digest(secret(self.key, self.minted[name]))

    # -- who acts

    def member(self) -> Member:
        """Return the member who acts; NotSeated for nobody."""
        if self.actor is None:
            raise NotSeated
        return self.actor

    def asks(self, member: Member) -> bool:
        """Return whether a member is asked for the nonce of their own dice when these begin to fall: they pledged."""
        return bool(member.pledges)

    def alike(self, one: str, other: str) -> bool:
        """Return whether one name could be taken for another."""
        return look_alike(one, other)

    def need(self, *roles: Role) -> Member:
        """Return the member who acts; NotAllowed for one who has none of these roles."""
        member = self.member()
        if member.role not in roles:
            raise NotAllowed(
                f"{article(member.role)} may not do that.", remedy=f"It takes {' or '.join(map(article, roles))}."
            )
        return member

    def may_play(self, character: Character) -> None:
        """Raise NotAllowed unless whoever acts plays that character."""
        member = self.need("player", "host")
        if member.role != "host" and character.owner != member.id:
            raise NotAllowed(f"{character.name} is not your character.", remedy="Ask the host, or whoever plays it.")

    # -- whose code decides

    def rulebook(self, system: str) -> str | None:
        """Return the digest of the code by which a roll of a game is opened; None for Oddsmith's own."""
        return rulebook_now(system)

    def rulebook_of(self, roll: Roll) -> str | None:
        """Return the digest of the code by which an open roll goes on: that by which it was opened."""
        assert roll.open is not None
        return roll.open.spec.get("rulebook")

    # -- what is there

    def character(self, name: str) -> Character:
        """Return the character of that name; NotFound when there is none."""
        found = self.state.characters.get(name)
        if found is None:
            raise NotFound("character", name)
        return found

    def other(self, name: str) -> Member:
        """Return the member of that name who has not left; NotFound when there is none."""
        found = self.state.members.get(name)
        if found is None or found.left:
            raise NotFound("member", name)
        return found

    def roll(self, name: str) -> Roll:
        """Return the roll of that name; NotFound when whoever acts may not see it."""
        found = self.state.rolls.get(name)
        if found is None or (self.actor is not None and not self.state.sees_roll(self.actor, found)):
            raise NotFound("roll", name)
        return found


def article(role: str) -> str:
    """Return a role as a sentence needs it."""
    return f"an {role}" if role == "observer" else f"a {role}"


def secret(key: str, salt: str) -> str:
    """Return a secret of 256 bits that follows from a key and a salt, and from neither alone."""
    made = hmac.new(key.encode(), bytes.fromhex(salt), hashlib.sha256).digest()
    return urlsafe_b64encode(made).decode().rstrip("=")


def secret_digest(value: str) -> str:
    """Return the digest of a secret, which is all that is kept of it."""
    return hashlib.sha256(value.encode()).hexdigest()
