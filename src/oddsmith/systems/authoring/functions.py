"""Functions of an outcome, each an event or a measure of every action that has such an outcome."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from oddsmith.systems.authoring.hints import hints_of, refused
from oddsmith.systems.authoring.marks import marked
from oddsmith.systems.authoring.outcome import Declared, kinds_of
from oddsmith.systems.authoring.played import Played
from oddsmith.systems.fields.models import HouseRules


@dataclass(frozen=True)
class OfOutcome:
    """A function of an outcome. name: what it is asked by. of: the types that the outcome may have.

    made: the event or measure that it is of an action. under: house rules, each with the values under which it is
    there.
    """

    name: str
    of: frozenset[Any]
    function: Callable[..., Any]
    made: Callable[[Played, Any], Declared]
    rules: type[HouseRules] | None
    under: Mapping[str, tuple[str, ...]]

    def is_of(self, played: Played) -> bool:
        """Tell whether it says something of whatever an action comes to.

        A number by itself is no `int | Blow`, in which it stands for a number of the Blow.
        """
        return played.kinds == self.of or (played.kinds <= self.of and played.kinds != {int})


def of_outcome(
    name: str,
    function: Callable[..., Any],
    made: Callable[[Played, Any], Declared],
    under: Mapping[str, tuple[str, ...]] | None = None,
) -> OfOutcome:
    """Read a function of an outcome; RuleError for one that takes more than that and the house rules."""
    outcome, *more = [hint for name, hint in hints_of(function).items() if name != "return"] or [None]
    taken = [each for each in more if isinstance(each, type) and issubclass(each, HouseRules)]
    if outcome is None or len(more) > 1 or more != taken:
        raise refused(function, "takes more or less than an outcome.", "Give it one parameter, with its type.")
    of = frozenset(kinds_of(marked(outcome).type))
    return OfOutcome(name, of, function, made, next(iter(taken), None), under or {})
