"""The page on which the browser replays a finished round.

replay.html       table {id, title}; round; rounds: how many are finished; places [{player, name,
                  is_chosen}], the onlooker's last, with the player `""`; record: the round as text;
                  and what the table itself needs: catalogue_url, offered_settings, levels, guests
"""

from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from bottleimp.parsing import parse_integer
from bottleimp.server.access import guests
from bottleimp.server.pages.preferences import offered_settings, preferences_of
from bottleimp.server.replays.step_advice import AdviceService
from bottleimp.server.state.storage_interface import Storage
from bottleimp.server.state.table_state import TableState
from bottleimp.server.tables.registry import TableRegistry
from bottleimp.server.text.i18n import Language
from bottleimp.server.text.words import edition_title, level_entries
from bottleimp.server.views.export import finished_records
from bottleimp.server.views.player_names import guest_names, player_names
from bottleimp.server.views.projection import may_see_rounds

Render = Callable[[Request, str, dict[str, object]], Response]


class ReplayPages:
    """The endpoint of the pages `/tables/{table}/rounds/{round}`."""

    def __init__(
        self,
        registry: TableRegistry,
        store: Storage,
        render: Render,
        language_of: Callable[[Request], Language],
        advice: AdviceService,
    ) -> None:
        self._registry = registry
        self._store = store
        self._render = render
        self._language_of = language_of
        self._advice = advice

    async def round(self, request: Request) -> Response:
        """A finished round: its text to read, and the table on which the browser replays it."""
        table = await self._registry.table(request.path_params["table"])
        if table is None:
            raise HTTPException(404)
        state, guest = table.state, await guests.current_guest(request, self._store)
        you, rounds = table.player_of(guest.id), len(table.state.finished_rounds)
        number = parse_integer(request.path_params["round"], 1, rounds) if rounds else None
        if number is None or not may_see_rounds(state, you):
            raise HTTPException(404)
        self._advice.warm_up(table)
        language = self._language_of(request)
        context: dict[str, object] = {
            "table": {"id": table.id, "title": edition_title(state.edition, language)},
            "round": number,
            "rounds": rounds,
            "places": place_entries(state, you, language),
            "record": finished_records(state, language)[number - 1],
            "levels": level_entries(language),
            "guests": guest_names(language),
            "offered_settings": offered_settings(preferences_of(request), language),
            "catalogue_url": f"/locale/{language.code}.json",
        }
        return self._render(request, "replay.html", context)


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
