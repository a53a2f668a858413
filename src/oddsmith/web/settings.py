"""What whoever runs the app may set."""

from __future__ import annotations

import socket
from dataclasses import dataclass, field
from typing import Final

from oddsmith.rules.explore import STATE_LIMIT

#: Where whole logs are sent to be checked.
VERIFY: Final = "/api/verify"


def own_names() -> frozenset[str]:
    """The names under which this machine is reached by those who sit at it or in its network."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name.partition('.')[0]}.local"})


@dataclass(frozen=True)
class Settings:
    """The limits of one server process, and where it keeps its tables.

    database: an SQLAlchemy URL, `sqlite:///FILE` or `postgresql+psycopg://...`; None keeps no tables at all.
    names: host names by which browsers may address the app; addresses made of numbers are always accepted, since no
    foreign page can give itself one. compute_seconds, compute_states: how long an answer about odds may be computed,
    and over how many states. workers: processes that compute them. body_bytes: the largest request; log_bytes: the same
    for logs that are to be checked.
    commands_per_second, commands_at_once: how fast one person may act at a table, and how much of a burst is let pass.
    questions_per_second: how fast one person may ask for advice, statistics or the whole log of a table.
    entries_per_minute: how often one address may open tables or try to join. listeners: event streams on one table.
    """

    database: str | None = None
    names: frozenset[str] = field(default_factory=own_names)
    compute_seconds: float = 20.0
    compute_states: int = STATE_LIMIT
    workers: int = 2
    body_bytes: int = 64 * 1024
    log_bytes: int = 16 * 1024 * 1024
    commands_per_second: float = 40.0
    commands_at_once: int = 80
    questions_per_second: float = 2.0
    entries_per_minute: int = 60
    listeners: int = 500

    def largest(self, path: str) -> int:
        """How many bytes a request may hold that is sent there."""
        return self.log_bytes if path == VERIFY else self.body_bytes
