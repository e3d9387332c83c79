"""The application: storage, tables, player processes, pages and sockets put together."""

import asyncio
import gc
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from bottleimp.server.assets import STATIC, HashedFiles
from bottleimp.server.config import ServerSettings
from bottleimp.server.database import Database
from bottleimp.server.gateway import Gateway
from bottleimp.server.pages import Pages, language_of
from bottleimp.server.security import SecurityHeaders
from bottleimp.server.service import TableService
from bottleimp.server.store import EventStore
from bottleimp.server.workers import WorkerPool

log = logging.getLogger(__name__)

SERVER_ERROR = 500
# Answers shorter than this gain nothing by compression; longer ones than that hold up the loop.
COMPRESSED_FROM_BYTES = 1024
COMPRESSED_ASIDE_FROM_BYTES = 16 * 1024
COMPRESSION_LEVEL = 6


def application(settings: ServerSettings, database: Database) -> ASGIApp:
    """The application on an open database, which it closes when it stops."""
    store = EventStore(database)
    pool = WorkerPool(settings.workers)
    service = TableService(store, pool)
    pages = Pages(service, store, settings)
    gateway = Gateway(service, store, settings)

    async def socket(websocket: WebSocket) -> None:
        await gateway.serve(websocket, language_of(websocket))

    async def refused(request: Request, problem: Exception) -> Response:
        status = problem.status_code if isinstance(problem, HTTPException) else SERVER_ERROR
        return pages.error(request, status)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        starting = asyncio.create_task(start(service, pool))
        # What has been loaded by now stays; the collector need not look at it again.
        gc.freeze()
        yield
        starting.cancel()
        await asyncio.gather(starting, return_exceptions=True)
        await service.close()
        await pool.close()
        store.close()

    app = Starlette(
        routes=[
            Route("/", pages.home),
            Route("/new", pages.new),
            Route("/tables", pages.create, methods=["POST"]),
            Route("/tables/{table}", pages.table),
            Route("/tables/{table}/record", pages.record),
            WebSocketRoute("/tables/{table}/socket", socket),
            Route("/rules", pages.rules_index),
            Route("/rules/{preset}/{mode}", pages.rules),
            Route("/settings", pages.settings),
            Route("/settings", pages.save_settings, methods=["POST"]),
            Route("/locale/{code}.json", pages.locale),
            Route("/healthz", pages.health),
            Mount("/static", HashedFiles(directory=STATIC, check_dir=False)),
        ],
        exception_handlers={HTTPException: refused, Exception: refused},
        lifespan=lifespan,
    )
    # Outermost, so that the answer to an error carries the headers too.
    return SecurityHeaders(
        GZipMiddleware(app, COMPRESSED_FROM_BYTES, COMPRESSION_LEVEL, COMPRESSED_ASIDE_FROM_BYTES)
    )


async def start(service: TableService, pool: WorkerPool) -> None:
    """What the first answer need not wait for."""
    try:
        await pool.start()
        await service.resume()
    except Exception:
        log.exception("unfinished tables could not be resumed")
