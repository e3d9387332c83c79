"""The application: storage, tables, player processes, pages and sockets put together."""

import asyncio
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from bottleimp.protocol.refusals import DamagedLog, Refused
from bottleimp.server.access.quotas import Admission
from bottleimp.server.access.rate_limits import Limits, RequestLimit
from bottleimp.server.access.security import PublicAddress, SecurityHeaders
from bottleimp.server.api.http import END_STREAMS, UNDER, HttpTwin
from bottleimp.server.api.websocket import Gateway
from bottleimp.server.engines.idle_warmup import warm_up_when_idle
from bottleimp.server.engines.pool import WorkerPool
from bottleimp.server.gc_policy import Garbage
from bottleimp.server.health import Noted, Operations
from bottleimp.server.pages.assets import STATIC, HashedFiles, favicon
from bottleimp.server.pages.endpoints import Pages, language_of
from bottleimp.server.pages.fairness import FairPages
from bottleimp.server.pages.join import JoiningPages
from bottleimp.server.rewrites import follow_rewritings
from bottleimp.server.settings.config import ServerSettings
from bottleimp.server.storage.database import Database
from bottleimp.server.storage.event_store import EventStore
from bottleimp.server.tables.hints import Hints
from bottleimp.server.tables.registry import TableService
from bottleimp.server.tables.uptime import Uptime

log = logging.getLogger(__name__)

SERVER_ERROR = 500
# Seconds until a thread gives way to another: the writer has to ask for it after every statement.
GIVE_WAY_AFTER = 0.0002
# Answers shorter than this gain nothing by compression; longer ones than that hold up the loop.
COMPRESSED_FROM_BYTES = 1024
COMPRESSED_ASIDE_FROM_BYTES = 16 * 1024
COMPRESSION_LEVEL = 6


def application(settings: ServerSettings, database: Database) -> ASGIApp:
    """The application on an open database, which it closes when it stops."""
    store = EventStore(database)
    pool = WorkerPool(settings.workers, searching_seats=settings.most_searching_seats)
    uptime = Uptime(settings.folder)
    service = TableService(store, pool, uptime)
    admission = Admission(store, pool, settings)
    hints = Hints(pool)
    pages = Pages(service, store, settings, admission, hints)
    limits = Limits(settings)
    joining = JoiningPages(pages, service, store, settings, admission, limits)
    fair = FairPages(service, store, pages.page, language_of)
    gateway = Gateway(service, store, settings, limits, hints, admission)
    twin = HttpTwin(
        service, store, settings, admission, limits, gateway.commands, language_of, hints
    )
    operations = Operations(settings, service, gateway, pool, admission, store.writes)
    store.on_append = operations.append_seconds.note
    garbage = Garbage(gateway.commands.total)

    async def socket(websocket: WebSocket) -> None:
        await gateway.serve(websocket, language_of(websocket))

    async def refused(request: Request, problem: Exception) -> Response:
        status = problem.status_code if isinstance(problem, HTTPException) else SERVER_ERROR
        is_api = is_for_programs(request)
        answer = twin.error(request, status) if is_api else pages.error(request, status)
        answer.headers.update((isinstance(problem, HTTPException) and problem.headers) or {})
        return answer

    async def damaged(request: Request, problem: Exception) -> Response:
        table = problem.table if isinstance(problem, DamagedLog) else ""
        return pages.damaged(request, table)

    def too_fast(request: Request, refusal: Refused) -> Response:
        answer = twin.refusal(request, refusal)
        if is_for_programs(request):
            return answer
        page = pages.error(request, answer.status_code)
        page.headers["Retry-After"] = answer.headers["Retry-After"]
        return page

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[dict[str, object]]:
        noting = asyncio.create_task(uptime.note())
        others = [
            asyncio.create_task(start(service, pool, operations, settings)),
            asyncio.create_task(follow_rewritings(store, service)),
            asyncio.create_task(garbage.collect()),
            asyncio.create_task(service.sweep()),
        ]
        garbage.begin()
        sys.setswitchinterval(GIVE_WAY_AFTER)
        yield {END_STREAMS: twin.end}
        garbage.end()
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await service.close()
        await pool.close()
        noting.cancel()
        await asyncio.gather(noting, return_exceptions=True)
        store.close()

    app = Starlette(
        routes=[
            Route("/", pages.home),
            Route("/new", pages.new),
            Route("/tables", pages.create, methods=["POST"]),
            Route("/tables/{table}", pages.table),
            Route("/tables/{table}/discard", pages.own.discard, methods=["POST"]),
            Route("/tables/{table}/record", pages.record),
            Route("/tables/{table}/invitation.svg", joining.invitation),
            Route("/tables/{table}/seat", joining.seat),
            Route("/tables/{table}/seat", joining.make_link, methods=["POST"]),
            Route("/s/{table}/{key}", joining.take_over_page),
            Route("/s/{table}/{key}", joining.take_over, methods=["POST"]),
            Route("/t/{table}", joining.by_link),
            Route("/j/{code}", joining.by_code),
            Route("/join", joining.join),
            Route("/quick", joining.quick, methods=["POST"]),
            WebSocketRoute("/tables/{table}/socket", socket),
            Route("/t/{table}/export.json", fair.export),
            Route("/t/{table}/verify", fair.verify),
            Route("/rules", pages.rules_index),
            Route("/rules/{preset}/{mode}", pages.rules),
            Route("/settings", pages.settings),
            Route("/settings", pages.save_settings, methods=["POST"]),
            Route("/locale/{code}.json", pages.locale),
            Route("/favicon.ico", favicon),
            Route("/healthz", operations.health),
            Route("/readyz", operations.readiness),
            Route("/metrics", operations.metrics),
            *twin.routes(),
            Mount("/static", HashedFiles(directory=STATIC, check_dir=False)),
        ],
        exception_handlers={HTTPException: refused, DamagedLog: damaged, Exception: refused},
        lifespan=lifespan,
    )
    return surrounded(RequestLimit(packed(app), limits, too_fast), settings)


def packed(app: ASGIApp) -> ASGIApp:
    """The application with answers compressed where that is worth it."""
    return GZipMiddleware(
        app, COMPRESSED_FROM_BYTES, COMPRESSION_LEVEL, COMPRESSED_ASIDE_FROM_BYTES
    )


def surrounded(app: ASGIApp, settings: ServerSettings) -> ASGIApp:
    """The application with the headers of every answer, and with what a proxy says believed."""
    # Outside the others, so that the answer to an error carries the headers too.
    served: ASGIApp = PublicAddress(SecurityHeaders(Noted(app)), settings.url)
    if settings.trusted_proxies:
        proxies = list(settings.trusted_proxies)
        # uvicorn has types of its own for what Starlette calls ASGIApp.
        served = cast("ASGIApp", ProxyHeadersMiddleware(cast("Any", served), proxies))
    return served


def is_for_programs(request: Request) -> bool:
    """Whether this is asked of the HTTP twin."""
    return request.url.path.startswith(UNDER + "/")


async def start(
    service: TableService, pool: WorkerPool, operations: Operations, settings: ServerSettings
) -> None:
    """What the first answer need not wait for."""
    try:
        await pool.start()
        await service.resume()
    except Exception:
        log.exception("unfinished tables could not be resumed")
    operations.is_ready = True
    log.info("the server is ready", extra={"count": service.tables_open})
    try:
        await service.resume_timed()
    except Exception:
        log.exception("tables with a clock could not be resumed")
    if settings.warmup:
        await warm_up_when_idle()
