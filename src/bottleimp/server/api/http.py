"""The HTTP twin of the socket: the same frames for those who cannot or would not keep one open.

Events come as pages of JSON, at once or as soon as there are some, or as a stream of server-sent
events; commands are posted one by one.  Every refusal is a `no` with a fitting status.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack
from typing import TypeVar

import msgspec
from msgspec import Raw, Struct
from prometheus_client import Counter
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from bottleimp.errors import BottleImpError
from bottleimp.parsing import parse_integer, shorten
from bottleimp.protocol import schema as wire_schema
from bottleimp.protocol.http_bodies import GuestToken, NewTableRequest, TableOffer, TableUrls
from bottleimp.protocol.messages import (
    CommandRefused,
    Hello,
    JoinTable,
    Ping,
    RequestHint,
    RequestRematch,
    decode_client_frame,
    decode_command_id,
    encode,
)
from bottleimp.protocol.refusals import DamagedLog, RefusalCode, Refused, StorageUnavailable
from bottleimp.server.access import guests
from bottleimp.server.access.quotas import Quotas, refusal_error
from bottleimp.server.access.rate_limits import RateLimits, limited_network
from bottleimp.server.access.requested_table import find_requested_table
from bottleimp.server.access.security import is_cross_site
from bottleimp.server.api import openapi
from bottleimp.server.api.event_listener import (
    CountedStream,
    EventListener,
    decode_frame_tag,
    is_numbered,
)
from bottleimp.server.api.openapi import MAX_WAIT_SECONDS
from bottleimp.server.api.statuses import CONFLICT, RETRY_AFTER, STATUSES, refusal_of_error
from bottleimp.server.api.websocket import UNREAD_KIND
from bottleimp.server.pages.forms import MAX_BODY_BYTES, limited_body
from bottleimp.server.pages.new_table import NewTableForm
from bottleimp.server.pages.preferences import LanguageOf
from bottleimp.server.settings.config import ServerSettings
from bottleimp.server.state.storage_interface import Guest, Storage
from bottleimp.server.tables.hints import HintService
from bottleimp.server.tables.presence import POLL_GRACE
from bottleimp.server.tables.registry import TableRegistry
from bottleimp.server.tables.table import Table
from bottleimp.server.text.words import explained_refusal

log = logging.getLogger(__name__)

API_PREFIX = "/api"
END_STREAMS = "end_streams"  # what ends them, in the state that the server keeps
JSON, STREAM = "application/json", CountedStream.media_type
KEEP_ALIVE_SECONDS = 15  # seconds of silence on a stream, after which a remark is sent
RETRY_MS = 1000  # after which a client of a broken stream is to ask again
MAX_SEQ = 2**53
ID_SEPARATOR = "."  # in ids of a stream, between the number of an event and the name of its log
LogPosition = tuple[int | None, str | None]  # the number of an event, and the name of its log
Endpoint = Callable[[Request], Awaitable[Response]]
Body = TypeVar("Body")


class EncodedEventPage(Struct, frozen=True):
    """An `EventPage` whose frames are encoded already."""

    seq: int
    frames: list[Raw]


decode_table_request = msgspec.json.Decoder(NewTableRequest).decode


class HttpApi:
    """The endpoints under `/api`."""

    def __init__(
        self,
        registry: TableRegistry,
        store: Storage,
        settings: ServerSettings,
        quotas: Quotas,
        limits: RateLimits,
        counts: Counter,
        language_of: LanguageOf,
        hints: HintService,
    ) -> None:
        self._hints = hints
        self._counts = counts
        self._registry = registry
        self._store = store
        self._settings = settings
        self._quotas = quotas
        self._limits = limits
        self._language_of = language_of
        self._listeners: set[EventListener] = set()

    def end_streams(self) -> None:
        """Ends all streams and waiting requests, so that the server can stop."""
        for listener in tuple(self._listeners):
            listener.close()

    def answer_errors(self, endpoint: Endpoint) -> Endpoint:
        """The endpoint whose refusals are answered with `no`."""

        async def answered(request: Request) -> Response:
            try:
                return await endpoint(request)
            except Refused as refusal:
                return self.refusal(request, refusal)
            except StorageUnavailable:
                raise  # to where pages have it answered too
            except DamagedLog as problem:
                return self.damaged_table(problem.table)
            except HTTPException as problem:
                return self.error(request, problem.status_code)
            except Exception:
                log.exception("a request failed")
                return self.refusal(request, Refused(RefusalCode.SERVER_ERROR))

        return answered

    def refusal(
        self, request: HTTPConnection, refusal: Refused, command: str | None = None
    ) -> Response:
        """The answer to what is refused."""
        status = STATUSES.get(refusal.code, CONFLICT)
        text = explained_refusal(refusal, self._language_of(request))
        response = json_response(CommandRefused(command, refusal.code.value, text), status)
        wait = refusal.retry_after or RETRY_AFTER.get(refusal.code)
        if wait is not None:
            response.headers["Retry-After"] = str(wait)
        if refusal.code is RefusalCode.UNKNOWN_GUEST:
            response.headers["WWW-Authenticate"] = "Bearer"
        return response

    def error(self, request: Request, status: int) -> Response:
        """The answer where there is no such endpoint, or not for this method."""
        response = self.refusal(request, refusal_of_error(request, status))
        response.status_code = status
        return response

    def damaged_table(self, table: str) -> Response:
        """The answer where a table cannot be opened."""
        text = f"The stored data of table {table} is damaged."
        return json_response(CommandRefused(None, RefusalCode.SERVER_ERROR.value, text), 500)

    def routes(self) -> list[Route]:
        """Everything under `/api`."""
        endpoints = {
            "/guests": (self.create_guest, "POST"),
            "/tables": (self.create_table, "POST"),
            "/offer": (self.offer, "GET"),
            "/codes/{code}": (self.find_table_by_code, "GET"),
            "/tables/{table}/events": (self.events, "GET"),
            "/tables/{table}/commands": (self.commands, "POST"),
            "/schema.json": (self.schema, "GET"),
            "/openapi.json": (self.openapi_document, "GET"),
        }
        return [
            Route(API_PREFIX + path, self.answer_errors(endpoint), methods=[method])
            for path, (endpoint, method) in endpoints.items()
        ]

    # --- who asks, and where ------------------------------------------------------------

    async def _guest(self, request: Request) -> Guest | None:
        """Who asks, if that is known; raises Refused for a token that is none."""
        known = await guests.known_guest(request, self._store)
        if guests.has_bearer(request) and self._token(request, known) is None:
            raise Refused(RefusalCode.UNKNOWN_GUEST)
        return known

    def _token(self, request: Request, known: Guest | None) -> str | None:
        return guests.accepted_token(request, self._store.secret_key, known)

    async def _visitor(self, request: Request) -> Guest:
        """Who asks, known or not; raises Refused for a token that is none."""
        guest = await guests.current_guest(request, self._store)
        if guests.has_bearer(request) and not guest.id:
            raise Refused(RefusalCode.UNKNOWN_GUEST)
        return guest

    async def _table(self, request: Request) -> Table:
        table = await find_requested_table(self._registry, request)
        if table is None:
            raise Refused(RefusalCode.NOT_FOUND)
        return table

    # --- guests and tables --------------------------------------------------------------

    async def create_guest(self, request: Request) -> Response:
        """A token with which a program says who it is."""
        if not guests.has_bearer(request) and is_cross_site(request):
            raise Refused(RefusalCode.ANOTHER_SITE)
        token = guests.generate_token(self._store.secret_key)
        self._quotas.require_guest(request, token)
        return json_response(GuestToken(token), 201)

    async def create_table(self, request: Request) -> Response:
        """A table is made; the guest sits at place 0."""
        body = await json_body(request)
        guest = await self._guest(request)
        token = self._token(request, guest)
        if token is None:
            raise Refused(RefusalCode.UNKNOWN_GUEST)
        order = parse_body(body, decode_table_request)
        form = self._form(request, order, "" if guest is None else guest.name)
        refusal = await self._quotas.table_refusal(
            request, None if guest is None else guest.id, has_computers=bool(form.computers)
        )
        if refusal is not None:
            raise refusal_error(refusal)
        holder = guests.with_name(guest or guests.new_guest(token), form.typed_name)
        given = (order.seed, *(None,) * (form.setup.edition.players - 1))
        table = await self._registry.create(form.setup, {0: holder}, order.offer, given)
        response = json_response(table_urls(table), 201)
        response.headers["Location"] = f"/tables/{table.id}"
        return response

    async def offer(self, _request: Request) -> Response:
        """A table that may be made, and what is promised of its first deal."""
        name, commitment = self._registry.offer()
        return json_response(TableOffer(name, name.partition(".")[0], commitment), 200)

    async def find_table_by_code(self, request: Request) -> Response:
        """Where the table with a five-letter code is."""
        table = await self._limits.table_with_code(
            request, request.path_params["code"], self._registry
        )
        if table is None:
            raise Refused(RefusalCode.NOT_FOUND)
        return json_response(table_urls(table), 200)

    def _form(self, request: Request, order: NewTableRequest, name: str) -> NewTableForm:
        try:
            language, pace = self._language_of(request), self._settings.pace
            form = NewTableForm.of(
                order.form_fields, language, order.name or name, pace, grace=self._settings.grace
            )
        except BottleImpError as problem:
            raise Refused(RefusalCode.BAD_TABLE, str(problem)) from problem
        places = form.base.players - 1
        if len(order.players) > places:
            text = (
                f"{form.base.key} has {places} places for others, but {len(order.players)} named."
            )
            raise Refused(RefusalCode.BAD_TABLE, text)
        if form.errors:
            raise Refused(RefusalCode.BAD_TABLE, " ".join(form.errors))
        return form

    # --- events -------------------------------------------------------------------------

    async def events(self, request: Request) -> Response:
        """What has happened after an event, as a page or as a stream."""
        table, guest = await self._table(request), await self._visitor(request)
        address = limited_network(request)
        wants_stream = STREAM in request.headers.get("accept", "")
        since = query_number(request.query_params.get("after"), MAX_SEQ)
        after = since, request.query_params.get("log")
        if wants_stream and "last-event-id" in request.headers:
            number, _, log = request.headers["last-event-id"].partition(ID_SEPARATOR)
            after = query_number(number, MAX_SEQ), log or None
        wait = query_number(request.query_params.get("wait"), MAX_WAIT_SECONDS) or 0
        listener = EventListener(
            guest.id, self._language_of(request), self._settings.max_queued_messages
        )
        if wants_stream:
            line = ExitStack()
            line.enter_context(self._limits.streams.open_line(address))
            return CountedStream(self._stream(table, listener, after), line)
        with self._limits.streams.open_line(address):
            self._listeners.add(listener)
            try:
                return await event_page(table, listener, after, wait)
            finally:
                self._listeners.discard(listener)

    async def _stream(
        self, table: Table, listener: EventListener, after: LogPosition
    ) -> AsyncIterator[bytes]:
        try:
            table.subscribe(listener, *after)
            self._listeners.add(listener)
            yield b"retry: %d\n\n" % RETRY_MS
            while not listener.is_slow:
                try:
                    frame = await asyncio.wait_for(listener.frames.get(), KEEP_ALIVE_SECONDS)
                except TimeoutError:
                    yield b":\n\n"
                    continue
                if not frame:
                    return
                tag = decode_frame_tag(frame)
                at = f"id: {tag.seq}{ID_SEPARATOR}{table.log_name}\n"
                name = "" if tag.seq is None else at
                yield name.encode() + b"data: " + frame + b"\n\n"
        finally:
            self._listeners.discard(listener)
            table.unsubscribe(listener)

    # --- commands -----------------------------------------------------------------------

    async def commands(self, request: Request) -> Response:
        """The answer to one command."""
        table, guest = await self._table(request), await self._visitor(request)
        body = await json_body(request)
        kind = UNREAD_KIND
        try:
            frame = decode_client_frame(body)
            if isinstance(frame, Hello | Ping):
                raise Refused(RefusalCode.BAD_MESSAGE)
            kind = str(frame.__struct_config__.tag)
            self._limits.addresses.take(limited_network(request))
            self._limits.take_command(table, guest.id, frame)
            if isinstance(frame, JoinTable | RequestRematch):
                await self._quotas.require_for_command(request, table, guest.id, frame)
            done: Struct
            if isinstance(frame, RequestHint):
                visitor, language = limited_network(request) or guest.id, self._language_of(request)
                done = await self._hints.give_hint(table, guest.id, visitor, frame, language)
            else:
                done = await table.execute(guest, frame)
            self._counts.labels(kind, "ok").inc()
            return json_response(done, 200)
        except Refused as refusal:
            self._counts.labels(kind, refusal.code.value).inc()
            return self.refusal(request, refusal, decode_command_id(body))

    # --- what it is all about -----------------------------------------------------------

    async def schema(self, _request: Request) -> Response:
        """The JSON Schema of all frames."""
        return Response(encode(wire_schema.protocol_schema()), media_type="application/schema+json")

    async def openapi_document(self, _request: Request) -> Response:
        """The OpenAPI document of what is here."""
        return Response(encode(openapi.openapi_document()), media_type=JSON)


async def json_body(request: Request, most: int = MAX_BODY_BYTES) -> bytes:
    """What was posted; raises Refused for what is foreign, too large or no JSON."""
    # A browser adds cookies by itself, but never the token of a program.
    if not guests.has_bearer(request) and is_cross_site(request):
        raise Refused(RefusalCode.ANOTHER_SITE)
    body = await limited_body(request, most)
    if body is None:
        raise Refused(RefusalCode.TOO_LARGE)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise Refused(RefusalCode.NOT_JSON)
    return body


async def event_page(
    table: Table, listener: EventListener, after: LogPosition, wait: int
) -> Response:
    """The events after one, all at once; if there are none, the first that come within the wait."""
    table.subscribe(listener, *after)
    try:
        frames = listener.take_numbered_frames()
        if not frames and wait:
            try:
                async with asyncio.timeout(wait):
                    while not frames and (frame := await listener.frames.get()):
                        frames = [frame] if is_numbered(frame) else []
            except TimeoutError:
                pass
            frames += listener.take_numbered_frames()
    finally:
        table.unsubscribe(listener, POLL_GRACE)
    last = decode_frame_tag(frames[-1]).seq if frames else None
    seq = table.seq if last is None else last
    return Response(
        encode(EncodedEventPage(seq, [Raw(frame) for frame in frames])), media_type=JSON
    )


def parse_body(body: bytes, decode: Callable[[bytes], Body]) -> Body:
    """What the body says, as a decoder of msgspec reads it; raises Refused for anything else."""
    try:
        return decode(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
        raise Refused(RefusalCode.BAD_MESSAGE, str(problem)) from problem


def table_urls(table: Table) -> TableUrls:
    """Where everything about the table is."""
    page, api = f"/tables/{table.id}", f"{API_PREFIX}/tables/{table.id}"
    return TableUrls(table.id, page, f"{page}/socket", f"{api}/events", f"{api}/commands")


def json_response(value: Struct, status: int) -> Response:
    """The value as JSON."""
    return Response(encode(value), status, media_type=JSON)


def query_number(text: str | None, most: int) -> int | None:
    """A number from a header or the query; raises Refused for what is none."""
    if text is None or not text:
        return None
    found = parse_integer(text, 0, most)
    if found is None:
        raise Refused(
            RefusalCode.BAD_MESSAGE, f"a number in the query is 0 to {most}, not {shorten(text)!r}"
        )
    return found
