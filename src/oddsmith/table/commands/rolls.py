"""Commands about rolls: opening one, answering what it waits for, taking it back.

A roll is opened with its dice already sealed: the server has committed to a seed before the roller gives a nonce, and
the other witnesses have committed to theirs before they see that there is a roll. The dice land when all nonces are
known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import oddsmith
from oddsmith.answers import label
from oddsmith.answers.format.json_values import first_line
from oddsmith.errors import BadInput, TooLarge
from oddsmith.rules import Decision
from oddsmith.table.commands.bodies import (
    Answer,
    OpenRoll,
    Repeat,
    RollGiven,
    TypeFaces,
    Undo,
    Witness,
    stored,
)
from oddsmith.table.commands.context import CommandContext
from oddsmith.table.commands.rolling import commit_reveal, effects, size
from oddsmith.table.commands.rolling.sheet_inputs import inputs_from_sheets
from oddsmith.table.domain.errors import Conflict, NotAllowed
from oddsmith.table.domain.event import Draft
from oddsmith.table.domain.models import Act, Roll
from oddsmith.table.domain.prepared_roll import PreparedRoll, prepared
from oddsmith.table.domain.replay import Standing, option_place, replay
from oddsmith.table.domain.state import State
from oddsmith.table.fairness import fair

OPEN_ROLLS: Final = 200
_NONCE: Final = "64 hexadecimal digits from your own random generator: dice are to land"


# --- opening ---------------------------------------------------------------------------------------------------------


def open_roll(
    context: CommandContext, request: OpenRoll, of: str | None = None, taken: Mapping[str, int | None] | None = None
) -> None:
    """Roll. of: the roll that this one repeats. taken: what inputs took from sheets (None: nothing), where whoever
    verifies a log cannot know it.
    """
    member = context.need("player", "host")
    state = context.state
    if len(state.open_rolls) >= OPEN_ROLLS:
        raise TooLarge("open rolls", OPEN_ROLLS + 1, OPEN_ROLLS, remedy="Finish or undo some.")
    if request.character is not None:
        context.may_play(context.character(request.character))
    if request.opposing is not None:
        context.character(request.opposing)
    if request.seal is not None and request.seal != member.seal:
        raise Conflict("The seal you saw is not the one that stands.", remedy="Look at the table anew, and roll again.")
    _check_source(context, request)
    known = inputs_from_sheets(context, request) | dict(taken or {})
    known = {name: value for name, value in known.items() if value is not None}
    given = {name: value for name, value in request.inputs.items() if value is not None or name not in known}
    what = prepared(request.system, request.action, given | known, request.options)
    context.foreseen = size.LETTERS * size.foreseen(what)
    changes = effects.plan(context, what.question, request)
    body = {
        "system": what.question.system.name,
        "action": what.question.action.name,
        "inputs": what.inputs,
        "filled": sorted(known),
        "options": what.options,
        "label": request.label,
        "comment": request.comment,
        "character": request.character,
        "opposing": request.opposing,
        "source": request.source,
        "against": request.against,
        "faces": [str(face) for face in request.faces],
        "effects": changes,
        "holds": effects.holds(context, what.question, request, changes),
        "repeats": of,
        "version": oddsmith.__version__,
    }
    standing = None
    begun: dict[str, Any] = {}
    secret = None
    if request.source != "seed":
        acts: list[Act] = [("face", str(face)) for face in request.faces]
        standing = replay(what, request.source, acts)
    if standing is None or (standing.needed is not None and standing.needed.kind == "seed"):
        if request.nonce is None:
            raise BadInput("nonce", None, _NONCE)
        begun, secret = commit_reveal.begun(context, 0, member, {member.id: request.nonce})
        begun |= commit_reveal.given(context, request.nonce, request.pledge, request.seen)
        standing = None
    roll = state.next_id("r")
    context.emit(draft("roll.opened", member.id, roll, request.visibility, begun, body, secret))
    context.reply["roll"] = roll
    _go_on(context, state.rolls[roll], what, standing)


def repeat_roll(context: CommandContext, name: str, request: Repeat) -> None:
    """Make the same roll again, as one's own."""
    context.need("player", "host")
    roll = context.roll(name)
    before = (roll.open.events if roll.open is not None else context.past(name))[0].everything
    given = {key: before[key] for key in RollGiven.model_fields if key in before}
    given["inputs"] = {name: value for name, value in before["inputs"].items() if name not in before["filled"]}
    given["visibility"] = roll.visibility
    again = OpenRoll.model_validate(given | stored(request))
    open_roll(context, again, of=name)


def _check_source(context: CommandContext, request: OpenRoll) -> None:
    if request.source != "faces" and request.faces:
        raise BadInput("faces", list(request.faces), "none, unless source is faces")
    if request.source == "hands":
        if request.against is None or request.against == context.member().id:
            raise BadInput("against", request.against, "another member, who throws against you")
        other = context.other(request.against)
        if other.role == "observer":
            raise BadInput("against", request.against, "a player or host")
        if request.visibility != "everyone":
            raise BadInput("visibility", request.visibility, "everyone: two throw, so it is no secret")
    elif request.against is not None:
        raise BadInput("against", request.against, "nobody, unless source is hands")


# --- dice ------------------------------------------------------------------------------------------------------------


def witness(context: CommandContext, name: str, request: Witness) -> None:
    """A browser gives the nonce that it pledged. With the last one the dice land."""
    member = context.member()
    roll = context.state.rolls.get(name)
    stretch = roll.open.pending_dice if roll is not None and roll.open is not None else None
    if roll is None or stretch is None or stretch.number != request.stretch or member.id not in stretch.witnesses:
        raise Conflict("Nobody waits for this nonce (any more).")
    if fair.pledge(context.state.table, member.id, request.nonce) != stretch.witnesses[member.id]:
        raise BadInput("nonce", request.nonce, "the nonce that you pledged")
    body = {
        "stretch": request.stretch,
        "member": member.id,
        "nonce": request.nonce,
        "pledge": request.pledge,
        "seen": commit_reveal.saw(context, request.seen),
    }
    context.emit(Draft("roll.witnessed", member.id, body, roll.id, roll.visibility))
    _go_on(context, roll, _what(roll))


def land_late(context: CommandContext, roll: Roll) -> None:
    """Time is up: the dice land without the witnesses that are missing."""
    if roll.open is not None and roll.open.pending_dice is not None and roll.open.pending_dice.until <= context.now:
        _go_on(context, roll, _what(roll), late=True)


def _go_on(
    context: CommandContext, roll: Roll, what: PreparedRoll, standing: Standing | None = None, *, late: bool = False
) -> None:
    """Let a roll go on as far as it can. standing: where it stands, if that is known and no dice are to land."""
    opened = roll.open
    assert opened is not None
    landed: dict[str, Any] | None = None
    stretch = opened.pending_dice
    acts = opened.acts
    if stretch is not None:
        if stretch.witnesses and not late:
            return
        landed = commit_reveal.landed(context.state, roll, stretch)
        acts = [*acts, ("seed", landed["faces_seed"])]
        standing = None
    if standing is None:
        standing = replay(what, opened.request["source"], acts)
    body = standing_body(context.state, roll, what, standing, acts)
    if landed is not None:
        body["landed"] = landed
    kind = "roll.waits" if standing.run is None else "roll.finished"
    context.emit(draft(kind, None, roll.id, roll.visibility, {}, body))


def standing_body(
    state: State, roll: Roll, what: PreparedRoll, standing: Standing, acts: Sequence[Act]
) -> dict[str, Any]:
    """What is written of where a roll stands: how it ended, or what it waits for."""
    opened = roll.open
    assert opened is not None
    if standing.run is not None:
        result = what.result(standing.run)
        changes = effects.done(state, roll, what.question, opened.request["effects"], result["measures"])
        return result | {"trail": _signed(result["trail"], opened.takers), "effects": changes}
    body: dict[str, Any] = {"trail": _signed(standing.trail, opened.takers)}
    if standing.decisions:
        return body | _decision(state, roll, what, standing.decisions)
    assert standing.needed is not None
    die = standing.needed.die
    assert die is not None, "dice were about to land"
    if standing.needed.kind == "face":
        given = [face for kind, face in acts if kind == "face"]
        return body | {"for": "faces", "die": str(die), "allowed": die.faces_in_words(), "given": given}
    return body | {"for": "hands", "round": opened.rounds, "between": [roll.member, opened.request["against"]]}


def _signed(trail: Sequence[Mapping[str, Any]], takers: Sequence[str | None]) -> list[Mapping[str, Any]]:
    """The trail, with the member who took each option (None: time was up); a host may decide for others."""
    by = iter(takers)
    return [{**entry, "by": next(by)} if entry["kind"] == "choice" else entry for entry in trail]


def go_on_after(
    context: CommandContext,
    roll: Roll,
    kind: str,
    by: str | None,
    body: dict[str, Any],
    acts: list[Act],
    nonces: dict[str, str],
    given: Mapping[str, Any] | None = None,
) -> None:
    """Somebody did something that a roll waited for: write it, and go on, with fresh dice if any are needed.

    nonces: those that whoever acted gave for these dice. given: what is said beside a nonce, also where no dice
    are needed: it is known now, so it must not be used again.
    """
    opened = roll.open
    assert opened is not None
    what = _what(roll)
    standing = replay(what, opened.request["source"], [*opened.acts, *acts])
    begun: dict[str, Any] = {}
    secret = None
    if standing.needed is not None and standing.needed.kind == "seed":
        member = context.state.members[by or roll.member]
        if not nonces and by is not None:  # two who both forfeit a throw leave none, and the log says so
            raise BadInput("nonce", None, _NONCE)
        begun, secret = commit_reveal.begun(context, opened.dice_count, member, nonces)
    elif given:
        begun = {"unused": next(iter(nonces.values()))}
    context.emit(draft(kind, by, roll.id, roll.visibility, {**(given or {}), **begun}, body, secret))
    _go_on(context, roll, what, standing)


def _what(roll: Roll) -> PreparedRoll:
    assert roll.open is not None
    request = roll.open.request
    return prepared(request["system"], request["action"], request["inputs"], request["options"])


def draft(
    kind: str,
    by: str | None,
    roll: str,
    visibility: str,
    open_part: Mapping[str, Any],
    body: Mapping[str, Any],
    secret: Mapping[str, str] | None = None,
) -> Draft:
    """An event of a roll. What is not in the open part is hidden, unless the roll is for everyone."""
    if visibility == "everyone":
        return Draft(kind, by, {**open_part, **body}, roll, visibility, secret=secret)
    return Draft(kind, by, open_part, roll, visibility, hidden=body, secret=secret)


# --- decisions and typed faces ---------------------------------------------------------------------------------------


def _decision(state: State, roll: Roll, what: PreparedRoll, decisions: Sequence[Decision]) -> dict[str, Any]:
    assert roll.open is not None
    decision = decisions[0]
    body: dict[str, Any] = {"rule": decision.call.rule.name, "says": first_line(decision.call.rule.__doc__)}
    if len(decisions) > 1:
        # StoredAnswer one after the other, the first answer would be no secret to whoever can read the database.
        return body | {
            "for": "choices",
            "round": roll.open.rounds,
            "sides": [{"who": each.who, "options": [label(option) for option in each.options]} for each in decisions],
            "deciders": {each.who: deciders(state, roll, each.who) for each in decisions},
        }
    return body | {
        "for": "decision",
        "step": roll.open.steps,
        "who": decision.who,
        "options": [label(option) for option in decision.options],
        "phrases": [what.question.action.phrase(label(option)) for option in decision.options],
        "deciders": deciders(state, roll, decision.who),
    }


def deciders(state: State, roll: Roll, who: str) -> list[str]:
    """Whose decision it is: the roller's; for anybody else in the rules, whoever plays the opposing character.

    Those who have left, only look on, or may not see the roll cannot decide; then the hosts do, and the roller where
    there is nobody else.
    """
    assert roll.open is not None
    person = roll.member
    if who != "player":
        opposing = state.characters.get(roll.open.request["opposing"] or "")
        person = (opposing.owner if opposing is not None else None) or ""
    member = state.members.get(person)
    if member is not None and not member.left and member.role != "observer" and state.sees_roll(member, roll):
        return [person]
    return [host.id for host in state.hosts() if state.sees_roll(host, roll)] or [roll.member]


def answer(context: CommandContext, name: str, request: Answer) -> None:
    """Take an option."""
    member = context.need("player", "host")
    roll, waits = _waiting(context, name, "decision")
    assert roll.open is not None
    if waits["step"] != request.step:
        raise Conflict(f"Decision {request.step} is over.", remedy=f"Now decision {waits['step']} waits.")
    if member.role != "host" and member.id not in deciders(context.state, roll, waits["who"]):
        raise NotAllowed("This decision is not yours.")
    decision = replay(_what(roll), roll.open.request["source"], roll.open.acts).decisions[0]
    option = label(decision.options[option_place(decision, request.option)])
    nonces: dict[str, str] = {}
    given: dict[str, Any] = {}
    if request.nonce is not None:
        nonces = {member.id: request.nonce}
        given = commit_reveal.given(context, request.nonce, request.pledge, request.seen)
    body = {"step": request.step, "option": option}
    go_on_after(context, roll, "roll.answered", member.id, body, [("option", option)], nonces, given)


def type_faces(context: CommandContext, name: str, request: TypeFaces) -> None:
    """Real dice have landed."""
    member = context.need("player", "host")
    roll, _ = _waiting(context, name, "faces")
    if member.role != "host" and member.id != roll.member:
        raise NotAllowed("Whoever rolls types the faces.")
    faces = [str(face) for face in request.faces]
    acts: list[Act] = [("face", face) for face in faces]
    go_on_after(context, roll, "roll.typed", member.id, {"faces": faces}, acts, {})


def _waiting(context: CommandContext, name: str, what: str) -> tuple[Roll, Mapping[str, Any]]:
    roll = context.roll(name)
    waits = roll.open.waits if roll.open is not None else None
    if waits is None or waits["for"] != what:
        raise Conflict(f"Roll {name} does not wait for {'a decision' if what == 'decision' else what}.")
    return roll, waits


# --- afterwards ------------------------------------------------------------------------------------------------------


def undo(context: CommandContext, name: str, request: Undo) -> None:
    """Take a roll back: what it did to sheets is undone. The roll stays in the log.

    A host may do so without seeing it: else what somebody holds back or spends in secret could be ended by nobody.
    """
    member = context.need("player", "host")
    found = context.state.rolls.get(name) if member.role == "host" else None
    roll = found or context.roll(name)
    if member.role != "host" and member.id != roll.member:
        raise NotAllowed("Only whoever rolled, or the host, takes a roll back.")
    if roll.undone:
        raise Conflict(f"Roll {name} is taken back already.")
    end(context, roll, member.id, request.reason)


def end(context: CommandContext, roll: Roll, by: str, reason: str) -> None:
    """A roll does not count, and is over if it was not."""
    body: dict[str, Any] = {"reason": reason, "effects": effects.opposite(roll.effects)}
    if roll.open is not None and roll.open.pending_dice is not None:
        # Else a server that knows the seed could let go of one roll after another until it likes what would fall.
        body["let_go"] = commit_reveal.let_go(roll.open.pending_dice)
    context.emit(draft("roll.undone", by, roll.id, roll.visibility, {}, body))


def show(context: CommandContext, name: str) -> None:
    """Let everybody see a hidden roll."""
    member = context.need("player", "host")
    roll = context.roll(name)
    if not roll.hidden:
        raise Conflict(f"Everybody sees roll {name} already.")
    if roll.open is not None:
        raise Conflict(f"Roll {name} is not over yet.")
    hidden = {
        str(event.number): {"hidden": event.hidden, "salt": event.salt}
        for event in context.past(name)
        if event.hidden is not None
    }
    context.emit(Draft("roll.shown", member.id, {"events": hidden}, roll.id, roll.visibility))
