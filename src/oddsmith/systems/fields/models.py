"""Models in which games declare their fields: the inputs of an action, and the house rules of a system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from dataclasses import field as _field
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from oddsmith.errors import BadInput


class Inputs(BaseModel):
    """The inputs of an action. Field descriptions are the help texts; names with `_` are typed with `-`.

    A field whose name ends in `_` (Python keywords) is entered without it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)  # a game has more than anybody asks about


class HouseRules(BaseModel):
    """The options of a system's profile, each with the default reading first. Make fields with `house_rule`."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def house_rule(gap: str, question: str, readings: Mapping[str, str], *, extra: Mapping[str, Any] | None = None) -> Any:
    """Declare a house rule with named readings.

    gap: the id on the rules page (G0.1). question: what the rulebook leaves open. readings: name of each reading and
    what it means, the default first; the field's type is the `Literal` of the names. extra: see `quiet`.
    """
    extra = {"gap": gap, "readings": dict(readings), **(extra or {})}
    return Field(default=next(iter(readings)), description=question, json_schema_extra=extra)


def house_number(gap: str, question: str, default: int, *, low: int, high: int) -> Any:
    """Declare a house rule that is a whole number from low to high; TypeError for a default that is none."""
    _whole("house_number", default)
    return Field(default=default, description=question, ge=low, le=high, json_schema_extra={"gap": gap})


def book_number(rule: str, meaning: str, default: int | None, *, low: int, high: int) -> Any:
    """Declare a number that the book gives (`default`), and that a designer may change to see what comes of it.

    rule: the ids on the rules page that have it. Where it is as the book has it, answers do not tell it.
    Raises TypeError for a default that is no whole number, None aside.
    """
    _whole("book_number", default)
    extra = {"gap": rule, "book": True, **quiet()}
    return Field(default=default, description=meaning, ge=low, le=high, json_schema_extra=extra)


def _whole(function: str, default: Any) -> None:
    if default is not None and type(default) is not int:
        raise TypeError(f"{function}() takes ids, what it means and then the number, which {default!r} is not")


def quiet() -> dict[str, Any]:
    """For `json_schema_extra` of an input or a house rule that came when there were logs.

    Answers tell it only where it is not at its default, so that what they told before stays as it is.
    """
    return {"quiet": True}


#: The attribute of a model that holds the other side's inputs, and the beginning of their names.
AGAINST: Final = "against"
THEIRS: Final = f"{AGAINST}_"


def opponent(text: str = "{}", /, **texts: str) -> Any:
    """Declare the other side of an action, `against`, by a model of its inputs.

    Its fields are entered as `against_...`. In forms they follow the own fields that they are like, and they are called
    and folded like these. text: their help, with the own one for `{}`. texts: the help of single fields.
    """
    return Field(json_schema_extra={"text": text, "texts": dict(texts)})


@contextmanager
def about_opponent() -> Iterator[None]:
    """Let errors about inputs be about those of the other side."""
    try:
        yield
    except BadInput as error:
        raise error.renamed(THEIRS) from None


@dataclass(frozen=True)
class Form:
    """The place of inputs in a form, as far as their names do not tell it. The forms of a model's bases count too.

    more: inputs that few need, by what they are about.
    other, both: inputs that are the other side's, or of neither side alone.
    """

    more: Mapping[str, tuple[str, ...]] = _field(default_factory=dict)
    other: tuple[str, ...] = ()
    both: tuple[str, ...] = ()
