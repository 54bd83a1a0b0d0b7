"""The ASGI application: routes, middleware and background tasks.

The page is served before the rules are imported: that takes longer than all the rest of the start,
and happens in a thread.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from importlib import import_module

from fastapi import FastAPI
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware

from azulejos.server import (
    error_handlers,
    http,
    lessons,
    levels,
    metrics,
    middleware,
    open_tables,
    puzzles,
    retention,
    reviews,
    static,
    study,
    study_analysis,
    websocket,
)
from azulejos.server.auth import own_names
from azulejos.server.hub import Hub
from azulejos.server.open_store import open_store
from azulejos.server.release import content_security_policy
from azulejos.server.settings import Settings
from azulejos.server.store import Store
from azulejos.version import __version__

logger = logging.getLogger("azulejos")
#: Bytes from which answers are compressed.
GZIP_MINIMUM = 600


def create_app(settings: Settings, store: Store | None = None) -> FastAPI:
    """The service as an ASGI application; `store` is a database that is migrated already."""

    @contextlib.asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        opened = store
        if opened is None:
            opened = await asyncio.to_thread(open_store, settings.database)
        hub = Hub(opened, settings)
        await asyncio.to_thread(hub.uptime.start)
        app.state.hub = hub
        analyses = app.state.analyses = study_analysis.Analyses(settings)
        reviewing = app.state.reviews = reviews.Reviews(hub, settings)
        hub.precompiler.start()
        logger.addHandler(hub.metrics.errors)
        tasks = [
            asyncio.create_task(retention.purge_daily(opened, settings)),
            asyncio.create_task(_import_rules()),
            asyncio.create_task(hub.workload.watch()),
            asyncio.create_task(open_tables.attend_all(hub)),
            asyncio.create_task(hub.uptime.beat_all(hub.recount_clocks)),
            asyncio.create_task(reviewing.run()),
        ]
        if not opened.is_sqlite:
            tasks.append(asyncio.create_task(hub.join_cluster().run()))
        try:
            yield
        finally:
            await hub.close()
            logger.removeHandler(hub.metrics.errors)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for pool in (analyses.pool, reviewing.pool):
                await pool.close()
            opened.close()

    app = FastAPI(
        title="Azulejos",
        version=__version__,
        description="Tables of Azul and Summer Pavilion. The WebSocket is in docs/protocol.md.",
        lifespan=running,
        openapi_url="/api/openapi.json",
        docs_url=None,  # these pages would load scripts from other hosts
        redoc_url=None,
    )
    error_handlers.install(app)
    app.include_router(http.router)
    app.include_router(study.router)
    app.include_router(study_analysis.router)
    app.include_router(reviews.router)
    app.include_router(lessons.router)
    app.include_router(levels.router)
    app.include_router(puzzles.router)
    app.include_router(websocket.router)
    app.include_router(static.router)
    app.include_router(metrics.router)
    app.add_middleware(
        GZipMiddleware,
        minimum_size=GZIP_MINIMUM,
        # The lines of a stream are sent one by one; compression would hold them back.
        exclude_content_types=(*DEFAULT_EXCLUDED_CONTENT_TYPES, study_analysis.JSON_LINES),
    )
    app.add_middleware(middleware.FairTurns)
    app.add_middleware(middleware.RequestLimits, origins=settings.allowed_origins)
    app.add_middleware(middleware.AllowedHosts, names=own_names(settings.public_url))
    app.add_middleware(middleware.SecurityHeaders, policy=content_security_policy())
    return app


async def _import_rules() -> None:
    """Import the rules, then the bots, before a table needs them."""
    try:
        for module in ("azulejos.session.table", "azulejos.bots.registry"):
            await asyncio.to_thread(import_module, module)
    except Exception:
        logger.exception("could not import the rules")
