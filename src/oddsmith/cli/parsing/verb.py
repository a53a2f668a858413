"""Verbs: what the program does to an action of a system, or to dice notation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from oddsmith.systems.declaration import Action


@dataclass(frozen=True)
class NotationVerb:
    """A verb done to dice notation.

    run: called with the notation and the values of the options. options: makes these. example: a whole command line.
    """

    summary: str
    example: str
    run: Callable[..., None]
    options: Callable[[], Sequence[click.Parameter]]


@dataclass(frozen=True)
class Verb:
    """A verb done to an action of a system.

    run: called with the question and the values of the verb's own options. options: makes these. example: a whole
    command line. ending: the options that the example of an action needs besides its inputs. notation: the same verb
    for dice notation, if it has one.
    """

    name: str
    summary: str
    example: str
    run: Callable[..., None]
    options: Callable[[], Sequence[click.Parameter]]
    ending: Callable[[Action[Any, Any, Any]], str] = lambda action: ""
    notation: NotationVerb | None = None


def examples(line: str, another: str = "") -> str:
    """Return the end of a help page: one or two whole command lines."""
    return f"\b\nExamples:\n  {line}\n  {another}" if another else f"\b\nExample:\n  {line}"
