"""The pages on the way to a table: by code or link, by chance, and from another device.

join.html       typed; error; open_tables
seat.html       table {id, title}; link (empty before it is made); picture; is_only_here
take_over.html  table {id, title}; name; action; seated (why not, for who sits at the table)
"""

import asyncio
from functools import partial
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from bottleimp.errors import BottleImpError
from bottleimp.messages import gettext_noop
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.rules.editions import edition
from bottleimp.server.access import guests, place_keys
from bottleimp.server.access.quick_match import QuickMatcher, QuickMatchRequest
from bottleimp.server.access.quotas import Quotas
from bottleimp.server.access.rate_limits import RateLimits
from bottleimp.server.pages.endpoints import PageEndpoints, language_of
from bottleimp.server.pages.forms import form_fields
from bottleimp.server.pages.invitations import (
    address_for_others,
    is_local_host,
    qr_code_svg,
    qr_code_svg_file,
)
from bottleimp.server.pages.new_table import name_errors
from bottleimp.server.pages.preferences import preferences_of
from bottleimp.server.settings.config import DEFAULT_EDITION, ServerSettings
from bottleimp.server.state.names import normalize_text
from bottleimp.server.state.storage_interface import Guest, Storage
from bottleimp.server.tables.registry import TableRegistry
from bottleimp.server.tables.table import Table
from bottleimp.server.text.words import edition_title, explained_refusal, refusal_text
from bottleimp.server.views.player_names import player_name

SEE_OTHER, UNAUTHORIZED, FORBIDDEN, NOT_FOUND, CONFLICT, TOO_OFTEN = 303, 401, 403, 404, 409, 429
RETRY_AFTER_SECONDS = "60"  # seconds after which another code may be tried
SVG = "image/svg+xml"
MAX_TYPED = 12  # letters of what should have been a code


class JoinPages:
    """The endpoints that bring people to tables."""

    def __init__(
        self,
        pages: PageEndpoints,
        registry: TableRegistry,
        store: Storage,
        settings: ServerSettings,
        quotas: Quotas,
        limits: RateLimits,
    ) -> None:
        self._limits = limits
        self._pages = pages
        self._registry = registry
        self._store = store
        self._settings = settings
        self._quotas = quotas
        self._quick = QuickMatcher(registry, store)
        self._take_over_lock = asyncio.Lock()

    # --- by code and by link ------------------------------------------------------------

    async def join(self, request: Request) -> Response:
        """The page on which a code is typed, and the way to the table that has it."""
        typed = request.query_params.get("code", "")
        table = await self._with_code(request, typed) if typed else None
        if table is not None:
            return redirect_to_table(table)
        return await self._join_page(request, typed)

    async def _join_page(self, request: Request, typed: str) -> Response:
        """The form for a code; with a code that no table has, it says so."""
        language = language_of(request)
        error = language.gettext("No table has this code now. Ask for the code again.")
        context: dict[str, object] = {
            "typed": typed[:MAX_TYPED],
            "error": error if typed else "",
            "open_tables": await self._pages.open_table_entries(language),
        }
        return self._pages.render(request, "join.html", context, NOT_FOUND if typed else 200)

    async def by_code(self, request: Request) -> Response:
        """The table whose code is in the address."""
        code = request.path_params["code"]
        table = await self._with_code(request, code)
        return await self._join_page(request, code) if table is None else redirect_to_table(table)

    async def _with_code(self, request: Request, code: str) -> Table | None:
        try:
            return await self._limits.table_with_code(request, code, self._registry)
        except Refused as refusal:
            raise HTTPException(
                TOO_OFTEN, headers={"Retry-After": RETRY_AFTER_SECONDS}
            ) from refusal

    async def by_link(self, request: Request) -> Response:
        """The same by its name."""
        return redirect_to_table(await self._pages.requested_table(request))

    async def invitation_picture(self, request: Request) -> Response:
        """The link to the table as a picture."""
        table = await self._pages.requested_table(request)
        code = table.state.code
        if code is None:
            raise HTTPException(NOT_FOUND)
        link = f"{address_for_others(request, self._settings)}/j/{code}"
        return Response(qr_code_svg_file(link), media_type=SVG)

    # --- by chance ----------------------------------------------------------------------

    async def quick_match(self, request: Request) -> Response:
        """A place at a table of others who look for a match, or a new one for them to find."""
        fields = await form_fields(request)
        try:
            wanted = edition(fields.get("edition") or DEFAULT_EDITION)
        except BottleImpError as problem:
            raise HTTPException(NOT_FOUND) from problem
        known = await guests.known_guest(request, self._store)
        key = self._store.secret_key
        token = guests.accepted_token(request, key, known) or guests.generate_token(key)
        guest = known or guests.new_guest(token)
        name = normalize_text(fields.get("name", guest.name))
        for error in name_errors(name, language_of(request)):
            return await self._pages.front_page(request, name, error)
        guest = guests.with_name(guest, name)

        if known is None:
            self._quotas.require_guest_or_http_error(request)
        wish = QuickMatchRequest(
            wanted,
            preferences_of(request).level,
            self._settings.pace,
            self._settings.quick_wait,
            self._settings.grace,
        )
        try:
            table = await self._quick.find_or_create_table(
                guest,
                wish,
                admit=partial(self._quotas.require_quick_match_or_http_error, request, guest),
                count=partial(self._quotas.count_table_or_http_error, request),
            )
        except Refused as refusal:
            words = explained_refusal(refusal, language_of(request))
            return await self._pages.front_page(request, name, words)
        response = redirect_to_table(table)
        guests.set_guest_cookie(response, token, request)
        return response

    # --- from another device ------------------------------------------------------------

    async def own_seat_page(self, request: Request) -> Response:
        """The page from which a person takes the own place along."""
        table, _ = await self._own_table(request)
        return self._pages.render(request, "seat.html", self._seat_context(request, table, ""))

    async def make_link(self, request: Request) -> Response:
        """The same page with a link, which is shown this once."""
        await form_fields(request)
        table, guest = await self._own_table(request)
        try:
            key = await place_keys.create_place_key(self._store, table, guest)
        except Refused as refusal:  # the place was given up meanwhile
            raise HTTPException(NOT_FOUND) from refusal
        address = address_for_others(request, self._settings)
        context = self._seat_context(request, table, f"{address}/s/{table.id}/{key}")
        return self._pages.render(request, "seat.html", context)

    def _seat_context(self, request: Request, table: Table, link: str) -> dict[str, object]:
        return {
            "table": table_context(request, table),
            "link": link,
            "picture": qr_code_svg(link) if link else "",
            "is_only_here": is_local_host(urlsplit(link).hostname or ""),
        }

    async def _own_table(self, request: Request) -> tuple[Table, Guest]:
        table = await self._pages.requested_table(request)
        guest = await guests.known_guest(request, self._store)
        if guest is None or table.player_of(guest.id) is None:
            raise HTTPException(NOT_FOUND)
        return table, guest

    async def take_over_page(self, request: Request, status: int = 200) -> Response:
        """Asks someone who has the link to a place, and holds none, whether to go on here."""
        table = await self._pages.requested_table(request)
        player = await place_keys.place_for_key(self._store, table, request.path_params["key"])
        guest = await guests.known_guest(request, self._store)
        if player is None:
            if holds_place(table, guest):  # the link has done its work
                return redirect_to_table(table)
            return self._used_link(request, table, NOT_FOUND)
        who = table.state.participants[player]
        language, seated = language_of(request), ""
        if guest is not None and table.player_of(guest.id) == player:
            seated = language.gettext("You hold it already, in this browser.")
        elif holds_place(table, guest):
            seated = refusal_text(RefusalCode.SEATED, language)
        context: dict[str, object] = {
            "table": table_context(request, table),
            "name": player_name(who, player, language),
            "action": request.url.path,
            "seated": seated,
        }
        return self._pages.render(request, "take_over.html", context, status)

    async def take_over(self, request: Request) -> Response:
        """Gives the place to this browser."""
        await form_fields(request)
        table = await self._pages.requested_table(request)
        guest, key = await guests.known_guest(request, self._store), self._store.secret_key
        token = guests.accepted_token(request, key, guest)
        if token is None and guests.has_bearer(request):
            raise HTTPException(UNAUTHORIZED)  # a program would not learn of a new token
        token = token or guests.generate_token(key)
        if guest is None:
            self._quotas.require_guest_or_http_error(request)
            guest = guests.new_guest(token)
        try:
            async with self._take_over_lock:  # a key moves a place once, however many have it
                await place_keys.take_over(self._store, table, request.path_params["key"], guest)
        except Refused as refusal:
            # A program is led to the place that it has.
            if refusal.code is RefusalCode.SEATED and not guests.has_bearer(request):
                return await self.take_over_page(request, CONFLICT)
            is_removed = refusal.code is RefusalCode.REMOVED  # which the table says
            if not is_removed and not holds_place(table, guest):
                return self._used_link(request, table, FORBIDDEN)
        response = redirect_to_table(table)
        guests.set_guest_cookie(response, token, request)
        return response

    def _used_link(self, request: Request, table: Table, status: int) -> Response:
        """The page that says that a link leads to no place any more."""
        language = language_of(request)
        words = (
            language.gettext("This link leads to no place any more"),
            language.gettext(
                "It has been used or replaced. Make a new one on the device that holds the place."
            ),
        )
        here = f"/tables/{table.id}", gettext_noop("To the table")
        return self._pages.error_page(request, status, words, here)


def redirect_to_table(table: Table) -> Response:
    """Sends the visitor to the table."""
    return RedirectResponse(f"/tables/{table.id}", SEE_OTHER)


def holds_place(table: Table, guest: Guest | None) -> bool:
    """Whether the visitor sits at the table."""
    return guest is not None and table.player_of(guest.id) is not None


def table_context(request: Request, table: Table) -> dict[str, str]:
    """What the pages say of a table."""
    return {"id": table.id, "title": edition_title(table.state.edition, language_of(request))}
