"""The commit-reveal protocol of dice: whose randomness they wait for, and the seed that comes of it.

The server has committed to a seed before anybody gives a nonce, and all who were at the table have committed to their
nonces before there was a roll. docs/fair-rolls.md tells why.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from oddsmith.table.commands.bodies import Seen
from oddsmith.table.commands.context import CommandContext
from oddsmith.table.domain.errors import Conflict
from oddsmith.table.domain.models import Member, PendingDice, Roll
from oddsmith.table.domain.state import State
from oddsmith.table.fairness import fair

WITNESS_WAIT: Final = 1000  # milliseconds
#: More than ever sit at a table; whose pledges have stood longest come first, so that nobody is passed over twice.
WITNESSES: Final = 64


def begin(
    context: CommandContext, number: int, member: Member, nonces: Mapping[str, str]
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the fields of the event with which dice begin to fall, and the secret of the member's next seal."""
    seed = fair.fresh()
    stretch = {
        "stretch": number,
        "member": member.id,
        "seal": member.seal,
        "nonces": dict(nonces),
        "witnesses": witnesses(context.state, nonces),
        "wait": WITNESS_WAIT,
        "next": fair.seal(context.state.table, seed),
    }
    return {"stretch": stretch}, {"seed": seed}


def witnesses(state: State, nonces: Mapping[str, str]) -> dict[str, str]:
    """Return pledges by member: of those who have pledged a nonce and do not give one already, as many as are waited
    for.
    """
    pledged = [m for m in state.members.values() if m.pledge is not None and m.id not in nonces]
    pledged.sort(key=lambda member: member.pledged)
    return {member.id: member.pledge for member in pledged[:WITNESSES] if member.pledge is not None}


def checked_nonce(context: CommandContext, nonce: str, pledge: str | None, seen: Seen | None) -> dict[str, Any]:
    """Return the fields beside a nonce that whoever acts gives for their own dice: their next pledge, and how much of
    the log they had seen.

    Raises Conflict for a nonce that is not the one they pledged, if they pledged any.
    """
    member = context.member()
    if member.pledge is not None and fair.pledge(context.state.table, member.id, nonce) != member.pledge:
        raise Conflict("The nonce is not the one that you pledged.", remedy="Pledge anew, and try again.")
    return {"pledge": pledge, "seen": checked_seen(context, seen)}


def checked_seen(context: CommandContext, seen: Seen | None) -> dict[str, Any] | None:
    """Return how much of the log somebody has seen, as it is written.

    Raises Conflict when it is not this log: then somebody shows two of them.
    """
    if seen is None:
        return None
    digest = context.state.digest_of(seen.number)
    if digest is None:
        raise Conflict("The log has gone on far beyond what you saw.", remedy="Look at the table anew.")
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
