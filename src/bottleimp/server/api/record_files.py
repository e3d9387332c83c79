"""Files of records over HTTP: their rounds from the deal to the score, advice, and variations.

The file comes with every request, and nothing of it is stored.
"""

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bottleimp.parsing import parse_integer
from bottleimp.protocol.http_bodies import MAX_RECORD_FILE_BYTES, RecordFile, RecordVariation
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.server.access.addresses import client_network
from bottleimp.server.access.rate_limits import RateLimits, limited_network
from bottleimp.server.api.http import API_PREFIX, HttpApi, json_body, json_response, parse_body
from bottleimp.server.api.replays import (
    MAX_ROUNDS,
    RequestedVariation,
    requested_choice,
    variation_routes,
)
from bottleimp.server.engines.fair_queue import FairThreads
from bottleimp.server.pages.preferences import LanguageOf
from bottleimp.server.replays.recorded_match import RecordedMatch
from bottleimp.server.replays.round_replay import FinishedRound
from bottleimp.server.replays.step_advice import ADVICE_BURST, AdviceService
from bottleimp.server.replays.variation import Variation, VariationService
from bottleimp.server.settings.clock import SYSTEM_CLOCK, Clock
from bottleimp.server.state.table_state import TableState
from bottleimp.server.tables.token_bucket import TokenBuckets

# Files of one visitor: about as many at once as a round has choices, since the file comes with
# every question about one.  To read a large file takes up to 0.7 s.
FILE_BURST, FILES_PER_SECOND = ADVICE_BURST, 1.0

# What the actions of a variation take at most, beside the file.
MAX_ACTION_BYTES = 1024

decode_record_file = msgspec.json.Decoder(RecordFile).decode
decode_variation = msgspec.json.Decoder(RecordVariation).decode


class RecordFileApi:
    """The endpoints of files of records."""

    def __init__(
        self,
        api: HttpApi,
        limits: RateLimits,
        advice: AdviceService,
        variations: VariationService,
        threads: FairThreads,
        language_of: LanguageOf,
        clock: Clock = SYSTEM_CLOCK,
    ) -> None:
        self._api = api
        self._limits = limits
        self._files = TokenBuckets(FILE_BURST, FILES_PER_SECOND, clock)
        self._advice = advice
        self._variations = variations
        self._threads = threads
        self._language_of = language_of

    def routes(self) -> list[Route]:
        """Everything under `/api/replays`."""
        path = f"{API_PREFIX}/replays"
        return [
            Route(path, self._api.answer_errors(self.replay), methods=["POST"]),
            Route(
                f"{path}/advice/{{step}}", self._api.answer_errors(self.advice), methods=["POST"]
            ),
            *variation_routes(self._api, path, self.variation, self.advice_in_variation),
        ]

    async def replay(self, request: Request) -> Response:
        """A round of the file as the player in the query saw it, or an onlooker without one."""
        match, finished = await self._requested_round(request)
        player = finished.player_named(request.query_params.get("player", ""))
        self._advice.warm_up(match.state.edition)
        # Some fifty views take a moment: not while others wait.
        reply = await self._threads.run(
            client_network(request), finished.reply, player, self._language_of(request)
        )
        return json_response(reply, 200)

    async def advice(self, request: Request) -> Response:
        """What a strong player would have done in a step, in the place of the player there."""
        match, finished = await self._requested_round(request)
        step, player = requested_choice(request, finished)
        visitor, language = limited_network(request) or "", self._language_of(request)
        given = await self._advice.give_advice(match, finished, step, player, visitor, language)
        return json_response(given, 200)

    async def variation(self, request: Request) -> Response:
        """What the player is shown who plays the round on from a step, after so many actions."""
        state, asked = await self._requested_variation(request)
        self._variations.warm_up(state)
        return await asked.reply(self._variations, self._language_of(request))

    async def advice_in_variation(self, request: Request) -> Response:
        """What a strong player would do for the player of a variation after so many actions."""
        _, asked = await self._requested_variation(request)
        return await asked.advice(self._variations, self._advice, self._language_of(request))

    async def _requested_variation(self, request: Request) -> tuple[TableState, RequestedVariation]:
        """The table that the file in the body makes, and the variation; raises Refused."""
        body = await json_body(request, MAX_RECORD_FILE_BYTES + MAX_ACTION_BYTES)
        sent = parse_body(body, decode_variation)
        match, finished = await self._round_of(request, sent.content)
        variation = Variation(finished, *requested_choice(request, finished))
        visitor = limited_network(request) or ""
        return match.state, RequestedVariation(match, variation, sent.actions, visitor)

    async def _requested_round(self, request: Request) -> tuple[RecordedMatch, FinishedRound]:
        """The match in the body, and the round of it in the query; raises Refused."""
        body = await json_body(request, MAX_RECORD_FILE_BYTES)
        return await self._round_of(request, parse_body(body, decode_record_file).content)

    async def _round_of(
        self, request: Request, content: str
    ) -> tuple[RecordedMatch, FinishedRound]:
        """The match in a file, and the round of it in the query; raises Refused."""
        self._limits.addresses.take(limited_network(request))
        self._files.take(limited_network(request))
        number = parse_integer(request.query_params.get("round", "1"), 1, MAX_ROUNDS)
        if number is None:
            raise Refused(RefusalCode.NO_SUCH_ROUND)
        match = await self._threads.run(client_network(request), RecordedMatch.read, content)
        return match, FinishedRound.of(match.state, number)
