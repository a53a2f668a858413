"""The audit of a system's numbers, as a document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from oddsmith.answers.auditing.inputs import (
    house_rules_without_effect,
    ladders,
    never,
    never_along,
    rare,
    without_effect,
)
from oddsmith.answers.auditing.luck import draws, nearly_even
from oddsmith.answers.auditing.options import dominated
from oddsmith.answers.auditing.tried import LIMIT, Found, Tried, typed
from oddsmith.answers.auditing.worth import house_rules, naive_play, steps, swings, words
from oddsmith.answers.documents.looked_through import LookedThrough
from oddsmith.answers.format.json_values import plain
from oddsmith.answers.question import values
from oddsmith.answers.subjects import command_line
from oddsmith.systems.declaration import Action, Finding, System, unaudited
from oddsmith.systems.fields.field import fields_of
from oddsmith.systems.fields.models import HouseRules


def audit_document(
    system: System, rules: HouseRules, *, file: str = "", told: Callable[[int], None] = lambda count: None
) -> dict[str, Any]:
    """Compute what is odd in the numbers of a game under given house rules, and what is worth what in it.

    `findings` are odd: those of the system's own audit, or where it has none what is looked for in any game, the
    gravest first: events that cannot happen, choices that never come up, bets that are not quite even, events that
    hardly happen, inputs and house rules that change nothing, options that nobody needs, ladders that turn back,
    stand still or climb unevenly. `worth` has what naive play loses, where house rules and words of inputs differ
    most, what one more of each number is worth, what scatters, and at which draw luck counts most; the largest
    first. Each has the `rule` that it is about, a `text`, its `figures` and the `command` that shows it. `left_out`
    counts the questions that took too many states.

    All are about the example of each action's help, with one input or house rule changed at a time. What is refused, or
    takes more than some thousand states, is left out, and so is all that would not be true of it; errors of rules are
    raised. file: the game's, where it is one of a file, as commands are to name it. told: called with how many more of
    `question_count` questions are done.
    """
    given = _given(system, rules)
    asked = [_tried(system, action.under(rules), given, file, told) for action in _asked(system)]
    audit = _Audit(system, [tried.smaller() for tried in asked])
    own = [part for name, text in given.items() for part in ("--option", f"{name}={text}")]
    findings = (
        [_entry(each, each.command) for each in audit.findings()]
        if system.audit is unaudited
        else [_entry(each, _own_command(system, each, own, file)) for each in system.audit(rules)]
    )
    worth = [_entry(each, each.command) for each in audit.worth()]
    return {
        "schema": "oddsmith/audit/1",
        "system": system.name,
        "options": values(rules),
        "findings": findings,
        "worth": worth,
        "left_out": audit.left_out,
    }


def question_count(system: System) -> int:
    """How many questions an audit asks."""
    return sum([_tried(system, action, {}, "", lambda count: None).count for action in _asked(system)])


def _tried(
    system: System, action: Action[Any, Any, Any], given: dict[str, str], file: str, told: Callable[[int], None]
) -> Tried:
    return Tried(system, action, given, file, whole=system.audit is unaudited, told=told)


def _asked(system: System) -> list[Action[Any, Any, Any]]:
    return [action for action in system.actions if action.chance]


def _given(system: System, rules: HouseRules) -> dict[str, str]:
    """The house rules that are not as they are by default, as people type them."""
    fields = fields_of(system.house_rules).values()
    return {each.typed: typed(each.of(rules)) for each in fields if each.of(rules) != each.default}


def _own_command(system: System, finding: Finding, own: list[str], file: str) -> str:
    """The line that shows a finding of a system's own audit."""
    if finding.command:
        return " ".join(["oddsmith", finding.command, *own])
    return command_line("oddsmith", "audit", system.name, *own, system=system, file=file)


def _entry(finding: Finding, command: str) -> dict[str, Any]:
    return {
        "rule": finding.rule,
        "text": finding.text,
        "figures": plain(dict(finding.figures)),
        "command": command,
    }


class _Audit:
    """What can be found in any game. actions: those with dice."""

    def __init__(self, system: System, actions: list[Tried]) -> None:
        self._system = system
        self._actions = actions

    @property
    def left_out(self) -> int:
        """The number of questions that took too many states."""
        return sum([tried.left_out for tried in self._actions])

    def findings(self) -> Iterator[Finding]:
        """Yield what is odd, the gravest first."""
        ways = LookedThrough(LIMIT)
        options = [found for tried in self._actions for found in dominated(tried, ways)]
        along = [one for tried in self._actions for one in ladders(tried)]
        command = self._actions[0].subject.command("explain")
        unseen = [
            Found(Finding(self._system.name, text, {}, command)) for kind, text in ways.choices() if kind == "never"
        ]
        yield from self._told(found for tried in self._actions for found in never(tried))
        yield from self._told(unseen)
        yield from self._told(found for tried in self._actions for found in nearly_even(tried))
        yield from self._told(found for tried in self._actions for found in rare(tried))
        yield from self._told(found for tried in self._actions for found in without_effect(tried))
        yield from self._told(house_rules_without_effect(self._actions))
        yield from self._told(options)
        for kind in ("turns", "still", "uneven"):
            yield from self._told(found for one, found in along if one == kind)
        yield from self._told(found for tried in self._actions for found in never_along(tried))

    def worth(self) -> Iterator[Finding]:
        """Yield what is worth what."""
        yield from self._told(found for tried in self._actions for found in naive_play(tried))
        yield from self._told(house_rules(self._actions))
        yield from self._told(found for tried in self._actions for found in words(tried))
        yield from self._told(found for tried in self._actions for found in steps(tried))
        yield from self._told(found for tried in self._actions for found in swings(tried))
        yield from self._told(found for tried in self._actions for found in draws(tried))

    def _told(self, found: Iterable[Found]) -> Iterator[Finding]:
        """Yield findings of a kind, the largest first."""
        yield from [each.finding for each in sorted(found, key=lambda each: -each.size)]
