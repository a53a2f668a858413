"""A game of one's own: its actions are rules, and everything else about it is read off them."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import CodeType
from typing import Any, ParamSpec, TypeVar, overload

from oddsmith.errors import RulebookError
from oddsmith.games.outcome import Declared, declared, outcome_type
from oddsmith.games.signature import (
    Parameter,
    example,
    hints_of,
    house_rules_model,
    inputs_model,
    parameters,
    refused,
    summary,
)
from oddsmith.rules import Rule, choose, rule
from oddsmith.rules.language.requests import Step
from oddsmith.systems.declaration import Action, Event, Measure, OneRule, Publication, System, is_failure
from oddsmith.systems.fields.names import spoken

P = ParamSpec("P")
T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class _Played:
    """A rule that is an action, with what was said of it beside its function."""

    rule: Rule[..., Any]
    parameters: tuple[Parameter, ...]
    outcome: Any
    said: Mapping[str, str]


class Game:
    """A game of your own; a file with one is a rulebook.

    title: its name in words. name: as it is typed; the title in small letters if left out. summary: one sentence.
    source: the page or book with its rules, a title or an address.
    """

    def __init__(self, title: str, *, name: str = "", summary: str = "", source: str = "") -> None:
        self.title = title
        self.name = name or "-".join(re.findall(r"[a-z0-9]+", title.lower()))
        caller = sys._getframe(1)
        self._place = caller.f_code.co_filename, caller.f_lineno
        self.summary = summary or (caller.f_globals.get("__doc__") or title).strip().partition("\n")[0]
        self.source = source
        self._played: list[_Played] = []
        self._more: list[tuple[Any, Declared, Callable[..., Any]]] = []

    def __repr__(self) -> str:
        actions = ", ".join(played.rule.name for played in self._played)
        return f"<{type(self).__name__} {self.title}{actions and f': {actions}'}>"

    @overload
    def action(self, function: Callable[P, Coroutine[Any, Any, T | Step[T]]], /) -> Rule[P, T]: ...

    @overload
    def action(
        self, /, *, title: str = "", leading: str = "", decides: str = ""
    ) -> Callable[[Callable[P, Coroutine[Any, Any, T | Step[T]]]], Rule[P, T]]: ...

    def action(self, function: Callable[..., Any] | None = None, /, **said: str) -> Any:
        """Make a rule of an async function, and an action of the rule.

        Its parameters are inputs, those that can be given by name alone (after `*`) house rules. What it returns says
        what can be asked: a yes/no is an event, a word of a `Literal` too (and "or better"), a whole number a measure.

        title: of the action. leading: the event or measure that says most. decides: what its decisions are about.
        Raises RuleError, with file and line, for a parameter or an outcome that cannot be entered or asked.
        """

        def added(function: Callable[..., Any]) -> Rule[..., Any]:
            made: Rule[..., Any] = rule(function)
            outcome = outcome_type(function)
            list(declared(function, outcome))  # so that what is wrong shows where the file is read
            self._played.append(_Played(made, parameters(function), outcome, said))
            return made

        return added if function is None else added(function)

    def event(self, function: F) -> F:
        """Let a yes/no function of an outcome be an event of every action that has such an outcome."""
        self._add(function, lambda name, title: Event(name, title, function))
        return function

    def measure(self, function: F) -> F:
        """Let a function of an outcome be a number of every action that has such an outcome."""
        self._add(function, lambda name, title: Measure(name, title.lower(), function))
        return function

    @cached_property
    def system(self) -> System:
        """The game as the command line, pages and tables know it; RuleError where its parts do not go together."""
        if not self._played:
            file, line = self._place
            remedy = "Write `@game.action` above an `async def`."
            raise RulebookError(file, f"the game {self.title} has no action.", line=line, remedy=remedy)
        names = [played.rule.name for played in self._played]
        for played in self._played:
            if names.count(played.rule.name) > 1:
                raise refused(played.rule.function, "is an action twice.", "Give one of the two another name.")
        outcomes = [played.outcome for played in self._played]
        for of, _, function in self._more:
            if of not in outcomes:
                there = ", ".join(dict.fromkeys(map(_called, outcomes)))
                raise refused(function, "is about an outcome that no action has.", f"Let it take one of: {there}.")
        rules: dict[str, Parameter] = {}
        for played in self._played:
            for each in played.parameters:
                known = rules.setdefault(each.name, each) if each.option else each
                if (known.marked, known.default) != (each.marked, each.default):
                    raise refused(
                        played.rule.function,
                        f"house rule {each.name!r} differs from that of another action.",
                        "A house rule holds for the whole game: give it the same type and default everywhere.",
                    )
        return System(
            name=self.name,
            title=self.title,
            summary=self.summary,
            house_rules=house_rules_model(self._played[0].rule.function.__module__, rules),
            actions=tuple(self._action(played) for played in self._played),
            sources=(self._publication(),) if self.source else (),
        )

    def _publication(self) -> Publication:
        """Where the rules can be read."""
        return Publication(self.title, url=self.source) if "://" in self.source else Publication(self.source)

    def _add(self, function: Callable[..., Any], made: Callable[[str, str], Declared]) -> None:
        hints = [hint for name, hint in hints_of(function).items() if name != "return"]
        if len(hints) != 1:
            raise refused(function, "takes more or less than an outcome.", "Give it one parameter, with its type.")
        title = summary(function).removesuffix(".") or spoken(function.__name__)
        self._more.append((hints[0], made(function.__name__, title), function))

    def _action(self, played: _Played) -> Action[Any, Any, Any]:
        function = played.rule.function
        found = [*declared(function, played.outcome), *[one for of, one, _ in self._more if of == played.outcome]]
        names = [one.name for one in found]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise refused(function, f"{twice!r} is said twice of its outcome.", "Give one of the two another name.")
        lead = played.said.get("leading", "")
        if lead and lead not in names:
            raise refused(function, f"leading={lead!r} is nothing of its outcome.", f"Allowed: {', '.join(names)}.")
        name = function.__name__.replace("_", "-")
        decides = played.said.get("decides", "") or ("what to choose" if _chooses(function) else "")
        text = summary(function)
        inputs = [each.name for each in played.parameters if not each.option]
        options = [each.name for each in played.parameters if each.option]
        events = tuple([one for one in found if isinstance(one, Event)])

        def mechanic(entered: Any, rules: Any) -> Any:
            given = {name: getattr(entered, name) for name in inputs} | {name: getattr(rules, name) for name in options}
            return played.rule(**given)

        return Action(
            name=name,
            title=played.said.get("title", "") or spoken(name),
            summary=text or spoken(name),
            inputs=inputs_model(function, played.parameters),
            call=OneRule(mechanic),
            events=events,
            measures=tuple(one for one in found if isinstance(one, Measure)),
            decides=decides,
            example=f"{name} {example(played.parameters)}".rstrip(),
            leading=lead or next((event.name for event in events if not is_failure(event.name)), ""),
        )


def _called(outcome: Any) -> str:
    """Return an outcome's type as it is written."""
    return str(getattr(outcome, "__name__", outcome))


def _chooses(function: Callable[..., Any]) -> bool:
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
