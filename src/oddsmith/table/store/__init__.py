"""Where the logs of tables are kept: a database of SQLite or PostgreSQL."""

from oddsmith.table.store.database import Database, open_database
from oddsmith.table.store.log import NEWS, PRESENCE, Answered, Connection

__all__ = ["NEWS", "PRESENCE", "Answered", "Connection", "Database", "open_database"]
