"""Finished rounds over HTTP: from the deal to the score, advice on choices, and variations.

They are for whoever may see what is played at the table.
"""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bottleimp.languages.language import Language
from bottleimp.parsing import parse_integer
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.server.access import guests
from bottleimp.server.access.addresses import client_network
from bottleimp.server.access.rate_limits import RateLimits, limited_network
from bottleimp.server.access.requested_table import find_requested_table
from bottleimp.server.api.http import (
    API_PREFIX,
    Endpoint,
    HttpApi,
    json_body,
    json_response,
    parse_body,
)
from bottleimp.server.api.lessons import decode_actions
from bottleimp.server.pages.preferences import LanguageOf
from bottleimp.server.replays.round_replay import FinishedRound, SeededMatch
from bottleimp.server.replays.step_advice import AdviceService
from bottleimp.server.replays.variation import Variation, VariationService
from bottleimp.server.state.storage_interface import Guest, Storage
from bottleimp.server.tables.registry import TableRegistry
from bottleimp.server.tables.table import Table
from bottleimp.server.views.projection import may_see_rounds

MAX_ROUNDS = 10_000


@dataclass(frozen=True)
class RequestedVariation:
    """A variation of a round of this match, what has been done in it, and who asks."""

    match: SeededMatch
    variation: Variation
    labels: list[str]
    visitor: str

    async def reply(self, service: VariationService, language: Language) -> Response:
        """What the player is shown after these actions; raises Refused."""
        shown = await service.reply(self.match, self.variation, self.labels, self.visitor, language)
        return json_response(shown, 200)

    async def advice(
        self, service: VariationService, adviser: AdviceService, language: Language
    ) -> Response:
        """What a strong player would do after these actions; raises Refused."""
        state = await service.asked(self.match, self.variation, self.labels, self.visitor)
        given = await adviser.give_advice_in_variation(
            self.match, self.variation, self.labels, state, self.visitor, language
        )
        return json_response(given, 200)


class ReplayApi:
    """The endpoints of finished rounds."""

    def __init__(
        self,
        api: HttpApi,
        registry: TableRegistry,
        store: Storage,
        limits: RateLimits,
        advice: AdviceService,
        variations: VariationService,
        language_of: LanguageOf,
    ) -> None:
        self._api = api
        self._registry = registry
        self._store = store
        self._limits = limits
        self._advice = advice
        self._variations = variations
        self._language_of = language_of

    def routes(self) -> list[Route]:
        """Everything under `/api/tables/{table}/rounds`."""
        path = f"{API_PREFIX}/tables/{{table}}/rounds/{{round}}"
        return [
            Route(path, self._api.answer_errors(self.replay), methods=["GET"]),
            Route(f"{path}/advice/{{step}}", self._api.answer_errors(self.advice), methods=["GET"]),
            *variation_routes(self._api, path, self.variation, self.advice_in_variation),
        ]

    async def replay(self, request: Request) -> Response:
        """The round as the player in the query saw it; without one, as an onlooker did."""
        self._limits.addresses.take(limited_network(request))
        _, finished, _ = await self._finished_round(request)
        player = finished.player_named(request.query_params.get("player", ""))
        # Some fifty views take a moment: not while others wait.
        reply = await self._registry.threads.run(
            client_network(request), finished.reply, player, self._language_of(request)
        )
        return json_response(reply, 200)

    async def advice(self, request: Request) -> Response:
        """What a strong player would have done in a step, in the place of the player there."""
        self._limits.addresses.take(limited_network(request))
        table, finished, guest = await self._finished_round(request)
        step, player = requested_choice(request, finished)
        visitor = limited_network(request) or guest.id
        language = self._language_of(request)
        given = await self._advice.give_advice(table, finished, step, player, visitor, language)
        return json_response(given, 200)

    async def variation(self, request: Request) -> Response:
        """What the player is shown who plays the round on from a step, after so many actions."""
        asked = await self._requested_variation(request)
        return await asked.reply(self._variations, self._language_of(request))

    async def advice_in_variation(self, request: Request) -> Response:
        """What a strong player would do for the player of a variation after so many actions."""
        asked = await self._requested_variation(request)
        return await asked.advice(self._variations, self._advice, self._language_of(request))

    async def _requested_variation(self, request: Request) -> RequestedVariation:
        """The variation that the path, the query and the body name; raises Refused."""
        body = await json_body(request)
        self._limits.addresses.take(limited_network(request))
        table, finished, guest = await self._finished_round(request)
        labels = parse_body(body, decode_actions).actions
        variation = Variation(finished, *requested_choice(request, finished))
        return RequestedVariation(table, variation, labels, limited_network(request) or guest.id)

    async def _finished_round(self, request: Request) -> tuple[Table, FinishedRound, Guest]:
        """The table and the round in the path, and who asks; raises Refused."""
        table = await find_requested_table(self._registry, request)
        guest = await guests.current_guest(request, self._store)
        if guests.has_bearer(request) and not guest.id:
            raise Refused(RefusalCode.UNKNOWN_GUEST)
        if table is None or not may_see_rounds(table.state, table.player_of(guest.id)):
            raise Refused(RefusalCode.NOT_FOUND)
        number = parse_integer(request.path_params["round"], 1, MAX_ROUNDS)
        if number is None:
            raise Refused(RefusalCode.NO_SUCH_ROUND)
        return table, FinishedRound.of(table.state, number), guest


def variation_routes(api: HttpApi, path: str, variation: Endpoint, advice: Endpoint) -> list[Route]:
    """The routes of the variations of a round, and of advice in them, below the path."""
    below = f"{path}/variations/{{step}}"
    return [
        Route(below, api.answer_errors(variation), methods=["POST"]),
        Route(f"{below}/advice", api.answer_errors(advice), methods=["POST"]),
    ]


def requested_choice(request: Request, finished: FinishedRound) -> tuple[int, int]:
    """The step in the path and the player in the query; raises Refused for what there is not."""
    player = request.query_params.get("player", "")
    return finished.choice_named(request.path_params["step"], player)
