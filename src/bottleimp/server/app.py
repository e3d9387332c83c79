"""The application: storage, tables, player processes, pages and sockets put together."""

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, cast

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from bottleimp.async_tasks import cancel_all
from bottleimp.protocol.refusals import (
    DamagedLog,
    RefusalCode,
    Refused,
    StorageError,
    StorageUnavailable,
)
from bottleimp.server.access.host_names import HostNameMiddleware
from bottleimp.server.access.quotas import Quotas
from bottleimp.server.access.rate_limits import RateLimits, RequestLimitMiddleware
from bottleimp.server.access.security import (
    PlainAddressMiddleware,
    PublicHttpsMiddleware,
    SecurityHeadersMiddleware,
    TrustedProxyMiddleware,
)
from bottleimp.server.api.daily_deals import DailyDealApi
from bottleimp.server.api.http import API_PREFIX, END_STREAMS, HttpApi
from bottleimp.server.api.lessons import LessonApi
from bottleimp.server.api.record_files import RecordFileApi
from bottleimp.server.api.replays import ReplayApi
from bottleimp.server.api.statuses import STATUSES
from bottleimp.server.api.websocket import TableWebSocket
from bottleimp.server.engines.idle_warmup import warm_up_when_idle
from bottleimp.server.engines.pool import WorkerPool
from bottleimp.server.gc_policy import GarbageCollection
from bottleimp.server.health import AccessLogMiddleware, HealthEndpoints
from bottleimp.server.pages.assets import STATIC, HashedStaticFiles
from bottleimp.server.pages.endpoints import PageEndpoints, language_of
from bottleimp.server.pages.page_templates import compile_templates
from bottleimp.server.pages.routes import page_routes
from bottleimp.server.peers import PeerServers
from bottleimp.server.replays.daily_deals import DailyDeals
from bottleimp.server.replays.step_advice import AdviceService
from bottleimp.server.replays.variation import VariationService
from bottleimp.server.rewrites import follow_rewrites
from bottleimp.server.settings.clock import SYSTEM_CLOCK, Clock, SharedClock
from bottleimp.server.settings.config import ServerSettings
from bottleimp.server.settings.metrics import counts_by_labels
from bottleimp.server.storage.database import Database, explaining_errors
from bottleimp.server.storage.event_store import EventStore
from bottleimp.server.storage.postgresql import PostgresqlDatabase
from bottleimp.server.storage.postgresql_directory import PostgresqlDirectory
from bottleimp.server.storage.postgresql_notices import PostgresqlNotices
from bottleimp.server.tables.hints import HintService
from bottleimp.server.tables.registry import TableRegistry
from bottleimp.server.tables.uptime import Uptime

if TYPE_CHECKING:
    from bottleimp.server.push.service import PushService

log = logging.getLogger(__name__)

START_FAILURE = "start_failure"  # in the state of the application: why it cannot serve
SERVER_ERROR, SERVICE_UNAVAILABLE = 500, 503
RETRY_AFTER = 10  # seconds, while the database is away
RESUME_RETRY = 5.0  # seconds
# Seconds until a thread gives way to another: the writer has to ask for it after every statement.
SWITCH_INTERVAL = 0.0002
# Answers shorter than this gain nothing by compression; longer ones than that hold up the loop.
MIN_COMPRESSED_BYTES = 1024
MIN_THREADED_COMPRESSION_BYTES = 16 * 1024
COMPRESSION_LEVEL = 6


def create_app(settings: ServerSettings, database: Database, clock: Clock | None = None) -> ASGIApp:
    """The application on an open database, which it closes when it stops.

    Without a clock it goes by that of the machine, or of a database that servers share.
    """
    is_shared = isinstance(database, PostgresqlDatabase)
    clock = clock or (SharedClock() if is_shared else SYSTEM_CLOCK)
    store = EventStore(database)
    pool = WorkerPool(settings.workers, searching_seats=settings.max_searching_seats, clock=clock)
    uptime = Uptime(database.folder, clock)
    registry = TableRegistry(store, pool, uptime, clock)
    peers = peers_on(store, registry, uptime, clock)
    quotas = Quotas(store, pool, settings, clock)
    hints = HintService(pool, clock)
    pages = PageEndpoints(registry, store, settings, quotas, hints)
    limits = RateLimits(settings, clock)
    advice = AdviceService(pool, clock)
    variations = VariationService(pool, registry.threads, clock)
    daily_deals = DailyDeals(pool, clock)
    table_socket = TableWebSocket(registry, store, settings, limits, hints, quotas)
    http_api = HttpApi(
        registry, store, settings, quotas, limits, table_socket.commands, language_of, hints
    )
    health_endpoints = HealthEndpoints(
        settings, registry, table_socket, pool, quotas, store.writes, store.try_writing,
        lambda: 1 if peers is None else peers.alive_count,
    )  # fmt: skip
    push = push_on(settings, store, registry, pages)
    store.on_append = health_endpoints.append_seconds.observe
    garbage_collection = GarbageCollection(
        lambda: sum(counts_by_labels(table_socket.commands).values())
    )

    async def socket(websocket: WebSocket) -> None:
        await table_socket.serve(websocket, language_of(websocket))

    errors = ErrorAnswers(pages, http_api)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[dict[str, object]]:
        failure = await start_failure(peers, database)
        if failure is not None:
            yield {START_FAILURE: failure}
            store.close()
            return
        others = [
            asyncio.create_task(start_background(registry, pool, health_endpoints, settings)),
            asyncio.create_task(follow_rewrites(store, registry)),
            asyncio.create_task(garbage_collection.run()),
            asyncio.create_task(registry.evict_finished_periodically()),
        ]
        recording = asyncio.create_task(uptime.record_periodically())
        garbage_collection.start()
        sys.setswitchinterval(SWITCH_INTERVAL)
        yield {END_STREAMS: http_api.end_streams}
        garbage_collection.stop()
        await cancel_all(*others)
        if push is not None:
            await push.close()
        if peers is not None:
            await peers.stop_following()  # else it would open tables of others that end now
        await registry.close()
        await pool.close()
        await cancel_all(recording)
        if peers is not None:
            await peers.stop()
        store.close()

    app = Starlette(
        routes=[
            *page_routes(
                pages,
                registry=registry,
                store=store,
                settings=settings,
                quotas=quotas,
                limits=limits,
                advice=advice,
                variations=variations,
                daily_deals=daily_deals,
            ),
            WebSocketRoute("/tables/{table}/socket", socket),
            Route("/healthz", health_endpoints.health),
            Route("/readyz", health_endpoints.readiness),
            Route("/metrics", health_endpoints.metrics),
            *([] if push is None else push.endpoints.routes(http_api.answer_errors)),
            *http_api.routes(),
            *LessonApi(http_api, limits, settings, language_of).routes(),
            *ReplayApi(http_api, registry, store, limits, advice, variations, language_of).routes(),
            *DailyDealApi(http_api, limits, daily_deals, variations, language_of).routes(),
            *RecordFileApi(
                http_api, limits, advice, variations, registry.threads, language_of, clock
            ).routes(),
            Mount("/static", HashedStaticFiles(directory=STATIC, check_dir=False)),
        ],
        exception_handlers={
            HTTPException: errors.refused,
            DamagedLog: errors.damaged,
            StorageUnavailable: errors.unavailable,
            Exception: errors.refused,
        },
        lifespan=lifespan,
    )
    return with_middleware(
        RequestLimitMiddleware(with_compression(app), limits, errors.too_fast), errors, settings
    )


class ErrorAnswers:
    """What is answered when something is refused or fails: a page, or JSON over the HTTP twin."""

    def __init__(self, pages: PageEndpoints, http_api: HttpApi) -> None:
        self._pages = pages
        self._http_api = http_api

    async def refused(self, request: Request, problem: Exception) -> Response:
        """The answer to what failed in any way."""
        status = problem.status_code if isinstance(problem, HTTPException) else SERVER_ERROR
        answerer = self._http_api if is_api_request(request) else self._pages
        answer = answerer.error(request, status)
        answer.headers.update((isinstance(problem, HTTPException) and problem.headers) or {})
        return answer

    async def damaged(self, request: Request, problem: Exception) -> Response:
        """The page for a table whose log cannot be read."""
        table = problem.table if isinstance(problem, DamagedLog) else ""
        return self._pages.damaged_table(request, table)

    async def unavailable(self, request: Request, _problem: Exception) -> Response:
        """The answer while the database is away."""
        if is_api_request(request):
            answer = self._http_api.error(request, SERVICE_UNAVAILABLE)
        else:
            answer = self._pages.unavailable(request)
        answer.headers["Retry-After"] = str(RETRY_AFTER)
        return answer

    def unknown_name(self, connection: HTTPConnection, name: str) -> Response:
        """The answer to somebody who asks under a name that is not this server's."""
        sentence = language_of(connection).gettext(
            "This server does not go by the name {name}. Open it under an address that it shows"
            " when it starts. Whoever runs it can give it another one with --url."
        )
        refusal = Refused(RefusalCode.WRONG_HOST, sentence.format(name=name))
        if is_api_request(connection):
            return self._http_api.refusal(connection, refusal)
        return PlainTextResponse(str(refusal), STATUSES[refusal.code])

    def too_fast(self, request: Request, refusal: Refused) -> Response:
        """The answer to somebody who asks too often."""
        answer = self._http_api.refusal(request, refusal)
        if is_api_request(request):
            return answer
        page = self._pages.error(request, answer.status_code)
        page.headers["Retry-After"] = answer.headers["Retry-After"]
        return page


def peers_on(
    store: EventStore, registry: TableRegistry, uptime: Uptime, clock: Clock
) -> PeerServers | None:
    """This server among those on the same database, which it tells what the store has committed.

    None where it is the only one that can be.
    """
    database = store.database
    if not isinstance(database, PostgresqlDatabase):
        return None
    directory, notices = PostgresqlDirectory(database), PostgresqlNotices(database)
    shared = clock if isinstance(clock, SharedClock) else None
    peers = PeerServers(directory, notices, registry, uptime, store.writes.record_failure, shared)
    store.on_commit = peers.note_commit
    return peers


def push_on(
    settings: ServerSettings, store: EventStore, registry: TableRegistry, pages: PageEndpoints
) -> "PushService | None":
    """What tells people of their turn while no page is open; None where the host wants none."""
    if not settings.push_contact:
        return None
    from bottleimp.server.push.service import PushService  # noqa: PLC0415 - needs the extra `push`

    push = PushService(settings, store, registry)
    pages.push_key = push.public_key
    return push


def with_compression(app: ASGIApp) -> ASGIApp:
    """The application with answers compressed where that is worth it."""
    return GZipMiddleware(
        app, MIN_COMPRESSED_BYTES, COMPRESSION_LEVEL, MIN_THREADED_COMPRESSION_BYTES
    )


def with_middleware(app: ASGIApp, errors: ErrorAnswers, settings: ServerSettings) -> ASGIApp:
    """The application with the headers of every answer, and with what a proxy says believed."""

    def with_headers(app: ASGIApp) -> ASGIApp:
        # Outside the others, so that the answer to an error carries the headers too.
        return PublicHttpsMiddleware(
            SecurityHeadersMiddleware(AccessLogMiddleware(app)), settings.url
        )

    served = with_headers(HostNameMiddleware(app, settings.url, errors.unknown_name))
    if settings.trusted_proxies:
        proxies = list(settings.trusted_proxies)
        # uvicorn has types of its own for what Starlette calls ASGIApp.
        proxied: Any = ProxyHeadersMiddleware(cast("Any", with_headers(app)), proxies)
        served = TrustedProxyMiddleware(served, proxied, proxies)
    return PlainAddressMiddleware(served)


def is_api_request(connection: HTTPConnection) -> bool:
    """Whether this is asked of the HTTP twin."""
    return connection.url.path.startswith(API_PREFIX + "/")


async def start_failure(peers: PeerServers | None, database: Database) -> StorageError | None:
    """Starts to follow the other servers, if there can be any; why not, where that fails."""
    try:
        with explaining_errors(database):
            if peers is not None:
                await peers.start()
    except StorageError as problem:
        return problem
    return None


async def start_background(
    registry: TableRegistry,
    pool: WorkerPool,
    health_endpoints: HealthEndpoints,
    settings: ServerSettings,
) -> None:
    """What the first answer need not wait for."""
    try:
        await pool.start()
    except Exception:
        log.exception("the computer players could not be started")
    is_resumed = await try_resuming(registry.resume_unfinished)
    health_endpoints.is_ready = True
    log.info("the server is ready", extra={"count": registry.open_count})
    await asyncio.to_thread(compile_templates)  # else the first visitor of a page holds all up
    if not is_resumed:
        await resume_when_possible(registry.resume_unfinished)
    await resume_when_possible(registry.resume_with_clock)
    if settings.warmup:
        await warm_up_when_idle()


async def resume_when_possible(resume: Callable[[], Awaitable[None]]) -> None:
    """Opens tables that go on by themselves, as soon as the database is there."""
    while True:
        if await try_resuming(resume):
            return
        await asyncio.sleep(RESUME_RETRY)


async def try_resuming(resume: Callable[[], Awaitable[None]]) -> bool:
    """Opens tables that go on by themselves; False where the database is away just then."""
    try:
        await resume()
    except StorageUnavailable:
        log.warning("unfinished tables cannot be opened yet")
        return False
    except Exception:
        log.exception("unfinished tables could not be opened")
    return True
