"""Choices that several people make at once, unseen."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, ClassVar, TypeVar

from oddsmith.rules.language.choices import Choice, DecisionRequest, choose
from oddsmith.rules.language.code_slips.dropped import makes_request

T = TypeVar("T")


@dataclass(unsafe_hash=True, repr=False, slots=True)
class SimultaneousChoice(DecisionRequest[tuple[T, ...]]):
    """Choices made at once by people who do not see what the others take. An answer holds an option of each."""

    choices: tuple[Choice[T], ...]
    options: tuple[tuple[Hashable, ...], ...] = field(init=False, compare=False)
    simultaneous: ClassVar[bool] = True

    def __post_init__(self) -> None:
        self.options = tuple(product(*[choice.options for choice in self.choices]))

    def answer(self, taken: tuple[Hashable, ...]) -> Hashable:
        return taken

    def value(self, answer: Any) -> Any:
        return tuple([choice.value(option) for choice, option in zip(self.choices, answer, strict=True)])

    def __eq__(self, other: object) -> bool:
        return self.choices == other.choices if isinstance(other, SimultaneousChoice) else self.differs_from(other)

    def __repr__(self) -> str:
        return f"choose_secretly({', '.join(map(repr, self.choices))})"


@makes_request
def choose_secretly(options: Mapping[str, Sequence[T] | Mapping[Any, T]]) -> SimultaneousChoice[T]:
    """Decisions of several people at once, none of whom sees what the others take: `await` gives what each took.

    options: by who decides, their options, each as for `choose`. The answers come in the same order.

    >>> from oddsmith.rules import rule, solve, explore
    >>> @rule
    ... async def duel() -> bool:
    ...     mine, theirs = await choose_secretly({"player": ("stone", "paper"), "opponent": ("stone", "scissors")})
    ...     return (mine, theirs) in (("paper", "stone"), ("stone", "scissors"))
    >>> solve(explore(duel()), goal=lambda won: won).value  # stone in one case of two, paper in the other
    Fraction(1, 2)

    Raises ValueError for nobody, and as `choose` does.
    """
    if not options:
        raise ValueError("choose_secretly() takes at least one person who decides")
    return SimultaneousChoice(tuple([choose(who, theirs) for who, theirs in options.items()]))
