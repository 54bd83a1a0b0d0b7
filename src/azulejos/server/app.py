"""The ASGI application: routes, middleware and background tasks."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles
from sqlalchemy.exc import SQLAlchemyError
from starlette.middleware.gzip import GZipMiddleware

from azulejos.server import (
    error_handlers,
    http,
    middleware,
    pg_listen,
    static,
    websocket,
)
from azulejos.server.hub import Hub
from azulejos.server.settings import WEB, Settings
from azulejos.server.store import Store
from azulejos.version import __version__

logger = logging.getLogger("azulejos")
DAY = 24 * 60 * 60
#: Bytes from which answers are compressed.
GZIP_MINIMUM = 600


def create_app(settings: Settings) -> FastAPI:
    """The service as an ASGI application."""

    @contextlib.asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        store = Store(settings.database)
        await asyncio.to_thread(store.migrate)
        hub = Hub(store, settings)
        app.state.hub = hub
        tasks = [asyncio.create_task(_purge_daily(store, settings))]
        if not store.is_sqlite:
            tasks.append(asyncio.create_task(pg_listen.listen(store, hub.refresh, hub.refresh_all)))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await hub.close()
            store.close()

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
    app.include_router(websocket.router)
    app.include_router(static.router)
    app.mount("/web", StaticFiles(directory=WEB), name="web")
    app.add_middleware(GZipMiddleware, minimum_size=GZIP_MINIMUM)
    app.add_middleware(middleware.RequestLimits, origins=settings.origins)
    app.add_middleware(middleware.SecurityHeaders, policy=static.content_security_policy())
    return app


async def _purge_daily(store: Store, settings: Settings) -> None:
    while True:
        try:
            removed = await asyncio.to_thread(
                store.purge, settings.keep_finished, settings.keep_abandoned
            )
        except SQLAlchemyError:
            logger.exception("could not remove old games; trying again tomorrow")
        else:
            logger.info("looked for old games", extra={"removed": removed})
        await asyncio.sleep(DAY)
