"""The tables of the database, as they stand after all migrations."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Index, Integer, MetaData, PrimaryKeyConstraint, String, Table, Text

METADATA: Final = MetaData()

#: One row a table; its `number` is that of its last event. Whoever writes to a table holds the lock of this row.
TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("opened", BigInteger, nullable=False),
    Column("number", Integer, nullable=False),
)

#: The logs. Rows are only ever added: triggers refuse everything else.
EVENTS: Final = Table(
    "events",
    METADATA,
    Column("table_id", String(32), nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(32), nullable=False),
    Column("by", String(16)),
    Column("roll", String(16)),
    Column("visibility", String(16), nullable=False),
    Column("body", Text, nullable=False),
    Column("hidden", Text),
    Column("salt", String(64)),
    Column("sealed", String(64)),
    Column("secret", Text),
    Column("previous", String(64), nullable=False),
    Column("digest", String(64), nullable=False),
    PrimaryKeyConstraint("table_id", "number"),
    Index("events_by_roll", "table_id", "roll"),
)

#: Answers to commands, by the digest of scope and idempotency key.
ANSWERS: Final = Table(
    "answers",
    METADATA,
    Column("key", String(64), primary_key=True),
    Column("command", String(64), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("told", Text, nullable=False),
    Column("seen", Text, nullable=False),
    Column("minted", Text),
    Index("answers_by_age", "at"),
)
