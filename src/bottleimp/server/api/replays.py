"""Finished rounds over HTTP: a round from the deal to its score, and advice on its choices.

They are for whoever may see what is played at the table.
"""

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bottleimp.parsing import parse_integer
from bottleimp.protocol.http_bodies import MAX_PLAYERS
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.server.access import guests
from bottleimp.server.access.rate_limits import RateLimits, limited_network
from bottleimp.server.api.http import API_PREFIX, HttpApi, LanguageOf, json_response
from bottleimp.server.replays.round_replay import FinishedRound
from bottleimp.server.replays.step_advice import AdviceService
from bottleimp.server.state.storage_interface import Guest, Storage
from bottleimp.server.tables.registry import TableRegistry
from bottleimp.server.tables.table import Table
from bottleimp.server.views.projection import may_see_rounds

MAX_ROUNDS, MAX_STEPS = 10_000, 100


class ReplayApi:
    """The endpoints of finished rounds."""

    def __init__(
        self,
        api: HttpApi,
        registry: TableRegistry,
        store: Storage,
        limits: RateLimits,
        advice: AdviceService,
        language_of: LanguageOf,
    ) -> None:
        self._api = api
        self._registry = registry
        self._store = store
        self._limits = limits
        self._advice = advice
        self._language_of = language_of

    def routes(self) -> list[Route]:
        """Everything under `/api/tables/{table}/rounds`."""
        path = f"{API_PREFIX}/tables/{{table}}/rounds/{{round}}"
        return [
            Route(path, self._api.answer_errors(self.replay), methods=["GET"]),
            Route(f"{path}/advice/{{step}}", self._api.answer_errors(self.advice), methods=["GET"]),
        ]

    async def replay(self, request: Request) -> Response:
        """The round as the player in the query saw it; without one, as an onlooker did."""
        self._limits.addresses.take(limited_network(request))
        _, finished, _ = await self._finished_round(request)
        player = requested_player(request, finished)
        # Some fifty views take a moment: not while others wait.
        reply = await asyncio.to_thread(finished.reply, player, self._language_of(request))
        return json_response(reply, 200)

    async def advice(self, request: Request) -> Response:
        """What a strong player would have done in a step, in the place of the player there."""
        self._limits.addresses.take(limited_network(request))
        table, finished, guest = await self._finished_round(request)
        player = requested_player(request, finished)
        step = parse_integer(request.path_params["step"], 1, MAX_STEPS)
        if player is None:
            raise Refused(RefusalCode.NO_SUCH_PLAYER)
        if step is None:
            raise Refused(RefusalCode.NO_CHOICE)
        visitor = limited_network(request) or guest.id
        language = self._language_of(request)
        given = await self._advice.give_advice(table, finished, step, player, visitor, language)
        return json_response(given, 200)

    async def _finished_round(self, request: Request) -> tuple[Table, FinishedRound, Guest]:
        """The table and the round in the path, and who asks; raises Refused."""
        table = await self._registry.table(request.path_params["table"])
        guest = await guests.current_guest(request, self._store)
        if guests.has_bearer(request) and not guest.id:
            raise Refused(RefusalCode.UNKNOWN_GUEST)
        if table is None or not may_see_rounds(table.state, table.player_of(guest.id)):
            raise Refused(RefusalCode.NOT_FOUND)
        number = parse_integer(request.path_params["round"], 1, MAX_ROUNDS)
        if number is None:
            raise Refused(RefusalCode.NO_SUCH_ROUND)
        return table, FinishedRound.of(table.state, number), guest


def requested_player(request: Request, finished: FinishedRound) -> int | None:
    """The player in the query, or None where it names none; raises Refused for what is none."""
    text = request.query_params.get("player", "")
    if not text:
        return None
    player = parse_integer(text, 0, MAX_PLAYERS - 1)
    if player is None or player >= finished.table.edition.players:
        raise Refused(RefusalCode.NO_SUCH_PLAYER)
    return player
