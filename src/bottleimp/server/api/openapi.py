"""The OpenAPI document of everything under `/api`, made from the types of the wire."""

from functools import cache
from typing import Any

import bottleimp
from bottleimp.protocol import http_bodies
from bottleimp.protocol import schema as wire_schema
from bottleimp.protocol.messages import Advice, No, Ok

# A part of an OpenAPI document.
Part = dict[str, Any]

VERSION = "3.1.0"
PREFIX = "#/components/schemas/"
JSON, STREAM, SCHEMA = "application/json", "text/event-stream", "application/schema+json"
HIGHEST = 2**53
LONGEST_WAIT = 30  # seconds for which a page of events waits

REFUSALS = {
    400: "The message or a number was not understood.",
    401: "It is not known who asks.",
    403: "The guest may not do that, or another site sent this.",
    404: "There is no such table.",
    409: "The rules or the state of the table forbid it; `code` says why.",
    413: "The message is too large.",
    415: "The message is not JSON, or does not say so.",
    422: "There cannot be such a table; `text` says why.",
    429: "Too much from one guest or address; see `Retry-After`.",
    503: "The computer players are busy.",
}
TABLE: Part = {
    "name": "table",
    "in": "path",
    "required": True,
    "description": "The table's id.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[0-9A-Za-z_-]+$"},
}
CODE: Part = {
    "name": "code",
    "in": "path",
    "required": True,
    "description": "Five letters.",
    "schema": {"type": "string", "pattern": "^[A-Za-z]{5}$"},
}
AFTER: Part = {
    "name": "after",
    "in": "query",
    "description": "The number of the last event you have applied; none for the whole view.",
    "schema": {"type": "integer", "minimum": 0, "maximum": HIGHEST},
}
WAIT: Part = {
    "name": "wait",
    "in": "query",
    "description": "Seconds for which the answer may wait for an event where there is none yet.",
    "schema": {"type": "integer", "minimum": 0, "maximum": LONGEST_WAIT},
}
LAST_EVENT_ID: Part = {
    "name": "Last-Event-ID",
    "in": "header",
    "description": "As `after`, for streams; sent by browsers when they ask again.",
    "schema": {"type": "integer", "minimum": 0, "maximum": HIGHEST},
}


def ref(kind: type) -> Part:
    """A reference to a type on the wire."""
    return {"$ref": PREFIX + kind.__name__}


def content(schema: Part, media: str = JSON) -> Part:
    """A body of this kind."""
    return {media: {"schema": schema}}


def answers(description: str, schema: Part, *refused: int, status: int = 200) -> Part:
    """The answers of an operation: what it is for, and how it may be refused."""
    found: Part = {str(status): {"description": description, "content": content(schema)}}
    for refusal in (*refused, 429):
        found[str(refusal)] = {
            "description": REFUSALS[refusal],
            "content": content(ref(No)),
        }
    return found


def operation(name: str, summary: str, responses: Part, **more: Any) -> Part:
    """One operation."""
    return {"operationId": name, "summary": summary, "responses": responses, **more}


@cache
def document() -> Part:
    """The whole document."""
    return {
        "openapi": VERSION,
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
            "schemas": wire_schema.components(
                PREFIX, http_bodies.NewGuest, http_bodies.TableOffer,
                http_bodies.TableOrder, http_bodies.TableAddresses, http_bodies.Page,
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


def paths() -> Part:
    """The operations by their paths."""
    return {
        "/api/guests": {
            "post": operation(
                "newGuest",
                "A token with which a program says who it is.",
                answers(
                    "Keep the token; nobody can look it up.",
                    ref(http_bodies.NewGuest), 403, status=201,
                ),
                security=[{}],
            ),
        },
        "/api/tables": {
            "post": operation(
                "newTable",
                "A new table, at which you have place 0.",
                answers(
                    "The table is there.", ref(http_bodies.TableAddresses),
                    400, 401, 403, 413, 415, 422, 503, status=201,
                ),
                requestBody={"required": True, "content": content(ref(http_bodies.TableOrder))},
            ),
        },
        "/api/offer": {
            "get": operation(
                "offer",
                "A table that you may make, and the promise of its first deal.",
                answers("Give `offer` back with the order.", ref(http_bodies.TableOffer)),
                security=[{}],
            ),
        },
        "/api/codes/{code}": {
            "get": operation(
                "withCode",
                "The table with a five-letter code, unless it is over.",
                answers("There it is.", ref(http_bodies.TableAddresses), 404),
                parameters=[CODE],
                security=[{}],
            ),
        },
        "/api/tables/{table}/events": {
            "parameters": [TABLE],
            "get": operation(
                "events",
                "The events after one, or the whole view where that was too long ago.",
                events(),
                parameters=[AFTER, WAIT, LAST_EVENT_ID],
            ),
        },
        "/api/tables/{table}/commands": {
            "parameters": [TABLE],
            "post": operation(
                "command",
                "One command; send it again with the same id whenever you are not sure.",
                answers(
                    "It is done, or here is the hint.",
                    {"oneOf": [ref(Ok), ref(Advice)]},
                    400, 401, 403, 404, 409, 413, 415, 503,
                ),
                requestBody={"required": True, "content": content({"$ref": PREFIX + "Command"})},
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


def events() -> Part:
    """The answers of the events, which come as a page or as a stream."""
    found = answers("A page of events, or a stream of them.", ref(http_bodies.Page), 400, 401, 404)
    found["200"]["content"][STREAM] = {
        "schema": {
            "type": "string",
            "description": "Server-sent events: `data` is a frame, `id` its number if it has one.",
        },
    }
    return found
