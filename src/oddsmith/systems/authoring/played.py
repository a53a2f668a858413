"""An action of a game: a function with what was said of it beside it, and what calls it for what is entered."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import CodeType
from typing import Any, Final, TypedDict

from oddsmith.rules import Call, Rule, choose
from oddsmith.systems import declaration
from oddsmith.systems.authoring.hints import refused
from oddsmith.systems.authoring.marks import Cost, Number, marked
from oddsmith.systems.authoring.outcome import Declared, check_returns, declared, kinds_of, outcome_type
from oddsmith.systems.authoring.parameter import Parameter
from oddsmith.systems.authoring.signature import inputs_model, of_rules, parameters
from oddsmith.systems.declaration import AllAtOnce, OneRule, Told
from oddsmith.systems.fields.field import fields_of
from oddsmith.systems.fields.kinds import Choice
from oddsmith.systems.fields.models import HouseRules, Inputs
from oddsmith.systems.fields.names import spoken
from oddsmith.systems.sheets import Change, Place, left, sided

#: Models of the inputs of one action, each under other house rules, that are kept.
MOST_KEPT: Final = 64


class Said(TypedDict, total=False):
    """Keywords of an action, beside its function; see `Game.action`."""

    title: str
    leading: str
    decides: str
    undecided: str
    aiming: str
    example: str
    facts: Callable[..., Mapping[str, Any]]
    warnings: Callable[..., Iterable[str]]
    phrases: Mapping[str, str] | Callable[..., str]
    chance: bool
    at_once: bool
    asks: tuple[str, ...]
    states: Callable[..., int]
    lighter: str
    ruling: Mapping[str, str]
    costs: tuple[Cost, ...]
    apart: tuple[Iterable[str], ...]


@dataclass(frozen=True)
class Played:
    """A function that is an action. made: what it is called by. said: what was said of it beside it."""

    function: Callable[..., Any]
    made: Callable[..., Call[Any]]
    said: Said
    _under: dict[tuple[Any, ...], type[Inputs]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def name(self) -> str:
        """Its name as people type it."""
        return self.function.__name__.replace("_", "-")

    def read(self) -> None:
        """Read its parameters and its outcome; RuleError for one that cannot be entered or asked."""
        _ = self.parameters
        check_returns(self.function)
        _ = self.outcome, self.declared

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters of its function."""
        return parameters(self.function)

    @cached_property
    def outcome(self) -> Any:
        """The type of what it comes to, with its marks."""
        return outcome_type(self.function)

    @cached_property
    def inputs(self) -> type[Inputs]:
        """The inputs of the action, with what the default house rules say of them where its function takes these."""
        taken = next((each.marked.type for each in self.parameters if each.is_rules), None)
        return self._inputs_alone if taken is None else self.inputs_under(taken())

    @cached_property
    def _inputs_alone(self) -> type[Inputs]:
        """The inputs without what house rules say of them."""
        return inputs_model(self.function, self.parameters)

    @cached_property
    def kinds(self) -> frozenset[Any]:
        """The types that its outcome may have."""
        return frozenset(kinds_of(marked(self.outcome).type))

    @cached_property
    def of_rules(self) -> tuple[Callable[[Any], Any], ...]:
        """The functions of the house rules that say something of its inputs."""
        return of_rules(self.parameters)

    def inputs_under(self, rules: HouseRules) -> type[Inputs]:
        """Return its inputs under house rules."""
        if not self.of_rules:
            return self._inputs_alone
        try:
            known = tuple([each(rules) for each in self.of_rules])
        except Exception as error:
            problem = f"a function of the house rules in an annotation failed: {type(error).__name__}: {error}."
            remedy = f"It was given {rules!r}."
            raise refused(self.function, problem, remedy) from error
        if known not in self._under:
            if len(self._under) == MOST_KEPT:
                del self._under[next(iter(self._under))]
            self._under[known] = inputs_model(self.function, self.parameters, rules)
        return self._under[known]

    @cached_property
    def declared(self) -> tuple[Declared, ...]:
        """The events and measures that its outcome has by itself; RuleError for one that cannot be asked."""
        return tuple(declared(self.function, self.outcome, self.changes))

    def changes(self, said: Number | Cost) -> tuple[Change, ...]:
        """Return what a number or a price does to sheets; RuleError where it is about an input that is on none."""
        if isinstance(said, Number) and said.left_of:
            place = self._place(said.left_of)
            return left(place.side, place.name, said.left_of)
        if isinstance(said, Cost) and not said.off:
            return (Change(*sided(said.name.removesuffix("_paid"))),)
        found = [self._change(said.off, -1)] if said.off else []
        if isinstance(said, Number) and said.onto:
            side = found[0].side if found else "own"
            found.append(self._change(said.onto, 1) if self._has(said.onto) else Change(side, said.onto, 1))
        return tuple(found)

    def _has(self, name: str) -> bool:
        return name in fields_of(self.inputs)

    def _change(self, name: str, times: int) -> Change:
        """The change of the resource of an input, or of that which it names."""
        place = self._place(name)
        names_it = isinstance(fields_of(self.inputs)[name].kind, Choice)
        return Change(place.side, *(("", times, "", place.name) if names_it else (place.name, times)))

    def _place(self, name: str) -> Place:
        """The place on a sheet of an input of that name; RuleError where there is none."""
        field = fields_of(self.inputs).get(name)
        if field is None or field.place is None:
            why = "which is no input" if field is None else "which is on no sheet"
            problem = f"a number of its outcome is about {name!r}, {why}."
            there = ", ".join(each.name for each in fields_of(self.inputs).values() if each.place is not None)
            raise refused(self.function, problem, f"Name one of its inputs: {there or 'it has none'}.")
        return field.place

    def costs(self, rules: HouseRules) -> tuple[declaration.Cost[Any, Any], ...]:
        """Return its prices under house rules."""
        return tuple(
            [
                declaration.Cost(
                    cost.name, cost.title or spoken(cost.name).lower(), told(self, cost.of, 0), self.changes(cost)
                )
                for cost in self.said.get("costs", ())
                if holds(cost.under, rules)
            ]
        )

    def given(self, entered: Any, rules: Any, asked: frozenset[str] = frozenset()) -> dict[str, Any]:
        """Return its arguments."""
        return {each.name: each.value(entered, rules, asked) for each in self.parameters}


@dataclass(frozen=True)
class _Telling(OneRule[Any, Any, Any]):
    """One rule whose function is told what will be asked."""

    mechanic: Callable[..., Call[Any]]

    def __call__(self, inputs: Any, rules: Any, asked: frozenset[str] = frozenset()) -> Call[Any]:
        return self.mechanic(inputs, rules, asked)


def call_of(played: Played) -> Callable[[Any, Any, frozenset[str]], Call[Any]]:
    """Return the mechanic of an action."""

    def mechanic(entered: Any, rules: Any, asked: frozenset[str] = frozenset()) -> Call[Any]:
        return played.made(**played.given(entered, rules, asked))

    if "apart" in played.said:
        return mechanic
    is_told = any(each.is_asked for each in played.parameters)
    if played.said.get("at_once", False):
        return Told(mechanic) if is_told else AllAtOnce(mechanic)
    return _Telling(mechanic) if is_told else OneRule(mechanic)


def told(played: Played, function: Callable[..., Any] | None, nothing: Any) -> Callable[..., Any]:
    """Return a function of some parameters of an action as one of its inputs, house rules and what is asked."""
    if function is None:
        return lambda entered, rules, asked=frozenset(): nothing
    names = inspect.signature(function).parameters
    unknown = next((name for name in names if name not in [each.name for each in played.parameters]), None)
    if unknown is not None:
        there = ", ".join(each.name for each in played.parameters)
        raise refused(function, f"{unknown!r} is no parameter of {played.function.__name__}.", f"Allowed: {there}.")

    def of_inputs(entered: Any, rules: Any, asked: frozenset[str] = frozenset()) -> Any:
        given = played.given(entered, rules, asked)
        return function(**{name: given[name] for name in names})

    return of_inputs


def holds(under: Mapping[str, tuple[str, ...]], rules: HouseRules) -> bool:
    """Tell whether house rules have the values under which something is there."""
    return all(_word(getattr(rules, name)) in values for name, values in under.items())


def _word(value: Any) -> Any:
    """Return what a house rule has as `under` writes it: yes or no, or a word as it is."""
    return ("no", "yes")[value] if isinstance(value, bool) else value


def phrased(phrases: Mapping[str, str] | Callable[..., str], rules: HouseRules) -> Callable[[str], str]:
    """Return what puts an option in other words under house rules, of a mapping or a function that may take these."""
    if isinstance(phrases, Mapping):
        return lambda option: phrases.get(option, option)
    takes_rules = len(inspect.signature(phrases).parameters) > 1
    return (lambda option: phrases(option, rules)) if takes_rules else phrases


def chooses(function: Callable[..., Any]) -> bool:
    """Tell whether somebody decides in a rule, or in what it calls by a global name."""
    seen: set[CodeType] = set()
    waiting: list[Any] = [function]
    while waiting:
        each = waiting.pop()
        code = each.__code__
        if code in seen:
            continue
        seen.add(code)
        for name in code.co_names:
            value = each.__globals__.get(name)
            if value is choose:
                return True
            if isinstance(value, Rule):
                waiting.append(value.function)
            elif hasattr(value, "__code__") and getattr(value, "__module__", "") == each.__module__:
                waiting.append(value)
    return False
