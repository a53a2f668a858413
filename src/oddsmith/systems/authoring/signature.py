"""The signature of a rule, read as the inputs of an action and the house rules of its game."""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from operator import attrgetter
from typing import Annotated, Any, cast

from pydantic import BeforeValidator, Field, create_model, model_validator

from oddsmith.systems.authoring.checks import check, check_together
from oddsmith.systems.authoring.hints import hints_of, hints_of_fields, refused
from oddsmith.systems.authoring.marks import Entered, Limits, Marked, marked
from oddsmith.systems.authoring.parameter import Parameter, alternatives, words_of
from oddsmith.systems.authoring.shares import shared
from oddsmith.systems.fields.models import AGAINST, Form, HouseRules, Inputs, opponent, quiet
from oddsmith.systems.fields.names import public, spoken
from oddsmith.systems.sheets import on_no_sheet, on_sheet, sided

#: The limits of a whole number of which no others are told.
LOWEST, HIGHEST = 0, 999


def of_rules(read: Iterable[Parameter]) -> tuple[Callable[[Any], Any], ...]:
    """Return the functions of house rules that say something of inputs: limits, names of numbers, and what they fit."""
    found: list[Callable[[Any], Any]] = []
    for each in read:
        found += [attrgetter(one.name) for one in each.group if one.is_ruled]
        found += of_rules(each.group)
        for mark in each.marked.marks:
            if isinstance(mark, Limits):
                found += [bound for bound in (mark.low, mark.high) if callable(bound)]
            elif isinstance(mark, Entered) and callable(mark.names):
                found.append(partial(_listed, mark.names))
    return tuple(found)


def _listed(names: Callable[[Any], Mapping[str, int]], rules: Any) -> tuple[tuple[str, int], ...]:
    return tuple(names(rules).items())


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
        group = _of_class(function, marks.type) if dataclasses.is_dataclass(marks.type) else ()
        read = Parameter(parameter.name, marks, parameter.default, option, said.get(parameter.name, ""), group)
        if not group and not read.is_rules and not read.is_asked:
            check(function, read)
        found.append(read)
    check_together(function, found)
    return tuple(found)


def _of_class(function: Callable[..., Any], kind: Any) -> tuple[Parameter, ...]:
    """The inputs of which a value of a class is made: its fields."""
    if not kind.__dataclass_params__.frozen:
        raise refused(function, f"{kind.__name__} can change.", "Write `@dataclass(frozen=True)` above it.")
    hints = hints_of_fields(function, kind)
    empty = inspect.Parameter.empty
    found = []
    for each in dataclasses.fields(kind):
        read = Parameter(
            each.name, marked(hints[each.name]), empty if each.default is dataclasses.MISSING else each.default
        )
        found.append(replace(read, default=None) if read.is_share else read)
        if not read.is_ruled:
            check(function, read)
    return tuple(found)


def inputs_model(
    function: Callable[..., Any], read: tuple[Parameter, ...], rules: HouseRules | None = None
) -> type[Inputs]:
    """Return the inputs of an action, in the order of its parameters, with what house rules say of them, if given."""
    entered = [each for each in read if not (each.option or each.is_rules or each.is_asked)]
    if rules is not None:
        entered = [each.under(rules) for each in entered]
    return _model(f"{function.__name__.title().replace('_', '')}Inputs", function.__module__, entered, rules)


def _model(name: str, module: str, read: Iterable[Parameter], rules: HouseRules | None) -> type[Inputs]:
    """Return a model of inputs, which refuses those of a class that do not go together."""
    fields: dict[str, Any] = {}
    checks: dict[str, Any] = {}
    own: list[Parameter] = []
    for each in read:
        if (said := each.opponent) is not None:
            side = replace(each, marked=Marked(each.marked.type))
            model = _model(f"{each.marked.type.__name__}Inputs", each.marked.type.__module__, [side], rules)
            fields[AGAINST] = (model, opponent(said.text, **said.texts))
            continue
        inputs = [one for one in each.group if not one.is_ruled] if each.group else [each]
        own += inputs
        fields |= {one.name: (_entered_type(one), _input(one)) for one in inputs}
        if each.group:
            checks |= _checks(each, rules)
    made: Any = create_model(name, __base__=Inputs, __module__=module, __validators__=checks, **fields)
    made.form = _form(own)
    if fields.pop(AGAINST, None):
        # Only what is wrong with the other side needs it.
        made.own_side = cache(partial(create_model, name, __base__=Inputs, __validators__=checks, **fields))
    return cast(type[Inputs], made)


def _checks(made: Parameter, rules: HouseRules | None) -> dict[str, Any]:
    """Return what completes and checks the inputs of which a value of a class is made."""
    shares = tuple([each.name for each in made.group if each.is_share])

    def completed(cls: Any, values: Any) -> Any:
        return shared(values, shares)

    def fits(entered: Any) -> Any:
        made.marked.type(**{each.name: getattr(rules if each.is_ruled else entered, each.name) for each in made.group})
        return entered

    checks: dict[str, Any] = {f"fits_{made.name}": model_validator(mode="after")(fits)}
    if shares:
        checks[f"completed_{made.name}"] = model_validator(mode="before")(completed)
    return checks


def _form(read: Iterable[Parameter]) -> Form:
    """Return where a form keeps what few need, and what is the other side's or belongs to neither alone."""
    more: dict[str, tuple[str, ...]] = {}
    whose: dict[str, tuple[str, ...]] = {}
    for each in read:
        said = each.marked.entered
        if said.more:
            more[said.more] = (*more.get(said.more, ()), each.name)
        whose[said.whose] = (*whose.get(said.whose, ()), each.name)
    return Form(more=more, other=whose.get("other", ()), both=whose.get("both", ()))


def house_rules_model(module: str, read: Mapping[str, Parameter]) -> type[HouseRules]:
    """Return the house rules of a game: the parameters of its actions that can be given by name alone."""
    fields: dict[str, Any] = {name: (each.marked.type, _option(each)) for name, each in read.items()}
    return create_model("GameRules", __base__=HouseRules, __module__=module, **fields)


def example(read: tuple[Parameter, ...]) -> str:
    """Return what somebody could type of inputs that must be given."""
    asked = [
        one
        for each in read
        for one in each.group or (() if each.is_rules or each.is_asked else (each,))
        if one.required and not one.is_ruled
    ]
    return " ".join(f"--{each.name.replace('_', '-')} {_sample(each)}" for each in asked)


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


def _entered_type(each: Parameter) -> Any:
    """Return the type of an input, which reads what is typed as its mark says."""
    read = each.marked.entered.read
    if read is None:
        return each.marked.type
    (kind,) = alternatives(each.marked.type)

    def read_typed(value: Any) -> Any:
        texts = value if isinstance(value, list | tuple) else [value]
        return read(value) if all(isinstance(text, str) for text in texts) else value

    entered: Any = Annotated[kind, BeforeValidator(read_typed)]
    return entered if kind == each.marked.type else entered | None


def _input(each: Parameter) -> Any:
    said = each.marked.entered
    more: dict[str, Any] = _bounds(each)
    if not each.required:
        more["default"] = each.default
    if said.title:
        more["title"] = said.title
    extra: dict[str, Any] = quiet() if said.quiet else {}
    if said.lines:
        extra["lines"] = True
    if said.names:
        extra["names"] = {} if callable(said.names) else dict(said.names)
    if said.sheet is None:
        extra |= on_no_sheet()
    elif said.sheet or said.whose == "other" or said.under or said.given:
        name = said.sheet or sided(public(each.name))[1]
        side = "own" if said.whose == "both" else said.whose
        extra |= on_sheet(name, side, part=said.part, under=said.under, given=said.given)
    if extra:
        more["json_schema_extra"] = extra
    return Field(description=said.text or each.help or spoken(each.name).lower(), **more)


def _option(each: Parameter) -> Any:
    words = words_of(each.marked.type)
    said = each.marked.entered
    text = said.text or each.help or f"{spoken(each.name)}?"
    default = words[0] if each.required else each.default
    more: dict[str, Any] = _bounds(each)
    extra: dict[str, Any] = {"gap": ""}
    if words:
        extra["readings"] = dict.fromkeys((default, *words), "")
    return Field(default=default, description=text, json_schema_extra=extra, **more)


def _bounds(each: Parameter) -> dict[str, Any]:
    kinds, limits = alternatives(each.marked.type), each.marked.limits
    if int not in kinds:
        return {"max_length": limits.high} if str in kinds and limits is not None else {}
    low, high = (LOWEST, HIGHEST) if limits is None else (limits.low, limits.high)
    return {name: bound for name, bound in (("ge", low), ("le", high)) if isinstance(bound, int)}


def _sample(each: Parameter) -> str:
    words = words_of(each.marked.type)
    if words:
        return words[0]
    if each.marked.type is bool:
        return "yes"
    if str in alternatives(each.marked.type):
        return '"..."'
    limits = each.marked.limits
    if limits is None or not isinstance(limits.low, int) or not isinstance(limits.high, int):
        return "3"
    return str((limits.low + limits.high) // 2)
