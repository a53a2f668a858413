"""Questions: an action of a system with its inputs and house rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import reduce
from operator import getitem
from typing import Any, TypeVar

from pydantic import BaseModel

from oddsmith.answers.format import json_calls  # noqa: F401  # so that `plain` knows calls
from oddsmith.answers.format.json_values import plain
from oddsmith.errors import BadInput, TooLarge
from oddsmith.rules import Call, Graph, explore
from oddsmith.rules.language.moments import remember
from oddsmith.systems import registry
from oddsmith.systems.declaration import Action, Event, System
from oddsmith.systems.fields.field import fields_of
from oddsmith.systems.fields.models import HouseRules, Inputs
from oddsmith.systems.fields.validation import entered
from oddsmith.wording import Input, Text

T = TypeVar("T")


@dataclass(frozen=True)
class Question:
    """An action with its inputs and house rules; every document answers one.

    added: whether its outcome is a number of which only the sum matters, so that what adds up may be a gain.
    """

    system: System
    action: Action[Any, Any, Any]
    inputs: Inputs
    rules: HouseRules
    added: bool = False

    @property
    def events(self) -> tuple[Event[Any], ...]:
        """The events that mean something for these inputs."""
        return tuple(one for one in self.action.events if not one.needs or self.value(one.needs) is not None)

    def refuse_unsaid(self, names: frozenset[str]) -> None:
        """Refuse events that say nothing for these inputs; BadInput names the input that is missing."""
        for event in self.action.events:
            if event.name in names and event not in self.events:
                missing = BadInput(event.needs, None, f"what tells of '{event.title}'")
                raise missing.reworded(Text(Input(event.needs), f" must be given: '{event.title}' depends on it."))

    def value(self, name: str) -> Any:
        """Return the value of an input, None where the action has none of that name."""
        field = fields_of(self.action.inputs).get(name)
        return None if field is None else field.of(self.inputs)

    def read(self, of: Callable[[Any], T], outcome: Any) -> T:
        """Return what a function says of an outcome of this; where it fails, the error knows of which."""
        try:
            return of(outcome)
        except BaseException as error:
            call = self.call()
            remember(error, call, (call,), (outcome,))
            raise

    def call(self, names: frozenset[str] | None = None) -> Call[Any]:
        """Return the mechanic, for the events and measures that its outcome must answer (by default all)."""
        return self.action.call(self.inputs, self.rules, self.action.names if names is None else names)

    def together(self) -> Iterator[frozenset[str]]:
        """Yield the names of events and measures in the sets to ask together; each name is in exactly one."""
        return self.action.together(self.inputs, self.rules)

    def bounded_call(self, names: frozenset[str] | None, limit: int) -> Call[Any]:
        """Return the mechanic to be explored with its decisions.

        Raises TooLarge, before anything starts, where the action foretells more states than `limit`.
        """
        states = self.action.states(self.inputs, self.rules, self.action.names if names is None else names)
        if states > limit:
            lighter = self.action.lighter
            error = TooLarge(
                "states", states, limit, remedy=lighter or "Enter less: fewer coins, points, dice or rounds."
            )
            error.lighter = lighter
            raise error
        return self.call(names)

    def graph(self, names: frozenset[str] | None, limit: int) -> Graph:
        """Explore the mechanic with its decisions; raises as `bounded_call`, and StateLimit past `limit` states."""
        with self.lightened():
            return explore(self.bounded_call(names, limit), limit=limit, added=self.added)

    @contextmanager
    def lightened(self) -> Iterator[None]:
        """Let an error about what proves too large name what would be less, where the action says so."""
        try:
            yield
        except TooLarge as error:
            error.lighter = self.action.lighter
            raise

    def head(self, kind: str) -> dict[str, Any]:
        """Return the head of a document.

        `facts` are known without chance, `warnings` concern unusual inputs and slips in the rulebook; `titles` holds
        events and measures in words, those that need a quiet input where that is told.
        """
        fields = fields_of(type(self.inputs))
        told = [one for one in self.action.events if not one.needs or fields[one.needs].told(self.inputs)]
        titles = {event.name: event.title for event in told}
        titles |= {measure.name: measure.title for measure in self.action.measures}
        return {
            "schema": f"oddsmith/{kind}/1",
            "system": self.system.name,
            "action": self.action.name,
            "inputs": values(self.inputs),
            "options": values(self.rules),
            "facts": plain(dict(self.action.facts(self.inputs, self.rules))),
            "warnings": [
                *self.action.warnings(self.inputs, self.rules),
                *registry.rulebook_slips(self.system.name),
            ],
            "titles": titles,
        }


def question(
    system: System | str,
    action: Action[Any, Any, Any] | str,
    inputs: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
) -> Question:
    """Make a question of entries.

    inputs, options: values by name (`opposing-rank` or `opposing_rank`); texts are understood as a person types them,
    with `none` for an optional value that is left out and commas between the items of a list. options are house rules.

    Raises BadInput with the field, the value and what is allowed.
    """
    system = registry.system(system) if isinstance(system, str) else system
    action = system.action(action) if isinstance(action, str) else action
    rules = house_rules(system, options or {})
    action = action.under(rules)
    return Question(system, action, entered(action.inputs, inputs or {}), rules)


def house_rules(system: System, options: Mapping[str, Any]) -> HouseRules:
    """Make a system's house rules of entries; BadInput as for `question`."""
    rules: HouseRules = entered(system.house_rules, options)
    return rules


def values(model: BaseModel) -> dict[str, Any]:
    """Return all values of inputs or house rules, defaults included, as JSON data; those of quiet fields where they are
    other ones.
    """
    dumped = model.model_dump(mode="json", fallback=plain)
    told = [field for field in fields_of(type(model)).values() if field.told(model)]
    return {field.name: reduce(getitem, field.path, dumped) for field in told}
