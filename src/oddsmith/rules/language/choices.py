"""Requests that people answer: choices, and what every other decision must provide."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, TypeVar

from oddsmith.dice.model.rolled_faces import plain
from oddsmith.errors import BadInput, RuleError
from oddsmith.rules.language.code_slips.dropped import makes_request
from oddsmith.rules.language.requests import Request
from oddsmith.rules.language.trail import Entry
from oddsmith.rules.language.unawaited import brief, running

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class BadOptions(RuleError, ValueError):
    """Nobody can choose among what a rule offers."""


class DecisionRequest(Request[T_co]):
    """A request that people answer, each with an option of a choice.

    options: all answers there are; those of the last person change first. simultaneous: whether the choices are made at
    once, unseen (a request of one choice may be so too).
    """

    __slots__ = ()
    options: tuple[Any, ...]
    simultaneous: ClassVar[bool] = False

    @property
    @abstractmethod
    def choices(self) -> tuple[Choice[Any], ...]:
        """The choices to be made, in the order in which people are asked at the table."""

    @abstractmethod
    def answer(self, taken: tuple[Hashable, ...]) -> Hashable:
        """The answer when these options are taken, one of each choice."""

    def entries(self, taken: tuple[Hashable, ...], depth: int) -> list[Entry]:
        """The entries that the options taken leave in the trail: none where there was but one."""
        return [
            OptionTaken(choice.who, choice.options, option, depth)
            for choice, option in zip(self.choices, taken, strict=True)
            if len(choice.options) > 1
        ]


@dataclass(frozen=True, repr=False)
class OptionTaken(Entry):
    """Somebody decided."""

    who: str
    options: tuple[Hashable, ...]
    taken: Hashable
    depth: int

    def to_json(self) -> dict[str, Any]:
        options = [plain(option) for option in self.options]
        return {"kind": "choice", "who": self.who, "options": options, "taken": plain(self.taken), "depth": self.depth}

    def in_words(self) -> str:
        return f"{self.who}: {self.taken}"


@dataclass(frozen=True, repr=False)
class OptionDrawn(Entry):
    """A number that took an option of a mix, so that the draw can be checked.

    mix: options with whole weights, in order: the first option has the first numbers from 0 on, as many as its weight.
    number: below the sum of the weights.
    """

    who: str
    mix: tuple[tuple[Hashable, int], ...]
    number: int
    depth: int

    @property
    def taken(self) -> Hashable:
        """The option that has the number."""
        left = self.number
        for option, weight in self.mix:
            if left < weight:
                return option
            left -= weight
        raise BadInput("number", self.number, f"a whole number below {sum(weight for _, weight in self.mix)}")

    def to_json(self) -> dict[str, Any]:
        total = sum(weight for _, weight in self.mix)
        mix = [[plain(option), weight] for option, weight in self.mix]
        return {"kind": "draw", "who": self.who, "mix": mix, "number": self.number, "of": total, "depth": self.depth}

    def in_words(self) -> str:
        total = sum(weight for _, weight in self.mix)
        mix = ", ".join(f"{option} {Fraction(weight, total)}" for option, weight in self.mix)
        return f"{self.who} draws {self.number} of 0 to {total - 1}: {self.taken} (of {mix})"


class Choice(DecisionRequest[T_co]):
    """A decision of `who` among `options`; `meaning` holds what an option stands for, where that is not itself."""

    __slots__ = ("meaning", "options", "who")

    def __init__(self, who: str, options: tuple[Hashable, ...], meaning: Mapping[Any, T_co] | None) -> None:
        self.who = who
        self.options = options
        self.meaning = meaning

    @property
    def choices(self) -> tuple[Choice[Any], ...]:
        return (self,)

    def answer(self, taken: tuple[Hashable, ...]) -> Hashable:
        return taken[0]

    def value(self, answer: Hashable) -> Any:
        return answer if self.meaning is None else self.meaning[answer]

    def check(self, option: Hashable) -> None:
        """Raise BadInput for anything that is not one of the options."""
        if not listed(option, self.options):
            raise BadInput(f"choice of {self.who}", option, ", ".join(map(str, self.options)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Choice):
            return self.differs_from(other)
        return self.who == other.who and self.options == other.options

    def __hash__(self) -> int:
        return hash((self.who, self.options))

    def __repr__(self) -> str:
        return f"choose({self.who!r}, {self.options!r})"


def listed(option: object, options: tuple[Hashable, ...]) -> bool:
    """True when it is one of these options, which may be requests."""
    try:
        return option in frozenset(options)
    except TypeError:  # it cannot be hashed
        return False


@makes_request
def choose(who: str, options: Sequence[T] | Mapping[Any, T]) -> Choice[T]:
    """A decision of `who` ("player", "opponent", ...).

    options: the options, or a mapping from option to what taking it returns. List first the option that spends nothing:
    where nobody is asked, it is the one taken. Options are hashable and distinct; a single option is taken without
    asking.

    Raises BadOptions, a ValueError, for no options or repeated ones, some that cannot be hashed, a single text, and a
    set, which has no order.
    """
    meaning: Mapping[Any, T] | None = None
    if type(options) is dict:
        names, meaning, different = tuple(options), options, len(options)
    else:
        if isinstance(options, tuple):
            names = options
        else:
            _in_order(who, options)
            names, meaning = tuple(options), options if isinstance(options, Mapping) else None
        try:
            different = len(set(names))
        except TypeError:
            told = f"choose() takes options that can be hashed, not {brief(names)}"
            raise _bad_options(told, "Write tuples, and not lists.") from None
    if not names or different < len(names):
        remedy = "Name each option once." if names else "Ask only where there is something to choose."
        raise _bad_options(f"choose() takes at least one option and no repeats, not {brief(names)}", remedy)
    return Choice(who, names, meaning)


def _in_order(who: object, options: object) -> None:
    """Raise BadOptions for a text, whose letters are no options, a set, of which none is the first, and no several."""
    if isinstance(options, str) and not isinstance(who, str):
        told = f"choose() takes who decides, and then the options; here {options!r} is second"
        raise _bad_options(told, f"Write choose({options!r}, {brief(who)}).")
    if isinstance(options, str):
        told, remedy = (
            f"choose() takes options, not the letters of {options!r}",
            f"For one option, write ({options!r},)",
        )
        raise _bad_options(told, f"{remedy}.")
    if isinstance(options, set | frozenset):
        raise _bad_options("choose() takes options in an order, and a set has none", "For an order, write a tuple.")
    if not isinstance(options, Iterable):
        raise _bad_options(f"choose() takes the options, not {brief(options)}", "Write them as a tuple.")


def _bad_options(told: str, remedy: str) -> BadOptions:
    rule, file, line = running()
    return BadOptions(rule, f"{told}.", remedy=remedy, file=file, line=line)
