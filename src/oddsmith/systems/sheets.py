"""Sheets in an action: the places from which inputs come, and the changes that an outcome makes.

A roll has two sides: the character who acts (`own`), and the one they act against (`other`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

Side = Literal["own", "other"]

#: How names of what belongs to the other side begin.
_OTHER: Final = ("against_", "opposing_")
#: The key of an input's place in its `json_schema_extra`.
SHEET: Final = "sheet"


@dataclass(frozen=True)
class Place:
    """The place of a number on a sheet. part: whether it is what there is of a resource, or its maximum.

    under, given: house rules and inputs, each with the values of it under which the number counts at all.
    """

    side: Side
    name: str
    part: Literal["value", "max"] = "value"
    under: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    given: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Change:
    """The change that a number of a roll makes to a resource of a sheet: it comes off, or is added (times 1).

    since: an input; what counts is by how much the number differs from it (HC left, from HC at first). chosen_by: the
    input that names the resource, where no other does.
    """

    side: Side
    resource: str = ""
    times: Literal[-1, 1] = -1
    since: str = ""
    chosen_by: str = ""


def left(side: Side, resource: str, since: str) -> tuple[Change]:
    """A number that tells what is left of what the input `since` said there was."""
    return (Change(side, resource, 1, since),)


def on_sheet(
    name: str,
    side: Side = "own",
    *,
    part: Literal["value", "max"] = "value",
    under: Mapping[str, tuple[str, ...]] | None = None,
    given: Mapping[str, tuple[str, ...]] | None = None,
) -> dict[str, Any]:
    """For `json_schema_extra` of an input that its name does not place: where it stands on whose sheet."""
    return {SHEET: Place(side, name, part, under or {}, given or {})}


def on_no_sheet() -> dict[str, Any]:
    """For `json_schema_extra` of an input that is no matter of a character, whatever its name."""
    return {SHEET: None}


def across(place: Place) -> Place:
    """Return the same place on the sheet of the other side."""
    given = {f"against_{name}": values for name, values in place.given.items()}
    return replace(place, side="other" if place.side == "own" else "own", given=given)


def sided(name: str) -> tuple[Side, str]:
    """Split the name of an input into the side that it belongs to and its name on that side's sheet."""
    for beginning in _OTHER:
        if name.startswith(beginning):
            return "other", name.removeprefix(beginning)
    return "own", name
