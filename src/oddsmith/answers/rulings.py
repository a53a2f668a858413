"""What hinges on a ruling of the game master: neither chance nor a player's choice, so no number stands for it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from oddsmith.answers.question import Question
from oddsmith.distribution import Distribution
from oddsmith.errors import Undecidable
from oddsmith.rules import Decision, first_option
from oddsmith.systems.declaration import Action, Event


class Ruled:
    """The policy by which the game master rules one way, and every other decision is answered with its first option.

    others: whether there was any other decision.
    """

    def __init__(self, option: str) -> None:
        """option: the ruling."""
        self.option = option
        self.others = False

    def __call__(self, decision: Decision) -> Hashable:
        """Answer a decision."""
        if self.option in decision.options:
            return self.option
        self.others |= len(decision.options) > 1
        return first_option(decision)


def ruling(question: Question, found: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> dict[str, Any] | None:
    """Return what hinges on the ruling, in words and numbers; None where nothing does.

    found: for each ruling, the `events` and `measures` of a document, which are all told under `options`.
    """
    (first, *others) = found.values()
    hinging = {
        kind: [name for name in entries if any(other[kind][name] != entries[name] for other in others)]
        for kind, entries in first.items()
    }
    if not any(hinging.values()):
        return None
    says = []
    for option, answer in found.items():
        told = [
            _event(event, answer["events"][event.name]) for event in question.events if event.name in hinging["events"]
        ]
        told += [
            f"{measure.title} {_amount(answer['measures'][measure.name]['mean'])}"
            for measure in question.action.measures
            if measure.name in hinging["measures"]
        ]
        condition = question.action.ruling[option]
        says.append(f"{condition[:1].upper()}{condition[1:]}: {', '.join(told)}.")
    return {
        "says": " ".join(["Up to the game master.", *says]),
        "hinging": [name for names in hinging.values() for name in names],
        "options": [{"option": one, "if": question.action.ruling[one], **answer} for one, answer in found.items()],
    }


def settled(
    action: Action[Any, Any, Any],
    law: Callable[[Ruled], Distribution[Any]],
    readings: Mapping[str, Callable[[Any], Any]],
) -> None:
    """Raise Undecidable where one of some readings of an outcome hinges on a ruling, so that no number stands for it.

    law: the outcomes under a ruling. readings: by what they are called.
    """
    first, *others = [law(Ruled(option)) for option in action.ruling]
    for title, of in readings.items():
        if any(other.map(of) != first.map(of) for other in others):
            raise Undecidable(f"Up to the game master: {title}.", remedy="A house rule may settle it with a roll.")


def _event(event: Event[Any], entry: Mapping[str, Any]) -> str:
    sure = {"0": event.failed, "1": event.title}
    return sure.get(entry["p"]) or f"{event.title} {entry['float']:.2%}"


def _amount(mean: Mapping[str, Any]) -> str:
    return f"{mean['float']:.3g}{' on average' if '/' in mean['exact'] else ''}"
