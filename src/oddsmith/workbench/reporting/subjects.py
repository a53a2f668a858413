"""What a report asks of each action: its example, and the inputs along which its odds change."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from oddsmith.answers.documents.tried_values import example_inputs, rungs
from oddsmith.answers.question import Question, question
from oddsmith.errors import BadInput, OddsmithError
from oddsmith.systems.declaration import Action, System
from oddsmith.systems.fields.field import fields_of
from oddsmith.systems.fields.names import written
from oddsmith.systems.registry import rulebooks
from oddsmith.workbench.axes import Axis
from oddsmith.workbench.cells import Odds

#: A ladder has no more rungs, and a heat map no more columns and lines.
MOST_RUNGS: Final = 12

#: So much of each resource there is to spend, where an example says nothing of it.
_HELD: Final = 5

#: States past which a question has no figure.
LIMIT: Final = 20_000


@dataclass(frozen=True)
class Subject:
    """An action as a report asks it. inputs, options: as texts, by name as it is typed."""

    system: System
    action: Action[Any, Any, Any]
    inputs: Mapping[str, str]
    options: Mapping[str, str]

    @property
    def question(self) -> Question:
        """The question itself; raises BadInput for values that do not go together."""
        return question(self.system, self.action, self.inputs, self.options)

    def command(self, verb: str, *more: str, without: frozenset[str] = frozenset()) -> str:
        """Return the line that asks it on the command line. more: further words. without: inputs that these give."""
        words = ["oddsmith", verb, self.system.name, self.action.name]
        for name, text in self.inputs.items():
            if name not in without:
                words += [f"--{name}", text]
        for name, text in self.options.items():
            words += ["--option", f"{name}={text}"]
        return command_line(*words, *more, system=self.system)


def command_line(*words: str, system: System) -> str:
    """Return words as a line of a shell; games of a file say which, without the folder that it is in."""
    files = [Path(file).name for file, book in rulebooks().items() if book.name == system.name]
    return " ".join(map(shlex.quote, [*words, *(part for file in files[:1] for part in ("--rulebook", file))]))


def subject_of(system: System, action: Action[Any, Any, Any], options: Mapping[str, str]) -> Subject:
    """Return an action at the example of its help, or where it has none at values in the midst of what they may be.

    options: house rules that were given; they come before those of the example.
    """
    words = shlex.split(action.example)[1:]
    inputs: dict[str, str] = {}
    own: dict[str, str] = {}
    for flag, text in zip(words[::2], words[1::2], strict=False):
        name = flag.removeprefix("--")
        if name == "option":
            rule, _, reading = text.partition("=")
            own[rule] = reading
        else:
            inputs[name] = text
    found = Subject(system, action, inputs, {**own, **options})
    if not _can_be_asked(found):
        plain = {written(name): str(value) for name, value in example_inputs(action).items()}
        found = Subject(system, action, plain | inputs, {**own, **options})
    for name, text in _resources(action, found.inputs).items():
        spending = Subject(system, action, {**found.inputs, name: text}, found.options)
        found = spending if _can_be_asked(spending) else found
    return found


def _can_be_asked(subject: Subject) -> bool:
    try:
        return subject.question.call() is not None
    except BadInput:
        return False


def _resources(action: Action[Any, Any, Any], given: Mapping[str, str]) -> dict[str, str]:
    """Return something to spend of all that an action spends, since without it best play has nothing to choose.

    Nothing more where the inputs that are given have some of it.
    """
    fields = fields_of(action.inputs)
    spent = [measure.name.removesuffix("_spent") for measure in action.measures if measure.spends]
    held = [fields[name] for name in spent if name in fields and fields[name].whose != "other"]
    if any(each.typed in given for each in held):
        return {}
    return {each.typed: str(min(rungs(each)[-1], _HELD)) for each in held if rungs(each)}


def ladders(subject: Subject) -> Iterator[Axis]:
    """Yield the whole numbers among the inputs along which the lead of the action changes, as axes.

    Those that the example has come first.
    """
    odds = Odds(subject.action, (subject.action.lead,), LIMIT)
    fields = fields_of(subject.action.inputs)
    for name, each in sorted(fields.items(), key=lambda item: item[1].typed not in subject.inputs):
        values = _around(list(rungs(each)), subject.inputs.get(each.typed))
        found = []
        for value in (values[0], values[len(values) // 2], values[-1]) if values else ():
            try:
                asked = question(subject.system, subject.action, {**subject.inputs, each.typed: value}, subject.options)
                found.append(odds.of(asked)[0].value)
            except OddsmithError:
                continue  # values that do not go together, or a question that is too large
        if any(one != other for one, other in pairwise(found)):
            yield Axis(name, tuple(values), "input")


def _around(values: list[int], given: str | None) -> list[int]:
    """Return so many values as a ladder may have, the given one among them."""
    first = 0
    if given is not None and given.lstrip("-").isdecimal() and int(given) in values:
        first = max(0, values.index(int(given)) - MOST_RUNGS + 3)
    return values[first : first + MOST_RUNGS]
