"""A parameter of a rule, as an input of an action or a house rule of its game."""

from __future__ import annotations

import inspect
import types
import typing
from dataclasses import dataclass, replace
from typing import Any, Literal

from oddsmith.systems.authoring.marks import Asked, Entered, Limits, Marked, Opponent, Ruled, Share
from oddsmith.systems.fields.models import AGAINST, HouseRules, Inputs


@dataclass(frozen=True)
class Parameter:
    """A parameter of a rule. option: whether it is a house rule. help: what the rule's text says of it.

    group: the inputs of which its value is made, where it is a class of them.
    """

    name: str
    marked: Marked
    default: Any
    option: bool = False
    help: str = ""
    group: tuple[Parameter, ...] = ()

    @property
    def required(self) -> bool:
        """True where somebody must give it."""
        return self.default is inspect.Parameter.empty

    @property
    def is_rules(self) -> bool:
        """True for the house rules of the game, all of them."""
        return isinstance(self.marked.type, type) and issubclass(self.marked.type, HouseRules)

    @property
    def is_asked(self) -> bool:
        """True for the names that will be asked of the outcome."""
        return self.marked.type is Asked

    @property
    def is_share(self) -> bool:
        """True for a chance that shares with others what is left of 1."""
        return self.marked.find(type(Share)) is not None

    @property
    def is_ruled(self) -> bool:
        """True for a field that nobody enters, since it is the house rule of that name."""
        return self.marked.find(type(Ruled)) is not None

    @property
    def opponent(self) -> Opponent | None:
        """The mark of what the other side enters, if it is that."""
        return self.marked.find(Opponent)

    def value(self, entered: Inputs, rules: HouseRules, asked: frozenset[str]) -> Any:
        """Return what the rule is given for it."""
        if self.is_rules or self.is_asked:
            return rules if self.is_rules else asked
        if self.option or self.is_ruled:
            return getattr(rules, self.name)
        if not self.group:
            return getattr(entered, self.name)
        side = getattr(entered, AGAINST) if self.opponent else entered
        return self.marked.type(**{each.name: each.value(side, rules, asked) for each in self.group})

    def under(self, rules: HouseRules) -> Parameter:
        """Return it with what its marks say under house rules."""
        marks = tuple([_settled(mark, rules) for mark in self.marked.marks])
        group = tuple([each.under(rules) for each in self.group])
        return replace(self, marked=Marked(self.marked.type, marks), group=group)


def _settled(mark: Any, rules: HouseRules) -> Any:
    match mark:
        case Limits(low=low, high=high):
            return replace(mark, low=low(rules) if callable(low) else low, high=high(rules) if callable(high) else high)
        case Entered(names=names) if callable(names):
            return replace(mark, names=names(rules))
    return mark


def words_of(kind: Any) -> tuple[str, ...]:
    """Return the words of a `Literal` in their order; none for another type.

    >>> words_of(Literal["low", "high"]), words_of(int)
    (('low', 'high'), ())
    """
    if typing.get_origin(kind) is not Literal:
        return ()
    words = typing.get_args(kind)
    return words if all(isinstance(word, str) for word in words) else ()


def alternatives(kind: Any) -> tuple[Any, ...]:
    """Return the types that a value may have, None aside."""
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        return tuple(each for each in typing.get_args(kind) if each is not types.NoneType)
    return (kind,)
