"""Models in which games declare their fields: the inputs of an action, and the house rules of a system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as _field
from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class Inputs(BaseModel):
    """The inputs of an action. Field descriptions are the help texts; names with `_` are typed with `-`.

    A field whose name ends in `_` (Python keywords) is entered without it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")


class HouseRules(BaseModel):
    """The options of a system's profile, each with the default reading first. Make fields with `house_rule`."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def house_rule(gap: str, question: str, readings: Mapping[str, str]) -> Any:
    """Declare a house rule with named readings.

    gap: the id on the rules page (G0.1). question: what the rulebook leaves open. readings: name of each reading and
    what it means, the default first; the field's type is the `Literal` of the names.
    """
    extra: dict[str, Any] = {"gap": gap, "readings": dict(readings)}
    return Field(default=next(iter(readings)), description=question, json_schema_extra=extra)


def house_number(gap: str, question: str, default: int, *, low: int, high: int) -> Any:
    """Declare a house rule that is a whole number from low to high."""
    return Field(default=default, description=question, ge=low, le=high, json_schema_extra={"gap": gap})


@dataclass(frozen=True)
class Form:
    """The place of inputs in a form, as far as their names do not tell it. The forms of a model's bases count too.

    more: inputs that few need, by what they are about; those of the other side (`against_...`) follow the own ones.
    other, both: inputs that are the other side's, or of neither side alone.
    """

    more: Mapping[str, tuple[str, ...]] = _field(default_factory=dict)
    other: tuple[str, ...] = ()
    both: tuple[str, ...] = ()
