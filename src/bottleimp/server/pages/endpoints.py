"""The pages: ordinary links and forms, drawn from templates.

Every template gets what `PageEndpoints._base_context` lists; what else each one gets:

home.html         offer; play_now {edition, title}; levels [LEVEL]; level; is_easiest;
                  first_round {offer, edition, level}; groups [{players, title, editions}];
                  unfinished, finished: see `own_matches`;
                  open_tables [{url, title, names, free, computers, is_playing}]
matches.html      finished, tallies: see `own_matches`; most: how many matches are counted at most,
                  0 if there are no more
new.html          offer {table, commitment}; all of `new_table.NewTableForm.context`;
                  errors [sentence]; name_error; rounds_error; target_error
table.html        table {id, title, edition, socket, rules, record, new, address, fills_in};
                  catalogue_url; levels [LEVEL]; phrases; guests [name]; offered_settings;
                  name of the visitor
rules_index.html  groups
rules.html        all of `page.rules_context`; back: the address of the table, or empty
settings.html     offered [preferences.SettingGroup]; next
error.html        status, title, text; next: where to go from here, and its name

EDITION is `edition_list.edition_entry`, LEVEL one of `words.level_entries`.
Forms: `POST /tables` takes the fields of `new_table.NewTableForm`,
`POST /settings` those of `preferences.CHOICES` with `lang`, `pace` and `next`.
"""

import asyncio
from dataclasses import asdict, replace

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
from bottleimp.languages.language import (
    Language,
    catalogue_messages,
    language_for,
    languages,
)
from bottleimp.players.catalogue import offered_player_names
from bottleimp.rules.editions import edition
from bottleimp.server.access import guests
from bottleimp.server.access.addresses import client_network
from bottleimp.server.access.quick_match import seconds_to_fill
from bottleimp.server.access.quotas import Quotas
from bottleimp.server.access.requested_table import requested_table_or_http_error
from bottleimp.server.pages.assets import static_parts, static_url
from bottleimp.server.pages.error_page import HOME_LINK, RULES_LINK, Link, error_context, error_text
from bottleimp.server.pages.forms import form_fields, guide_fragment
from bottleimp.server.pages.invitations import address_for_others
from bottleimp.server.pages.new_table import NewTableForm
from bottleimp.server.pages.own_matches import OwnMatches
from bottleimp.server.pages.page_templates import template_environment
from bottleimp.server.pages.preferences import (
    SettingGroup,
    offered_settings,
    preferences_of,
    set_preferences_cookie,
    updated_preferences,
)
from bottleimp.server.pages.return_paths import path_to_come_back_to, safe_redirect_path
from bottleimp.server.rules_pages import page as rules_page
from bottleimp.server.rules_pages.edition_list import edition_groups, new_table_path
from bottleimp.server.rules_pages.text import driven_text
from bottleimp.server.settings.config import DEFAULT_EDITION, ServerSettings
from bottleimp.server.state.fairness import Contributions
from bottleimp.server.state.storage_interface import Storage
from bottleimp.server.tables.hints import HintService
from bottleimp.server.tables.registry import TableRegistry
from bottleimp.server.tables.table import Table
from bottleimp.server.tables.table_lists import open_table_entry
from bottleimp.server.text.words import (
    edition_title,
    level_entries,
    level_title,
    offered_level_entries,
    phrase_entries,
)
from bottleimp.server.views.edition_view import rules_path
from bottleimp.server.views.export import finished_records
from bottleimp.server.views.player_names import guest_names
from bottleimp.server.views.projection import may_see_rounds

NOT_FOUND, DAMAGED, UNAVAILABLE = 404, 500, 503


def language_of(connection: HTTPConnection) -> Language:
    """The language in which the visitor is spoken to."""
    accepted = connection.headers.get("accept-language", "")
    return language_for(preferences_of(connection).lang, accepted)


class PageEndpoints:
    """The endpoints of the pages."""

    def __init__(
        self,
        registry: TableRegistry,
        store: Storage,
        settings: ServerSettings,
        quotas: Quotas,
        hints: HintService,
    ) -> None:
        self._hints = hints
        self._quotas = quotas
        self._registry = registry
        self._store = store
        self._settings = settings
        self.own_matches = OwnMatches(registry, store)
        self.push_key = ""  # with which browsers subscribe to messages, if there are any

    def _base_context(self, request: Request) -> dict[str, object]:
        language = language_of(request)
        return {
            "static": static_url,
            "static_parts": static_parts,
            "language": language.code,
            "direction": language.direction,
            "languages": [
                {"code": other.code, "name": other.name, "chosen": other == language}
                for other in languages()
            ],
            "settings": asdict(preferences_of(request)),
            "path": request.url.path,
            "push_key": self.push_key,
            "settings_next": path_to_come_back_to(request),
            "origin": str(request.base_url).rstrip("/"),
            "version": bottleimp.__version__,
        }

    def render(
        self, request: Request, template: str, context: dict[str, object], status: int = 200
    ) -> Response:
        """The page, and a cookie for a visitor who has none."""
        templates = template_environment(language_of(request))
        content = templates.get_template(template).render(self._base_context(request) | context)
        response = HTMLResponse(content, status)
        if not guests.keeps_token(request, self._store.secret_key):
            token = guests.generate_token(self._store.secret_key)
            guests.set_guest_cookie(response, token, request)
        return response

    def error(self, request: Request, status: int) -> Response:
        """The page that says what is wrong, in one sentence."""
        language = language_of(request)
        title, text = error_text(status)
        words = language.gettext(title), language.gettext(text)
        return self.error_page(request, status, words)

    def error_page(
        self, request: Request, status: int, words: tuple[str, str], next_page: Link = HOME_LINK
    ) -> Response:
        """A page with this title and sentence, already translated, that leads to the next one."""
        context = error_context(status, words, next_page, language_of(request))
        return self.render(request, "error.html", context, status)

    def damaged_table(self, request: Request, table: str) -> Response:
        """The page that says that a table cannot be opened, and which."""
        language = language_of(request)
        text = language.gettext(
            "The stored data of table {table} is damaged. Whoever runs this server will find that"
            " name in the log. Other tables are not affected."
        )
        title = language.gettext("This table cannot be opened")
        return self.error_page(request, DAMAGED, (title, text.format(table=table)))

    def unavailable(self, request: Request) -> Response:
        """The page that says that matches cannot be reached for now."""
        language = language_of(request)
        text = language.gettext("Matches cannot be reached at the moment. Try again in a minute.")
        return self.error_page(request, UNAVAILABLE, (language.gettext("Not available"), text))

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
            "levels": offered_level_entries(language, level),
            "level": level_title(level, language),
            "is_easiest": level == offered_player_names()[0],
            "first_round": self.first_round(),
            "groups": edition_groups(language),
            **await self.own_matches.context(guest, language),
            "open_tables": await self.open_table_entries(language),
            "quick_wait": self._settings.quick_wait,
            "name": name if error or guest is None else guest.name,
            "name_error": error,
        }
        return self.render(request, "home.html", context, 422 if error else 200)

    async def open_table_entries(self, language: Language) -> list[dict[str, object]]:
        """Tables on the list, as pages show them; those that cannot be read are left out."""
        return [
            open_table_entry(each, standing.people(language), language)
            for each in await self._registry.listed_tables()
            if (standing := await self.own_matches.standing(each)) is not None
        ]

    async def matches(self, request: Request) -> Response:
        """All matches of the visitor, and how they went."""
        guest = await guests.known_guest(request, self._store)
        context = await self.own_matches.all_matches(guest, language_of(request))
        return self.render(request, "matches.html", context)

    async def new_table(self, request: Request) -> Response:
        """The form for a new table."""
        guest = await guests.known_guest(request, self._store)
        form = self._form(request, dict(request.query_params), "" if guest is None else guest.name)
        context = form.context() | {
            "errors": [],
            **dict.fromkeys(("name_error", "rounds_error", "target_error"), ""),
            "offer": self._offer(),
        }
        return self.render(request, "new.html", context)

    def first_round(self) -> dict[str, object]:
        """What the form for a first round with the guide holds."""
        level = offered_player_names()[0]
        return {"offer": self._offer(), "edition": DEFAULT_EDITION, "level": level}

    def _offer(self) -> dict[str, str]:
        name, commitment = self._registry.offer()
        return {"table": name, "commitment": commitment}

    def _form(self, request: Request, fields: dict[str, str], name: str) -> NewTableForm:
        preferences = preferences_of(request)
        pace = preferences.pace_or(self._settings.pace)
        try:
            return NewTableForm.of(
                fields,
                language_of(request),
                name,
                pace,
                level=preferences.level,
                grace=self._settings.grace,
            )
        except BottleImpError as problem:
            raise HTTPException(404) from problem

    async def create_table(self, request: Request) -> Response:
        """Makes a table and sends the visitor there."""
        fields = await form_fields(request)
        guest = await guests.known_guest(request, self._store)
        form = self._form(request, fields, "" if guest is None else guest.name)
        if form.errors:
            context = form.context() | {
                "errors": form.errors,
                "name_error": next(iter(form.name_errors), ""),
                **form.texts_of_number_errors,
                "offer": self._offer(),
            }
            return self.render(request, "new.html", context, 422)
        has_computers = any(player.level is not None for player in form.setup.players)
        await self._quotas.require_table_or_http_error(request, guest, has_computers=has_computers)
        key = self._store.secret_key
        token = guests.accepted_token(request, key, guest) or guests.generate_token(key)
        holder = guests.with_name(guest or guests.new_guest(token), form.typed_name)
        table = await self._registry.create(
            form.setup,
            {0: holder},
            fields.get("offer", ""),
            maker_contributions(fields, form.setup.edition.players),
        )
        response = RedirectResponse(f"/tables/{table.id}{guide_fragment(fields)}", 303)
        preferences = preferences_of(request)
        if form.chosen_level != preferences.level:
            set_preferences_cookie(
                replace(preferences, level=form.chosen_level, pace=form.pace), response, request
            )
        guests.set_guest_cookie(response, token, request)
        return response

    # --- tables -------------------------------------------------------------------------

    async def requested_table(self, request: Request) -> Table:
        """The table in the path; raises HTTPException where there is none."""
        return await requested_table_or_http_error(self._registry, request)

    async def table(self, request: Request) -> Response:
        """The page on which the browser draws the table."""
        table = await self.requested_table(request)
        guest = await guests.known_guest(request, self._store)
        language, played = language_of(request), table.state.edition
        if guest is not None and table.player_of(guest.id) is not None:
            self._hints.warm_up(table.state)
        address = address_for_others(request, self._settings)
        context: dict[str, object] = {
            "table": {
                "id": table.id,
                "title": edition_title(played, language),
                "edition": played.key,
                "socket": f"/tables/{table.id}/socket",
                "rules": rules_path(played),
                "record": f"/tables/{table.id}/record",
                "new": new_table_path(played),
                "introduction": driven_text(played, language),
                "address": address,
                "fills_in": seconds_to_fill(table),
            },
            "levels": level_entries(language),
            "phrases": phrase_entries(language),
            "guests": guest_names(language),
            "offered_settings": self._offered_settings(request),
            "name": "" if guest is None else guest.name,
            "catalogue_url": f"/locale/{language.code}.json",
        }
        return self.render(request, "table.html", context)

    async def record(self, request: Request) -> Response:
        """The records of the finished rounds, as text to keep; running rounds stay secret.

        Where nobody may watch they are for the players alone.
        """
        table = await self.requested_table(request)
        guest = await guests.current_guest(request, self._store)
        if not may_see_rounds(table.state, table.player_of(guest.id)):
            raise HTTPException(404)
        records = await self._registry.threads.run(
            client_network(request), finished_records, table.state, language_of(request)
        )
        if not records:
            raise HTTPException(404)
        name = f"bottleimp-{table.id}.txt"
        return PlainTextResponse(
            "\n".join(records), headers={"Content-Disposition": f'attachment; filename="{name}"'}
        )

    # --- rules and settings -------------------------------------------------------------

    async def rules_index(self, request: Request) -> Response:
        """All editions."""
        context: dict[str, object] = {"groups": edition_groups(language_of(request))}
        return self.render(request, "rules_index.html", context)

    async def rules(self, request: Request) -> Response:
        """The rules of one edition, with the options of a table if the path names some."""
        text = f"{request.path_params['preset']}/{request.path_params['mode']}"
        language, shown = language_of(request), rules_page.parse_edition(text)
        if shown is None:
            return self.error_page(
                request, NOT_FOUND, rules_page.no_rules_text(language), RULES_LINK
            )
        # Finding examples takes a moment the first time: not while others wait.
        context = await asyncio.to_thread(rules_page.rules_context, shown, language)
        back = rules_page.table_path(request.query_params.get("table", ""))
        return self.render(request, "rules.html", context | {"back": back})

    async def settings(self, request: Request) -> Response:
        """The form for the settings."""
        context: dict[str, object] = {
            "offered": self._offered_settings(request),
            "next": safe_redirect_path(request.query_params.get("next", "/")),
        }
        return self.render(request, "settings.html", context)

    def _offered_settings(self, request: Request) -> list[SettingGroup]:
        return offered_settings(
            preferences_of(request),
            language_of(request),
            self._settings.pace,
            tells_anywhere=bool(self.push_key),
        )

    async def save_settings(self, request: Request) -> Response:
        """Keeps the settings in a cookie."""
        fields = await form_fields(request)
        preferences = updated_preferences(fields, preferences_of(request))
        response = RedirectResponse(safe_redirect_path(fields.get("next", "/")), 303)
        set_preferences_cookie(preferences, response, request)
        return response

    async def locale(self, request: Request) -> Response:
        """The catalogue of a language for the browser."""
        code = request.path_params["code"]
        for language in languages():
            if language.code == code:
                return JSONResponse(catalogue_messages(language))
        raise HTTPException(404)


def maker_contributions(fields: dict[str, str], players: int) -> Contributions:
    """What the maker of a table, player 0, gave for the first deal."""
    seed = fields.get("seed", "")
    return (seed if CONTRIBUTION.fullmatch(seed) else None, *(None,) * (players - 1))
