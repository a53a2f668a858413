"""The signature of a rule, read as the inputs of an action and the house rules of its game."""

from __future__ import annotations

import inspect
import re
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field, create_model

from oddsmith.errors import RuleError
from oddsmith.games.marks import Marked, marked
from oddsmith.systems.fields.models import HouseRules, Inputs
from oddsmith.systems.fields.names import spoken
from oddsmith.systems.sheets import on_sheet

#: The limits of a whole number of which no others are told.
LOWEST, HIGHEST = 0, 999


@dataclass(frozen=True)
class Parameter:
    """A parameter of a rule. option: whether it is a house rule. help: what the rule's text says of it."""

    name: str
    marked: Marked
    default: Any
    option: bool
    help: str

    @property
    def required(self) -> bool:
        """Whether somebody must give it."""
        return self.default is inspect.Parameter.empty


def parameters(function: Callable[..., Any]) -> tuple[Parameter, ...]:
    """Read the parameters of a rule; RuleError for one without a type that can be entered."""
    hints = hints_of(function)
    said = dict(_said(function))
    found = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name not in hints:
            raise refused(
                function,
                f"parameter {parameter.name!r} has no type, so nobody knows what to enter.",
                f"Write for example `{parameter.name}: Annotated[int, Limits(0, 10)]`.",
            )
        option = parameter.kind is parameter.KEYWORD_ONLY
        marks = marked(hints[parameter.name])
        read = Parameter(parameter.name, marks, parameter.default, option, said.get(parameter.name, ""))
        _check(function, read)
        found.append(read)
    return tuple(found)


def inputs_model(function: Callable[..., Any], read: tuple[Parameter, ...]) -> type[Inputs]:
    """Return the inputs of an action."""
    fields: dict[str, Any] = {each.name: (each.marked.type, _input(each)) for each in read if not each.option}
    name = f"{function.__name__.title().replace('_', '')}Inputs"
    return create_model(name, __base__=Inputs, __module__=function.__module__, **fields)


def house_rules_model(module: str, read: Mapping[str, Parameter]) -> type[HouseRules]:
    """Return the house rules of a game: the parameters of its actions that can be given by name alone."""
    fields: dict[str, Any] = {name: (each.marked.type, _option(each)) for name, each in read.items()}
    return create_model("GameRules", __base__=HouseRules, __module__=module, **fields)


def example(read: tuple[Parameter, ...]) -> str:
    """Return what somebody could type of inputs that must be given."""
    return " ".join(f"--{each.name.replace('_', '-')} {_sample(each)}" for each in read if each.required)


def words_of(kind: Any) -> tuple[str, ...]:
    """Return the words of a `Literal` in their order; none for another type.

    >>> words_of(Literal["low", "high"]), words_of(int)
    (('low', 'high'), ())
    """
    if typing.get_origin(kind) is not Literal:
        return ()
    words = typing.get_args(kind)
    return words if all(isinstance(word, str) for word in words) else ()


def hints_of(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the annotations of a function; RuleError where one names what is not there."""
    try:
        return typing.get_type_hints(function, include_extras=True)
    except NameError as error:
        remedy = "Import it at the top of the file, outside `if TYPE_CHECKING`, or correct its name."
        raise refused(function, f"an annotation names {error.name!r}, which is not there.", remedy) from None


def refused(function: Callable[..., Any], message: str, remedy: str) -> RuleError:
    """Return the error about a function of a rulebook, with its place."""
    code = inspect.unwrap(function).__code__
    return RuleError(function.__name__, message, remedy=remedy, file=code.co_filename, line=code.co_firstlineno)


def summary(function: Callable[..., Any]) -> str:
    """Return what the text of a function says before it tells of parameters; "" without one."""
    lines = (inspect.getdoc(function) or "").splitlines()
    said = {name for name, _ in _said(function)}
    kept = [line for line in lines if not ((found := _LINE.match(line)) and found[1] in said)]
    return " ".join(" ".join(kept).split())


_LINE = re.compile(r"\s*(\w+): (\S.*)")


def _said(function: Callable[..., Any]) -> Iterator[tuple[str, str]]:
    """Yield parameters with what the text of a function says of them: lines such as `rating: dots of the action`."""
    names = inspect.signature(function).parameters
    for line in (inspect.getdoc(function) or "").splitlines():
        found = _LINE.match(line)
        if found and found[1] in names:
            yield found[1], found[2]


def _check(function: Callable[..., Any], read: Parameter) -> None:
    kinds = set(_alternatives(read.marked.type))
    plain = kinds <= {int, bool} or (len(kinds) == 1 and words_of(next(iter(kinds))))
    listed = read.marked.type == tuple[int, ...]
    if not plain and not listed:
        raise refused(
            function,
            f"parameter {read.name!r} is of a type that cannot be entered.",
            "Use int, bool, tuple[int, ...] or a Literal of words.",
        )
    limits = read.marked.limits
    if limits is not None and limits.low > limits.high:
        raise refused(
            function,
            f"the limits of {read.name!r} leave no number: none is from {limits.low} to {limits.high}.",
            f"Write the lower one first: Limits({limits.high}, {limits.low}).",
        )
    if limits is not None and isinstance(read.default, int) and not limits.low <= read.default <= limits.high:
        raise refused(
            function,
            f"the default of {read.name!r} is {read.default}, which its limits do not allow.",
            f"Allowed: {limits.low} to {limits.high}.",
        )
    if not read.option:
        return
    words = words_of(read.marked.type)
    if words and read.required:
        return  # the first word is the default
    if read.required:
        raise refused(
            function, f"house rule {read.name!r} has no default.", f"Write `{read.name}: ... = ` and the book's value."
        )


def _alternatives(kind: Any) -> tuple[Any, ...]:
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        return tuple(each for each in typing.get_args(kind) if each is not types.NoneType)
    return (kind,)


def _input(each: Parameter) -> Any:
    limits = each.marked.limits
    text = each.marked.title or (limits.text if limits else "") or each.help or spoken(each.name).lower()
    more: dict[str, Any] = _bounds(each)
    if not each.required:
        more["default"] = each.default
    if limits is not None and limits.title:
        more["title"] = limits.title
    if limits is not None and limits.sheet:
        more["json_schema_extra"] = on_sheet(limits.sheet)
    return Field(description=text, **more)


def _option(each: Parameter) -> Any:
    words = words_of(each.marked.type)
    text = each.marked.title or each.help or f"{spoken(each.name)}?"
    default = words[0] if each.required else each.default
    more: dict[str, Any] = _bounds(each)
    extra: dict[str, Any] = {"gap": ""}
    if words:
        extra["readings"] = dict.fromkeys((default, *words), "")
    return Field(default=default, description=text, json_schema_extra=extra, **more)


def _bounds(each: Parameter) -> dict[str, Any]:
    if int not in _alternatives(each.marked.type):
        return {}
    limits = each.marked.limits
    return {"ge": limits.low, "le": limits.high} if limits is not None else {"ge": LOWEST, "le": HIGHEST}


def _sample(each: Parameter) -> str:
    words = words_of(each.marked.type)
    if words:
        return words[0]
    if each.marked.type is bool:
        return "yes"
    limits = each.marked.limits
    number = (limits.low + limits.high) // 2 if limits is not None else 3
    return str(number)
