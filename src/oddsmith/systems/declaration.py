"""How a game declares itself: its actions, inputs, house rules, events and measures.

Everything that a way in shows of a system (options of the command line, forms, help, error messages) derives from these
declarations, so a new system is one new module and nothing else changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.fields import FieldInfo

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.sheets import Change, sided

M = TypeVar("M", bound=BaseModel)
I = TypeVar("I", bound="Inputs")  # noqa: E741 (I: inputs)
H = TypeVar("H", bound="HouseRules")
O = TypeVar("O")  # noqa: E741 (O: outcome)


class Inputs(BaseModel):
    """What somebody enters for an action. Field descriptions are the help texts; names with `_` are written with `-`.

    A field whose name ends in `_` (Python keywords) is entered without it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")


class HouseRules(BaseModel):
    """The options of a system's profile, each with the default reading first. Make fields with `house_rule`."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def house_rule(gap: str, question: str, readings: Mapping[str, str]) -> Any:
    """A house rule with named readings.

    gap: the id on the rules page (G0.1). question: what the rulebook leaves open. readings: name of each reading and
    what it means, the default first; the field's type is the `Literal` of the names.
    """
    extra: dict[str, Any] = {"gap": gap, "readings": dict(readings)}
    return Field(default=next(iter(readings)), description=question, json_schema_extra=extra)


def house_number(gap: str, question: str, default: int, *, low: int, high: int) -> Any:
    """A house rule that is a whole number from low to high."""
    return Field(default=default, description=question, ge=low, le=high, json_schema_extra={"gap": gap})


@dataclass(frozen=True)
class Event(Generic[O]):
    """A yes/no of an outcome. title: in words, as a result line would have it. rule: the ids it comes from.

    `holds` of an integer outcome may be asked of infinitely many at once, so it compares with numbers and does nothing
    cleverer. per_gain: 0 when what gains (`k + call`) add to an outcome never changes the answer; then best play can be
    asked of it where gains have no bound. also: what else people call it when they say what they want. needs: an input
    without which it says nothing (nobody is out of HC whose HC are not known); answers then leave it out. implied_by:
    events of which each holds only where this one does, and says more; where one holds, a verdict tells that alone.
    """

    name: str
    title: str
    holds: Callable[[O], bool]
    rule: str = ""
    per_gain: int | None = None
    also: tuple[str, ...] = ()
    needs: str = ""
    implied_by: tuple[str, ...] = ()


@dataclass(frozen=True)
class Measure(Generic[O]):
    """A number of an outcome. title: in words, with the unit. spends: whether it is given away (prices make sense).

    per_gain: what a gain of 1 (`1 + call`) adds to it, where that is the same for every outcome; then best play can be
    asked of it where gains have no bound. also: what else people call it when they say what they want. most: the most
    that is spent, however much there is. changes: what it does to sheets; of what is spent, `changed` knows it.
    one: the title for exactly 1.
    """

    name: str
    title: str
    of: Callable[[O], int | Fraction]
    spends: bool = False
    per_gain: int | None = None
    also: tuple[str, ...] = ()
    most: int | None = None
    changes: tuple[Change, ...] = ()
    one: str = ""

    @property
    def changed(self) -> tuple[Change, ...]:
        """What it does to sheets: what is spent comes off the resource of that name, without `_spent`."""
        if self.changes or not self.spends:
            return self.changes
        return (Change(*sided(self.name.removesuffix("_spent"))),)


@dataclass(frozen=True)
class Cost(Generic[I, H]):
    """What an action costs whatever the dice do, by its inputs. title: in words, with the unit."""

    name: str
    title: str
    of: Callable[[I, H], int]
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Action(Generic[I, H, O]):
    """Something a character does.

    call: the mechanic for given inputs, house rules, and what is asked: the names of events and measures whose values
    will be read. A rule may lump what nobody asks. apart: sets of names that `odds` asks in separate runs, each exact;
    empty when one run answers all. With `asked` of all names the call must always work: `roll` and `simulate` use that.
    facts: what is known without chance (a pool, a base), by name. warnings: what to tell about unusual inputs.
    decides: what the decisions are about, "" when there are none. example: what follows `oddsmith odds SYSTEM` in its
    help. states: about how many states best play looks at for what is asked; past the limit it is refused before it
    starts. costs: what has to be paid for it in any case. phrase: an option of a decision in a phrase, where its name
    alone says too little. leading: the event or measure that says most about it, where that is not the first
    event. chance: whether dice fall at all; otherwise it is looked up.
    """

    name: str
    title: str
    summary: str
    inputs: type[I]
    call: Callable[[I, H, frozenset[str]], Call[O]]
    events: tuple[Event[O], ...]
    measures: tuple[Measure[O], ...]
    apart: tuple[frozenset[str], ...] = ()
    facts: Callable[[I, H], Mapping[str, Any]] = field(default=lambda inputs, rules: {})
    warnings: Callable[[I, H], Iterable[str]] = field(default=lambda inputs, rules: ())
    decides: str = ""
    example: str = ""
    states: Callable[[I, H, frozenset[str]], int] = field(default=lambda inputs, rules, asked: 0)
    costs: tuple[Cost[I, H], ...] = ()
    phrase: Callable[[str], str] = field(default=lambda option: option)
    leading: str = ""
    chance: bool = True

    @property
    def lead(self) -> str:
        """The name of what an answer tells first, and what best play is for when nobody says."""
        return self.leading or (self.events[0].name if self.events else self.measures[0].name)

    @property
    def names(self) -> frozenset[str]:
        """All that can be asked of an outcome."""
        return frozenset(e.name for e in self.events) | frozenset(m.name for m in self.measures)


@dataclass(frozen=True)
class Finding:
    """Something odd in a system's numbers, found by computing. figures: the numbers that show it, by name."""

    rule: str
    text: str
    figures: Mapping[str, Any]


@dataclass(frozen=True)
class Tour:
    """What `make run` shows of a system: one roll, the odds of the same, and advice that is computed when shown."""

    action: str
    inputs: Mapping[str, Any]
    advice: Callable[[], str]


@dataclass(frozen=True)
class Source:
    """Where rules can be read. author: as they sign."""

    title: str
    author: str = ""
    url: str = ""


@dataclass(frozen=True)
class System:
    """A game. audit: what is odd in its numbers under given house rules. sources: where its rules can be read. says:
    what the rules that events cite come to, by id, in our own words.
    """

    name: str
    title: str
    summary: str
    house_rules: type[HouseRules]
    actions: tuple[Action[Any, Any, Any], ...]
    audit: Callable[[Any], Iterable[Finding]]
    tour: Tour
    sources: tuple[Source, ...]
    says: Mapping[str, str] = field(default_factory=dict)

    def action(self, name: str) -> Action[Any, Any, Any]:
        """The action of that name; BadInput names the actions there are."""
        for action in self.actions:
            if action.name == name:
                return action
        raise BadInput("action", name, ", ".join(a.name for a in self.actions))


def written(field_name: str) -> str:
    """A field's name as people type it: `opposing_rank` is `opposing-rank`."""
    return field_name.rstrip("_").replace("_", "-")


def public(field_name: str) -> str:
    """A field's name as programs know it: that of the model without the `_` that keeps a Python keyword apart."""
    return field_name.rstrip("_")


def entered(model: type[M], values: Mapping[str, Any]) -> M:
    """Inputs or house rules from what somebody entered; names may be written with `-` or `_`.

    Raises BadInput with the field, the value and what is allowed: for a field that does not exist, is missing, or has a
    value out of range; and for values that do not go together (a model's own validators).
    """
    known = {written(name): name for name in model.model_fields}
    given: dict[str, Any] = {}
    for name, value in values.items():
        field_name = known.get(written(name))
        if field_name is None:
            names = ", ".join(map(public, model.model_fields))
            raise BadInput(public(name), value, f"only {names or 'no inputs at all'}")
        given[field_name] = value
    try:
        return model.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        cause = first.get("ctx", {}).get("error")
        if isinstance(cause, BadInput):
            raise cause from None
        if not first["loc"]:
            raise BadInput("inputs", given, first["msg"].removeprefix("Value error, ")) from None
        name = str(first["loc"][0])
        said = public(name)
        if first["type"] == "missing":
            raise BadInput(said, None, allowed(model.model_fields[name])) from None
        if first["type"] == "value_error":
            raise BadInput(said, given.get(name), first["msg"].removeprefix("Value error, ")) from None
        raise BadInput(said, given.get(name), allowed(model.model_fields[name])) from None


def allowed(info: FieldInfo) -> str:
    """In words, the values that a field takes."""
    extra = info.json_schema_extra
    if isinstance(extra, dict) and "readings" in extra:
        readings = extra["readings"]
        assert isinstance(readings, dict)
        return ", ".join(readings)
    kinds = _kinds(info.annotation)
    low = high = None
    for constraint in info.metadata:
        low = getattr(constraint, "ge", low)
        high = getattr(constraint, "le", high)
    if low is not None and high is not None:
        return f"{kinds} from {low} to {high}"
    if low is not None:
        return f"{kinds}, {low} or more"
    return kinds


def _kinds(annotation: Any) -> str:
    choices = getattr(annotation, "__args__", None)
    if choices is None:
        return {int: "a whole number", bool: "yes or no", str: "a text", Fraction: "a number such as 1/3"}.get(
            annotation, getattr(annotation, "__name__", str(annotation))
        )
    if all(isinstance(choice, str) for choice in choices):
        return ", ".join(choices)
    if getattr(annotation, "__origin__", None) in (tuple, list):
        return "a list with commas" if choices[0] is str else f"a list with commas, each {_kinds(choices[0])}"
    return " or ".join(_kinds(choice) for choice in choices if choice is not type(None))
