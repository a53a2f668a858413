"""The head of an answer: the question, the facts that chance does not touch, the warnings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pydantic import BaseModel

from oddsmith.answers.format.json_values import plain
from oddsmith.answers.question import Question, values
from oddsmith.cli.render.typed_names import typed
from oddsmith.cli.text.json_layout import json_text
from oddsmith.cli.text.minus import minus
from oddsmith.cli.text.terminal import faint, say, strong, warn, wrapped
from oddsmith.cli.text.words import is_table, pairs, shown, spoken
from oddsmith.systems.fields.field import fields_of
from oddsmith.systems.fields.names import written
from oddsmith.wording import spelled


def show_answer(
    question: Question, document: dict[str, Any], show: Callable[[dict[str, Any]], None], *, as_json: bool
) -> None:
    """Print a document as JSON, or its heading and then its contents with `show`."""
    if as_json:
        say(json_text(document))
    else:
        show_heading(question, document)
        show(document)


def show_heading(question: Question, document: dict[str, Any]) -> None:
    """Print title, inputs and house rules that differ from their defaults, facts, policy and warnings."""
    say(strong(f"{question.system.title}: {question.action.title}"))
    inputs = chosen_inputs(question)
    if inputs:
        say(wrapped(pairs(inputs)))
    for line in _facts({name: value for name, value in document["facts"].items() if inputs.get(name) != value}):
        say(wrapped(line))
    rules = _chosen(document["options"], type(question.rules))
    if rules:
        say(wrapped("house rules: " + ", ".join(f"{written(name)}={shown(value)}" for name, value in rules.items())))
    if "policy" in document:
        which = f" ({question.action.decides})" if question.action.decides else ""
        text = f"Every decision{which} takes {document['policy']}; `oddsmith best` finds the best one."
        say(faint(wrapped(text)))
    for warning in document["warnings"]:
        warn(minus(spelled(warning, typed)))


def chosen_inputs(question: Question) -> dict[str, Any]:
    """Return the inputs that had to be given or are not the default."""
    return _chosen(values(question.inputs), type(question.inputs))


def _facts(facts: dict[str, Any]) -> Iterator[str]:
    """Yield single values together on one line, then each list and each record on a line of its own; no tables."""
    facts = {name: value for name, value in facts.items() if not is_table(value)}
    single = {name: value for name, value in facts.items() if not isinstance(value, list | dict)}
    if single:
        yield pairs(single)
    for name, value in facts.items():
        if isinstance(value, dict):
            yield f"{spoken(name)}: {'; '.join(f'{spoken(key)} {shown(item)}' for key, item in value.items())}"
        elif isinstance(value, list):
            yield f"{spoken(name)}: {'; '.join(map(shown, value)) or 'none'}"


def _chosen(values: dict[str, Any], model: type[BaseModel]) -> dict[str, Any]:
    """Return the values that had to be given or are not the default."""
    told = [each for each in fields_of(model).values() if each.name in values]
    return {each.name: values[each.name] for each in told if each.required or values[each.name] != plain(each.default)}
