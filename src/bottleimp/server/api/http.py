"""The HTTP twin of the socket: the same frames for those who cannot or would not keep one open.

Events come as pages of JSON, at once or as soon as there are some, or as a stream of server-sent
events; commands are posted one by one.  Every refusal is a `no` with a fitting status.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable

import msgspec
from msgspec import Raw, Struct
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from bottleimp.errors import BottleImpError
from bottleimp.parsing import parse_integer
from bottleimp.protocol import schema as wire_schema
from bottleimp.protocol.http_bodies import NewGuest, TableAddresses, TableOffer, TableOrder
from bottleimp.protocol.messages import (
    Hello,
    Hint,
    Join,
    No,
    Ping,
    Rematch,
    client_frame,
    command_id,
    encode,
)
from bottleimp.protocol.refusals import Code, DamagedLog, Refused
from bottleimp.server.access import guests
from bottleimp.server.access.quotas import Admission, refused
from bottleimp.server.access.rate_limits import Limits, counted
from bottleimp.server.access.security import is_from_elsewhere
from bottleimp.server.api import openapi
from bottleimp.server.api.event_listener import Listener, is_numbered, read_tag
from bottleimp.server.api.openapi import LONGEST_WAIT
from bottleimp.server.api.websocket import UNREAD
from bottleimp.server.pages.forms import limited_body
from bottleimp.server.pages.new_table import NewTable
from bottleimp.server.settings.config import ServerSettings
from bottleimp.server.settings.metrics import Counts
from bottleimp.server.state.storage_interface import Guest, Storage
from bottleimp.server.tables.hints import Hints
from bottleimp.server.tables.presence import POLL_LINGERS
from bottleimp.server.tables.registry import TableService
from bottleimp.server.tables.table import Table
from bottleimp.server.text.i18n import Language
from bottleimp.server.text.words import refusal_text

log = logging.getLogger(__name__)

UNDER = "/api"
END_STREAMS = "end_streams"  # what ends them, in the state that the server keeps
JSON, STREAM = "application/json", "text/event-stream"
KEEP_ALIVE = 15  # seconds of silence on a stream, after which a remark is sent
RETRY_MS = 1000  # after which a client of a broken stream is to ask again
MOST_SEQ = 2**53
CONFLICT = 409

# What the rules forbid, and what comes too late, is a conflict with the table as it is.
STATUSES = {
    Code.BAD_MESSAGE: 400,
    Code.UNKNOWN_COMMAND: 400,
    Code.UNKNOWN_GUEST: 401,
    Code.NOT_ALLOWED: 403,
    Code.NO_HINTS: 403,
    Code.ANOTHER_SITE: 403,
    Code.NOT_FOUND: 404,
    Code.TOO_LARGE: 413,
    Code.NOT_JSON: 415,
    Code.BAD_TABLE: 422,
    Code.TOO_FAST: 429,
    Code.TOO_MANY: 429,
    Code.SERVER_ERROR: 500,
    Code.BUSY: 503,
}
# Seconds after which it is worth another try.
RETRY = {Code.TOO_FAST: "1", Code.TOO_MANY: "60", Code.BUSY: "60"}
Speaks = Callable[[Request], Language]
Endpoint = Callable[[Request], Awaitable[Response]]


class EncodedPage(Struct, frozen=True):
    """A `Page` whose frames are encoded already."""

    seq: int
    frames: list[Raw]


read_order = msgspec.json.Decoder(TableOrder).decode


class HttpTwin:
    """The endpoints under `/api`."""

    def __init__(
        self,
        service: TableService,
        store: Storage,
        settings: ServerSettings,
        admission: Admission,
        limits: Limits,
        counts: Counts,
        language_of: Speaks,
        hints: Hints,
    ) -> None:
        self._hints = hints
        self._counts = counts
        self._service = service
        self._store = store
        self._settings = settings
        self._admission = admission
        self._limits = limits
        self._language_of = language_of
        self._waiting: set[Listener] = set()

    def end(self) -> None:
        """Ends all streams and waiting requests, so that the server can stop."""
        for listener in tuple(self._waiting):
            listener.end()

    def answering(self, endpoint: Endpoint) -> Endpoint:
        """The endpoint whose refusals are answered with `no`."""

        async def answered(request: Request) -> Response:
            try:
                return await endpoint(request)
            except Refused as refusal:
                return self.refusal(request, refusal)
            except DamagedLog as problem:
                return self.damaged(problem.table)
            except Exception:
                log.exception("a request failed")
                return self.refusal(request, Refused(Code.SERVER_ERROR))

        return answered

    def refusal(self, request: Request, refusal: Refused, command: str | None = None) -> Response:
        """The answer to what is refused."""
        status = STATUSES.get(refusal.code, CONFLICT)
        text = refusal_text(refusal.code, self._language_of(request))
        if refusal.code is Code.BAD_TABLE:
            text = str(refusal)
        response = answer(No(command, refusal.code.value, text), status)
        if refusal.code in RETRY:
            response.headers["Retry-After"] = RETRY[refusal.code]
        if refusal.code is Code.UNKNOWN_GUEST:
            response.headers["WWW-Authenticate"] = "Bearer"
        return response

    def error(self, request: Request, status: int) -> Response:
        """The answer where there is no such endpoint, or not for this method."""
        code = {404: Code.NOT_FOUND, 500: Code.SERVER_ERROR}.get(status, Code.BAD_MESSAGE)
        response = self.refusal(request, Refused(code))
        response.status_code = status
        return response

    def damaged(self, table: str) -> Response:
        """The answer where a table cannot be opened."""
        text = f"What was kept of table {table} is damaged."
        return answer(No(None, Code.SERVER_ERROR.value, text), 500)

    def routes(self) -> list[Route]:
        """Everything under `/api`."""
        endpoints = {
            "/guests": (self.new_guest, "POST"),
            "/tables": (self.new_table, "POST"),
            "/offer": (self.offer, "GET"),
            "/codes/{code}": (self.with_code, "GET"),
            "/tables/{table}/events": (self.events, "GET"),
            "/tables/{table}/commands": (self.commands, "POST"),
            "/schema.json": (self.schema, "GET"),
            "/openapi.json": (self.openapi, "GET"),
        }
        return [
            Route(UNDER + path, self.answering(endpoint), methods=[method])
            for path, (endpoint, method) in endpoints.items()
        ]

    # --- who asks, and where ------------------------------------------------------------

    async def _guest(self, request: Request) -> Guest | None:
        """Who asks, if that is known; raises Refused for a token that is none."""
        known = await guests.known_guest(request, self._store)
        if guests.has_bearer(request) and self._token(request, known) is None:
            raise Refused(Code.UNKNOWN_GUEST)
        return known

    def _token(self, request: Request, known: Guest | None) -> str | None:
        return guests.own_token(request, self._store.key, known)

    async def _visitor(self, request: Request) -> Guest:
        """Who asks, known or not; raises Refused for a token that is none."""
        guest = await guests.visitor(request, self._store)
        if guests.has_bearer(request) and not guest.id:
            raise Refused(Code.UNKNOWN_GUEST)
        return guest

    async def _table(self, request: Request) -> Table:
        table = await self._service.table(request.path_params["table"])
        if table is None:
            raise Refused(Code.NOT_FOUND)
        return table

    async def _body(self, request: Request) -> bytes:
        """What was posted; raises Refused for what is foreign, too large or no JSON."""
        # A browser adds cookies by itself, but never the token of a program.
        if not guests.has_bearer(request) and is_from_elsewhere(request):
            raise Refused(Code.ANOTHER_SITE)
        body = await limited_body(request)
        if body is None:
            raise Refused(Code.TOO_LARGE)
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
            raise Refused(Code.NOT_JSON)
        return body

    # --- guests and tables --------------------------------------------------------------

    async def new_guest(self, request: Request) -> Response:
        """A token with which a program says who it is."""
        if not guests.has_bearer(request) and is_from_elsewhere(request):
            raise Refused(Code.ANOTHER_SITE)
        token = guests.fresh_token(self._store.key)
        if self._admission.refuses_guest(request, token) is not None:
            raise Refused(Code.TOO_MANY)
        return answer(NewGuest(token), 201)

    async def new_table(self, request: Request) -> Response:
        """A table is made; the guest sits at place 0."""
        body = await self._body(request)
        guest = await self._guest(request)
        token = self._token(request, guest)
        if token is None:
            raise Refused(Code.UNKNOWN_GUEST)
        order = order_in(body)
        form = self._form(request, order, "" if guest is None else guest.name)
        refusal = await self._admission.refuses_table(
            request, None if guest is None else guest.id, has_computers=bool(form.computers)
        )
        if refusal is not None:
            raise refused(refusal)
        holder = guests.named(guest or guests.new_guest(token), form.typed_name)
        given = (order.seed, *(None,) * (form.settings.edition.players - 1))
        table = await self._service.create(form.settings, {0: holder}, order.offer, given)
        response = answer(addresses(table), 201)
        response.headers["Location"] = f"/tables/{table.id}"
        return response

    async def offer(self, _request: Request) -> Response:
        """A table that may be made, and what is promised of its first deal."""
        name, commitment = self._service.offer()
        return answer(TableOffer(name, name.partition(".")[0], commitment), 200)

    async def with_code(self, request: Request) -> Response:
        """Where the table with a five-letter code is."""
        table = await self._limits.table_with_code(
            request, request.path_params["code"], self._service
        )
        if table is None:
            raise Refused(Code.NOT_FOUND)
        return answer(addresses(table), 200)

    def _form(self, request: Request, order: TableOrder, name: str) -> NewTable:
        try:
            language, pace = self._language_of(request), self._settings.pace
            form = NewTable.of(
                order.fields, language, order.name or name, pace, grace=self._settings.grace
            )
        except BottleImpError as problem:
            raise Refused(Code.BAD_TABLE, str(problem)) from problem
        if form.errors:
            raise Refused(Code.BAD_TABLE, " ".join(form.errors))
        return form

    # --- events -------------------------------------------------------------------------

    async def events(self, request: Request) -> Response:
        """What has happened after an event, as a page or as a stream."""
        table, guest = await self._table(request), await self._visitor(request)
        address = counted(request)
        self._limits.lines.require_room(address)
        wants_stream = STREAM in request.headers.get("accept", "")
        after = number(request.query_params.get("after"), MOST_SEQ)
        if wants_stream and "last-event-id" in request.headers:
            after = number(request.headers["last-event-id"], MOST_SEQ)
        wait = number(request.query_params.get("wait"), LONGEST_WAIT) or 0
        listener = Listener(guest.id, self._language_of(request), self._settings.most_queued)
        if wants_stream:
            stream = self._stream(table, listener, after, address)
            return StreamingResponse(stream, media_type=STREAM)
        with self._limits.lines.one_more(address):
            self._waiting.add(listener)
            try:
                return await page(table, listener, after, wait)
            finally:
                self._waiting.discard(listener)

    async def _stream(
        self, table: Table, listener: Listener, after: int | None, address: str | None
    ) -> AsyncIterator[bytes]:
        with self._limits.lines.one_more(address):
            try:
                table.subscribe(listener, after)
                self._waiting.add(listener)
                yield b"retry: %d\n\n" % RETRY_MS
                while not listener.is_slow:
                    try:
                        frame = await asyncio.wait_for(listener.frames.get(), KEEP_ALIVE)
                    except TimeoutError:
                        yield b":\n\n"
                        continue
                    if not frame:
                        return
                    tag = read_tag(frame)
                    name = b"" if tag.seq is None else b"id: %d\n" % tag.seq
                    yield name + b"data: " + frame + b"\n\n"
            finally:
                self._waiting.discard(listener)
                table.unsubscribe(listener)

    # --- commands -----------------------------------------------------------------------

    async def commands(self, request: Request) -> Response:
        """The answer to one command."""
        table, guest = await self._table(request), await self._visitor(request)
        body = await self._body(request)
        kind = UNREAD
        try:
            frame = client_frame(body)
            if isinstance(frame, Hello | Ping):
                raise Refused(Code.BAD_MESSAGE)
            kind = str(frame.__struct_config__.tag)
            self._limits.addresses.take(counted(request))
            self._limits.take_command(table, guest.id)
            if isinstance(frame, Join | Rematch):
                await self._admission.require(request, table, guest.id, frame)
            done: Struct
            if isinstance(frame, Hint):
                language = self._language_of(request)
                done = await self._hints.advice(table, guest.id, frame, language)
            else:
                done = await table.do(guest, frame)
            self._counts.note(kind, "ok")
            return answer(done, 200)
        except Refused as refusal:
            self._counts.note(kind, refusal.code.value)
            return self.refusal(request, refusal, command_id(body))

    # --- what it is all about -----------------------------------------------------------

    async def schema(self, _request: Request) -> Response:
        """The JSON Schema of all frames."""
        return Response(encode(wire_schema.schema()), media_type="application/schema+json")

    async def openapi(self, _request: Request) -> Response:
        """The OpenAPI document of what is here."""
        return Response(encode(openapi.document()), media_type=JSON)


async def page(table: Table, listener: Listener, after: int | None, wait: int) -> Response:
    """The events after one, all at once; if there are none, the first that come within the wait."""
    table.subscribe(listener, after)
    try:
        frames = listener.waiting()
        if not frames and wait:
            try:
                async with asyncio.timeout(wait):
                    while not frames and (frame := await listener.frames.get()):
                        frames = [frame] if is_numbered(frame) else []
            except TimeoutError:
                pass
            frames += listener.waiting()
    finally:
        table.unsubscribe(listener, POLL_LINGERS)
    last = read_tag(frames[-1]).seq if frames else None
    seq = table.seq if last is None else last
    return Response(encode(EncodedPage(seq, [Raw(frame) for frame in frames])), media_type=JSON)


def order_in(body: bytes) -> TableOrder:
    """The table that is wanted; raises Refused for what is no such order."""
    try:
        return read_order(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
        raise Refused(Code.BAD_MESSAGE, str(problem)) from problem


def addresses(table: Table) -> TableAddresses:
    """Where everything about the table is."""
    page, api = f"/tables/{table.id}", f"{UNDER}/tables/{table.id}"
    return TableAddresses(table.id, page, f"{page}/socket", f"{api}/events", f"{api}/commands")


def answer(value: Struct, status: int) -> Response:
    """The value as JSON."""
    return Response(encode(value), status, media_type=JSON)


def number(text: str | None, most: int) -> int | None:
    """A number from a header or the query; raises Refused for what is none."""
    if text is None or not text:
        return None
    found = parse_integer(text, 0, most)
    if found is None:
        raise Refused(Code.BAD_MESSAGE)
    return found
