"""The exercises of the lessons over HTTP: what the learner has done comes in, a view goes out."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bottleimp.lessons import Lesson, lesson_named
from bottleimp.parsing import parse_integer
from bottleimp.protocol.http_bodies import LessonActions
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.server.access.rate_limits import RateLimits, limited_network
from bottleimp.server.api.http import API_PREFIX, HttpApi, json_body, json_response, parse_body
from bottleimp.server.lessons.lesson_table import LessonTable
from bottleimp.server.pages.preferences import LanguageOf, preferences_of
from bottleimp.server.settings.config import ServerSettings

decode_actions = msgspec.json.Decoder(LessonActions).decode


class LessonApi:
    """The endpoint of the lessons; it stores nothing."""

    def __init__(
        self, api: HttpApi, limits: RateLimits, settings: ServerSettings, language_of: LanguageOf
    ) -> None:
        self._api = api
        self._settings = settings
        self._limits = limits
        self._language_of = language_of

    def routes(self) -> list[Route]:
        """Everything under `/api/lessons`."""
        endpoint = self._api.answer_errors(self.reply)
        return [Route(f"{API_PREFIX}/lessons/{{lesson}}/{{exercise}}", endpoint, methods=["POST"])]

    async def reply(self, request: Request) -> Response:
        """The view of the learner after the actions in the body."""
        lesson, number = requested_exercise(request)
        body = await json_body(request)
        self._limits.addresses.take(limited_network(request))
        labels = parse_body(body, decode_actions).actions
        table = LessonTable.of(lesson, number, self._pace(request))
        return json_response(table.reply(labels, self._language_of(request)), 200)

    def _pace(self, request: Request) -> int:
        """The pace that the visitor has chosen, or that of the server."""
        return preferences_of(request).pace_or(self._settings.pace)


def requested_exercise(request: Request) -> tuple[Lesson, int]:
    """The lesson in the path and the number of the exercise, counted from 0; raises Refused."""
    lesson = lesson_named(request.path_params["lesson"])
    if lesson is None:
        raise Refused(RefusalCode.NOT_FOUND)
    number = parse_integer(request.path_params["exercise"], 1, len(lesson.exercises))
    if number is None:
        raise Refused(RefusalCode.NOT_FOUND)
    return lesson, number - 1
