"""The script that Alembic runs; the connection is handed over by `open_database`, which holds the lock."""

from __future__ import annotations

from alembic import context

from oddsmith.table.store.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
