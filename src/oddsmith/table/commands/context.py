"""Where a command is carried out: a table's state, who acts, what time it is, and what has been written so far."""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from oddsmith.table.domain.errors import NotAllowed, NotFound, NotSeated
from oddsmith.table.domain.event import Draft, Event, written
from oddsmith.table.domain.fold import apply
from oddsmith.table.domain.models import Character, Member, Role, Roll
from oddsmith.table.domain.state import State
from oddsmith.table.fairness import fair


@dataclass
class CommandContext:
    """One command at a table.

    actor: who acts; None for what happens by itself. now: milliseconds since 1970, and not before the last event. key:
    the command's idempotency key. past: the events of a roll that is over. read: an event by its number. reply: what
    the answer says beside the events. minted: the same, for what is shown once and kept nowhere; name of the field and
    salt. foreseen: how much will be written because of this command, by others' commands or by itself.
    """

    state: State
    actor: Member | None
    now: int
    key: str
    past: Callable[[str], Sequence[Event]]
    read: Callable[[int], Event]
    events: list[Event] = field(default_factory=list)
    reply: dict[str, Any] = field(default_factory=dict)
    minted: dict[str, str] = field(default_factory=dict)
    foreseen: int = 0

    @property
    def weight(self) -> int:
        """How much is written because of this command, in letters."""
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
        """A fresh secret that the answer tells under that name; gives its digest, which is all that is kept.

        The secret is computed from the command's key, which the server does not keep, and a salt, which it does: the
        same command sent again is told the same secret, and the database tells it to nobody.
        """
        self.minted[name] = fair.fresh()
        return secret_digest(secret(self.key, self.minted[name]))

    # -- who acts

    def member(self) -> Member:
        """Whoever acts; NotSeated for nobody."""
        if self.actor is None:
            raise NotSeated
        return self.actor

    def need(self, *roles: Role) -> Member:
        """Whoever acts, if they have one of these roles."""
        member = self.member()
        if member.role not in roles:
            raise NotAllowed(
                f"{article(member.role)} may not do that.", remedy=f"It takes {' or '.join(map(article, roles))}."
            )
        return member

    def may_play(self, character: Character) -> None:
        """NotAllowed unless whoever acts plays that character."""
        member = self.need("player", "host")
        if member.role != "host" and character.owner != member.id:
            raise NotAllowed(f"{character.name} is not your character.", remedy="Ask the host, or whoever plays it.")

    # -- what is there

    def character(self, name: str) -> Character:
        """The character of that name."""
        found = self.state.characters.get(name)
        if found is None:
            raise NotFound("character", name)
        return found

    def other(self, name: str) -> Member:
        """The member of that name who has not left."""
        found = self.state.members.get(name)
        if found is None or found.left:
            raise NotFound("member", name)
        return found

    def roll(self, name: str) -> Roll:
        """The roll of that name, if whoever acts may see it."""
        found = self.state.rolls.get(name)
        if found is None or (self.actor is not None and not self.state.sees_roll(self.actor, found)):
            raise NotFound("roll", name)
        return found


def article(role: str) -> str:
    """A role in a sentence."""
    return f"an {role}" if role == "observer" else f"a {role}"


def secret(key: str, salt: str) -> str:
    """A secret of 256 bits that follows from a key and a salt, and from neither alone."""
    made = hmac.new(key.encode(), bytes.fromhex(salt), hashlib.sha256).digest()
    return urlsafe_b64encode(made).decode().rstrip("=")


def secret_digest(told: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(told.encode()).hexdigest()
