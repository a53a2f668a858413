"""Rolls that were in the air when a server was killed: the next one lets them land without being asked."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from oddsmith.table.domain.errors import Busy
from oddsmith.table.store import Database

_log = logging.getLogger("oddsmith.table")


async def settle(database: Database, look: Callable[[str], Awaitable[None]], pause: float) -> None:
    """Look at each table with rolls in the air, so that what is due there happens. pause: seconds between tries."""

    def waiting() -> list[str]:
        with database.reading() as connection:
            return connection.in_the_air()

    while True:
        try:
            tables = await asyncio.to_thread(waiting)
            break
        except Busy:
            await asyncio.sleep(pause)
    for table in tables:
        try:
            await look(table)
        except Exception:  # noqa: BLE001 (a table that is damaged must not keep the others waiting)
            _log.exception("rolls of table %s could not be settled", table)
