"""Where the logs of tables are kept: a database of SQLite or PostgreSQL."""

from oddsmith.table.store.database import Database, open_database, reading, shown
from oddsmith.table.store.log import NEWS, PRESENCE, Answered, Connection, Locked

__all__ = ["NEWS", "PRESENCE", "Answered", "Connection", "Database", "Locked", "open_database", "reading", "shown"]
