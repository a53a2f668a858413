"""Settings of whoever runs the app."""

from __future__ import annotations

import socket
from dataclasses import dataclass, field
from typing import Final

from oddsmith.rules.exploration.explore import STATE_LIMIT
from oddsmith.table.server.service import LONGEST

#: Where whole logs are sent to be checked.
VERIFY: Final = "/api/verify"


def own_names() -> frozenset[str]:
    """Return the names under which this machine is reached by those who sit at it or in its network."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name.partition('.')[0]}.local"})


@dataclass(frozen=True)
class Settings:
    """The limits of one server process, and where it keeps its tables.

    Several people may sit behind one address, as seen from here: a home's or a club's. What is counted by address
    leaves room for a dozen of them.

    database: an SQLAlchemy URL, `sqlite:///FILE` or `postgresql+psycopg://...`; None keeps no tables at all.
    names: host names by which browsers may address the app; addresses made of numbers are always accepted, since no
    foreign page can give itself one. compute_seconds, compute_states: how long an answer about odds may be computed,
    and over how many states of rules or steps of work on dice.
    workers: processes that compute answers to questions. workers_each: how many of them compute for one address.
    waiting, waiting_each, waiting_seconds: how many questions may wait for a process, of one address, and how long.
    table_workers: processes that only tables have, for advice, statistics and stories; a table has one at a time.
    asked_per_second, asked_at_once: how many questions one address may ask; a page asks anew with every key typed.
    questions_per_second: how fast one person may ask for advice, statistics or the whole log of a table.
    commands_per_second, commands_at_once: how fast one person may act at a table, and how much of a burst is let pass.
    command_letters: as much as this written into the log counts as one command.
    letters_per_second, letters_at_once: how much one address may have written into logs.
    entries_per_minute: how often one address may open tables or try to join. listeners: event streams on one table.
    table_letters: how long the log of a table may become.
    head_bytes, body_bytes: the largest request; log_bytes: the same for a log that is to be checked. read_seconds: how
    long its head may take to come, and then its body, which has longer the more has come.
    connections, connections_each: how many may be open, and how many from one address.
    """

    database: str | None = None
    names: frozenset[str] = field(default_factory=own_names)
    compute_seconds: float = 20.0
    compute_states: int = STATE_LIMIT
    workers: int = 3
    workers_each: int = 2
    waiting: int = 64
    waiting_each: int = 32
    waiting_seconds: float = 10.0
    table_workers: int = 2
    asked_per_second: float = 50.0
    asked_at_once: int = 300
    questions_per_second: float = 2.0
    commands_per_second: float = 40.0
    commands_at_once: int = 80
    command_letters: int = 8_000
    letters_per_second: int = 100_000
    letters_at_once: int = 10_000_000
    entries_per_minute: int = 60
    listeners: int = 500
    table_letters: int = LONGEST
    head_bytes: int = 32 * 1024
    body_bytes: int = 64 * 1024
    log_bytes: int = 16 * 1024 * 1024
    read_seconds: float = 10.0
    connections: int = 4000
    connections_each: int = 1000

    def largest(self, path: str) -> int:
        """Return how many bytes a request may hold that is sent there."""
        return self.log_bytes if path == VERIFY else self.body_bytes
