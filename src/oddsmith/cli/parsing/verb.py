"""Verbs: what the program does to an action of a system, or to dice notation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from oddsmith.systems.declaration import Action, System


def _read(text: str) -> Any:
    from oddsmith.dice import read

    return read(text)


def _question(system: System, action: Action[Any, Any, Any], inputs: dict[str, str], options: dict[str, str]) -> Any:
    from oddsmith.answers.question import house_rules, question

    house_rules(system, options)  # errors in house rules come before errors in inputs
    return question(system, action, inputs, options)


@dataclass(frozen=True)
class NotationVerb:
    """A verb done to dice notation.

    run: called with the notation and the values of the options. options: makes these. example: a whole command line.
    reads: what makes the notation of the text that is typed.
    """

    summary: str
    example: str
    run: Callable[..., None]
    options: Callable[[], Sequence[click.Parameter]]
    reads: Callable[[str], Any] = _read


@dataclass(frozen=True)
class Verb:
    """A verb done to an action of a system.

    run: called with the question and the values of the verb's own options. options: makes these. example: a whole
    command line. ending: the options that the example of an action needs besides its inputs. notation: the same verb
    for dice notation, if it has one. asks: what makes the question of the action, the inputs and the house rules that
    are typed.
    """

    name: str
    summary: str
    example: str
    run: Callable[..., None]
    options: Callable[[], Sequence[click.Parameter]]
    ending: Callable[[Action[Any, Any, Any]], str] = lambda action: ""
    notation: NotationVerb | None = None
    asks: Callable[[System, Action[Any, Any, Any], dict[str, str], dict[str, str]], Any] = _question


def examples(line: str, another: str = "") -> str:
    """Return the end of a help page: one or two whole command lines."""
    return f"\b\nExamples:\n  {line}\n  {another}" if another else f"\b\nExample:\n  {line}"
