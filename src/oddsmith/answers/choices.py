"""Decisions answered with the names of options, as a person or program gives them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence

from oddsmith.answers.format import json_calls  # noqa: F401  # so that `plain` knows calls
from oddsmith.answers.format.json_values import plain
from oddsmith.errors import BadInput, MissingAnswer
from oddsmith.rules import Decision
from oddsmith.wording import Answer


class ScriptedAnswers:
    """Options to answer decisions with, in order; use it as the `decide` of `roll_document`.

    `remaining` holds the answers that no decision has asked for yet. Raises MissingAnswer when they run out, BadInput
    for one that the decision does not offer.
    """

    def __init__(
        self, given: Sequence[str], phrase: Callable[[str], str] = str, ruling: Collection[Hashable] = ()
    ) -> None:
        """phrase: puts an option in a phrase. ruling: the options that are the game master's."""
        self._given = tuple(given)
        self._phrase = phrase
        self._ruling = ruling
        self._used = 0

    @property
    def remaining(self) -> tuple[str, ...]:
        return self._given[self._used :]

    def __call__(self, decision: Decision) -> Hashable:
        if self._used == len(self._given):
            ruled = any(option in self._ruling for option in decision.options)
            expected = f"{'game master' if ruled else decision.who} decides: {option_list(decision, self._phrase)}"
            raise MissingAnswer("choose", self._used + 1, expected)
        text = self._given[self._used]
        option = option_named(decision, text, self._phrase)
        if option is None:
            raise BadInput(Answer("choose", self._used), text, option_list(decision, self._phrase))
        self._used += 1
        return decision.options[option]


def option_named(decision: Decision, text: str, phrase: Callable[[str], str] = str) -> int | None:
    """Return the place of the option that a text means: its name or phrase, or a beginning that no other option has.
    Case does not matter.
    """
    typed = text.strip().lower()
    for names in ([label(option) for option in decision.options], [phrase(label(o)) for o in decision.options]):
        lower = [name.lower() for name in names]
        if typed in lower:
            return lower.index(typed)
        beginning = [place for place, name in enumerate(lower) if typed and name.startswith(typed)]
        if beginning:
            return beginning[0] if len(beginning) == 1 else None
    return None


def label(option: Hashable) -> str:
    """Return an option as it is shown and typed."""
    return str(plain(option))


def option_list(decision: Decision, phrase: Callable[[str], str] = str) -> str:
    """List the options of a decision, for a message: as they are typed, each with its phrase where that is another."""
    names = [label(option) for option in decision.options]
    return ", ".join(name if phrase(name) == name else f"{name} ({phrase(name)})" for name in names)
