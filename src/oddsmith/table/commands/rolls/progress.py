"""The progress of a roll: its dice land, its rules run as far as they can, and the log says where it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from oddsmith.answers.choices import label
from oddsmith.answers.format.json_values import first_line
from oddsmith.rules import Decision
from oddsmith.table.commands.context import CommandContext
from oddsmith.table.commands.rolls import commit_reveal, effects
from oddsmith.table.domain.errors import Conflict
from oddsmith.table.domain.event import Draft
from oddsmith.table.domain.models import Act, Roll
from oddsmith.table.domain.prepared_roll import PreparedRoll, prepared
from oddsmith.table.domain.replay import Standing, replay
from oddsmith.table.domain.state import State


def prepared_roll(context: CommandContext, roll: Roll) -> PreparedRoll:
    """Return the question that an open roll asks; RulebookChanged where the code by which it was opened is not here."""
    assert roll.open is not None
    spec = roll.open.spec
    return prepared(spec["system"], spec["action"], spec["inputs"], spec["options"], context.rulebook_of(roll))


def roll_draft(
    kind: str,
    by: str | None,
    roll: str,
    visibility: str,
    open_part: Mapping[str, Any],
    fields: Mapping[str, Any],
    secret: Mapping[str, str] | None = None,
) -> Draft:
    """Draft an event of a roll. Its fields but the open part are hidden, unless the roll is for everyone."""
    if visibility == "everyone":
        return Draft(kind, by, {**open_part, **fields}, roll, visibility, secret=secret)
    return Draft(kind, by, open_part, roll, visibility, hidden=fields, secret=secret)


# --- going on --------------------------------------------------------------------------------------------------------


def go_on(
    context: CommandContext, roll: Roll, prepared: PreparedRoll, standing: Standing | None = None, *, late: bool = False
) -> None:
    """Let a roll go on as far as it can.

    standing: where it stands, if that is known and no dice are to land. late: dice land without missing witnesses.
    """
    opened = roll.open
    assert opened is not None
    landed: dict[str, Any] | None = None
    dice = opened.pending_dice
    acts = opened.acts
    if dice is not None:
        if dice.witnesses and not late:
            return
        landed = commit_reveal.landed(context.state, roll, dice)
        acts = [*acts, ("seed", landed["faces_seed"])]
        standing = None
    if standing is None:
        standing = replay(prepared, opened.spec["source"], acts)
    fields = standing_fields(context.state, roll, prepared, standing, acts)
    if landed is not None:
        fields["landed"] = landed
    kind = "roll.waits" if standing.run is None else "roll.finished"
    context.emit(roll_draft(kind, None, roll.id, roll.visibility, {}, fields))


def land_late(context: CommandContext, roll: Roll) -> None:
    """Let dice land without the witnesses that are missing when time is up."""
    if roll.open is not None and roll.open.pending_dice is not None and roll.open.pending_dice.until <= context.now:
        go_on(context, roll, prepared_roll(context, roll), late=True)


def go_on_after(
    context: CommandContext,
    roll: Roll,
    kind: str,
    by: str | None,
    fields: dict[str, Any],
    acts: list[Act],
    nonces: dict[str, str],
    given: Mapping[str, Any] | None = None,
) -> None:
    """Write that somebody did what a roll waited for, and go on, with fresh dice if any are needed.

    nonces: those that came with the command; who has pledged is asked when the log shows what they did. given: what
    is said beside a nonce, also where no dice are needed: it is known now, so it must not be used again.
    """
    opened = roll.open
    assert opened is not None
    prepared = prepared_roll(context, roll)
    standing = replay(prepared, opened.spec["source"], [*opened.acts, *acts])
    begun: dict[str, Any] = {}
    secret = None
    if standing.needed is not None and standing.needed.kind == "seed":
        member = context.state.members[by or roll.member]
        roller = commit_reveal.roller(context, by, nonces)
        begun, secret = commit_reveal.begin(context, opened.dice_count, member, nonces, given or {}, roller)
    elif given:
        begun = {"unused": next(iter(nonces.values()))}
    context.emit(roll_draft(kind, by, roll.id, roll.visibility, {**(given or {}), **begun}, fields, secret))
    go_on(context, roll, prepared, standing)


def waiting(roll: Roll, awaited: str) -> Mapping[str, Any]:
    """Return the fields that say what a roll waits for; Conflict where that is not what is named."""
    waits = roll.open.waits if roll.open is not None else None
    if waits is None or waits["for"] != awaited:
        raise Conflict(f"Roll {roll.id} is not waiting for {'a decision' if awaited == 'decision' else awaited}.")
    return waits


# --- where a roll stands ---------------------------------------------------------------------------------------------


def standing_fields(
    state: State, roll: Roll, prepared: PreparedRoll, standing: Standing, acts: Sequence[Act]
) -> dict[str, Any]:
    """Return the fields that say how a roll ended, or what it waits for."""
    opened = roll.open
    assert opened is not None
    if standing.run is not None:
        result = prepared.result(standing.run)
        changes = effects.done(state, roll, prepared.question, opened.spec["effects"], result["measures"])
        return result | {"trail": _signed(result["trail"], opened.takers), "effects": changes}
    fields: dict[str, Any] = {"trail": _signed(standing.trail, opened.takers)}
    if standing.decisions:
        return fields | _decision(state, roll, prepared, standing.decisions)
    assert standing.needed is not None
    die = standing.needed.die
    assert die is not None, "dice were about to land"
    if standing.needed.kind == "face":
        given = [face for kind, face in acts if kind == "face"]
        return fields | {"for": "faces", "die": str(die), "allowed": die.faces_in_words(), "given": given}
    return fields | {"for": "hands", "round": opened.rounds, "between": [roll.member, opened.spec["against"]]}


def _signed(trail: Sequence[Mapping[str, Any]], takers: Sequence[str | None]) -> list[Mapping[str, Any]]:
    """Return the trail with the member who took each option (None: time was up); a host may decide for others."""
    by = iter(takers)
    return [{**entry, "by": next(by)} if entry["kind"] == "choice" else entry for entry in trail]


def _decision(state: State, roll: Roll, prepared: PreparedRoll, decisions: Sequence[Decision]) -> dict[str, Any]:
    assert roll.open is not None
    decision = decisions[0]
    fields: dict[str, Any] = {"rule": decision.call.rule.name, "says": first_line(decision.call.rule.__doc__)}
    if len(decisions) > 1:
        # Answered one after the other, the first answer would be no secret to whoever can read the database.
        phrases = prepared.question.action.phrases(label(option) for each in decisions for option in each.options)
        fields |= {"phrases": phrases} if phrases else {}
        return fields | {
            "for": "choices",
            "round": roll.open.rounds,
            "sides": [{"who": each.who, "options": [label(option) for option in each.options]} for each in decisions],
            "deciders": {each.who: deciders(state, roll, each.who) for each in decisions},
        }
    return fields | {
        "for": "decision",
        "step": roll.open.steps,
        "who": decision.who,
        "options": [label(option) for option in decision.options],
        "phrases": [prepared.question.action.phrase(label(option)) for option in decision.options],
        "deciders": deciders(state, roll, decision.who),
    }


def deciders(state: State, roll: Roll, who: str) -> list[str]:
    """Return the members whose decision it is: the roller's; for anybody else in the rules, the opposing player's.

    Those who have left, only look on, or may not see the roll cannot decide; then the hosts do, and the roller where
    there is nobody else.
    """
    assert roll.open is not None
    person = roll.member
    if who != "player":
        opposing = state.characters.get(roll.open.spec["opposing"] or "")
        person = (opposing.owner if opposing is not None else None) or ""
    member = state.members.get(person)
    if member is not None and not member.left and member.role != "observer" and state.sees_roll(member, roll):
        return [person]
    return [host.id for host in state.hosts() if state.sees_roll(host, roll)] or [roll.member]
