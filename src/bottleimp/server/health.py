"""What a host asks of a running server: is it there, is it ready, and how does it do."""

import hmac
import logging
import time
from collections.abc import Awaitable, Callable

from prometheus_client import (
    CollectorRegistry,
    Gauge,
    Info,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import bottleimp
from bottleimp.server.access.quotas import Quotas
from bottleimp.server.access.security import is_local
from bottleimp.server.api.websocket import TableWebSocket
from bottleimp.server.engines.pool import WorkerPool
from bottleimp.server.settings.config import ServerSettings
from bottleimp.server.settings.metrics import WriteHealth, make_histogram
from bottleimp.server.tables.registry import TableRegistry

log = logging.getLogger(__name__)

RETRY_INTERVAL = 1.0  # seconds between two tries to write while writing fails

# A series with the time since when each number has been counted: nobody asks for that.
disable_created_metrics()  # type: ignore[no-untyped-call]


class AccessLogMiddleware:
    """Logs every answer by the pattern of its route: the path itself may hold a seat's key."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                facts = {
                    "method": scope["method"],
                    "route": getattr(scope.get("route"), "path", ""),
                    "status": message["status"],
                }
                log.debug("a request was answered", extra=facts)
            await send(message)

        await self._app(scope, receive, send_noted)


class HealthEndpoints:
    """The endpoints for hosts and their machines; nothing there names a person or a card."""

    def __init__(
        self,
        settings: ServerSettings,
        registry: TableRegistry,
        table_socket: TableWebSocket,
        pool: WorkerPool,
        quotas: Quotas,
        writes: WriteHealth,
        try_writing: Callable[[], Awaitable[None]],
        count_servers: Callable[[], int] = lambda: 1,
    ) -> None:
        """`try_writing` brings what is known of writing up to date.

        `count_servers` tells how many servers use the same database.
        """
        self._count_servers = count_servers
        self._writes = writes
        self._try_writing = try_writing
        self._tried_at = 0.0  # on the monotonic clock
        self._token = settings.metrics_token
        self._registry = registry
        self._socket = table_socket
        self._pool = pool
        self._quotas = quotas
        self.append_seconds = make_histogram(
            "bottleimp_append_seconds", "From a change to its being on disk."
        )
        self.is_ready = False
        self._metrics = self._make_registry()

    async def health(self, _request: Request) -> Response:
        """Says that the server is there, and whether what people do can be kept."""
        if self._writes.are_failing and time.monotonic() - self._tried_at >= RETRY_INTERVAL:
            self._tried_at = time.monotonic()
            await self._try_writing()
        if self._writes.are_failing:
            return JSONResponse({"status": "the database cannot be written"}, 503)
        return JSONResponse({"status": "ok"})

    async def readiness(self, _request: Request) -> Response:
        """Says whether unfinished tables have been taken up, so that all will go fast."""
        if self.is_ready:
            return JSONResponse({"status": "ready"})
        return JSONResponse({"status": "starting"}, 503)

    async def metrics(self, request: Request) -> Response:
        """The numbers, to who knows the token, or to this machine where there is none."""
        if not self._may_see(request):
            raise HTTPException(404)
        text = generate_latest(self._metrics)
        return Response(text, headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4})

    def _may_see(self, request: Request) -> bool:
        if not self._token:
            return is_local(request)
        sent = request.headers.get("authorization", "")
        return hmac.compare_digest(sent.encode(), f"Bearer {self._token}".encode())

    def _make_registry(self) -> CollectorRegistry:
        """All that is measured; a registry of its own, so that two servers count apart."""
        registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        Info("bottleimp", "The version of the program.", registry=registry).info(
            {"version": bottleimp.__version__}
        )
        started = Gauge(
            "bottleimp_start_time_seconds", "When the server started.", registry=registry
        )
        started.set_to_current_time()
        for name, help_text, value in (
            ("bottleimp_tables_open", "Tables in memory.", lambda: self._registry.open_count),
            (
                "bottleimp_servers",
                "Servers on the same database that were heard of lately, this one included.",
                self._count_servers,
            ),
            ("bottleimp_sockets", "Sockets that are open.", lambda: self._socket.open_sockets),
            (
                "bottleimp_choices_waiting",
                "Choices for which no player process is free.",
                lambda: self._pool.waiting,
            ),
        ):
            Gauge(name, help_text, registry=registry).set_function(value)
        for metric in (
            self._socket.commands, self.append_seconds, self._writes.failures,
            self._pool.choice_seconds, self._pool.failures, self._quotas.refusals,
        ):  # fmt: skip
            registry.register(metric)
        return registry
