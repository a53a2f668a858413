"""What is refused of the parameters of a rule, so that what is wrong shows where the file is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from oddsmith.systems.authoring.hints import refused
from oddsmith.systems.authoring.marks import Entered, Limits
from oddsmith.systems.authoring.parameter import Parameter, alternatives, words_of
from oddsmith.systems.fields.models import AGAINST, Inputs
from oddsmith.systems.fields.names import public

#: Options that commands about an action have, which no input can be called.
OPTIONS: Final = frozenset(
    {"ask", "best", "choose", "draws", "exact", "faces", "fast", "format", "frontier", "goal", "help", "jobs", "json"}
    | {"limit", "of", "option", "out", "plan", "plot", "price", "quiet", "rulebook", "runs", "scheduler", "seed"}
)

#: What may be said of an event, and of a measure, beside its function, but for what `Game` itself has use for.
OF_EVENTS: Final = ("rule", "also", "implied_by", "otherwise", "clause", "per_gain", "needs")
OF_MEASURES: Final = ("one", "also", "per_gain", "spends")


def check_keywords(function: Callable[..., Any], decorator: str, said: Iterable[str], allowed: Iterable[str]) -> None:
    """Raise RuleError for a keyword that a decorator does not have; few let a type checker read a rulebook."""
    unknown = next((keyword for keyword in said if keyword not in allowed), None)
    if unknown is not None:
        there = ", ".join(sorted({*allowed}))
        raise refused(function, f"@game.{decorator} has no {unknown!r}.", f"Allowed beside name and title: {there}.")


def check(function: Callable[..., Any], read: Parameter) -> None:
    """Raise RuleError for a parameter that cannot be entered, or whose limits or default do not fit its type."""
    _check_name(function, read)
    kinds = set(alternatives(read.marked.type))
    plain = kinds <= {int, bool} or kinds == {str} or (len(kinds) == 1 and words_of(next(iter(kinds))))
    listed = read.marked.type in (tuple[int, ...], tuple[str, ...])
    if not (plain or listed or (read.is_share and kinds == {Fraction})):
        raise refused(
            function,
            f"parameter {read.name!r} is of a type that cannot be entered.",
            "Use int, bool, str, a tuple of int or str, a Literal of words, or a frozen dataclass of such fields.",
        )
    _check_default(function, read)
    if read.marked.limits is not None:
        _check_limits(function, read, read.marked.limits)
    entered = read.marked.entered
    if read.option and replace(entered, text="") != Entered():
        remedy = "Give it a text alone; a class of `HouseRules` can say more."
        raise refused(function, f"house rule {read.name!r} says how it is entered.", remedy)
    if read.option and read.required and not words_of(read.marked.type):  # of words the first is the default
        raise refused(
            function, f"house rule {read.name!r} has no default.", f"Write `{read.name}: ... = ` and the book's value."
        )


def check_together(function: Callable[..., Any], read: Sequence[Parameter]) -> None:
    """Raise RuleError for parameters that would be one and the same input, or that no class has."""
    for each in read:
        if each.option and each.group:
            remedy = "Give it the type int, bool or a Literal of words, or let a class of `HouseRules` have it."
            raise refused(function, f"house rule {each.name!r} is of a class.", remedy)
        if each.opponent is not None and not each.group:
            remedy = "Give it a frozen dataclass, whose fields the other side enters."
            raise refused(function, f"parameter {each.name!r} is an `Opponent` and of no class.", remedy)
    sides = [each for each in read if each.opponent is not None]
    if len(sides) > 1:
        raise refused(function, "has two opponents.", "Put what the other side enters into one class.")
    own = [one.name for each in read if each not in sides for one in each.group or (each,) if not one.is_ruled]
    twice = next((name for name in own if own.count(name) > 1), None)
    if twice is not None:
        remedy = "Give one of them another name; where it is the other side's, mark its class with `Opponent()`."
        raise refused(function, f"has two inputs called {twice!r}.", remedy)


def _check_name(function: Callable[..., Any], read: Parameter) -> None:
    name, typed = read.name, public(read.name).replace("_", "-")
    if name.startswith("_"):
        problem, remedy = "begins with _", "Give it a name that begins with a letter."
    elif hasattr(Inputs, name) or name in (AGAINST, "model_config"):
        problem, remedy = "means something else where inputs are kept", f"Write `{name}_`, which is entered as {name}."
    elif typed in OPTIONS and not read.option and not read.is_ruled:
        problem, remedy = f"is an option of commands, --{typed}", "Give it another name."
    else:
        return
    raise refused(function, f"parameter {name!r} {problem}.", remedy)


def _check_default(function: Callable[..., Any], read: Parameter) -> None:
    kind, default = read.marked.type, read.default
    (one, *_) = alternatives(kind)
    if read.required or (default is None and kind != one) or read.is_share:
        return
    words = words_of(one)
    if words:
        fits, allowed = default in words, ", ".join(map(repr, words))
    elif kind in (tuple[int, ...], tuple[str, ...]):
        member = int if kind == tuple[int, ...] else str
        fits = type(default) is tuple and all(type(each) is member for each in default)
        allowed = f"a tuple of {member.__name__}"
    else:
        kinds = alternatives(kind)
        fits, allowed = type(default) in kinds, " or ".join(each.__name__ for each in kinds)
    if not fits:
        raise refused(function, f"the default of {read.name!r} is {default!r}.", f"Allowed: {allowed}.")


def _check_limits(function: Callable[..., Any], read: Parameter, limits: Limits) -> None:
    for bound in (limits.low, limits.high):
        if not (bound is None or type(bound) is int or callable(bound)):
            remedy = "Write whole numbers, None for none, or functions of the house rules."
            raise refused(function, f"the limits of {read.name!r} have {bound!r}.", remedy)
    low, high = limits.low, limits.high
    if not isinstance(low, int) or not isinstance(high, int):
        return
    if low > high:
        raise refused(
            function,
            f"the limits of {read.name!r} leave no number: none is from {low} to {high}.",
            f"Write the lower one first: Limits({high}, {low}).",
        )
    if isinstance(read.default, int) and not low <= read.default <= high:
        raise refused(
            function,
            f"the default of {read.name!r} is {read.default}, which its limits do not allow.",
            f"Allowed: {low} to {high}.",
        )
