"""The form of a whole log, and the faults that one has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, Final, Literal

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError, create_model
from pydantic_core import ErrorDetails

from oddsmith import misfits
from oddsmith.table.commands.bodies import Hex, Id
from oddsmith.table.forms import people, rolls
from oddsmith.table.forms.fields import ABSENT, PATTERNS, Form, Line, Name, Number, Table, Time

SCHEMA: Final = "oddsmith/log/1"


@dataclass(frozen=True)
class _Parts:
    """The parts of a kind of event. open: what everybody sees. rest: what a hidden one hides, in one of these forms;
    none where nothing is ever hidden.
    """

    open: type[Form]
    rest: tuple[type[Form], ...] = ()


_WAITS: Final = (rolls.WaitsForDecision, rolls.WaitsForChoices, rolls.WaitsForFaces, rolls.WaitsForHands)

#: Kinds of events that are for everyone, with all that is in them.
_PLAIN: Final[Mapping[str, type[Form]]] = {
    "table.opened": people.TableDescribed,
    "table.changed": people.TableDescribed,
    "clock.set": people.ClockSet,
    "invite.made": people.Invite,
    "invite.revoked": people.Invite,
    "member.joined": people.Joined,
    "member.changed": people.Member,
    "member.left": people.Member,
    "member.pledged": people.Pledged,
    "member.sealed": people.Sealed,
    "character.made": people.CharacterMade,
    "character.changed": people.CharacterChanged,
    "character.removed": people.CharacterRemoved,
    "note.shown": people.NoteShown,
    "preset.saved": people.PresetSaved,
    "preset.removed": people.PresetRemoved,
}

#: Kinds of events that may hide something, with what everybody sees and the rest.
_HIDING: Final[Mapping[str, _Parts]] = {
    "note.written": _Parts(rolls.Nothing, (people.Written,)),
    "roll.opened": _Parts(rolls.Gives, (rolls.Opened,)),
    "roll.witnessed": _Parts(rolls.Witnessed),
    "roll.waits": _Parts(rolls.Nothing, _WAITS),
    "roll.answered": _Parts(rolls.OpenAnswered, (rolls.Answered,)),
    "roll.typed": _Parts(rolls.Nothing, (rolls.Typed,)),
    "roll.thrown": _Parts(rolls.Thrown),
    "roll.bared": _Parts(rolls.Bared),
    "roll.met": _Parts(rolls.Met),
    "roll.chosen": _Parts(rolls.Nothing, (rolls.Chosen,)),
    "roll.late": _Parts(rolls.Nothing, (rolls.Late,)),
    "roll.disclosed": _Parts(rolls.OpenDisclosed, (rolls.Disclosed,)),
    "roll.revealed": _Parts(rolls.Falls, (rolls.Revealed,)),
    "roll.finished": _Parts(rolls.Nothing, (rolls.Finished,)),
    "roll.undone": _Parts(rolls.Nothing, (rolls.Undone,)),
    "roll.shown": _Parts(rolls.RollShown),
}


class _Event(Form):
    number: Number
    table: Table
    at: Time
    by: Id | None
    previous: Hex
    digest: Hex


class _HidingEvent(_Event):
    model_config = ConfigDict(json_schema_extra={"dependentRequired": {"hidden": ["salt"], "salt": ["hidden"]}})


#: Types of fields that are made, not written.
_EVERYONE: Final[Any] = Literal["everyone"]
_SOME: Final[Any] = Literal["host", "blind", "self"]
_NONE: Final[Any] = None


def _event(name: str, base: type[Form], fields: Mapping[str, Any]) -> Any:
    """Make the model of an event; fields: types, or types with what stands for one that is absent."""
    given: Any = {field: kind if isinstance(kind, tuple) else (kind, ...) for field, kind in fields.items()}
    return create_model(name, __base__=base, **given)


def _plain(kind: str, body: type[Form]) -> Any:
    only: Any = Literal[kind]
    fields = {"kind": only, "visibility": _EVERYONE, "roll": _NONE, "body": body, "sealed": _NONE}
    return _event(kind.replace(".", "_"), _Event, fields)


def _hiding(kind: str, parts: _Parts) -> Any:
    roll: Any = Id | None if kind == "note.written" else Id
    name = kind.replace(".", "_")
    whole = [create_model(f"{name}_{part.__name__}", __base__=(part, parts.open)) for part in parts.rest]
    only: Any = Literal[kind]
    common = {"kind": only, "roll": roll}
    seen = common | {"visibility": _EVERYONE, "body": _one_of(whole) if whole else parts.open, "sealed": _NONE}
    everyone = _event(f"{name}_for_everyone", _Event, seen)
    hides: dict[str, Any] = {"sealed": _NONE}
    if whole:
        hides = {"sealed": Hex, "hidden": (_one_of(parts.rest), ABSENT), "salt": (Hex, ABSENT)}
    some = common | {"visibility": _SOME, "body": parts.open} | hides
    hidden = _event(f"{name}_for_some", _HidingEvent if whole else _Event, some)
    return Annotated[reduce(or_, (everyone, hidden)), Field(discriminator="visibility")]


def _one_of(forms: Any) -> Any:
    """The one form there is, or whichever of them `for` names."""
    if len(forms) == 1:
        return forms[0]
    return Annotated[reduce(or_, forms), Field(discriminator="waits")]


@cache
def event_type() -> Any:
    """Return the type of events, of whatever kind."""
    kinds = [_plain(kind, body) for kind, body in _PLAIN.items()]
    kinds += [_hiding(kind, parts) for kind, parts in _HIDING.items()]
    return Annotated[reduce(or_, kinds), Field(discriminator="kind")]


@cache
def _events() -> TypeAdapter[Any]:
    return TypeAdapter(event_type())


class Head(Form):
    """A log without its events."""

    schema_name: Literal["oddsmith/log/1"] = Field(alias="schema")
    version: Line
    table: Table
    title: Name
    seen_by: Id
    number: Number
    digest: Hex


@dataclass(frozen=True)
class Fault:
    """A part that is not of the form which it must have. expected: the form, in words."""

    what: str
    found: Any
    expected: str


def head_faults(log: Mapping[str, Any]) -> list[Fault]:
    """Return what is wrong about the form of a log, its events left aside."""
    return _faults(_head(), {name: part for name, part in log.items() if name != "events"})


def event_faults(document: Any) -> list[Fault]:
    """Return what is wrong about the form of an event, with the hidden part that this document has of it."""
    faults = _faults(_events(), document)
    if not faults and ("hidden" in document) != ("salt" in document):
        faults = [Fault("its hidden part", "without its salt, or the other way round", "both or none")]
    return faults


@cache
def _head() -> TypeAdapter[Any]:
    return TypeAdapter(Head)


def _faults(form: TypeAdapter[Any], document: Any) -> list[Fault]:
    try:
        form.validate_python(document)
    except ValidationError as error:
        return [_fault(found) for found in error.errors(include_url=False)]
    except RecursionError:
        return [Fault("the event", "nested too deeply", "at most 100 levels")]
    return []


def _fields(place: tuple[int | str, ...]) -> list[str]:
    """Return the names of fields of a place, in which forms that were tried stand beside them."""
    parts = list(map(str, place))
    if parts[:1] == ["roll.waits"] and parts[2:3] in (["body"], ["hidden"]):
        del parts[3:4]  # what it waits for
    if parts and parts[0] in _HIDING:
        del parts[1:2]  # the visibility
    if parts and (parts[0] in _HIDING or parts[0] in _PLAIN):
        del parts[0]
    tried = ("function-", "lax-or-strict", "nullable", "definition-ref", "constrained-", "list[", "dict[")
    return [part for part in parts if not part.startswith(tried)]


def _fault(error: ErrorDetails) -> Fault:
    """Say in words what is wrong."""
    place = _fields(error["loc"])
    kind, found, context = error["type"], error["input"], error.get("ctx", {})
    if error["loc"] and error["loc"][-1] in misfits.SIMPLE:
        return Fault(".".join(place[:-1]), found, "a text, a whole number, true, false, null, a list or an object")
    what = ".".join(place) or "the event"
    if kind == "extra_forbidden":
        return Fault(what, found, "not there: no such field is known")
    if kind == "missing":
        return Fault(what, None, "there")
    if kind == "union_tag_invalid":
        tag = str(context["discriminator"]).strip("'")
        known = "one that this version knows" if tag == "kind" else f"one of {context['expected_tags']}"
        return Fault("its kind" if tag == "kind" else f"{what}.{tag}".removeprefix("the event."), context["tag"], known)
    if kind == "union_tag_not_found":
        return Fault(what, found, "an event, with its kind and visibility")
    return Fault(what, found, in_words(error))


def in_words(error: ErrorDetails) -> str:
    """Return what is allowed where a value has another form."""
    return PATTERNS.get(error.get("ctx", {}).get("pattern", "")) or misfits.allowed([error])
