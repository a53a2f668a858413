"""Inputs and house rules from what somebody entered, and the errors about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from oddsmith.errors import BadInput, Repeated, Unknown
from oddsmith.systems.fields.field import book_numbers_of, field_called, fields_of, readings_of
from oddsmith.systems.fields.models import AGAINST, THEIRS, HouseRules
from oddsmith.systems.fields.names import public
from oddsmith.wording import HouseRule, Input, Named

M = TypeVar("M", bound=BaseModel)


def entered(model: type[M], values: Mapping[str, Any]) -> M:
    """Return inputs or house rules from what somebody entered; names may be written with `-` or `_`, values as texts.

    Raises Unknown for a field that does not exist; BadInput with the field, the value and what is allowed for one that
    is missing or has a value out of range, and for values that do not go together (a model's own validators).
    """
    given: dict[str, Any] = {AGAINST: {}} if AGAINST in model.model_fields else {}
    for name, value in values.items():
        field = field_called(model, name)
        if field is None:
            raise _unknown(model, name)
        if isinstance(value, bool) and field.kind.numeric:  # Python would count it as 1 or 0
            raise BadInput(_named(model, field.name), value, field.kind)
        into = given.setdefault(AGAINST, {}) if field.path[0] == AGAINST else given
        into[field.path[-1]] = field.read(value) if isinstance(value, str) else value
    try:
        return model.model_validate(given)
    except ValidationError as error:
        raise _refused(model, given, error) from None


def _unknown(model: type[BaseModel], name: str) -> Unknown:
    field = _named(model, public(name))
    if not isinstance(field, HouseRule):
        return Unknown("input", name, map(Input, readings_of(model)), field=field)
    more = ["or a number of the book"] if book_numbers_of(model) else []
    return Unknown("house rule", name, [*map(Named, readings_of(model)), *more], field=field)


def _refused(model: type[BaseModel], given: Mapping[str, Any], error: ValidationError) -> BadInput:
    first = error.errors()[0]
    cause = first.get("ctx", {}).get("error")
    place = first["loc"]
    is_theirs = bool(place) and place[0] == AGAINST
    if is_theirs and len(place) == 1 and (own := _own_refused(model, given)) is not None:
        return own
    if isinstance(cause, BadInput):
        return cause.renamed(THEIRS) if is_theirs else cause
    message = first["msg"].removeprefix("Value error, ")
    if len(place) == is_theirs:
        return BadInput("inputs", given, message)
    attribute = str(place[is_theirs])
    field = fields_of(model)[(THEIRS if is_theirs else "") + public(attribute)]
    value = None if first["type"] == "missing" else (given[AGAINST] if is_theirs else given).get(attribute)
    return BadInput(_named(model, field.name), value, message if first["type"] == "value_error" else field.kind)


def _own_refused(model: type[BaseModel], given: Mapping[str, Any]) -> BadInput | None:
    """Return what is wrong with the own side, which is told before what is wrong with the other."""
    made = getattr(model, "own_side", None)
    bases = (base for base in model.__mro__ if issubclass(base, BaseModel) and AGAINST not in base.model_fields)
    side = made() if made else next(bases)
    own = {name: value for name, value in given.items() if name in side.model_fields}
    try:
        side.model_validate(own)
    except ValidationError as error:
        return _refused(side, own, error)
    return None


def _named(model: type[BaseModel], name: str) -> Named:
    return HouseRule(name) if issubclass(model, HouseRules) else Input(name)


def assigned(field: str, texts: Iterable[str], form: str, named: Callable[[str], Named]) -> dict[str, str]:
    """Return values by name from `name=value`, as a field takes them that may be given for several names.

    Raises BadInput for a text of another form, and for a name that has two values. form: what is said to be allowed.
    named: what it is that has a value.
    """
    pairs = []
    for text in texts:
        name, equals, value = (part.strip() for part in text.replace("−", "-").partition("="))
        if not equals or not name:
            raise BadInput(field, text, form)
        pairs.append((name, value))
    return given_once(pairs, lambda name, values: Repeated(named(name), values))


def given_house_rules(model: type[HouseRules], texts: Sequence[str]) -> dict[str, str]:
    """Return house rules by name from `name=value`.

    Raises BadInput as for `assigned`; for a name without a value, as for one that is missing, and Unknown where the
    model has no such house rule.
    """
    for name in [text.strip() for text in texts]:
        if name and "=" not in name:
            field = field_called(model, name)
            raise _unknown(model, name) if field is None else BadInput(HouseRule(field.name), None, field.kind)
    return assigned("option", texts, "name=value", lambda name: HouseRule(name, called="option"))


def given_once(pairs: Iterable[tuple[str, str]], refused: Callable[[str, tuple[str, str]], BadInput]) -> dict[str, str]:
    """Return values by name. refused: makes the error about a name that has two values, in whatever spelling."""
    values: dict[str, tuple[str, str]] = {}
    for name, value in pairs:
        known = public(name.replace("-", "_"))
        if known in values:
            raise refused(name, (values[known][1], value))
        values[known] = (name, value)
    return dict(values.values())
