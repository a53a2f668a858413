"""Commands about the table itself: opening it, inviting, joining, leaving, being a witness."""

from __future__ import annotations

import hmac

from oddsmith.errors import TooLarge
from oddsmith.table.commands import rolls
from oddsmith.table.commands.context import Desk, secret_digest
from oddsmith.table.commands.requests import (
    ChangeMember,
    ChangeTable,
    Join,
    MakeInvite,
    OpenTable,
    Pledge,
    RemoveMember,
)
from oddsmith.table.domain.errors import Conflict, NotAllowed, NotFound
from oddsmith.table.domain.event import Draft
from oddsmith.table.domain.lettering import alike
from oddsmith.table.domain.models import Role
from oddsmith.table.fairness import fair

MEMBERS = 500
INVITES = 1000
_STAYS = RemoveMember()


def open_table(desk: Desk, request: OpenTable) -> None:
    """The first events of a table: it is there, and whoever opened it is its host."""
    body = {"table": desk.state.table, "title": request.title, "advice": request.advice}
    desk.emit(Draft("table.opened", None, body))
    _seat(desk, request.name, "host", None)
    desk.told["table"] = desk.state.table


def change_table(desk: Desk, request: ChangeTable) -> None:
    """The host changes what is set."""
    host = desk.need("host")
    title = desk.state.title if request.title is None else request.title
    advice = desk.state.advice if request.advice is None else request.advice
    body = {"table": desk.state.table, "title": title, "advice": advice}
    desk.emit(Draft("table.changed", host.id, body))


def make_invite(desk: Desk, request: MakeInvite) -> None:
    """The host makes a link; what follows its # is told once."""
    host = desk.need("host")
    _below("invites", len(desk.state.invites), INVITES)
    name = desk.state.next_id("i")
    secret = {"secret": desk.mint("secret")}
    desk.emit(Draft("invite.made", host.id, {"invite": name, "role": request.role}, secret=secret))
    desk.told["invite"] = name


def revoke_invite(desk: Desk, name: str) -> None:
    """The host ends a link."""
    host = desk.need("host")
    invite = desk.state.invites.get(name)
    if invite is None:
        raise NotFound("invite", name)
    if invite.revoked:
        raise Conflict(f"Invite {name} is revoked already.")
    desk.emit(Draft("invite.revoked", host.id, {"invite": name, "role": invite.role}))


def join(desk: Desk, request: Join) -> None:
    """Somebody with a link takes a seat."""
    if desk.actor is not None:
        raise Conflict(f"You sit at this table already, as {desk.actor.name}.")
    digest = secret_digest(request.secret)
    for invite in desk.state.invites.values():
        if hmac.compare_digest(invite.secret, digest) and not invite.revoked:
            let_in(desk, invite.id, request.name)
            return
    raise _over()


def let_in(desk: Desk, invite: str, name: str) -> None:
    """Somebody comes by an invite."""
    found = desk.state.invites.get(invite)
    if found is None or found.revoked:
        raise _over()
    _below("members", len(desk.state.members), MEMBERS)
    _unlike_others(desk, name)
    _seat(desk, name, found.role, found.id)


def change_member(desk: Desk, name: str, request: ChangeMember) -> None:
    """One's own name, or as host anybody's name and role."""
    member = desk.member()
    other = desk.other(name)
    if member.role != "host" and (other.id != member.id or request.role not in (None, other.role)):
        raise NotAllowed("Only the host changes roles and the names of others.")
    role = request.role or other.role
    if request.name is not None:
        _unlike_others(desk, request.name, other.id)
    if other.role == "host" and role != "host":
        _not_the_last_host(desk)
    body = {"member": other.id, "name": request.name or other.name, "role": role}
    desk.emit(Draft("member.changed", member.id, body))


def remove_member(desk: Desk, name: str, request: RemoveMember = _STAYS) -> None:
    """Somebody leaves, or the host takes their seat away."""
    member = desk.member()
    other = desk.other(name)
    if member.role != "host" and (other.id != member.id or request.end_invite):
        raise NotAllowed("Only the host takes a seat away, or ends an invite.")
    if other.role == "host":
        _not_the_last_host(desk)
    invite = desk.state.invites.get(other.invite or "")
    if request.end_invite and invite is not None and not invite.revoked:
        revoke_invite(desk, invite.id)
    for roll in list(desk.state.open_rolls.values()):
        seats = (each for each in desk.state.members.values() if not each.left and each.id != other.id)
        if not any(desk.state.sees_roll(each, roll) for each in seats):  # it would hold back coins for ever
            rolls.end(desk, roll, member.id, f"{other.name} left the table")
    body = {"member": other.id, "name": other.name, "role": other.role}
    desk.emit(Draft("member.left", member.id, body))


def give_pledge(desk: Desk, request: Pledge) -> None:
    """Somebody will be a witness of the next roll."""
    member = desk.member()
    desk.emit(Draft("member.pledged", member.id, {"member": member.id, "pledge": request.pledge}))


def withdraw_pledge(desk: Desk, name: str) -> None:
    """A witness has closed the page: nobody waits for them any more."""
    member = desk.state.members.get(name)
    if member is not None and member.pledge is not None:
        desk.emit(Draft("member.pledged", None, {"member": name, "pledge": None}))


def _seat(desk: Desk, name: str, role: Role, invite: str | None) -> None:
    member = desk.state.next_id("m")
    seed = fair.fresh()
    body = {
        "member": member,
        "name": name,
        "role": role,
        "invite": invite,
        "seal": fair.seal(desk.state.table, seed),
    }
    desk.emit(Draft("member.joined", member, body, secret={"token": desk.mint("token"), "seed": seed}))
    desk.actor = desk.state.members[member]
    desk.told["you"] = member


def _over() -> NotAllowed:
    return NotAllowed("This invite lets nobody in (any more).", remedy="Ask the host for a new link.")


def _not_the_last_host(desk: Desk) -> None:
    if sum(1 for _ in desk.state.hosts()) == 1:
        raise Conflict("A table needs a host.", remedy="Make somebody else a host first.")


def _unlike_others(desk: Desk, name: str, member: str = "") -> None:
    """Conflict when somebody else at the table has that name, or one that looks the same."""
    for other in desk.state.members.values():
        if not other.left and other.id != member and alike(other.name) == alike(name):
            raise Conflict(f"{other.name} sits at this table already.", remedy="Take another name.")


def _below(what: str, count: int, limit: int) -> None:
    if count >= limit:
        raise TooLarge(f"{what} at one table", count + 1, limit, remedy="Open another table.")
