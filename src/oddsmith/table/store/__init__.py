"""The store of logs: a database of SQLite or PostgreSQL.

`database` opens it and brings it up to date, `log` reads and writes events and answers over a connection. `checkup`
looks for what is not as it was written, `copies` makes backups and puts them in place.
"""

from oddsmith.table.store.database import Database, open_database, reading, shown
from oddsmith.table.store.log import NEWS, PRESENCE, Connection, Locked, StoredAnswer

__all__ = ["NEWS", "PRESENCE", "Connection", "Database", "Locked", "StoredAnswer", "open_database", "reading", "shown"]
