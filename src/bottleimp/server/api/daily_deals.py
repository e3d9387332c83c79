"""The deal of the day over HTTP: what the visitor has done comes in, a view goes out."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bottleimp.protocol.http_bodies import RecordFile
from bottleimp.server.access.rate_limits import RateLimits, limited_network
from bottleimp.server.api.http import API_PREFIX, HttpApi, json_body, json_response, parse_body
from bottleimp.server.api.lessons import decode_actions
from bottleimp.server.api.replays import RequestedVariation
from bottleimp.server.pages.preferences import LanguageOf
from bottleimp.server.replays.daily_deals import DailyDeals, DailyRound
from bottleimp.server.replays.variation import VariationService


class DailyDealApi:
    """The endpoints of the deals of the days; they store nothing."""

    def __init__(
        self,
        api: HttpApi,
        limits: RateLimits,
        deals: DailyDeals,
        variations: VariationService,
        language_of: LanguageOf,
    ) -> None:
        self._api = api
        self._limits = limits
        self._deals = deals
        self._variations = variations
        self._language_of = language_of

    def routes(self) -> list[Route]:
        """Everything under `/api/daily`."""
        path = f"{API_PREFIX}/daily/{{day}}"
        return [
            Route(path, self._api.answer_errors(self.reply), methods=["POST"]),
            Route(f"{path}/record", self._api.answer_errors(self.record), methods=["POST"]),
        ]

    async def reply(self, request: Request) -> Response:
        """What the visitor is shown after the actions in the body."""
        asked, _ = await self._requested_round(request)
        return await asked.reply(self._variations, self._language_of(request))

    async def record(self, request: Request) -> Response:
        """The record of the round that these actions have finished."""
        asked, daily = await self._requested_round(request)
        now, _ = await self._variations.play(asked.match, daily, asked.labels, asked.visitor)
        return json_response(RecordFile(daily.record(now, self._language_of(request))), 200)

    async def _requested_round(self, request: Request) -> tuple[RequestedVariation, DailyRound]:
        """What is asked of the round of the day in the path, and that round; raises Refused."""
        day = self._deals.day_named(request.path_params["day"])
        body = await json_body(request)
        self._limits.addresses.take(limited_network(request))
        labels = parse_body(body, decode_actions).actions
        visitor = limited_network(request) or ""
        match, daily = await self._deals.round(day, visitor)
        return RequestedVariation(match, daily, labels, visitor), daily
