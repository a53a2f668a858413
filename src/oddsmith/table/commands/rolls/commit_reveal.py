"""The commit-reveal protocol of dice: whose randomness they wait for, and the seed that comes of it.

The server has committed to a seed before anybody gives a nonce, and all who were at the table, whoever rolls among
them, have committed to their nonces before there was a roll. They give these when it is in the log.
docs/fair-rolls.md tells why.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from oddsmith.errors import BadInput
from oddsmith.table.commands.bodies import Promise, Seen
from oddsmith.table.commands.context import CommandContext
from oddsmith.table.domain.errors import Conflict
from oddsmith.table.domain.models import Member, PendingDice, Roll
from oddsmith.table.domain.state import State
from oddsmith.table.fairness import fair

NONCE: Final = "64 hexadecimal digits from your own random generator, or a pledge: dice are to land"


def begin(
    context: CommandContext,
    number: int,
    member: Member,
    nonces: Mapping[str, str],
    given: Mapping[str, Any],
    roller: str | None,
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the fields of the event with which dice begin to fall, and the secret of the member's next seal.

    member: whose seal is used. nonces: those that are known; of others, and of the roller if there is one who has
    pledged, they are asked for now. given: what is said beside a nonce. Raises Conflict when the seal was made after
    that.
    """
    seen = given.get("seen")
    if seen is not None and seen["number"] < member.sealed:
        raise Conflict(
            f"The seal of these dice stands by event {member.sealed}, and you gave your nonce having seen event "
            f"{seen['number']}: whoever made the seal could know it.",
            remedy="Reload the table, and try again.",
        )
    seed = fair.fresh()
    asked = witnesses(context.state, nonces, roller)
    stretch = {
        "stretch": number,
        "member": member.id,
        "seal": member.seal,
        "nonces": dict(nonces),
        "witnesses": asked,
        "unasked": unasked(context.state, {*nonces, *asked}, context.present()),
        "wait": fair.WITNESS_WAIT,
        "next": fair.seal(context.state.table, seed),
    }
    return {"stretch": stretch}, {"seed": seed}


def roller(context: CommandContext, by: str | None, nonces: Mapping[str, str]) -> str | None:
    """Return whoever acts, if they are asked for their nonce as witnesses are; None where it came with the command.

    Raises BadInput when they have neither given nor pledged one. by: None where nobody acts alone; two who both forfeit
    a throw leave no nonce, and the log says so.
    """
    if by is None or by in nonces:
        return None
    if not context.asks(context.state.members[by]):
        raise BadInput("nonce", None, NONCE)
    return by


def witnesses(state: State, nonces: Mapping[str, str], roller: str | None = None) -> dict[str, str]:
    """Return the oldest pledges by member: of those who have pledged and do not give a nonce already, as many as are
    waited for; the roller's in any case.
    """
    pledged = [m for m in state.members.values() if m.pledges and m.id not in nonces]
    pledged.sort(key=lambda member: (member.id != roller, member.since))  # of equals, those who joined first
    return {member.id: member.pledges[0] for member in pledged[: fair.WITNESSES]}


def unasked(state: State, asked: Collection[str], listening: Collection[str] = ()) -> list[str]:
    """Return the members who are present and have no share in dice: all their pledges are used, or too many are there.

    Present are those who have pledged, unless that was withdrawn, and those whose pages are open (listening).
    """
    there = (m.id for m in state.members.values() if not m.left and (m.present or m.id in listening))
    return sorted(member for member in there if member not in asked)


def promised(context: CommandContext, nonce: str, body: Promise) -> dict[str, Any]:
    """Return the field of the next pledge, if any is given beside a nonce.

    Raises BadInput for the pledge of a nonce that was given, this one included.
    """
    this = fair.pledge(context.state.table, context.member().id, nonce)
    if body.pledge == this or body.pledge in context.state.given:
        raise BadInput("pledge", body.pledge, "the digest of a nonce that you have not given yet")
    return body.model_dump(include={"pledge"}, exclude_unset=True)


def checked_nonce(context: CommandContext, nonce: str, body: Promise) -> dict[str, Any]:
    """Return the fields beside a nonce that comes with the command of whoever acts: their next pledge, and how much of
    the log they had seen.

    Raises BadInput for somebody who has pledged, so that they are asked for their nonce when the roll is in the log.
    """
    member = context.member()
    if context.asks(member):
        raise BadInput("nonce", nonce, "none: you have pledged one, and give it when the log shows what you roll")
    if member.pledges and fair.pledge(context.state.table, member.id, nonce) != member.pledges[-1]:
        raise Conflict("The nonce is not the one that you pledged last.")
    return {**promised(context, nonce, body), "seen": checked_seen(context, body.seen)}


def checked_witness(context: CommandContext, dice: PendingDice, nonce: str, body: Promise) -> dict[str, Any]:
    """Return the fields beside a nonce that dice wait for.

    Raises BadInput for a nonce that was not pledged; Conflict when whoever gives it has not seen yet what it is for.
    """
    member = context.member()
    if fair.pledge(context.state.table, member.id, nonce) != dice.witnesses[member.id]:
        raise BadInput("nonce", nonce, "the nonce that you pledged")
    if dice.roller is not None and (body.seen is None or body.seen.number < dice.event):
        raise Conflict(
            f"The dice began to fall by event {dice.event}, and you do not say that you have seen it.",
            remedy="Reload the table, and give the nonce with that event, or a later one, as seen.",
        )
    return {**promised(context, nonce, body), "seen": checked_seen(context, body.seen)}


def checked_seen(context: CommandContext, seen: Seen | None) -> dict[str, Any] | None:
    """Return how much of the log somebody has seen, as it is written.

    Raises Conflict when it is not this log: then somebody shows two of them.
    """
    if seen is None:
        return None
    digest = context.state.digest_of(seen.number)
    if digest is None:
        raise Conflict("The log has gone on far beyond what you saw.", remedy="Reload the table.")
    if digest != seen.digest:
        raise Conflict(
            f"The log that you saw is not the log of this table: event {seen.number} has another digest.",
            remedy="Compare logs with the others at the table.",
        )
    return {"number": seen.number, "digest": seen.digest}


def landed(state: State, roll: Roll, dice: PendingDice) -> dict[str, Any]:
    """Return the fields about dice that land: the seed, who was late, and the seed of the faces."""
    return {
        "stretch": dice.number,
        "seed": dice.seed,
        "missing": sorted(dice.witnesses),
        "faces_seed": fair.faces_seed(state.table, roll.id, dice.number, dice.seed, dice.nonces).hex(),
    }


def let_go(dice: PendingDice) -> dict[str, Any]:
    """Return the fields about dice that never land, since their roll was taken back: all that the faces follow from."""
    return {"stretch": dice.number, "seed": dice.seed, "nonces": dict(sorted(dice.nonces.items()))}


def seconds(milliseconds: int) -> str:
    """Write a time in words.

    >>> seconds(1000), seconds(2718)
    ('1 second', '2.718 seconds')
    """
    return "1 second" if milliseconds == 1000 else f"{milliseconds / 1000:g} seconds"
