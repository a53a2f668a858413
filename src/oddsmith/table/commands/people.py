"""Commands about the table itself: opening it, inviting, joining, leaving, being a witness."""

from __future__ import annotations

import hmac
from functools import partial
from typing import Annotated, Any

from pydantic import Field

from oddsmith.errors import BadInput, TooLarge
from oddsmith.table.commands.bodies import CommandBody, Hex, Name
from oddsmith.table.commands.context import CommandContext, secret_digest
from oddsmith.table.commands.declaration import HOSTS, SEATED, BoundCommand, Logged, by_itself, command
from oddsmith.table.commands.rolls import ending
from oddsmith.table.domain.allowed_letters import alike
from oddsmith.table.domain.errors import Conflict, NotAllowed, NotFound
from oddsmith.table.domain.event import Draft
from oddsmith.table.domain.models import Member, Role
from oddsmith.table.fairness import fair

MEMBERS = 500
INVITES = 1000


# --- the table -------------------------------------------------------------------------------------------------------


class OpenTable(CommandBody):
    """Open a table."""

    title: Name = Field(description="What the table is called.")
    name: Name = Field(description="What you are called at it.")
    advice: bool = Field(default=True, description="Whether decisions are shown with what each option is worth.")


def _table_from_event(logged: Logged) -> BoundCommand:
    host = logged.following.body.get("name") if logged.following is not None else None
    return partial(open_table, body=logged.body(OpenTable, name=host))


@command("POST", "", "Open a table", event="table.opened", by=None, recover=_table_from_event, status=201)
def open_table(context: CommandContext, body: OpenTable) -> None:
    """Write the first events of a table: it is there, and whoever opened it is its host."""
    table = context.state.table
    context.emit(Draft("table.opened", None, {"table": table, "title": body.title, "advice": body.advice}))
    _seat(context, body.name, "host", None)
    context.reply["table"] = table


class ChangeTable(CommandBody):
    """Change what is set about a table."""

    title: Name | None = None
    advice: bool | None = None


@command("PATCH", "/{table}", "Change what is set about a table", event="table.changed", by=HOSTS)
def change_table(context: CommandContext, body: ChangeTable) -> None:
    """Change the title, or whether advice is shown."""
    state = context.state
    fields = {
        "table": state.table,
        "title": state.title if body.title is None else body.title,
        "advice": state.advice if body.advice is None else body.advice,
    }
    context.emit(Draft("table.changed", context.member().id, fields))


# --- invites ---------------------------------------------------------------------------------------------------------


class MakeInvite(CommandBody):
    """Make a link that lets people in."""

    role: Role = "player"


@command("POST", "/{table}/invites", "Make an invite link", event="invite.made", by=HOSTS, status=201)
def make_invite(context: CommandContext, body: MakeInvite) -> None:
    """Make an invite; the secret that follows the # of its link is told once."""
    _below("invites", len(context.state.invites), INVITES)
    name = context.state.next_id("i")
    secret = {"secret": context.mint("secret")}
    context.emit(Draft("invite.made", context.member().id, {"invite": name, "role": body.role}, secret=secret))
    context.reply["invite"] = name


@command("DELETE", "/{table}/invites/{name}", "End an invite link", event="invite.revoked", by=HOSTS)
def revoke_invite(context: CommandContext, name: str) -> None:
    """End an invite."""
    invite = context.state.invites.get(name)
    if invite is None:
        raise NotFound("invite", name)
    if invite.revoked:
        raise Conflict(f"Invite {name} has already ended.")
    context.emit(Draft("invite.revoked", context.member().id, {"invite": name, "role": invite.role}))


# --- members ---------------------------------------------------------------------------------------------------------


class Join(CommandBody):
    """Take a seat."""

    secret: str = Field(min_length=1, max_length=200, description="What follows the # of the invite link.")
    name: Name


def _member_from_event(logged: Logged) -> BoundCommand:
    """Return the joining by an invite whose secret is not in the log."""
    return partial(let_in, invite=logged.event.body["invite"], name=logged.event.body["name"])


@command(
    "POST", "/{table}/members", "Take a seat", event="member.joined", by=None, recover=_member_from_event, status=201
)
def join(context: CommandContext, body: Join) -> None:
    """Take a seat with the secret of an invite."""
    if context.actor is not None:
        raise Conflict(f"You already sit at this table, as {context.actor.name}.")
    digest = secret_digest(body.secret)
    for invite in context.state.invites.values():
        if hmac.compare_digest(invite.secret, digest) and not invite.revoked:
            let_in(context, invite.id, body.name)
            return
    raise _over()


def let_in(context: CommandContext, invite: str, name: str) -> None:
    """Seat somebody who comes by an invite."""
    found = context.state.invites.get(invite)
    if found is None or found.revoked:
        raise _over()
    _below("members", len(context.state.members), MEMBERS)
    _unlike_others(context, name)
    _seat(context, name, found.role, found.id)


class ChangeMember(CommandBody):
    """Change a name or a role."""

    name: Name | None = None
    role: Role | None = None


@command("PATCH", "/{table}/members/{name}", "Change a name or role", event="member.changed", by=SEATED)
def change_member(context: CommandContext, name: str, body: ChangeMember) -> None:
    """Change one's own name, or as host anybody's name and role."""
    member = context.member()
    other = context.other(name)
    if member.role != "host" and (other.id != member.id or body.role not in (None, other.role)):
        raise NotAllowed("Only the host can change roles and other people's names.")
    role = body.role or other.role
    if body.name is not None:
        _unlike_others(context, body.name, other.id)
    if other.role == "host" and role != "host":
        _not_the_last_host(context)
    if role == "observer" != other.role:
        _end_what_nobody_else_sees(context, other, f"{other.name} only looks on")
    fields = {"member": other.id, "name": body.name or other.name, "role": role}
    context.emit(Draft("member.changed", member.id, fields))


def move_seat(context: CommandContext, name: str, by: str) -> None:
    """Let the browser that asks have a seat, and no longer the one that had it. by: who gave leave for that."""
    member, giver = context.other(name), context.other(by)
    if giver.id != member.id and giver.role != "host":
        raise NotAllowed("Only the host can move other people's seats.")
    if context.actor is not None:
        raise Conflict(f"You already sit at this table, as {context.actor.name}.")
    fields = {"member": member.id, "name": member.name, "role": member.role}
    context.emit(Draft("member.changed", giver.id, fields, secret={"token": context.mint("token")}))
    context.actor = member
    context.reply["you"] = member.id


class RemoveMember(CommandBody):
    """Leave, or take a seat away."""

    end_invite: bool = False


_STAYS = RemoveMember()


@command("DELETE", "/{table}/members/{name}", "Leave, or take a seat away", event="member.left", by=SEATED)
def remove_member(context: CommandContext, name: str, body: RemoveMember = _STAYS) -> None:
    """Leave, or as host take somebody's seat away. Rolls that nobody else may see end with it."""
    member = context.member()
    other = context.other(name)
    if member.role != "host" and (other.id != member.id or body.end_invite):
        raise NotAllowed("Only the host can remove people or end invites.")
    if other.role == "host":
        _not_the_last_host(context)
    invite = context.state.invites.get(other.invite or "")
    if body.end_invite and invite is not None and not invite.revoked:
        revoke_invite(context, invite.id)
    _end_what_nobody_else_sees(context, other, f"{other.name} left the table")
    fields = {"member": other.id, "name": other.name, "role": other.role}
    context.emit(Draft("member.left", member.id, fields))


def _end_what_nobody_else_sees(context: CommandContext, other: Member, reason: str) -> None:
    """End the open rolls that only this member sees: nobody could take them back, and they would hold coins."""
    for roll in list(context.state.open_rolls.values()):
        seats = (each for each in context.state.members.values() if not each.left and each.id != other.id)
        if not any(context.state.sees_roll(each, roll) for each in seats):
            ending.end(context, roll, context.member().id, reason)


# --- witnesses -------------------------------------------------------------------------------------------------------


class Pledge(CommandBody):
    """Be a witness of the next rolls."""

    pledge: Hex | None = Field(
        default=None, description="The digest of a nonce that you will give, in place of all that you pledged before."
    )
    pledges: Annotated[list[Hex], Field(max_length=fair.PLEDGES)] = Field(
        default=[], description="Digests of further nonces, for the rolls after those for which you have pledged."
    )


def _pledge_from_event(logged: Logged) -> BoundCommand:
    if logged.event.body.get("pledge", "") is None:
        return partial(withdraw_pledge, name=logged.event.body["member"])
    return partial(give_pledge, body=logged.body(Pledge))


@command(
    "POST",
    "/{table}/pledge",
    "Be a witness of the next rolls",
    event="member.pledged",
    by=SEATED,
    recover=_pledge_from_event,
    operation="pledge",
)
def give_pledge(context: CommandContext, body: Pledge) -> None:
    """Promise to be a witness of the next rolls, one for each pledge."""
    member = context.member()
    standing = [body.pledge] if body.pledge is not None else member.pledges
    if body.pledge is None and not body.pledges:
        raise BadInput("pledges", [], "at least one digest")
    count = len(standing) + len(body.pledges)
    if count > fair.PLEDGES:
        raise TooLarge("pledges of one member", count, fair.PLEDGES, remedy="Pledge more when some were used.")
    if len({*standing, *body.pledges}) < count:
        raise BadInput("pledges", body.pledges, "each pledged once")
    if known := [each for each in (body.pledge, *body.pledges) if each in context.state.given]:
        raise BadInput("pledges", known, "digests of nonces that you have not given yet: these are no secret")
    given: dict[str, Any] = {} if body.pledge is None else {"pledge": body.pledge}
    if body.pledges:
        given["pledges"] = list(body.pledges)
    context.emit(Draft("member.pledged", member.id, {"member": member.id, **given}))


@by_itself("member.pledged", recover=None)  # as giving one
def withdraw_pledge(context: CommandContext, name: str) -> None:
    """Wait no more for a witness who has closed the page."""
    member = context.state.members.get(name)
    if member is not None and member.present:
        context.emit(Draft("member.pledged", None, {"member": name, "pledge": None}))


def _seal_from_event(logged: Logged) -> BoundCommand:
    return partial(renew_seal, name=logged.event.body["member"])


@by_itself("member.sealed", recover=_seal_from_event)
def renew_seal(context: CommandContext, name: str) -> None:
    """Put a fresh seed in place of one that an older copy of the table may have revealed."""
    member = context.state.members.get(name)
    if member is not None and not member.left:
        seed = fair.fresh()
        fields = {"member": name, "seal": fair.seal(context.state.table, seed)}
        context.emit(Draft("member.sealed", None, fields, secret={"seed": seed}))


def renew_seals(context: CommandContext) -> None:
    """Renew the seals of all who sit at a table."""
    for name in list(context.state.members):
        renew_seal(context, name)


# --- parts of these --------------------------------------------------------------------------------------------------


def _seat(context: CommandContext, name: str, role: Role, invite: str | None) -> None:
    member = context.state.next_id("m")
    seed = fair.fresh()
    fields = {
        "member": member,
        "name": name,
        "role": role,
        "invite": invite,
        "seal": fair.seal(context.state.table, seed),
    }
    context.emit(Draft("member.joined", member, fields, secret={"token": context.mint("token"), "seed": seed}))
    context.actor = context.state.members[member]
    context.reply["you"] = member


def _over() -> NotAllowed:
    return NotAllowed("This invite link does not work any more.", remedy="Ask the host for a new link.")


def _not_the_last_host(context: CommandContext) -> None:
    if sum(1 for _ in context.state.hosts()) == 1:
        raise Conflict("A table needs a host.", remedy="Make somebody else a host first.")


def _unlike_others(context: CommandContext, name: str, member: str = "") -> None:
    """Raise Conflict when somebody else at the table has that name, or one that looks the same."""
    for other in context.state.members.values():
        if other.left or other.id == member or not context.alike(other.name, name):
            continue
        if alike(other.name) == alike(name):
            raise Conflict(f"There is already somebody called {other.name} at this table.", remedy="Take another name.")
        raise Conflict(f"That name looks like {other.name}, who is at this table.", remedy="Take another name.")


def _below(kind: str, count: int, limit: int) -> None:
    if count >= limit:
        raise TooLarge(f"{kind} at one table", count + 1, limit, remedy="Open another table.")
