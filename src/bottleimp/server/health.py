"""What a host asks of a running server: is it there, is it ready, and how does it do."""

import hmac
import logging
import time

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import bottleimp
from bottleimp.server.access.quotas import Quotas
from bottleimp.server.access.security import is_local
from bottleimp.server.api.websocket import TableWebSocket
from bottleimp.server.engines.pool import WorkerPool
from bottleimp.server.settings.config import ServerSettings
from bottleimp.server.settings.metrics import (
    Histogram,
    LabelledCounter,
    WriteHealth,
    format_counter,
    format_gauge,
    format_histogram,
)
from bottleimp.server.tables.registry import TableRegistry

log = logging.getLogger(__name__)

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


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
    ) -> None:
        self._writes = writes
        self._token = settings.metrics_token
        self._registry = registry
        self._table_socket = table_socket
        self._pool = pool
        self._quotas = quotas
        self._started = time.time()
        self.append_seconds = Histogram()
        self.is_ready = False

    async def health(self, _request: Request) -> Response:
        """Says that the server is there, and whether what people do can be kept."""
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
        return PlainTextResponse(self.metrics_text(), media_type=CONTENT_TYPE)

    def _may_see(self, request: Request) -> bool:
        if not self._token:
            return is_local(request)
        sent = request.headers.get("authorization", "")
        return hmac.compare_digest(sent.encode(), f"Bearer {self._token}".encode())

    def metrics_text(self) -> str:
        """All metrics in the text format of Prometheus."""
        version = LabelledCounter(("version",))
        version.increment(bottleimp.__version__)
        levels = sorted(self._pool.latencies.items())
        lines = [
            *format_gauge("bottleimp_start_time_seconds", "When the server started.",
            self._started), *format_counter("bottleimp_info", "The version of the program.",
            version), *format_gauge("bottleimp_tables_open", "Tables in memory.",
            self._registry.open_count), *format_gauge("bottleimp_sockets", "Sockets that are open.",
            self._table_socket.open_sockets), *format_counter(
                "bottleimp_commands_total", "Commands, by kind and answer.",
                self._table_socket.commands,
            ),
            *format_histogram(
                "bottleimp_append_seconds", "From a change to its being on disk.",
                [((), self.append_seconds)],
            ),
            *format_counter(
                "bottleimp_appends_failed_total", "Groups of changes that could not be written.",
                self._writes.failures,
            ),
            *format_gauge(
                "bottleimp_choices_waiting", "Choices for which no player process is free.",
                self._pool.waiting,
            ),
            *format_histogram(
                "bottleimp_choice_seconds", "From asking a computer player to its choice.",
                [((("level", level),), each) for level, each in levels],
            ),
            *format_counter(
                "bottleimp_choices_failed_total", "Choices that a simpler player had to make.",
                self._pool.failures,
            ),
            *format_counter(
                "bottleimp_refused_total", "Tables and guests that were not made, by reason.",
                self._quotas.refusals,
            ),
        ]  # fmt: skip
        return "\n".join(lines) + "\n"
