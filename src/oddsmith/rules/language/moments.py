"""Moments of rules, which errors carry along: whoever mends a rule wants to know with which answers it failed."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Final, Protocol

from oddsmith.rules.language.calls import Call

#: The attribute of an error that has it.
STOOD: Final = "_stood"

#: The attribute of an error that has the note which was made of it.
NOTED: Final = "_noted"


class RulePlace(Protocol):
    """A rule that stands somewhere, in any engine."""

    @property
    def call(self) -> Call[Any]:
        """The rule with its arguments."""

    @property
    def request(self) -> Any:
        """The last that it awaited."""

    @property
    def known(self) -> tuple[Hashable, ...]:
        """The answers so far."""


def remember(
    error: BaseException,
    place: Call[Any] | RulePlace,
    asked: Sequence[object] = (),
    answers: tuple[Hashable, ...] = (),
) -> None:
    """Let an error carry along where the rule stood of which it came, unless it carries what is further inside.

    asked, answers: since that place, where the rule was run on from there at once.
    """
    error.__dict__.setdefault(STOOD, (place, asked, answers))
