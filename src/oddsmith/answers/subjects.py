"""An action at the example of its help: what reports and audits ask when nobody says, and the lines that ask it."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from oddsmith.answers.question import Question, question
from oddsmith.answers.tried_values import example_inputs, rungs
from oddsmith.errors import BadInput
from oddsmith.systems.declaration import Action, System
from oddsmith.systems.fields.field import Field, fields_of
from oddsmith.systems.fields.kinds import WholeNumber
from oddsmith.systems.fields.names import written
from oddsmith.systems.registry import rulebooks

#: A ladder has no more rungs, and a heat map no more columns and lines.
MOST_RUNGS: Final = 12

#: So much of each resource there is to spend, where an example says nothing of it.
_HELD: Final = 5


@dataclass(frozen=True)
class Subject:
    """An action as it is asked.

    inputs, options: as texts, by name as it is typed. file: the game's, as commands name it; see `command_line`.
    """

    system: System
    action: Action[Any, Any, Any]
    inputs: Mapping[str, str]
    options: Mapping[str, str]
    file: str = ""

    @property
    def question(self) -> Question:
        """The question itself; raises BadInput for values that do not go together."""
        return question(self.system, self.action, self.inputs, self.options)

    def rungs(self, each: Field) -> list[int]:
        """Return values of a whole number, the one that is asked among them; none of anything else."""
        if not isinstance(each.kind, WholeNumber):
            return []
        low, high = each.kind.low or 0, each.kind.high
        given = self.inputs.get(each.typed, each.default)
        number = int(given) if str(given).lstrip("-").isdecimal() else low
        last = number + 2 if high is None else min(number + 2, high)
        first = max(low, last - MOST_RUNGS + 1)
        last = first + MOST_RUNGS - 1 if high is None else min(first + MOST_RUNGS - 1, high)
        return [*range(first, last + 1)]

    def command(self, verb: str, *more: str, without: frozenset[str] = frozenset()) -> str:
        """Return the line that asks it on the command line.

        more: further words. without: inputs and house rules that these give.
        """
        words = ["oddsmith", verb, self.system.name, self.action.name]
        for name, text in self.inputs.items():
            if name not in without:
                words += [f"--{name}", text]
        for name, text in self.options.items():
            if name not in without:
                words += ["--option", f"{name}={text}"]
        return command_line(*words, *more, system=self.system, file=self.file)


def command_line(*words: str, system: System, file: str = "") -> str:
    """Return words as a line of a shell.

    file: the game's, where it is one of a file; by default without the folder that it is in.
    """
    files = [file or Path(path).name for path, book in rulebooks().items() if book.name == system.name]
    return " ".join(map(shlex.quote, [*words, *(part for each in files[:1] for part in ("--rulebook", each))]))


def subject_of(system: System, action: Action[Any, Any, Any], options: Mapping[str, str], file: str = "") -> Subject:
    """Return an action at the example of its help, or where it has none at values in the midst of what they may be.

    options: house rules that were given; they come before those of the example. file: as a subject has it.
    """
    inputs, own = example_of(action)
    found = Subject(system, action, inputs, {**own, **options}, file)
    if not _can_be_asked(found):
        plain = {written(name): str(value) for name, value in example_inputs(action).items()}
        found = Subject(system, action, plain | inputs, {**own, **options}, file)
    for name, text in _resources(action, found.inputs).items():
        spending = Subject(system, action, {**found.inputs, name: text}, found.options, file)
        found = spending if _can_be_asked(spending) else found
    return found


def example_of(action: Action[Any, Any, Any]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the inputs and the house rules of the example of an action's help, by name as they are typed there."""
    words = shlex.split(action.example)[1:]
    inputs: dict[str, str] = {}
    options: dict[str, str] = {}
    for flag, text in zip(words[::2], words[1::2], strict=False):
        name = flag.removeprefix("--")
        if name == "option":
            rule, _, reading = text.partition("=")
            options[rule] = reading
        else:
            inputs[name] = text
    return inputs, options


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
