"""The pages: ordinary links and forms, drawn from templates.

Every template gets what `Pages._base` lists; what else each one gets:

home.html         offer; play_now {edition, title}; levels [LEVEL]; level; is_easiest;
                  groups [{players, title, editions [EDITION]}];
                  unfinished, finished: see `own_matches`;
                  open_tables [{url, title, names, free, computers, is_playing}]
new.html          offer {table, commitment}; all of `table_form.NewTable.context`;
                  errors [sentence]; name_error
table.html        table {id, title, edition, socket, rules, record, new, address, fills_in};
                  catalogue_url; levels [LEVEL]; phrases; guests [name]; offered_settings;
                  name of the visitor
rules_index.html  groups
rules.html        all of `rules_page.context`; back: the address of the table, or empty
settings.html     offered [preferences.OfferedSetting]; next
error.html        status, title, text; next: where to go from here, and its name

EDITION is `offers.edition_offer`, LEVEL one of `words.levels`.
Forms: `POST /tables` takes the fields of `table_form.NewTable`,
`POST /settings` those of `preferences.CHOICES` with `lang`, `pace` and `next`.
"""

import asyncio
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.datastructures import URL
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)

import bottleimp
from bottleimp.errors import BottleImpError
from bottleimp.game.fair_deal import CONTRIBUTION
from bottleimp.game.notation import write_record
from bottleimp.game.record import Record
from bottleimp.players.catalogue import offered_names
from bottleimp.rules.editions import edition
from bottleimp.server.access import guests
from bottleimp.server.access.quick_match import seconds_to_fill
from bottleimp.server.access.quotas import Admission
from bottleimp.server.pages.assets import static_url
from bottleimp.server.pages.error_page import ALL_RULES, HOME, Link, error_context, error_words
from bottleimp.server.pages.forms import form_fields
from bottleimp.server.pages.invitations import address_for_others
from bottleimp.server.pages.new_table import NewTable
from bottleimp.server.pages.own_matches import OwnMatches
from bottleimp.server.pages.preferences import (
    COOKIE,
    chosen,
    keep,
    offered_settings,
    preferences_of,
)
from bottleimp.server.rules_pages import page as rules_page
from bottleimp.server.rules_pages.edition_list import groups, new_path, rules_path
from bottleimp.server.rules_pages.examples import text_example
from bottleimp.server.rules_pages.text import driven_text
from bottleimp.server.settings.config import DEFAULT_EDITION, ServerSettings
from bottleimp.server.state.fairness import Contributions
from bottleimp.server.state.storage_interface import Storage
from bottleimp.server.tables.hints import Hints
from bottleimp.server.tables.registry import TableService
from bottleimp.server.tables.table import Table
from bottleimp.server.tables.table_lists import open_table
from bottleimp.server.text.i18n import (
    Language,
    language_for,
    languages,
    messages_of,
)
from bottleimp.server.text.words import (
    edition_title,
    guest_names,
    level_title,
    levels,
    offered_levels,
    phrases,
    player_names,
)
from bottleimp.server.views.export import told_apart
from bottleimp.server.views.projection import shows_rounds

TEMPLATES = Path(__file__).with_name("templates")
NOT_FOUND, DAMAGED = 404, 500


def language_of(connection: HTTPConnection) -> Language:
    """The language in which the visitor is spoken to."""
    accepted = connection.headers.get("accept-language", "")
    return language_for(preferences_of(connection).lang, accepted)


@cache
def templates_in(language: Language) -> Environment:
    """The templates, speaking the language."""
    templates = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # The extension adds this method.
    templates.install_gettext_callables(  # type: ignore[attr-defined]
        language.gettext, language.ngettext, newstyle=True
    )
    templates.globals["text_example"] = text_example(language)
    return templates


class Pages:
    """The endpoints of the pages."""

    def __init__(
        self,
        service: TableService,
        store: Storage,
        settings: ServerSettings,
        admission: Admission,
        hints: Hints,
    ) -> None:
        self._hints = hints
        self._admission = admission
        self._service = service
        self._store = store
        self._settings = settings
        self.own = OwnMatches(service, store)

    def _base(self, request: Request) -> dict[str, object]:
        language = language_of(request)
        return {
            "static": static_url,
            "language": language.code,
            "direction": language.direction,
            "languages": [
                {"code": other.code, "name": other.name, "chosen": other == language}
                for other in languages()
            ],
            "settings": asdict(preferences_of(request)),
            "path": request.url.path,
            "version": bottleimp.__version__,
        }

    def page(
        self, request: Request, template: str, context: dict[str, object], status: int = 200
    ) -> Response:
        """The page, and a cookie for a visitor who has none."""
        templates = templates_in(language_of(request))
        content = templates.get_template(template).render(self._base(request) | context)
        response = HTMLResponse(content, status)
        if not guests.keeps_token(request, self._store.key):
            token = guests.fresh_token(self._store.key)
            guests.remember(response, token, request)
        return response

    def error(self, request: Request, status: int) -> Response:
        """The page that says what is wrong, in one sentence."""
        language = language_of(request)
        title, text = error_words(status)
        words = language.gettext(title), language.gettext(text)
        return self._error_page(request, status, words)

    def _error_page(
        self, request: Request, status: int, words: tuple[str, str], next_page: Link = HOME
    ) -> Response:
        context = error_context(status, words, next_page, language_of(request))
        return self.page(request, "error.html", context, status)

    def damaged(self, request: Request, table: str) -> Response:
        """The page that says that a table cannot be opened, and which."""
        language = language_of(request)
        text = language.gettext(
            "What was kept of table {table} is damaged. Whoever runs this server finds that name in"
            " the log. Other tables are not concerned."
        )
        title = language.gettext("This table cannot be opened")
        return self._error_page(request, DAMAGED, (title, text.format(table=table)))

    # --- front page and new tables ------------------------------------------------------

    async def home(self, request: Request) -> Response:
        """The front page."""
        return await self.front_page(request)

    async def front_page(self, request: Request, name: str = "", error: str = "") -> Response:
        """The front page; with what is wrong with the name that was typed there."""
        language = language_of(request)
        guest = await guests.known_guest(request, self._store)
        level = preferences_of(request).level
        context: dict[str, object] = {
            "offer": self._offer(),
            "play_now": {
                "edition": DEFAULT_EDITION,
                "title": edition_title(edition(DEFAULT_EDITION), language),
            },
            "levels": offered_levels(language, level),
            "level": level_title(level, language),
            "is_easiest": level == offered_names()[0],
            "groups": groups(language),
            **await self.own.context(guest, language),
            "open_tables": await self.open_tables(language),
            "quick_wait": self._settings.quick_wait,
            "name": name if error or guest is None else guest.name,
            "name_error": error,
        }
        return self.page(request, "home.html", context, 422 if error else 200)

    async def open_tables(self, language: Language) -> list[dict[str, object]]:
        """Tables on the list, as pages show them."""
        return [open_table(each, language) for each in await self._service.open_tables()]

    async def new(self, request: Request) -> Response:
        """The form for a new table."""
        guest = await guests.known_guest(request, self._store)
        form = self._form(request, dict(request.query_params), "" if guest is None else guest.name)
        context = form.context() | {"errors": [], "name_error": "", "offer": self._offer()}
        return self.page(request, "new.html", context)

    def _offer(self) -> dict[str, str]:
        name, commitment = self._service.offer()
        return {"table": name, "commitment": commitment}

    def _form(self, request: Request, fields: dict[str, str], name: str) -> NewTable:
        preferences = preferences_of(request)
        pace = preferences.pace if COOKIE in request.cookies else self._settings.pace
        try:
            return NewTable.of(
                fields,
                language_of(request),
                name,
                pace,
                level=preferences.level,
                grace=self._settings.grace,
            )
        except BottleImpError as problem:
            raise HTTPException(404) from problem

    async def create(self, request: Request) -> Response:
        """Makes a table and sends the visitor there."""
        fields = await form_fields(request)
        guest = await guests.known_guest(request, self._store)
        form = self._form(request, fields, "" if guest is None else guest.name)
        if form.errors:
            context = form.context() | {
                "errors": form.errors,
                "name_error": next(iter(form.name_errors), ""),
                "offer": self._offer(),
            }
            return self.page(request, "new.html", context, 422)
        has_computers = any(player.level is not None for player in form.settings.players)
        await self._admission.require_table(request, guest, has_computers=has_computers)
        key = self._store.key
        token = guests.own_token(request, key, guest) or guests.fresh_token(key)
        holder = guests.named(guest or guests.new_guest(token), form.typed_name)
        table = await self._service.create(
            form.settings,
            {0: holder},
            fields.get("offer", ""),
            contributed(fields, form.settings.edition.players),
        )
        response = RedirectResponse(f"/tables/{table.id}", 303)
        preferences = preferences_of(request)
        if form.chosen_level != preferences.level:
            keep(replace(preferences, level=form.chosen_level, pace=form.pace), response, request)
        guests.remember(response, token, request)
        return response

    # --- tables -------------------------------------------------------------------------

    async def asked_table(self, request: Request) -> Table:
        """The table in the path; raises HTTPException where there is none."""
        table = await self._service.table(request.path_params["table"])
        if table is None:
            raise HTTPException(404)
        return table

    async def table(self, request: Request) -> Response:
        """The page on which the browser draws the table."""
        table = await self.asked_table(request)
        guest = await guests.known_guest(request, self._store)
        language, played = language_of(request), table.state.edition
        if guest is not None and table.player_of(guest.id) is not None:
            self._hints.prepare(table.state)
        address = address_for_others(request, self._settings)
        context: dict[str, object] = {
            "table": {
                "id": table.id,
                "title": edition_title(played, language),
                "edition": played.key,
                "socket": f"/tables/{table.id}/socket",
                "rules": rules_path(played),
                "record": f"/tables/{table.id}/record",
                "new": new_path(played),
                "introduction": driven_text(played, language),
                "address": address,
                "fills_in": seconds_to_fill(table),
            },
            "levels": levels(language),
            "phrases": phrases(language),
            "guests": guest_names(language),
            "offered_settings": offered_settings(preferences_of(request), language),
            "name": "" if guest is None else guest.name,
            "catalogue_url": f"/locale/{language.code}.json",
        }
        return self.page(request, "table.html", context)

    async def record(self, request: Request) -> Response:
        """The records of the finished rounds, as text to keep; running rounds stay secret.

        Where nobody may watch they are for the players alone.
        """
        table = await self.asked_table(request)
        guest = await guests.visitor(request, self._store)
        if not shows_rounds(table.state, table.player_of(guest.id)):
            raise HTTPException(404)
        records = finished_records(table, language_of(request))
        if not records:
            raise HTTPException(404)
        name = f"bottleimp-{table.id}.txt"
        return PlainTextResponse(
            records, headers={"Content-Disposition": f'attachment; filename="{name}"'}
        )

    # --- rules and settings -------------------------------------------------------------

    async def rules_index(self, request: Request) -> Response:
        """All editions."""
        context: dict[str, object] = {"groups": groups(language_of(request))}
        return self.page(request, "rules_index.html", context)

    async def rules(self, request: Request) -> Response:
        """The rules of one edition, with the options of a table if the path names some."""
        text = f"{request.path_params['preset']}/{request.path_params['mode']}"
        language, shown = language_of(request), rules_page.asked_edition(text)
        if shown is None:
            return self._error_page(request, NOT_FOUND, rules_page.missing(language), ALL_RULES)
        # Finding examples takes a moment the first time: not while others wait.
        context = await asyncio.to_thread(rules_page.context, shown, language)
        back = rules_page.way_back(request.query_params.get("table", ""))
        return self.page(request, "rules.html", context | {"back": back})

    async def settings(self, request: Request) -> Response:
        """The form for the settings."""
        language, preferences = language_of(request), preferences_of(request)
        context: dict[str, object] = {
            "offered": offered_settings(preferences, language),
            "next": own_path(request.query_params.get("next", "/")),
        }
        return self.page(request, "settings.html", context)

    async def save_settings(self, request: Request) -> Response:
        """Keeps the settings in a cookie."""
        fields = await form_fields(request)
        preferences = chosen(fields, preferences_of(request))
        response = RedirectResponse(own_path(fields.get("next", "/")), 303)
        keep(preferences, response, request)
        return response

    async def locale(self, request: Request) -> Response:
        """The catalogue of a language for the browser."""
        code = request.path_params["code"]
        for language in languages():
            if language.code == code:
                return JSONResponse(messages_of(language))
        raise HTTPException(404)


def contributed(fields: dict[str, str], players: int) -> Contributions:
    """What the maker of a table, player 0, gave for the first deal."""
    seed = fields.get("seed", "")
    return (seed if CONTRIBUTION.fullmatch(seed) else None, *(None,) * (players - 1))


def own_path(path: str) -> str:
    """The path if it is one of this site, else the front page."""
    url = URL(path)
    is_own = path.startswith("/") and not path.startswith(("//", "/\\"))
    return path if is_own and not url.netloc and path.isprintable() else "/"


def finished_records(table: Table, language: Language) -> str:
    """The text records of a table's finished rounds, one after another."""
    state = table.state
    names = told_apart(player_names(state.participants, language, None))
    seatings = state.seatings
    texts = []
    for number, played in enumerate(state.finished):
        seats = range(state.edition.seats)
        seated = tuple(names[seatings[number].player_at(seat)] for seat in seats)
        texts.append(write_record(Record(played, seated)))
    return "\n".join(texts)
