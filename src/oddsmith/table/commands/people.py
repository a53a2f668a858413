"""Commands about the table itself: opening it, inviting, joining, leaving, being a witness."""

from __future__ import annotations

import hmac

from oddsmith.errors import TooLarge
from oddsmith.table.commands import rolls
from oddsmith.table.commands.bodies import (
    ChangeMember,
    ChangeTable,
    Join,
    MakeInvite,
    OpenTable,
    Pledge,
    RemoveMember,
)
from oddsmith.table.commands.context import CommandContext, secret_digest
from oddsmith.table.domain.errors import Conflict, NotAllowed, NotFound
from oddsmith.table.domain.event import Draft
from oddsmith.table.domain.lettering import alike
from oddsmith.table.domain.models import Role
from oddsmith.table.fairness import fair

MEMBERS = 500
INVITES = 1000
_STAYS = RemoveMember()


def open_table(context: CommandContext, request: OpenTable) -> None:
    """The first events of a table: it is there, and whoever opened it is its host."""
    body = {"table": context.state.table, "title": request.title, "advice": request.advice}
    context.emit(Draft("table.opened", None, body))
    _seat(context, request.name, "host", None)
    context.reply["table"] = context.state.table


def change_table(context: CommandContext, request: ChangeTable) -> None:
    """The host changes what is set."""
    host = context.need("host")
    title = context.state.title if request.title is None else request.title
    advice = context.state.advice if request.advice is None else request.advice
    body = {"table": context.state.table, "title": title, "advice": advice}
    context.emit(Draft("table.changed", host.id, body))


def make_invite(context: CommandContext, request: MakeInvite) -> None:
    """The host makes a link; what follows its # is told once."""
    host = context.need("host")
    _below("invites", len(context.state.invites), INVITES)
    name = context.state.next_id("i")
    secret = {"secret": context.mint("secret")}
    context.emit(Draft("invite.made", host.id, {"invite": name, "role": request.role}, secret=secret))
    context.reply["invite"] = name


def revoke_invite(context: CommandContext, name: str) -> None:
    """The host ends a link."""
    host = context.need("host")
    invite = context.state.invites.get(name)
    if invite is None:
        raise NotFound("invite", name)
    if invite.revoked:
        raise Conflict(f"Invite {name} is revoked already.")
    context.emit(Draft("invite.revoked", host.id, {"invite": name, "role": invite.role}))


def join(context: CommandContext, request: Join) -> None:
    """Somebody with a link takes a seat."""
    if context.actor is not None:
        raise Conflict(f"You sit at this table already, as {context.actor.name}.")
    digest = secret_digest(request.secret)
    for invite in context.state.invites.values():
        if hmac.compare_digest(invite.secret, digest) and not invite.revoked:
            let_in(context, invite.id, request.name)
            return
    raise _over()


def let_in(context: CommandContext, invite: str, name: str) -> None:
    """Somebody comes by an invite."""
    found = context.state.invites.get(invite)
    if found is None or found.revoked:
        raise _over()
    _below("members", len(context.state.members), MEMBERS)
    _unlike_others(context, name)
    _seat(context, name, found.role, found.id)


def change_member(context: CommandContext, name: str, request: ChangeMember) -> None:
    """One's own name, or as host anybody's name and role."""
    member = context.member()
    other = context.other(name)
    if member.role != "host" and (other.id != member.id or request.role not in (None, other.role)):
        raise NotAllowed("Only the host changes roles and the names of others.")
    role = request.role or other.role
    if request.name is not None:
        _unlike_others(context, request.name, other.id)
    if other.role == "host" and role != "host":
        _not_the_last_host(context)
    body = {"member": other.id, "name": request.name or other.name, "role": role}
    context.emit(Draft("member.changed", member.id, body))


def remove_member(context: CommandContext, name: str, request: RemoveMember = _STAYS) -> None:
    """Somebody leaves, or the host takes their seat away."""
    member = context.member()
    other = context.other(name)
    if member.role != "host" and (other.id != member.id or request.end_invite):
        raise NotAllowed("Only the host takes a seat away, or ends an invite.")
    if other.role == "host":
        _not_the_last_host(context)
    invite = context.state.invites.get(other.invite or "")
    if request.end_invite and invite is not None and not invite.revoked:
        revoke_invite(context, invite.id)
    for roll in list(context.state.open_rolls.values()):
        seats = (each for each in context.state.members.values() if not each.left and each.id != other.id)
        if not any(context.state.sees_roll(each, roll) for each in seats):  # it would hold back coins for ever
            rolls.end(context, roll, member.id, f"{other.name} left the table")
    body = {"member": other.id, "name": other.name, "role": other.role}
    context.emit(Draft("member.left", member.id, body))


def give_pledge(context: CommandContext, request: Pledge) -> None:
    """Somebody will be a witness of the next roll."""
    member = context.member()
    context.emit(Draft("member.pledged", member.id, {"member": member.id, "pledge": request.pledge}))


def withdraw_pledge(context: CommandContext, name: str) -> None:
    """A witness has closed the page: nobody waits for them any more."""
    member = context.state.members.get(name)
    if member is not None and member.pledge is not None:
        context.emit(Draft("member.pledged", None, {"member": name, "pledge": None}))


def _seat(context: CommandContext, name: str, role: Role, invite: str | None) -> None:
    member = context.state.next_id("m")
    seed = fair.fresh()
    body = {
        "member": member,
        "name": name,
        "role": role,
        "invite": invite,
        "seal": fair.seal(context.state.table, seed),
    }
    context.emit(Draft("member.joined", member, body, secret={"token": context.mint("token"), "seed": seed}))
    context.actor = context.state.members[member]
    context.reply["you"] = member


def _over() -> NotAllowed:
    return NotAllowed("This invite lets nobody in (any more).", remedy="Ask the host for a new link.")


def _not_the_last_host(context: CommandContext) -> None:
    if sum(1 for _ in context.state.hosts()) == 1:
        raise Conflict("A table needs a host.", remedy="Make somebody else a host first.")


def _unlike_others(context: CommandContext, name: str, member: str = "") -> None:
    """Conflict when somebody else at the table has that name, or one that looks the same."""
    for other in context.state.members.values():
        if not other.left and other.id != member and alike(other.name) == alike(name):
            raise Conflict(f"{other.name} sits at this table already.", remedy="Take another name.")


def _below(what: str, count: int, limit: int) -> None:
    if count >= limit:
        raise TooLarge(f"{what} at one table", count + 1, limit, remedy="Open another table.")
