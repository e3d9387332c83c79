"""The OpenAPI document of everything under `/api`, made from the types of the wire."""

from functools import cache
from typing import Any

import bottleimp
from bottleimp.protocol import http_bodies
from bottleimp.protocol import schema as wire_schema
from bottleimp.protocol.hint_messages import HintReply
from bottleimp.protocol.messages import CommandAccepted, CommandRefused

# A part of an OpenAPI document.
OpenApiPart = dict[str, Any]

OPENAPI_VERSION = "3.1.0"
PREFIX = "#/components/schemas/"
JSON, STREAM, SCHEMA = "application/json", "text/event-stream", "application/schema+json"
MAX_SAFE_INTEGER = 2**53
MAX_WAIT_SECONDS = 30  # seconds for which a page of events waits

REFUSALS = {
    400: "The message or a number was not understood.",
    401: "The server does not know who you are.",
    403: "The guest may not do that, or another site sent this.",
    404: "Something that the address names does not exist; `code` says what.",
    409: "The rules, the table as it is or your unfinished matches forbid it; `code` says why.",
    413: "The message is too large.",
    415: "The message is not JSON, or does not say so.",
    421: "The server does not go by the name under which it was reached.",
    422: "There cannot be such a table, or the file cannot be opened; `text` says why.",
    429: "Too much from one guest or address; see `Retry-After`.",
    503: "The computer players are busy, or nothing can be read or saved; `code` says which.",
}


def path_parameter(name: str, description: str, schema: OpenApiPart) -> OpenApiPart:
    """A part of the path; there is no path without it."""
    return {
        "name": name,
        "in": "path",
        "required": True,
        "description": description,
        "schema": schema,
    }


TABLE = path_parameter(
    "table",
    "The table's id.",
    {"type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[0-9A-Za-z_-]+$"},
)
CODE = path_parameter(
    "code",
    "Five letters.",
    {"type": "string", "pattern": "^[A-Za-z]{5}$"},
)
LESSON = path_parameter(
    "lesson",
    "The lesson's key, as in the address of its page.",
    {"type": "string", "minLength": 1, "maxLength": 32, "pattern": "^[a-z-]+$"},
)
DAY = path_parameter("day", "A day that has come by UTC.", {"type": "string", "format": "date"})
ROUND = path_parameter(
    "round",
    "The number of a finished round, from 1 up.",
    {"type": "integer", "minimum": 1, "maximum": 10_000},
)
STEP = path_parameter(
    "step",
    "The number of a step of the round, from 1 up: a stage of the exchange, or a card.",
    {"type": "integer", "minimum": 1, "maximum": 100},
)
PLAYER: OpenApiPart = {
    "name": "player",
    "in": "query",
    "description": "Whose place the round is seen from; none for that of an onlooker.",
    "schema": {"type": "integer", "minimum": 0, "maximum": http_bodies.MAX_PLAYERS - 1},
}
ADVISED_PLAYER: OpenApiPart = {
    **PLAYER,
    "description": "The player whose choice it was.",
    "required": True,
}
ROUND_OF_FILE: OpenApiPart = {
    **ROUND,
    "in": "query",
    "required": False,
    "description": "The number of a round in the file, from 1 up; the first one without it.",
}
EXERCISE = path_parameter(
    "exercise",
    "The number of the exercise, from 1 up.",
    {"type": "integer", "minimum": 1, "maximum": 9},
)
AFTER: OpenApiPart = {
    "name": "after",
    "in": "query",
    "description": "The number of the last event you have applied; none for the whole view.",
    "schema": {"type": "integer", "minimum": 0, "maximum": MAX_SAFE_INTEGER},
}
LOG: OpenApiPart = {
    "name": "log",
    "in": "query",
    "description": "That of the last `welcome`: of another log the whole view is sent.",
    "schema": {"type": "string"},
}
WAIT: OpenApiPart = {
    "name": "wait",
    "in": "query",
    "description": "Seconds for which the answer may wait for an event where there is none yet.",
    "schema": {"type": "integer", "minimum": 0, "maximum": MAX_WAIT_SECONDS},
}
LAST_EVENT_ID: OpenApiPart = {
    "name": "Last-Event-ID",
    "in": "header",
    "description": "As `after` and `log`, for streams; sent by browsers when they ask again.",
    "schema": {"type": "string", "pattern": "^[0-9]*([.].*)?$"},
}


def schema_ref(kind: type) -> OpenApiPart:
    """A reference to a type on the wire."""
    return {"$ref": PREFIX + kind.__name__}


def content(schema: OpenApiPart, media: str = JSON) -> OpenApiPart:
    """A body of this kind."""
    return {media: {"schema": schema}}


def json_body(schema: OpenApiPart) -> OpenApiPart:
    """A body that a request must have."""
    return {"required": True, "content": content(schema)}


def operation_responses(
    description: str, schema: OpenApiPart, *refused: int, status: int = 200
) -> OpenApiPart:
    """The answers of an operation: what it is for, and how it may be refused."""
    found: OpenApiPart = {str(status): {"description": description, "content": content(schema)}}
    for refusal in (*refused, 421, 429):
        found[str(refusal)] = {
            "description": REFUSALS[refusal],
            "content": content(schema_ref(CommandRefused)),
        }
    return found


def operation(name: str, summary: str, responses: OpenApiPart, **more: Any) -> OpenApiPart:
    """One operation."""
    return {"operationId": name, "summary": summary, "responses": responses, **more}


@cache
def openapi_document() -> OpenApiPart:
    """The whole document."""
    return {
        "openapi": OPENAPI_VERSION,
        "info": {
            "title": "The Bottle Imp",
            "summary": "The HTTP twin of the WebSocket protocol bottle.v1.",
            "version": bottleimp.__version__,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "jsonSchemaDialect": wire_schema.DIALECT,
        "security": [{"token": []}, {"cookie": []}, {"secureCookie": []}, {}],
        "paths": paths(),
        "components": {
            "schemas": wire_schema.schema_components(
                PREFIX, http_bodies.GuestToken, http_bodies.TableOffer,
                http_bodies.NewTableRequest, http_bodies.TableUrls, http_bodies.EventPage,
                http_bodies.LessonActions, http_bodies.LessonReply, http_bodies.RoundReplay,
                http_bodies.StepAdvice, http_bodies.RecordFile, http_bodies.RecordVariation,
            ),
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "bottle_guest"},
                "secureCookie": {
                    "type": "apiKey", "in": "cookie", "name": "__Host-bottle_guest",
                },
            },
        },
    }  # fmt: skip


def paths() -> OpenApiPart:
    """The operations by their paths."""
    return {
        "/api/guests": {
            "post": operation(
                "newGuest",
                "A token with which a program says who it is.",
                operation_responses(
                    "Keep the token; nobody can look it up.",
                    schema_ref(http_bodies.GuestToken), 403, status=201,
                ),
                security=[{}],
            ),
        },
        "/api/tables": {
            "post": operation(
                "newTable",
                "A new table, at which you have place 0.",
                operation_responses(
                    "The table is there.", schema_ref(http_bodies.TableUrls),
                    400, 401, 403, 409, 413, 415, 422, 503, status=201,
                ),
                requestBody=json_body(schema_ref(http_bodies.NewTableRequest)),
            ),
        },
        "/api/offer": {
            "get": operation(
                "offer",
                "A table that you may make, and the promise of its first deal.",
                operation_responses(
                    "Give `offer` back with the order.", schema_ref(http_bodies.TableOffer)
                ),
                security=[{}],
            ),
        },
        "/api/codes/{code}": {
            "get": operation(
                "withCode",
                "The table with a five-letter code, unless it is over.",
                operation_responses("There it is.", schema_ref(http_bodies.TableUrls), 404),
                parameters=[CODE],
                security=[{}],
            ),
        },
        "/api/tables/{table}/events": {
            "parameters": [TABLE],
            "get": operation(
                "events",
                "The events after one, or the whole view where that was too long ago.",
                event_responses(),
                parameters=[AFTER, LOG, WAIT, LAST_EVENT_ID],
            ),
        },
        "/api/tables/{table}/commands": {
            "parameters": [TABLE],
            "post": operation(
                "command",
                "One command; send it again with the same id whenever you are not sure.",
                operation_responses(
                    "It is done, or here is the hint.",
                    {"oneOf": [schema_ref(CommandAccepted), schema_ref(HintReply)]},
                    400, 401, 403, 404, 409, 413, 415, 503,
                ),
                requestBody=json_body({"$ref": PREFIX + "Command"}),
            ),
        },
        "/api/tables/{table}/rounds/{round}": {
            "parameters": [TABLE, ROUND, PLAYER],
            "get": operation(
                "replay",
                "A finished round from the deal to its score.",
                operation_responses(
                    "The view before the first step, and every step.",
                    schema_ref(http_bodies.RoundReplay), 400, 401, 404,
                ),
            ),
        },
        "/api/tables/{table}/rounds/{round}/advice/{step}": {
            "parameters": [TABLE, ROUND, STEP, ADVISED_PLAYER],
            "get": operation(
                "advice",
                "What a strong player would have done where the player made a choice.",
                operation_responses(
                    "The player's choice, and the strong player's.",
                    schema_ref(http_bodies.StepAdvice), 400, 401, 404, 503,
                ),
            ),
        },
        "/api/tables/{table}/rounds/{round}/variations/{step}": {
            "parameters": [TABLE, ROUND, STEP, ADVISED_PLAYER],
            "post": operation(
                "variation",
                "What the player is shown who plays the round on in another way from a choice.",
                operation_responses(
                    "The view, and the events since the last decision.",
                    schema_ref(http_bodies.LessonReply), 400, 401, 403, 404, 409, 413, 415, 503,
                ),
                requestBody=json_body(schema_ref(http_bodies.LessonActions)),
            ),
        },
        "/api/tables/{table}/rounds/{round}/variations/{step}/advice": {
            "parameters": [TABLE, ROUND, STEP, ADVISED_PLAYER],
            "post": operation(
                "variationAdvice",
                "What a strong player would do for the player of a variation.",
                operation_responses(
                    "The strong player's choice; `chosen` is empty.",
                    schema_ref(http_bodies.StepAdvice), 400, 401, 403, 404, 409, 413, 415, 503,
                ),
                requestBody=json_body(schema_ref(http_bodies.LessonActions)),
            ),
        },
        "/api/daily/{day}": {
            "parameters": [DAY],
            "post": operation(
                "dailyDeal",
                "What a visitor is shown who plays the deal of a day, after so many actions.",
                operation_responses(
                    "The view, and the events since the last decision.",
                    schema_ref(http_bodies.LessonReply), 400, 403, 404, 409, 413, 415, 503,
                ),
                requestBody=json_body(schema_ref(http_bodies.LessonActions)),
                security=[{}],
            ),
        },
        "/api/daily/{day}/record": {
            "parameters": [DAY],
            "post": operation(
                "dailyRecord",
                "The record of the round that these actions have finished.",
                operation_responses(
                    "The record as text.",
                    schema_ref(http_bodies.RecordFile), 400, 403, 404, 409, 413, 415, 503,
                ),
                requestBody=json_body(schema_ref(http_bodies.LessonActions)),
                security=[{}],
            ),
        },
        "/api/replays": {
            "parameters": [ROUND_OF_FILE, PLAYER],
            "post": operation(
                "replayFile",
                "A round of a file of records from the deal to its score; nothing is stored.",
                operation_responses(
                    "The view before the first step, and every step.",
                    schema_ref(http_bodies.RoundReplay), 400, 403, 404, 413, 415, 422,
                ),
                requestBody=json_body(schema_ref(http_bodies.RecordFile)),
                security=[{}],
            ),
        },
        "/api/replays/advice/{step}": {
            "parameters": [STEP, ROUND_OF_FILE, ADVISED_PLAYER],
            "post": operation(
                "adviceOnFile",
                "What a strong player would have done where the player made a choice.",
                operation_responses(
                    "The player's choice, and the strong player's.",
                    schema_ref(http_bodies.StepAdvice), 400, 403, 404, 413, 415, 422, 503,
                ),
                requestBody=json_body(schema_ref(http_bodies.RecordFile)),
                security=[{}],
            ),
        },
        "/api/replays/variations/{step}": {
            "parameters": [STEP, ROUND_OF_FILE, ADVISED_PLAYER],
            "post": operation(
                "variationOfFile",
                "What the player is shown who plays the round on in another way from a choice.",
                operation_responses(
                    "The view, and the events since the last decision.",
                    schema_ref(http_bodies.LessonReply), 400, 403, 404, 409, 413, 415, 422, 503,
                ),
                requestBody=json_body(schema_ref(http_bodies.RecordVariation)),
                security=[{}],
            ),
        },
        "/api/replays/variations/{step}/advice": {
            "parameters": [STEP, ROUND_OF_FILE, ADVISED_PLAYER],
            "post": operation(
                "variationAdviceOnFile",
                "What a strong player would do for the player of a variation.",
                operation_responses(
                    "The strong player's choice; `chosen` is empty.",
                    schema_ref(http_bodies.StepAdvice), 400, 403, 404, 409, 413, 415, 422, 503,
                ),
                requestBody=json_body(schema_ref(http_bodies.RecordVariation)),
                security=[{}],
            ),
        },
        "/api/lessons/{lesson}/{exercise}": {
            "parameters": [LESSON, EXERCISE],
            "post": operation(
                "exercise",
                "What the learner is shown after all that was done in an exercise so far.",
                operation_responses(
                    "The view, and the events since the last decision.",
                    schema_ref(http_bodies.LessonReply), 400, 403, 404, 409, 413, 415,
                ),
                requestBody=json_body(schema_ref(http_bodies.LessonActions)),
                security=[{}],
            ),
        },
        "/api/schema.json": {
            "get": operation(
                "schema",
                "The JSON Schema of all frames.",
                {"200": {"description": "It.", "content": content({"type": "object"}, SCHEMA)}},
                security=[{}],
            ),
        },
        "/api/openapi.json": {
            "get": operation(
                "openapi",
                "This document.",
                {"200": {"description": "It.", "content": content({"type": "object"})}},
                security=[{}],
            ),
        },
    }  # fmt: skip


def event_responses() -> OpenApiPart:
    """The answers of the events, which come as a page or as a stream."""
    found = operation_responses(
        "A page of events, or a stream of them.", schema_ref(http_bodies.EventPage), 400, 401, 404
    )
    found["200"]["content"][STREAM] = {
        "schema": {
            "type": "string",
            "description": "Server-sent events: `data` is a frame, `id` its number if it has one.",
        },
    }
    return found
