"""How the inputs of an action stand in a form: what people call them, whose they are, and which ones few need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from oddsmith.systems.declaration import Inputs, public
from oddsmith.systems.sheets import place_of, sided

Whose = Literal["own", "other", "both"]


@dataclass(frozen=True)
class Form:
    """What the names of inputs do not tell. The forms of a model's bases count too.

    more: inputs that few need, by what they are about; those of the other side (`against_...`) follow the own ones.
    other, both: inputs that are the other side's, or of neither side alone.
    """

    more: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    other: tuple[str, ...] = ()
    both: tuple[str, ...] = ()


@dataclass(frozen=True)
class Asked:
    """An input in a form. title: what people call it. more: what it is about, for those that few need; else ""."""

    title: str
    whose: Whose
    more: str


def asked_of(model: type[Inputs]) -> dict[str, Asked]:
    """Every input of a model, by field."""
    forms = [form for base in model.__mro__ if isinstance(form := vars(base).get("form"), Form)]
    folded = {name: subject for form in reversed(forms) for subject, names in form.more.items() for name in names}
    own = {public(name): name for name in model.model_fields}
    found: dict[str, Asked] = {}
    for name, info in model.model_fields.items():
        mine = own.get(sided(public(name))[1], name)  # the own input that one of the other side's is like
        place = place_of(name, info)
        whose: Whose = place.side if place is not None else "own"
        if any(name in form.both for form in forms):
            whose = "both"
        elif any(name in form.other for form in forms):
            whose = "other"
        title = info.title or model.model_fields[mine].title or spoken(sided(public(name))[1])
        found[name] = Asked(title, whose, folded.get(name, folded.get(mine, "")))
    return found


def spoken(name: str) -> str:
    """A name as people would write it.

    >>> spoken("opposing_rank"), spoken("hc")
    ('Opposing rank', 'HC')
    """
    words = name.replace("-", "_").split("_")
    text = " ".join(word.upper() if word in _LETTERS else word for word in words)
    return text[:1].upper() + text[1:]


_LETTERS = {"ec", "hc", "ocv", "dcv"}
