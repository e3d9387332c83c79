"""The pages on which the browser replays a finished round, and plays it on in another way.

A round is one of a table, or of a file that the browser keeps.

replay.html       table {id, title}; round; rounds: how many are finished; places [{player, name,
                  is_chosen}], the onlooker's last, with the player `""`; record: the round as text;
                  and what the table itself needs: catalogue_url, offered_settings, levels, guests
variation.html    table; round; step: that of the player's choice, from 1 up; player; and what the
                  table itself needs
open_record.html  most_bytes: how large a file may be
record_round.html  round; page: the one that leads to the file; and what the table itself needs
record_variation.html  page; round, step and player, as in variation.html; and what the table needs
"""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from bottleimp.languages.language import Language
from bottleimp.parsing import parse_integer
from bottleimp.protocol.http_bodies import MAX_PLAYERS, MAX_RECORD_FILE_BYTES
from bottleimp.protocol.refusals import Refused
from bottleimp.rules.seating import MAX_AGREED_ROUNDS
from bottleimp.server.access import guests
from bottleimp.server.access.requested_table import requested_table_or_http_error
from bottleimp.server.pages.page_templates import Render
from bottleimp.server.pages.preferences import LanguageOf, offered_settings, preferences_of
from bottleimp.server.replays.round_replay import FinishedRound
from bottleimp.server.replays.step_advice import AdviceService
from bottleimp.server.replays.variation import Variation, VariationService
from bottleimp.server.state.storage_interface import Storage
from bottleimp.server.state.table_state import TableState
from bottleimp.server.tables.registry import TableRegistry
from bottleimp.server.tables.table import Table
from bottleimp.server.text.words import edition_title, level_entries
from bottleimp.server.views.export import finished_record
from bottleimp.server.views.player_names import guest_names, player_names
from bottleimp.server.views.projection import may_see_rounds

MAX_STEPS = 100  # more than any round has


class ReplayPages:
    """The endpoints of the pages `/tables/{table}/rounds/{round}` and of its variations."""

    def __init__(
        self,
        registry: TableRegistry,
        store: Storage,
        render: Render,
        language_of: LanguageOf,
        advice: AdviceService,
        variations: VariationService,
    ) -> None:
        self._registry = registry
        self._store = store
        self._render = render
        self._language_of = language_of
        self._advice = advice
        self._variations = variations

    async def round(self, request: Request) -> Response:
        """A finished round: its text to read, and the table on which the browser replays it."""
        table, finished, you = await self._finished_round(request)
        self._advice.warm_up(table.state.edition)
        state, language = table.state, self._language_of(request)
        context = self._table_context(request, finished)
        context["rounds"] = len(state.finished_rounds)
        context["places"] = place_entries(state, you, language)
        context["record"] = finished_record(state, finished.number, language)
        return self._render(request, "replay.html", context)

    async def variation(self, request: Request) -> Response:
        """The table on which a finished round is played on in another way."""
        table, finished, _ = await self._finished_round(request)
        try:
            step, player = finished.choice_named(
                request.path_params["step"], request.query_params.get("player", "")
            )
            Variation(finished, step, player)
        except Refused as refusal:
            raise HTTPException(404) from refusal
        self._variations.warm_up(table.state)
        self._advice.warm_up(table.state.edition)
        context = self._table_context(request, finished)
        context["step"], context["player"] = step, player
        return self._render(request, "variation.html", context)

    async def _finished_round(self, request: Request) -> tuple[Table, FinishedRound, int | None]:
        """The table and the round in the path, and the place of who asks; raises HTTPException."""
        table = await requested_table_or_http_error(self._registry, request)
        guest = await guests.current_guest(request, self._store)
        you, rounds = table.player_of(guest.id), len(table.state.finished_rounds)
        number = parse_integer(request.path_params["round"], 1, rounds) if rounds else None
        if number is None or not may_see_rounds(table.state, you):
            raise HTTPException(404)
        return table, FinishedRound.of(table.state, number), you

    def _table_context(self, request: Request, finished: FinishedRound) -> dict[str, object]:
        """What both pages tell the browser."""
        state, language = finished.table, self._language_of(request)
        return {
            "table": {"id": state.table, "title": edition_title(state.edition, language)},
            "round": finished.number,
            **drawn_table_context(request, language),
        }


class RecordPages:
    """The endpoints of the page `/replay`, which opens a file, and of the rounds of files.

    Those of a file have their addresses below the page that leads to it, this or another one.
    """

    def __init__(self, render: Render, language_of: LanguageOf) -> None:
        self._render = render
        self._language_of = language_of

    async def open(self, request: Request) -> Response:
        """The form for the file, which the browser reads and keeps."""
        return self._render(request, "open_record.html", {"most_bytes": MAX_RECORD_FILE_BYTES})

    async def round(self, request: Request) -> Response:
        """The table on which the browser replays a round of the file that it keeps."""
        context = self._round_context(request)
        return self._render(request, "record_round.html", context)

    async def variation(self, request: Request) -> Response:
        """The table on which such a round is played on; the browser knows whether it can be."""
        step = parse_integer(request.path_params["step"], 1, MAX_STEPS)
        player = parse_integer(request.query_params.get("player", ""), 0, MAX_PLAYERS - 1)
        if step is None or player is None:
            raise HTTPException(404)
        context = {"step": step, "player": player, **self._round_context(request)}
        return self._render(request, "record_variation.html", context)

    def _round_context(self, request: Request) -> dict[str, object]:
        """What the pages of a round tell the browser; raises HTTPException."""
        number = parse_integer(request.path_params["round"], 1, MAX_AGREED_ROUNDS)
        if number is None:
            raise HTTPException(404)
        page = request.url.path.partition("/rounds/")[0]
        drawn = drawn_table_context(request, self._language_of(request))
        return {"page": page, "round": number, **drawn}


def drawn_table_context(request: Request, language: Language) -> dict[str, object]:
    """What the browser needs to draw a table."""
    return {
        "levels": level_entries(language),
        "guests": guest_names(language),
        "offered_settings": offered_settings(preferences_of(request), language),
        "catalogue_url": f"/locale/{language.code}.json",
    }


def place_entries(
    state: TableState, you: int | None, language: Language
) -> list[dict[str, object]]:
    """The places from which the round can be seen: first the visitor's own."""
    names = player_names(state.participants, language, you)
    players = range(state.edition.players)
    order = sorted(players, key=lambda player: player != you)
    places: list[dict[str, object]] = [
        {"player": player, "name": names[player], "is_chosen": player == you} for player in order
    ]
    return [*places, {"player": "", "name": "", "is_chosen": you is None}]
