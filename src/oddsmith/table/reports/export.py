"""The log of a table to keep elsewhere: as JSON that can be verified. `story` tells it to people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import oddsmith
from oddsmith.table.domain import views
from oddsmith.table.domain.event import Event
from oddsmith.table.domain.models import Member
from oddsmith.table.domain.state import State
from oddsmith.table.fairness import canonical
from oddsmith.table.forms.log import SCHEMA


def head(state: State, member: Member) -> str:
    """Return the beginning of the log as a member may see it, as JSON text.

    The texts of its events follow, separated by commas, and `END`.
    """
    about = {
        "schema": SCHEMA,
        "version": oddsmith.__version__,
        "table": state.table,
        "title": state.title,
        "seen_by": member.id,
        "number": state.number,
        "digest": state.digest,
    }
    return f'{canonical.text(about)[:-1]},"events":['


END: Final = "]}"


def document(state: State, member: Member, events: Sequence[Event]) -> str:
    """Return the log as a member may see it, as JSON text. Hidden parts that they may not see are there as digests."""
    return f"{head(state, member)}{','.join(views.texts(state, member, events))}{END}"
