"""Commands about decisions taken at once, unseen by each other: everybody commits to an option, then all open.

Whoever is late takes the first option, the one that spends nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from pydantic import Field

from oddsmith.errors import BadInput
from oddsmith.table.commands.bodies import SEEN, CommandBody, Hex, Line, Name, RoundNumber, Seen
from oddsmith.table.commands.context import CommandContext
from oddsmith.table.commands.declaration import PLAYERS, BoundCommand, Logged, command
from oddsmith.table.commands.rolls.commit_reveal import checked_seen
from oddsmith.table.commands.rolls.progress import go_on_after, roll_draft
from oddsmith.table.domain.errors import Conflict, NotAllowed
from oddsmith.table.domain.models import HiddenChoices, Member, Roll
from oddsmith.table.fairness import fair

CHOOSE_WAIT: Final = 120_000  # milliseconds, for the others after the first has chosen
OPEN_WAIT: Final = 20_000  # milliseconds, to open after nobody chooses any more


class Choose(CommandBody):
    """Take an option unseen."""

    round: RoundNumber
    who: Name = Field(description="As whom: one of the sides that the roll waits for.")
    commitment: Hex


@command("POST", "/{table}/rolls/{name}/choose", "Take an option unseen", event="roll.chosen", by=PLAYERS)
def choose(context: CommandContext, name: str, body: Choose) -> None:
    """Commit to an option."""
    member, roll, choices = _choices(context, name, body.round, body.who)
    if body.who in choices.chosen or body.who in choices.late:
        raise Conflict(f"What {body.who} takes is settled.")
    if member.role != "host" and member.id not in choices.deciders[body.who]:
        raise NotAllowed("This decision is not yours.")
    if body.commitment in (commitment for _, commitment in choices.chosen.values()):
        raise BadInput("commitment", body.commitment, "one of your own")
    last = len(choices.chosen) + 1 == len(choices.options)
    fields = {
        "round": choices.number,
        "who": body.who,
        "member": member.id,
        "commitment": body.commitment,
        "wait": OPEN_WAIT if last else CHOOSE_WAIT,
    }
    context.emit(roll_draft("roll.chosen", member.id, roll.id, roll.visibility, {}, fields))


class Disclosed(CommandBody):
    """The opening of an option, with nothing of which it is."""

    round: RoundNumber
    who: Name
    seen: Seen | None = Field(default=None, description=SEEN)


class Disclose(Disclosed):
    """Open the option that one has taken."""

    option: Line
    nonce: Hex


def _disclosure_from_event(logged: Logged) -> BoundCommand:
    """Return the opening of an option; which one, only if all were opened in the end."""
    name, fields = str(logged.event.roll), logged.event.everything
    shown = logged.revealed.options.get((name, fields["round"], fields["who"]))
    if shown is None:
        return partial(open_option, name=name, body=logged.body(Disclosed))
    return partial(disclose, name=name, body=logged.body(Disclose, option=shown[0], nonce=shown[1]))


@command(
    "POST",
    "/{table}/rolls/{name}/disclose",
    "Open the option that one took",
    event="roll.disclosed",
    by=PLAYERS,
    recover=_disclosure_from_event,
)
def disclose(context: CommandContext, name: str, body: Disclose) -> None:
    """Open the option that one has committed to. It shows when all have, or time is up."""
    member, roll, choices = _choices(context, name, body.round, body.who)
    if body.option not in choices.options[body.who]:
        raise BadInput("option", body.option, ", ".join(choices.options[body.who]))
    commitment = fair.chosen(context.state.table, roll.id, choices.number, body.who, member.id, body.option, body.nonce)
    chosen = choices.chosen.get(body.who)
    if chosen is not None and chosen[0] == member.id and commitment != chosen[1]:
        raise BadInput("option", body.option, "the option and nonce that you committed to")
    open_option(context, name, body, {"option": body.option, "nonce": body.nonce})
    if choices.opened.keys() == choices.chosen.keys():
        _reveal(context, roll, choices)


def open_option(context: CommandContext, name: str, body: Disclosed, secret: Mapping[str, str] | None = None) -> None:
    """Write that an option is open; which one is kept secret."""
    context.need(*PLAYERS)
    member, roll, choices = _choices(context, name, body.round, body.who)
    if not choices.settled:
        raise Conflict("Not everyone has chosen yet.")
    if body.who not in choices.chosen or choices.chosen[body.who][0] != member.id:
        raise NotAllowed("Only whoever chose it can open it.")
    if body.who in choices.opened:
        raise Conflict("That is already open.")
    fields = {"round": choices.number, "who": body.who, "member": member.id}
    seen = {"seen": checked_seen(context, body.seen)}
    context.emit(roll_draft("roll.disclosed", member.id, roll.id, roll.visibility, seen, fields, secret))


def go_on_late(context: CommandContext, roll: Roll) -> None:
    """Go on when time is up: first without those who have not chosen, then without those who have not opened."""
    choices = roll.open.choices if roll.open is not None else None
    if choices is None or choices.until is None or choices.until > context.now:
        return
    if choices.settled:
        _reveal(context, roll, choices)
        return
    late = [who for who in choices.options if who not in choices.chosen]
    fields = {"round": choices.number, "late": late, "wait": OPEN_WAIT}
    context.emit(roll_draft("roll.late", None, roll.id, roll.visibility, {}, fields))


def _reveal(context: CommandContext, roll: Roll, choices: HiddenChoices) -> None:
    sides: list[dict[str, Any]] = []
    nonces: dict[str, str] = {}
    for who, options in choices.options.items():
        member = choices.chosen[who][0] if who in choices.chosen else None
        option, nonce = choices.opened.get(who, (None, None))
        sides.append({"who": who, "member": member, "option": option, "nonce": nonce, "taken": option or options[0]})
        if member is not None and nonce is not None:
            nonces.setdefault(member, nonce)
    fields = {"round": choices.number, "sides": sides}
    go_on_after(context, roll, "roll.revealed", None, fields, [("option", side["taken"]) for side in sides], nonces)


def _choices(context: CommandContext, name: str, number: int, who: str) -> tuple[Member, Roll, HiddenChoices]:
    member = context.member()
    roll = context.roll(name)
    choices = roll.open.choices if roll.open is not None else None
    if choices is None or choices.number != number:
        raise Conflict(f"Roll {name} is not waiting for round {number} of decisions taken at once.")
    if who not in choices.options:
        raise BadInput("who", who, ", ".join(choices.options))
    if choices.until is not None and choices.until <= context.now:
        raise Conflict("Time is up for this round.")
    return member, roll, choices
