"""A game of one's own: its actions are rules, and everything else about it is read off them."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from inspect import iscoroutinefunction
from typing import Any, ParamSpec, Protocol, TypeVar, Unpack, get_origin, overload

from oddsmith.errors import RulebookError
from oddsmith.rules import Call, Rule, rule
from oddsmith.rules.language.calls import built_in
from oddsmith.rules.language.requests import Step
from oddsmith.systems.authoring.checks import OF_EVENTS, OF_MEASURES, check_keywords
from oddsmith.systems.authoring.functions import OfOutcome, of_outcome
from oddsmith.systems.authoring.hints import hints_of, refused
from oddsmith.systems.authoring.made_actions import MadeActions
from oddsmith.systems.authoring.marks import Number
from oddsmith.systems.authoring.outcome import Declared, numbered, parted
from oddsmith.systems.authoring.parameter import Parameter
from oddsmith.systems.authoring.played import Played, Said, call_of, chooses, holds, phrased, told
from oddsmith.systems.authoring.said import check_house_rules, check_said
from oddsmith.systems.authoring.signature import example, house_rules_model, summary
from oddsmith.systems.declaration import (
    Action,
    Event,
    Finding,
    Measure,
    Publication,
    System,
    Tour,
    is_failure,
    unaudited,
)
from oddsmith.systems.fields.models import HouseRules
from oddsmith.systems.fields.names import spoken

P = ParamSpec("P")
T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


class Game:
    """A game of your own; a file with one is a rulebook.

    title: its name in words. name: as it is typed; the title in small letters if left out. summary: one sentence.
    source: the page or book with its rules, a title or an address, or what `Publication` says of it, or of each of
    several. citations: the rules by id, in your own words. retelling: see `System`. audit: finds oddities in its
    numbers under house rules; without one, what can be found in any game is looked for. tour: one roll with advice.
    instead_of_built_in: whether it may have the name of a game that comes with Oddsmith, and be asked in its place.
    continued: of a game that comes with Oddsmith, modules with its further actions (see `MadeActions`).
    """

    def __init__(
        self,
        title: str,
        *,
        name: str = "",
        summary: str = "",
        source: str | Publication | tuple[Publication, ...] = "",
        citations: Mapping[str, str] | None = None,
        retelling: Mapping[str, str] | None = None,
        audit: Callable[[Any], Iterable[Finding]] = unaudited,
        tour: Tour | None = None,
        instead_of_built_in: bool = False,
        continued: Sequence[str] = (),
    ) -> None:
        self.title = title
        self.name = name or name_of(title)
        caller = sys._getframe(1)
        self.written = caller.f_code.co_filename, caller.f_lineno
        self._is_built_in = built_in(caller.f_globals.get("__name__"))
        remedy = "Write Game(title, name=...) with small letters, digits and -."
        if not _NAME.fullmatch(self.name):
            raise self._refused(f"a game cannot be called {self.name!r}.", remedy)
        if self.name == "notation":
            raise self._refused("a game cannot be called notation, as dice by themselves are at tables.", remedy)
        self.summary = summary or (caller.f_globals.get("__doc__") or title).strip().partition("\n")[0]
        self.source = source
        self.instead_of_built_in = instead_of_built_in
        self._more_said: dict[str, Any] = {
            "citations": citations or {},
            "retelling": retelling or {},
            "audit": audit,
            "tour": tour,
        }
        self._continued = continued
        self._played: list[Played] = []
        self._more: list[OfOutcome] = []

    def _refused(self, problem: str, remedy: str) -> RulebookError:
        file, line = self.written
        return RulebookError(file, problem, line=line, remedy=remedy)

    def __repr__(self) -> str:
        actions = ", ".join(played.function.__name__ for played in self._played)
        return f"<{type(self).__name__} {self.title}{actions and f': {actions}'}>"

    @overload
    def action(self, function: Callable[P, Coroutine[Any, Any, T | Step[T]]], /) -> Rule[P, T]: ...

    @overload
    def action(self, function: Callable[P, Call[T]], /) -> Callable[P, Call[T]]: ...

    @overload
    def action(self, /, **said: Unpack[Said]) -> _ActionOf: ...

    def action(self, function: Callable[..., Any] | None = None, /, **said: Unpack[Said]) -> Any:
        """Make a rule of an async function, and an action of the rule.

        Its parameters are inputs, those that can be given by name alone (after `*`) house rules. What it returns says
        what can be asked: a yes/no is an event, a word of a `Literal` too (and "or better"), a whole number a measure.
        A parameter of a frozen dataclass is given one, of which the fields are inputs. One of a class of `HouseRules`
        is given all house rules. A function without `async` returns the call of a rule, for what it was given.

        title: of the action. leading: the event or measure that says most. decides: what its decisions are about.
        undecided: what comes of it where each takes its first option, if odds of that could be taken for more.
        aiming: the goal of best play when nobody says. example: inputs as somebody might type them. facts, warnings:
        functions of some of the parameters, by their names, for what is known before a roll and what is unusual.
        phrases: options of decisions in other words, or a function of an option, which may take the house rules too.
        chance: whether dice fall at all. at_once: whether best play tells all of its outcome, whatever the goal; it is
        worked out whole then, or, told what is asked, as much together as it returns the same call for. asks: names of
        what can be asked of its outcome, in this order, where that is not everything. states: a function, as facts is,
        of about how many states best play looks at, so that what is too large is refused before it starts; lighter:
        what would be less, then. costs: what is paid for it whatever the dice do. apart: sets of names of what can be
        asked, each to be worked out by itself, where a rule that is told what is asked leaves out more then; what is in
        none, together. ruling: options of a decision that is the game master's, each with an `if`: what hinges on it is
        left open.
        Raises RuleError, with file and line, for a parameter or an outcome that cannot be entered or asked.
        """

        def added(function: Callable[..., Any]) -> Any:
            check_keywords(function, "action", said, Said.__annotations__)
            calls = not iscoroutinefunction(function) and (
                self._is_built_in or get_origin(hints_of(function).get("return")) is Call
            )
            made: Any = function if calls else rule(function)
            played = Played(function, made, said)
            if not self._is_built_in:
                played.read()  # so that what is wrong shows where the file is read
            self._played.append(played)
            return made

        return added if function is None else added(function)

    @overload
    def event(self, function: F, /) -> F: ...

    @overload
    def event(
        self,
        /,
        *,
        name: str = "",
        title: str = "",
        rule: str = "",
        also: tuple[str, ...] = (),
        implied_by: tuple[str, ...] = (),
        otherwise: str = "",
        clause: str = "",
        per_gain: int | None = None,
        needs: str = "",
    ) -> Callable[[F], F]: ...

    def event(
        self, function: Callable[..., Any] | None = None, /, *, name: str = "", title: str = "", **said: Any
    ) -> Any:
        """Let a yes/no function of an outcome be an event of every action that has such an outcome.

        One of an outcome `A | B` is of actions that have an `A`, a `B`, or either.
        It may take the house rules as well, of a class of them. name: what it is asked by, where the function has
        another name. title: in words; the docstring if left out. rule: the ids of the rules that it comes from. also,
        implied_by, otherwise, clause, per_gain: see `Event`. needs: the input without which it says nothing.
        """

        def added(function: Callable[..., Any]) -> Any:
            asked, words = name or function.__name__, title or _title(function)
            check_keywords(function, "event", said, OF_EVENTS)

            @lru_cache(maxsize=8)  # one for all actions that have such an outcome
            def under(rules: Any) -> Declared:
                return Event(asked, words, parted(function, rules), **said)

            self._more.append(of_outcome(asked, function, lambda _, rules: under(rules)))
            return function

        return added if function is None else added(function)

    @overload
    def measure(self, function: F, /) -> F: ...

    @overload
    def measure(
        self,
        /,
        *,
        name: str = "",
        title: str = "",
        one: str = "",
        also: tuple[str, ...] = (),
        per_gain: int | None = None,
        spends: bool = False,
        off: str = "",
        onto: str = "",
        left_of: str = "",
        under: Mapping[str, tuple[str, ...]] = {},
    ) -> Callable[[F], F]: ...

    def measure(
        self,
        function: Callable[..., Any] | None = None,
        /,
        *,
        name: str = "",
        title: str = "",
        off: str = "",
        onto: str = "",
        left_of: str = "",
        under: Mapping[str, tuple[str, ...]] = {},
        **said: Any,
    ) -> Any:
        """Let a function of an outcome be a number of every action that has such an outcome, as `event` does.

        name: what it is asked by, where the function has another name. title: in words; the docstring if left out. one:
        the title of exactly 1. also: what else people call it. per_gain: see `Measure`. spends: whether it is paid, as
        what is `Spent`. off, onto, left_of: see `Number`. under: house rules, each with the values under which it is
        there at all.
        """

        def added(function: Callable[..., Any]) -> Any:
            asked, words = name or function.__name__, title or _title(function).lower()
            number = Number(words, off=off, onto=onto, left_of=left_of)
            check_keywords(function, "measure", said, OF_MEASURES)

            def made(played: Played, rules: Any) -> Declared:
                changes = played.changes(number)
                return Measure(asked, words, numbered(function, rules), changes=changes, **said)

            self._more.append(of_outcome(asked, function, made, under))
            return function

        return added if function is None else added(function)

    @cached_property
    def system(self) -> System:
        """The game as the command line, pages and tables know it; RuleError where its parts do not go together."""
        if not self._is_built_in:
            self.check()
        house_rules = self._house_rules()
        actions = MadeActions(self._played, partial(self._action, house_rules), self._continued)
        return System(
            name=self.name,
            title=self.title,
            summary=self.summary,
            house_rules=house_rules,
            actions=actions if self._is_built_in else tuple(actions),
            sources=self._sources(),
            instead_of_built_in=self.instead_of_built_in,
            **self._more_said,
        )

    def check(self) -> None:
        """Raise RuleError where its parts do not go together, or one cannot be read."""
        if self._continued:
            len(self.system.actions)  # reads them all
        if not self._played:
            remedy = "Write `@game.action` above an `async def`."
            raise self._refused(f"the game {self.title} has no action.", remedy)
        names = [played.name for played in self._played]
        for played in self._played:
            played.read()
            if names.count(played.name) > 1:
                raise refused(played.function, "is an action twice.", "Give one of the two another name.")
        for more in self._more:
            if not any(more.is_of(played) for played in self._played):
                there = ", ".join(dict.fromkeys(_called(played.outcome) for played in self._played))
                raise refused(more.function, "is about an outcome that no action has.", f"Let it take one of: {there}.")
        house_rules = self._house_rules()
        check_house_rules(self._played, self._more, house_rules)
        tour = self._more_said["tour"]
        if tour is not None and tour.action not in names:
            raise self._refused(f"its tour is of {tour.action!r}, which is no action.", f"Allowed: {', '.join(names)}.")
        for played in self._played:
            its = self._more_of(played)
            named = [each.name for each in (*played.declared, *its)]
            usual = self._found(played, its, house_rules())
            check_said(played, usual, named, house_rules, [each.under for each in its])

    def _house_rules(self) -> type[HouseRules]:
        """The one class of house rules that its functions take, or what those say that can be given by name alone."""
        options: dict[str, Parameter] = {}
        for played in self._played:
            for each in played.parameters:
                if each.is_rules:
                    return each.marked.type  # type: ignore[no-any-return]
                if each.option:
                    options.setdefault(each.name, each)
        of_more = next((more.rules for more in self._more if more.rules is not None), None)
        return of_more or house_rules_model(self._played[0].function.__module__, options)

    def _sources(self) -> tuple[Publication, ...]:
        """Where the rules can be read."""
        if isinstance(self.source, tuple):
            return self.source
        if isinstance(self.source, Publication):
            return (self.source,)
        if not self.source:
            return ()
        return (Publication(self.title, url=self.source) if "://" in self.source else Publication(self.source),)

    def _more_of(self, played: Played) -> list[OfOutcome]:
        return [each for each in self._more if each.is_of(played)]

    def _found(self, played: Played, more: Iterable[OfOutcome], rules: HouseRules) -> list[Declared]:
        """Events and measures of an action under house rules. more: the functions of its outcome."""
        every = [*played.declared, *[each.made(played, rules) for each in more if holds(each.under, rules)]]
        asks = played.said.get("asks", ())
        return [each for name in asks for each in every if each.name == name] if asks else every

    def _action(self, house_rules: type[HouseRules], played: Played) -> Action[Any, Any, Any]:
        function, said, name = played.function, played.said, played.name
        more = self._more_of(played)

        def retold(rules: Any) -> dict[str, Any]:
            changed = any(each.rules is not None or each.under for each in more)
            there = self._found(played, more, rules) if changed else usual
            return {
                "phrase": phrased(phrases, rules),
                "inputs": played.inputs_under(rules),
                "events": _events(there),
                "measures": _measures(there),
                "costs": played.costs(rules),
            }

        usual = self._found(played, more, house_rules())
        lead, phrases = said.get("leading", ""), said.get("phrases", {})
        return Action(
            name=name,
            title=said.get("title", "") or spoken(name),
            summary=summary(function) or spoken(name),
            inputs=played.inputs_under(house_rules()),
            call=call_of(played),
            events=_events(usual),
            measures=_measures(usual),
            apart=tuple(map(frozenset, said.get("apart", ()))),
            costs=played.costs(house_rules()),
            facts=told(played, said.get("facts"), {}),
            warnings=told(played, said.get("warnings"), ()),
            decides=said["decides"] if "decides" in said else "what to choose" if chooses(function) else "",
            undecided=said.get("undecided", ""),
            example=f"{name} {said.get('example', '') or example(played.parameters)}".rstrip(),
            states=told(played, said.get("states"), 0),
            lighter=said.get("lighter", ""),
            phrase=phrased(phrases, house_rules()),
            leading=lead or next((event.name for event in _events(usual) if not is_failure(event.name)), ""),
            aiming=said.get("aiming", ""),
            chance=said.get("chance", True),
            ruling=said.get("ruling", {}),
            retold=retold,
        )


_NAME = re.compile("(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*")


class _ActionOf(Protocol):
    """Makes an action of a function: of an async one a rule, of what returns a call that function itself."""

    @overload
    def __call__(self, function: Callable[P, Coroutine[Any, Any, T | Step[T]]], /) -> Rule[P, T]: ...

    @overload
    def __call__(self, function: Callable[P, Call[T]], /) -> Callable[P, Call[T]]: ...


def _events(found: Iterable[Declared]) -> tuple[Event[Any], ...]:
    return tuple([one for one in found if isinstance(one, Event)])


def _measures(found: Iterable[Declared]) -> tuple[Measure[Any], ...]:
    return tuple([one for one in found if isinstance(one, Measure)])


def _title(function: Callable[..., Any]) -> str:
    return summary(function).removesuffix(".") or spoken(function.__name__)


def _called(outcome: Any) -> str:
    """Return an outcome's type as it is written."""
    return str(getattr(outcome, "__name__", outcome))


def name_of(title: str) -> str:
    """The name of a game that is given none."""
    return "-".join(re.findall(r"[a-z0-9]+", title.lower()))
