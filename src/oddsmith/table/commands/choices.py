"""Commands about what several decide at once, unseen by each other: everybody commits to an option, then all open.

Whoever is late takes the first option, the one that spends nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from oddsmith.errors import BadInput
from oddsmith.table.commands.bodies import Choose, Disclose, Disclosed
from oddsmith.table.commands.context import CommandContext
from oddsmith.table.commands.rolling.commit_reveal import saw
from oddsmith.table.commands.rolls import draft, go_on_after
from oddsmith.table.domain.errors import Conflict, NotAllowed
from oddsmith.table.domain.models import HiddenChoices, Member, Roll
from oddsmith.table.fairness import fair

CHOOSE_WAIT: Final = 120_000  # milliseconds, for the others after the first has chosen
OPEN_WAIT: Final = 20_000  # milliseconds, to open after nobody chooses any more


def choose(context: CommandContext, name: str, request: Choose) -> None:
    """Commit to an option."""
    member, roll, choosing = _choosing(context, name, request.round, request.who)
    if request.who in choosing.chosen or request.who in choosing.late:
        raise Conflict(f"What {request.who} takes is settled.")
    if member.role != "host" and member.id not in choosing.deciders[request.who]:
        raise NotAllowed("This decision is not yours.")
    if request.commitment in (commitment for _, commitment in choosing.chosen.values()):
        raise BadInput("commitment", request.commitment, "one of your own")
    last = len(choosing.chosen) + 1 == len(choosing.options)
    body = {
        "round": choosing.number,
        "who": request.who,
        "member": member.id,
        "commitment": request.commitment,
        "wait": OPEN_WAIT if last else CHOOSE_WAIT,
    }
    context.emit(draft("roll.chosen", member.id, roll.id, roll.visibility, {}, body))


def disclose(context: CommandContext, name: str, request: Disclose) -> None:
    """Open what one has committed to. It shows when all have, or time is up."""
    member, roll, choosing = _choosing(context, name, request.round, request.who)
    if request.option not in choosing.options[request.who]:
        raise BadInput("option", request.option, ", ".join(choosing.options[request.who]))
    fields = (context.state.table, roll.id, choosing.number, request.who, member.id, request.option, request.nonce)
    chosen = choosing.chosen.get(request.who)
    if chosen is not None and chosen[0] == member.id and fair.chosen(*fields) != chosen[1]:
        raise BadInput("option", request.option, "the option and nonce that you committed to")
    opening(context, name, request, {"option": request.option, "nonce": request.nonce})
    if choosing.opened.keys() == choosing.chosen.keys():
        _reveal(context, roll, choosing)


def opening(context: CommandContext, name: str, request: Disclosed, secret: Mapping[str, str] | None = None) -> None:
    """An option is open; which, the server alone knows yet."""
    member, roll, choosing = _choosing(context, name, request.round, request.who)
    if not choosing.settled:
        raise Conflict("Not all have chosen yet.")
    if request.who not in choosing.chosen or choosing.chosen[request.who][0] != member.id:
        raise NotAllowed("Whoever has chosen opens it.")
    if request.who in choosing.opened:
        raise Conflict("That is open already.")
    body = {"round": choosing.number, "who": request.who, "member": member.id}
    said = {"seen": saw(context, request.seen)}
    context.emit(draft("roll.disclosed", member.id, roll.id, roll.visibility, said, body, secret))


def go_on_late(context: CommandContext, roll: Roll) -> None:
    """Time is up: first for those who have not chosen, then for those who have not opened."""
    choosing = roll.open.choices if roll.open is not None else None
    if choosing is None or choosing.until is None or choosing.until > context.now:
        return
    if choosing.settled:
        _reveal(context, roll, choosing)
        return
    late = [who for who in choosing.options if who not in choosing.chosen]
    body = {"round": choosing.number, "late": late, "wait": OPEN_WAIT}
    context.emit(draft("roll.late", None, roll.id, roll.visibility, {}, body))


def _reveal(context: CommandContext, roll: Roll, choosing: HiddenChoices) -> None:
    sides: list[dict[str, Any]] = []
    nonces: dict[str, str] = {}
    for who, options in choosing.options.items():
        member = choosing.chosen[who][0] if who in choosing.chosen else None
        option, nonce = choosing.opened.get(who, (None, None))
        sides.append({"who": who, "member": member, "option": option, "nonce": nonce, "taken": option or options[0]})
        if member is not None and nonce is not None:
            nonces.setdefault(member, nonce)
    body = {"round": choosing.number, "sides": sides}
    go_on_after(context, roll, "roll.revealed", None, body, [("option", side["taken"]) for side in sides], nonces)


def _choosing(context: CommandContext, name: str, number: int, who: str) -> tuple[Member, Roll, HiddenChoices]:
    member = context.need("player", "host")
    roll = context.roll(name)
    choosing = roll.open.choices if roll.open is not None else None
    if choosing is None or choosing.number != number:
        raise Conflict(f"Roll {name} does not wait for round {number} of decisions taken at once.")
    if who not in choosing.options:
        raise BadInput("who", who, ", ".join(choosing.options))
    if choosing.until is not None and choosing.until <= context.now:
        raise Conflict("Time is up for this round.")
    return member, roll, choosing
