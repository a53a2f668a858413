"""Put the app together: pages, questions, tables, and what limits them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from fastapi import FastAPI, Request
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

import oddsmith
from oddsmith.systems.registry import rulebooks
from oddsmith.table.server.service import Tables
from oddsmith.table.store import open_database
from oddsmith.web import problems
from oddsmith.web.compute.worker_pool import JobFailed, WorkerPool
from oddsmith.web.http import cards, pages, questions, sweeps, verifying
from oddsmith.web.http.tables import routes as table_routes
from oddsmith.web.http.tables.room import Room
from oddsmith.web.limits.fair_queue import ClientGone, QueueLimits
from oddsmith.web.limits.other_pages import OtherPages
from oddsmith.web.limits.request_guard import RequestGuard, large_bodies
from oddsmith.web.operation import routes as operation
from oddsmith.web.operation.figures import Figures
from oddsmith.web.operation.observer import Observer
from oddsmith.web.rulebooks import Rulebooks
from oddsmith.web.settings import Settings


def create_app(settings: Settings | None = None) -> FastAPI:
    """Make the ASGI application. It reads the rulebooks that are loaded again as they are saved."""
    settings = settings or Settings()
    waits = settings.waiting, settings.waiting_each, settings.waiting_seconds
    of_all = problems.of_computation, tuple(rulebooks().values()), settings.worker_bytes
    workers = WorkerPool(QueueLimits(settings.workers, settings.workers_each, *waits), *of_all)
    table_workers = WorkerPool(QueueLimits(settings.table_workers, 1, *waits), *of_all)
    asking = questions.Questions(settings, workers)
    books = Rulebooks(rulebooks, (workers, table_workers), asking.forget)
    tables = None if settings.database is None else Tables(open_database(settings.database), settings.table_letters)
    figures = Figures(tables, {"questions": workers, "tables": table_workers})

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        if tables is not None:
            await tables.start()
        preparing = asyncio.gather(workers.prepare(), asking.catalogue())
        watching = asyncio.create_task(books.watch())
        try:
            yield
        finally:
            watching.cancel()
            if tables is not None:
                await tables.close()
            with suppress(EOFError, OSError):  # who stops the server may stop the process that starts others, too
                await preparing
            workers.close()
            table_workers.close()

    app = FastAPI(
        redirect_slashes=False,
        title="Oddsmith",
        version=oddsmith.__version__,
        summary="Roll tabletop mechanics, know their exact odds, play them best.",
        generate_unique_id_function=lambda route: route.name,
        docs_url=None,  # its pages would load scripts from elsewhere
        redoc_url=None,
        lifespan=lifespan,
        telemetry={"tracing": False, "metrics": False, "logs": False},  # nobody is told, so nobody need be looked for
    )
    app.state.figures = figures
    app.state.farewell = (lambda: None) if tables is None else tables.end_streams
    problems.install(app, pages.page_at)

    @app.exception_handler(JobFailed)
    async def failed(request: Request, error: JobFailed) -> Response:
        return problems.response(error.document)

    @app.exception_handler(ClientGone)
    async def nobody(request: Request, error: ClientGone) -> Response:
        return Response(status_code=499)

    if tables is not None:
        app.include_router(table_routes.router(Room(tables, table_workers, settings)))
    app.include_router(questions.router(asking, books))
    app.include_router(sweeps.router(asking))
    app.include_router(verifying.router(asking))
    app.include_router(operation.router(settings, figures, tables))
    previews = cards.Cards(asking)
    app.include_router(cards.router(previews, asking))
    app.include_router(pages.router(previews, asking))
    app.add_middleware(GZipMiddleware, minimum_size=2048, compresslevel=5)
    large = large_bodies(settings)
    figures.gauge("oddsmith_large_bodies", "Large bodies that are read or answered.", lambda: large.held)
    figures.gauge("oddsmith_large_bodies_waiting", "Large bodies that wait for a place.", lambda: large.waiting)
    app.add_middleware(RequestGuard, settings=settings, large=large)
    if settings.readers:
        app.add_middleware(OtherPages, origins=settings.readers)
    app.add_middleware(Observer, figures=figures)
    if settings.proxies:
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=list(settings.proxies))
    _describe_problems(app)
    return app


def _describe_problems(app: FastAPI) -> None:
    """Let the OpenAPI document know what a problem looks like, and nothing of the framework's own form of errors."""
    made = app.openapi

    def openapi() -> dict[str, Any]:
        document = made()
        schemas = document.setdefault("components", {}).setdefault("schemas", {})
        if "Problem" not in schemas:
            schemas.pop("HTTPValidationError", None)
            schemas.pop("ValidationError", None)
            schemas["Problem"] = problems.schema()
        return document

    app.openapi = openapi  # type: ignore[method-assign]
