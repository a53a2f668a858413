"""A receipt of the part that somebody has seen of the log of a table, to hold against any log that is shown later."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Final, Literal, Self

from pydantic import Field, model_validator

from oddsmith.table.commands.bodies import Hex, Id
from oddsmith.table.forms.fields import Form, Seen, Table, Time

RECEIPT: Final = "oddsmith/receipt/1"

#: Points of a receipt at most; they lie twice as far apart each further back, so that few reach far.
POINTS: Final = 64


class Receipt(Form):
    """The part of a log that somebody has seen.

    seen_by: the member; made: when the receipt was; points: events that were seen, in order, the last of them last;
    seals: by member, seals of dice that had not been thrown then, as far as they were known.
    """

    schema_: Annotated[Literal["oddsmith/receipt/1"], Field(alias="schema")]
    table: Table
    seen_by: Id
    made: Time
    points: Annotated[list[Seen], Field(min_length=1, max_length=POINTS)]
    seals: dict[Id, Hex]

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if any(one.number >= other.number for one, other in pairwise(self.points)):
            raise ValueError("points in the order of their numbers, each once")
        return self

    @property
    def last(self) -> Seen:
        """The last event that was seen."""
        return self.points[-1]
