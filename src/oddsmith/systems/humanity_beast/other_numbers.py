"""Inputs where numbers of the book are other ones: the number of dice, and what names of difficulties stand for."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

from pydantic import Field, create_model
from pydantic.fields import FieldInfo

from oddsmith.changed import Changed
from oddsmith.systems.fields.field import changed, with_changed
from oddsmith.systems.fields.models import AGAINST, Inputs
from oddsmith.systems.humanity_beast.house_rules import HumanityBeastRules, difficulties
from oddsmith.systems.humanity_beast.inputs import ALL_BUT, HasDice

I = TypeVar("I", bound=Inputs)  # noqa: E741 (I: inputs)


def inputs_under(model: type[I], rules: HumanityBeastRules) -> type[I]:
    """R3.1, R3.5: return the inputs of an action, with as many dice and such difficulties as the house rules have."""
    return _made(model, changed(rules))


@cache
def _made(model: type[Any], numbers: Changed) -> type[Any]:
    rules = with_changed(HumanityBeastRules, numbers)
    fields: dict[str, Any] = {}
    for name, info in model.model_fields.items():
        extra = info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}
        if ALL_BUT in extra:
            low = next(limit.ge for limit in info.metadata if hasattr(limit, "ge"))
            fields[name] = _like(info, extra, ge=low, le=rules.all_dice - int(str(extra[ALL_BUT])))
        elif "names" in extra:
            limits = {of: getattr(limit, of) for limit in info.metadata for of in ("ge", "le") if hasattr(limit, of)}
            fields[name] = _like(info, {**extra, "names": difficulties(rules)}, **limits)
        elif name == AGAINST:
            fields[name] = (_made(info.annotation, numbers), Field(json_schema_extra=info.json_schema_extra))
    made: type[Any] = create_model(model.__name__, __base__=model, __module__=model.__module__, **fields)
    if issubclass(made, HasDice):
        made.all_dice = rules.all_dice
    return made


def _like(info: FieldInfo, extra: dict[str, Any], **limits: Any) -> tuple[Any, Any]:
    default = ... if info.is_required() else info.default
    described = Field(default, title=info.title, description=info.description, json_schema_extra=extra, **limits)
    return info.annotation, described
