"""All ways through the rules of a game: what outcomes they come to, and which choices and options ever come up."""

from __future__ import annotations

import linecache
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from functools import partial
from random import Random
from textwrap import shorten
from typing import Any

from oddsmith.answers.question import Question
from oddsmith.answers.readings import fits, kinds_of
from oddsmith.answers.tried_values import word_events
from oddsmith.dice import SeededSource
from oddsmith.errors import OddsmithError, TooLarge
from oddsmith.rules import UNRESOLVED, Call, Decision, Graph, Reading, play
from oddsmith.rules.graph.graph import Open
from oddsmith.rules.solvers.players import PLAYERS, unknown_player
from oddsmith.systems.at_fault import at_fault
from oddsmith.systems.authoring.written_choices import WrittenChoice, written_choices

#: States past which ways are not followed one by one: for an action's first inputs, and while options are yet to come.
LOOKED = 20_000

#: The same for further inputs, once no option is left that might never come up.
_FURTHER = 4_000

#: The work of asking once, beside that of states.
_ONE = 100


class LookedThrough:
    """What was seen on all ways through the rules of a game, whatever is asked of it.

    whole: False once ways were left out that may show something else. looked: states past which ways are not followed.
    work: states that were followed so far, and a share for each question.
    """

    def __init__(self, looked: int = LOOKED) -> None:
        self._limit = looked
        self._choices: dict[str, tuple[WrittenChoice, ...]] = {}
        self._offered: dict[tuple[str, WrittenChoice], set[Hashable]] = {}
        self.whole = True
        self.work = 0
        self._looked: set[tuple[str, str]] = set()  # actions, by file and name
        self._held: set[tuple[str, str, object]] = set()  # what events come to on some way, by action and name

    def look(self, subject: Question, most: int | None = None) -> tuple[list[str], Graph | None]:
        """Follow every way of an action, and return what is wrong with the outcomes, and the ways themselves where
        their odds are those of the action; errors of a rule are raised.

        most: states past which these ways are left out, as if nobody had asked; None for as many as ever.
        """
        file, line = subject.call().rule.file_line
        self.words(subject)
        action = file, subject.action.name
        further = action in self._looked and not self._open(file)
        self._looked.add(action)
        limit = most or (min(_FURTHER, self._limit) if further else self._limit)
        self.work += _ONE
        try:
            graph = subject.graph(None, limit)
        except BaseException as error:
            too_large = isinstance(error, TooLarge)
            may_be_left = further or most is not None  # no option is to come
            self.whole = self.whole and may_be_left and too_large
            self.work += limit
            if too_large:
                return [], None
            raise
        self.work += len(graph)
        for node, decision in graph.decisions.items():
            self._meet(graph, node, decision)
            if decision.who not in PLAYERS and not subject.action.ruling:
                place = graph.labels[node][0].file_line
                return [str(unknown_player(decision.call.rule.name, decision.who, PLAYERS, *place))], None
        outcomes = [each for each in graph.ends.values() if each is not UNRESOLVED and not isinstance(each, Open)]
        self._hold(subject, outcomes)
        wrong = [_first(outcomes, partial(_odd, *asked)) for asked in _asked(subject)]
        if not any(wrong):
            wrong = [_first(outcomes, partial(_no_word, words)) for words in _words(subject)]
        texts = []
        for told, outcome in filter(None, wrong):
            remedy = "Let every way through the rule end with `return`." if outcome is None else ""
            parts = f"{file}, line {line}: {told}", _comes_of(subject.call(), outcome), remedy
            texts.append(" ".join(filter(None, parts)))
        decided = graph.decisions or graph.simultaneous
        return texts, graph if len(outcomes) == len(graph.ends) and not decided else None

    def _open(self, file: str) -> bool:
        """Tell whether more ways may still show that an option of a file comes up, of which it would be told if not."""
        choices = self._choices.get(file, ())
        met = [self._offered.get((file, each)) for each in choices]
        return self.whole and any(
            seen is None or not seen.issuperset(each.options) for each, seen in zip(choices, met, strict=True)
        )

    def words(self, subject: Question) -> frozenset[str]:
        """Return the options that the text of an action's rules has as words."""
        file, _ = subject.call().rule.file_line
        if subject.action.decides and file not in self._choices:
            self._choices[file] = written_choices("".join(linecache.getlines(file)))
        return frozenset(option for choice in self._choices.get(file, ()) for option in choice.options)

    def held(self, action: str, holds: bool) -> frozenset[str]:
        """Return the events of an action that hold, or that do not, on some way, whatever is chosen."""
        return frozenset(name for of, name, found in self._held if of == action and found is holds)

    def _hold(self, subject: Question, outcomes: list[Any]) -> None:
        for event in subject.events:
            for outcome in outcomes:
                with suppress(Exception):  # what cannot be read is told of by itself
                    self._held.add((subject.action.name, event.name, event.holds(outcome)))

    def choices(self) -> Iterator[tuple[str, str]]:
        """Yield the kind and the text of each finding about choices, once all has been looked at."""
        looked = {file for file, _ in self._looked}
        for file, choices in self._choices.items():
            for choice in choices:
                place = f"{file}, line {choice.line}"
                for line, told in choice.mistaken:
                    yield "error", f"{file}, line {line}: {told}"
                if not self.whole or file not in looked:
                    continue
                offered = self._offered.get((file, choice))
                if offered is None:
                    yield "never", f"{place}: the choice of {_listed(choice.options) or 'options'} never comes up."
                    continue
                for option in choice.options:
                    if option not in offered:
                        yield "never", f"{place}: the option {option!r} never comes up."

    def _meet(self, graph: Graph, node: int, decision: Decision) -> None:
        """Take note of a decision: of the choice at its line, or where that is not known, of all of its rule that may
        offer these options.
        """
        place = graph.labels[node][0]
        file, line = place.file_line
        known = place is not decision.call
        for choice in self._choices.get(file, ()):
            at = choice.line <= line <= choice.end if known else choice.function == place.rule.name
            alike = not choice.all_written or {*choice.options} == {*decision.options}
            if at and (known or alike):
                self._offered.setdefault((file, choice), set()).update(decision.options)


def _listed(words: tuple[str, ...]) -> str:
    return ", ".join(map(repr, words))


def _asked(subject: Question) -> Iterator[tuple[str, Callable[[Any], Any], tuple[type, ...], str]]:
    """What can be asked of an outcome: its name, how it is read, and what it must be."""
    for event in subject.events:
        yield event.name, event.holds, *kinds_of(event)
    for measure in subject.action.measures:
        yield measure.name, measure.of, *kinds_of(measure)


def _odd(name: str, read: Callable[[Any], Any], kind: tuple[type, ...], words: str, outcome: Hashable) -> str:
    """Tell that something cannot be read off an outcome; "" where it can."""
    try:
        value = read(outcome)
    except Exception as error:
        if at_fault(error) is not None:
            raise
        return f"returns {_short(outcome)}, of which {name} cannot be read ({error})."
    if fits(value, kind):
        return ""
    of = "" if value is outcome else f", of which {name} is {_short(value)}"
    return f"returns {_short(outcome)}{of}; {name} must be a {words}."


def _words(subject: Question) -> Iterator[dict[str, Reading]]:
    """The words of which an outcome has one, each with the event that it is that."""
    events = {event.name: event for event in subject.events}
    for names in word_events(subject.action):
        found = {event.title.lower(): event.holds for name in names if (event := events.get(name)) is not None}
        yield {title: holds for title, holds in found.items() if isinstance(holds, Reading)}


def _no_word(words: dict[str, Reading], outcome: Hashable) -> str:
    """Tell that a part of an outcome is none of the words that it may be; "" where it is one."""
    if not words or any(holds(outcome) for holds in words.values()):
        return ""
    value = next(iter(words.values())).part(outcome)
    returned = _short(value) if value is outcome else f"{_short(outcome)}, and {_short(value)}"
    return f"returns {returned}, which is none of the words {', '.join(words)}."


def _first(outcomes: list[Any], odd: Callable[[Any], str]) -> tuple[str, Any] | None:
    """Return what is odd of the first outcome of which something is, with it; None where nothing is."""
    return next(((told, outcome) for outcome in outcomes if (told := odd(outcome))), None)


def _comes_of(call: Call[Any], outcome: Hashable) -> str:
    """Tell of rolls and choices that come to an outcome; "" where it is too seldom for a few tries."""
    for seed in range(_TRIES):
        try:
            run = play(call, SeededSource(seed), partial(_any_option, Random(seed)))
        except OddsmithError:
            continue
        if type(run.outcome) is type(outcome) and run.outcome == outcome:
            return f"For example {shorten('; '.join(map(str, run.trail)), 240, placeholder=' …')}."
    return ""


def _any_option(chance: Random, decision: Any) -> Any:
    """Take an option as it comes."""
    return chance.choice(decision.options)


_TRIES = 300


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"
