"""An action around its example: what it answers when one input or one house rule is another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.expected import Odds
from oddsmith.answers.question import Question, question
from oddsmith.answers.subjects import Subject, subject_of
from oddsmith.answers.tried_values import tried_values
from oddsmith.errors import BadInput, TooLarge, Undecidable
from oddsmith.rules import UNRESOLVED
from oddsmith.rules.graph.graph import Open
from oddsmith.systems.declaration import Action, Finding, System, percent
from oddsmith.systems.fields.field import Field, fields_of, readings_of
from oddsmith.systems.fields.kinds import WholeNumber

#: States past which a question is left out.
LIMIT: Final = 2_000

#: The same for the example.
_USUAL: Final = 20_000


@dataclass(frozen=True)
class Answer:
    """What is expected: the chances of events and the means of measures. spread: the summaries of the measures."""

    numbers: Mapping[str, Fraction]
    spread: Mapping[str, Mapping[str, Any]]
    exact: bool


@dataclass(frozen=True)
class Found:
    """A finding, and how much it is about: findings of a kind are told in the order of that."""

    finding: Finding
    size: float = 0.0


class Tried:
    """An action, and its answers at its example and at every value of each input and house rule by itself.

    whole: whether every event and measure is asked, and every input changed; else the lead alone, along the inputs that
    are told. told: called with 1 for each of the `count` questions. Values that are refused have no answer, nor have
    those that take more than `LIMIT` states. left_out: how many those are. halved: inputs that are other than in the
    example since that is too large; what is found says so.
    """

    def __init__(
        self,
        system: System,
        action: Action[Any, Any, Any],
        options: Mapping[str, str],
        file: str,
        *,
        whole: bool,
        told: Callable[[int], None],
    ) -> None:
        self.system = system
        self.action = action
        self.subject: Subject = subject_of(system, action, options, file)
        self.fields = fields_of(action.inputs)
        self.readings = readings_of(system.house_rules)
        titles = {event.name: event.title for event in action.events}
        titles |= {measure.name: measure.title for measure in action.measures}
        self.title = titles[action.lead]
        self.left_out = 0
        self.halved: Mapping[str, str] = {}
        self._told = told
        self.whole = whole
        self._lead = Odds(action, (action.lead,), LIMIT)
        self._large: set[tuple[Any, ...]] = set()
        self._known: dict[tuple[Any, ...], Answer | None] = {}

    @property
    def plays(self) -> bool:
        """Whether a player decides anything."""
        return bool(self.action.decides) and not self.action.ruling

    @property
    def is_chance(self) -> bool:
        """Whether the lead is an event."""
        return any(event.name == self.action.lead for event in self.action.events)

    @property
    def rule(self) -> str:
        """The ids that the lead comes from, else the name of the action."""
        ids = [event.rule for event in self.action.events if event.name == self.action.lead]
        return (ids and ids[0]) or self.action.name

    @property
    def count(self) -> int:
        """How many questions are asked."""
        inputs = sum([len(self.values(each)) for each in self._changed.values()])
        return 1 + inputs + sum([len(self.others(each)) for each in self.readings.values()])

    def values(self, each: Field) -> list[Any]:
        """The values that an input is tried with."""
        return self.subject.rungs(each) or tried_values(each, None)

    def others(self, each: Field) -> list[Any]:
        """The values that a house rule is tried with."""
        return tried_values(each, each.default)

    @cached_property
    def usual(self) -> Answer | None:
        """The answer at the example."""
        self._told(1)
        return self.answer()

    def smaller(self) -> Tried:
        """Return the action around a smaller example, where the player decides and nothing around this one is answered.

        Whole numbers are halved until something is, and best play, too; where nothing ever is, all stays as it was.
        """
        tried = self
        while tried.plays and tried.whole and not tried._is_at_hand():
            asked = tried.question()
            halved = {} if asked is None else {each.typed: str(each.of(asked.inputs) // 2) for each in _halved(asked)}
            if not halved:
                return self
            tried = Tried(self.system, self.action, {}, self.subject.file, whole=True, told=lambda count: None)
            tried.subject = replace(self.subject, inputs={**self.subject.inputs, **halved})
            tried.halved, tried.left_out = halved, self.left_out
        return tried

    @cached_property
    def ladders(self) -> Mapping[str, Mapping[Any, Answer]]:
        """The answers along each input."""
        return {name: dict(self._along(name, each)) for name, each in self._changed.items()}

    @property
    def _changed(self) -> Mapping[str, Field]:
        return self.fields if self.whole else {name: self.fields[name] for name in self.numbers}

    @cached_property
    def numbers(self) -> list[str]:
        """The whole numbers among the inputs of whoever acts: those that the example names, or all if it names none."""
        own = [name for name, each in self.fields.items() if self.subject.rungs(each) and each.whose != "other"]
        return [name for name in own if self.fields[name].typed in self.subject.inputs] or own

    @cached_property
    def under(self) -> Mapping[str, Mapping[Any, Answer]]:
        """The answers under the other readings of each house rule."""
        found: dict[str, dict[Any, Answer]] = {}
        for name, each in self.readings.items():
            for value in self.others(each):
                self._told(1)
                answer = self.answer(options={name: value})
                if answer is not None:
                    found.setdefault(name, {})[value] = answer
        return found

    def _is_at_hand(self) -> bool:
        """Tell whether anything around the example is answered, and where it is halved, whether it is played best."""
        if not any(len(ladder) > 1 for ladder in self.ladders.values()):
            return False
        asked = self.question() if self.halved else None
        try:
            return asked is None or bool(asked.graph(None, LIMIT).ends)
        except TooLarge:
            return False

    def _along(self, name: str, each: Field) -> Iterator[tuple[Any, Answer]]:
        values = self.values(each)
        for place, value in enumerate(values):
            answer = self.answer({name: value})
            if _key({name: value}, {}) in self._large and isinstance(each.kind, WholeNumber):
                self._told(len(values) - place)
                self.left_out += len(values) - place - 1
                return  # so are those that are larger
            self._told(1)
            if answer is not None:
                yield value, answer

    def matters(self, inputs: Mapping[str, Any], options: Mapping[str, Any]) -> bool | None:
        """Tell whether a change makes a difference with anything else at its limits; None where it was never asked."""
        asked = False
        for name, each in self.fields.items():
            for value in () if name in inputs else tried_values(each, None):
                before = self.answer({name: value})
                after = None if before is None else self.answer({name: value, **inputs}, options)
                if after is not None and before is not None:
                    asked = True
                    if after.numbers != before.numbers:
                        return True
        return False if asked else None

    def answer(
        self, inputs: Mapping[str, Any] | None = None, options: Mapping[str, Any] | None = None
    ) -> Answer | None:
        """Return the answer with some inputs and house rules other than in the example; None where there is none."""
        key = _key(inputs, options)
        if key not in self._known:
            self._known[key] = self._answer(inputs or {}, options or {})
        return self._known[key]

    def _answer(self, inputs: Mapping[str, Any], options: Mapping[str, Any]) -> Answer | None:
        asked = self.question(inputs, options)
        try:
            if asked is None:
                return None
            if not self.whole and (inputs or options):
                return self._of_lead(asked)
            found = odds_document(asked, limit=LIMIT if inputs or options else _USUAL)
        except TooLarge:
            self._large.add(_key(inputs, options))
            self.left_out += 1
            return None
        except (BadInput, Undecidable):
            return None  # a house rule that refuses what is asked, or what cannot be told
        chances = {name: Fraction(entry["p"]) for name, entry in found["events"].items()}
        means = {name: Fraction(entry["mean"]["exact"]) for name, entry in found["measures"].items() if entry["mean"]}
        return Answer(chances | means, found["measures"], found["exact"])

    def _of_lead(self, asked: Question) -> Answer | None:
        (found,) = self._lead.of(asked)
        return Answer({self.action.lead: found.value}, {}, found.unresolved == 0)

    def question(
        self, inputs: Mapping[str, Any] | None = None, options: Mapping[str, Any] | None = None
    ) -> Question | None:
        """Return the question with some inputs and house rules other than in the example; None where it is refused."""
        subject = self.subject
        given = {name.replace("-", "_"): text for name, text in subject.inputs.items()}
        rules = {name.replace("-", "_"): text for name, text in subject.options.items()}
        try:
            return question(self.system, self.action, {**given, **(inputs or {})}, {**rules, **(options or {})})
        except BadInput:
            return None  # values that do not go together

    @cached_property
    def happens(self) -> Mapping[tuple[str, str, Any], frozenset[str] | None]:
        """The events that may happen in each question with an answer, whoever decides what; None where that is not
        known. It goes by what is other than in the example: `input` or `option`, the name and the value.
        """
        asked = {("input", name, value): one for name, each in self.ladders.items() for value, one in each.items()}
        asked |= {("option", name, value): one for name, each in self.under.items() for value, one in each.items()}
        return {key: self._possible(key, answer) for key, answer in asked.items()}

    def _possible(self, key: tuple[str, str, Any], answer: Answer) -> frozenset[str] | None:
        if not self.action.decides:
            return frozenset(name for name, chance in answer.numbers.items() if chance) if answer.exact else None
        if all(answer.numbers.get(event.name) for event in self.action.events):
            return frozenset(event.name for event in self.action.events)
        what, name, value = key
        asked = self.question({name: value}) if what == "input" else self.question(options={name: value})
        assert asked is not None
        try:
            graph = asked.graph(None, LIMIT)
            ends = list(graph.ends.values())
            if graph.has_gains or any(end is UNRESOLVED or isinstance(end, Open) for end in ends):
                return None
            return frozenset(event.name for event in asked.events if any(event.holds(end) for end in ends))
        except (BadInput, TooLarge, Undecidable):
            return None

    def questions(self) -> Iterator[Question]:
        """Yield the example, and the limits of each input and the readings of each house rule."""
        yield from filter(None, [self.question()])
        for name, each in self.fields.items():
            yield from filter(None, [self.question({name: value}) for value in tried_values(each, None)])
        for name, each in self.readings.items():
            yield from filter(None, [self.question(options={name: value}) for value in self.others(each)])

    def shown(self, number: Fraction) -> str:
        """Write a number of the lead."""
        return percent(number) if self.is_chance else f"{float(number):.4g}"

    def finding(self, text: str, figures: Mapping[str, Any], command: str, rule: str = "") -> Finding:
        """Return a finding about this action. rule: ids, by default those of the lead."""
        text = text[:1].upper() + text[1:]
        about = self.action.title if sum([action.chance for action in self.system.actions]) > 1 else ""
        if self.halved:
            about = f"{self.action.title} with {' and '.join(f'{name} {value}' for name, value in self.halved.items())}"
        return Finding(rule or self.rule, f"{about}. {text}" if about else text, figures, command)


def _key(inputs: Mapping[str, Any] | None, options: Mapping[str, Any] | None) -> tuple[Any, ...]:
    return tuple((inputs or {}).items()), tuple((options or {}).items())


def _halved(asked: Question) -> Iterator[Field]:
    """Yield the inputs that can be half of what they are."""
    for each in fields_of(asked.action.inputs).values():
        value = each.of(asked.inputs)
        if isinstance(each.kind, WholeNumber) and value is not None and value // 2 >= max(each.kind.low or 0, 1):
            yield each


def typed(value: Any) -> str:
    """Write a value as people type it."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def spread_out(values: list[Any]) -> str:
    """Write values as people type several at once: `1..6`, or `stay,again`."""
    if len(values) > 1 and all(type(v) is int for v in values) and values == [*range(values[0], values[-1] + 1)]:
        return f"{values[0]}..{values[-1]}"
    return ",".join(map(typed, values))
