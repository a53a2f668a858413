"""The means that all routes of tables share: tables, computing processes, and how fast everybody may go."""

from __future__ import annotations

from typing import Final

from fastapi import Request
from starlette.responses import Response

from oddsmith.table.commands.declaration import BoundCommand
from oddsmith.table.domain.errors import NotSeated
from oddsmith.table.domain.models import Member
from oddsmith.table.server.live_table import LiveTable
from oddsmith.table.server.service import Tables
from oddsmith.web import seats
from oddsmith.web.compute.worker_pool import Job, WorkerPool
from oddsmith.web.limits.addresses import client_address
from oddsmith.web.limits.rate_limit import RateLimit
from oddsmith.web.settings import Settings

#: Headers of answers that are for the asker alone.
PRIVATE: Final = {"cache-control": "no-store"}


class Room:
    """Tables, computing processes, and how fast everybody may go."""

    def __init__(self, tables: Tables, workers: WorkerPool, settings: Settings) -> None:
        self.tables = tables
        self.workers = workers
        self.settings = settings
        per_minute = settings.entries_per_minute
        self.entries = RateLimit("attempts to open or join tables", rate=per_minute / 60, burst=per_minute)
        self.commands = RateLimit("commands", rate=settings.commands_per_second, burst=settings.commands_at_once)
        self.written = RateLimit(
            "long rolls and notes", rate=settings.letters_per_second, burst=settings.letters_at_once
        )
        self.questions_asked = RateLimit("questions", rate=settings.questions_per_second, burst=10)

    async def seat(self, request: Request, table: str) -> tuple[LiveTable, Member]:
        """Return the table, and the member who asks."""
        return await self.tables.seat(table, seats.token(request))

    async def do(
        self, request: Request, table: str, key: str, command: BoundCommand, fingerprint: str, status: int = 200
    ) -> Response:
        """Carry out a command; answered when it is on disk. fingerprint: tells it from others with the same key."""
        token = seats.token(request)
        try:
            await self.tables.seat(table, token)
        except NotSeated:
            if token is None:
                raise
            # Whoever has left may still ask what became of it.
            self.commands.step(token)
            before = await self.tables.answered(table, token, key, fingerprint)
            if before is None:
                raise
            return Response(before.text(), status, PRIVATE, "application/json")
        self.commands.step(token or "")
        address = client_address(request)
        self.written.step(address)
        answer = await self.tables.command(table, token, command, key, fingerprint)
        self.written.charge(address, answer.weight)
        if answer.weight > self.settings.command_letters:
            self.commands.charge(token or "", answer.weight / self.settings.command_letters - 1)
        return Response(answer.text(), status, PRIVATE, "application/json")

    async def computed(self, request: Request, table: str, job: Job) -> bytes:
        """Have something computed for a table; stopped when the asker goes away."""
        return await self.workers.run(job, self.settings.compute_seconds, table, request.is_disconnected)
