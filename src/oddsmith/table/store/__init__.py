"""Where the logs of tables are kept: a database of SQLite or PostgreSQL."""

from oddsmith.table.store.database import Database, open_database, reading, shown
from oddsmith.table.store.log import NEWS, PRESENCE, Connection, Locked, StoredAnswer

__all__ = ["NEWS", "PRESENCE", "Connection", "Database", "Locked", "StoredAnswer", "open_database", "reading", "shown"]
