"""Sends generated requests to the whole application, in one process and without a network.

`python -m tests.soak.generated_requests --cases 100000` sends that many and says what it found.
Requests come from the published OpenAPI document, and from what is said here of the pages; half of
them are as the document says, half are not.  They come from the host of a table, from others, from
pages of other sites and from nobody.
"""

import argparse
import logging
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.types import ASGIApp, Receive, Scope, Send

from bottleimp.protocol.schema import protocol_schema
from bottleimp.server.access import guests
from bottleimp.server.api import openapi
from bottleimp.server.app import create_app
from bottleimp.server.settings.config import MAX_LIMIT, ServerSettings
from bottleimp.server.storage.event_store import EventStore
from bottleimp.server.storage.seed_key import load_key
from bottleimp.server.storage.sqlite import open_database
from tests.support.event_rights import Rights
from tests.support.json_values import Json

# What a case holds beside the request is schemathesis's own business.
Case = schemathesis.Case[Any]

DOCUMENT = "/document-for-tests.json"
SERVER_ERROR = 500
TEXT: Json = {"type": "string", "maxLength": 100}
FORM_FIELDS = (
    "edition", "name", "deck", "length", "pace", "player_1", "player_2", "first_dealer", "offer",
    "seed", "clock", "watch", "talk", "next", "lang", "theme", "code",
)  # fmt: skip
# What is asked of pages: path, method, and how much of all requests.
PAGES = {
    ("/", "get"): 1, ("/new", "get"): 2, ("/tables", "post"): 4, ("/tables/{table}", "get"): 2,
    ("/tables/{table}/record", "get"): 1, ("/tables/{table}/seat", "get"): 1,
    ("/tables/{table}/seat", "post"): 2, ("/s/{table}/{key}", "get"): 2,
    ("/s/{table}/{key}", "post"): 2, ("/j/{code}", "get"): 2, ("/t/{table}", "get"): 1,
    ("/t/{table}/export.json", "get"): 1, ("/t/{table}/verify", "get"): 1, ("/join", "get"): 2,
    ("/quick", "post"): 2, ("/rules/{preset}/{mode}", "get"): 2, ("/settings", "post"): 2,
    ("/settings", "get"): 1, ("/locale/{code}.json", "get"): 1,
    ("/learn", "get"): 1, ("/learn/{lesson}", "get"): 1,
}  # fmt: skip
API = {
    ("/api/guests", "post"): 1, ("/api/offer", "get"): 1, ("/api/tables", "post"): 15,
    ("/api/codes/{code}", "get"): 4, ("/api/lessons/{lesson}/{exercise}", "post"): 4,
    ("/api/tables/{table}/events", "get"): 15, ("/api/tables/{table}/commands", "post"): 30,
}  # fmt: skip
SHARES = API | PAGES
STATUS_CHECKS = [content_type_conformance, response_schema_conformance, status_code_conformance]


@dataclass
class Findings:
    """What came of it."""

    sent: int = 0
    answers: Counter[tuple[str, int]] = field(default_factory=Counter)
    troubles: list[str] = field(default_factory=list)


class Complaints(logging.Handler):
    """Keeps what the server logs as an error."""

    def __init__(self, findings: Findings) -> None:
        super().__init__(logging.ERROR)
        self._findings = findings

    def emit(self, record: logging.LogRecord) -> None:
        """Counts as trouble."""
        self._findings.troubles.append(logging.Formatter().format(record))


def document() -> Json:
    """The published document, with the pages beside it."""
    form = {"type": "object", "properties": dict.fromkeys(FORM_FIELDS, TEXT)}
    paths: Json = {}
    for path, method in PAGES:
        names = [part.partition("}")[0] for part in path.split("{")[1:]]
        operation: Json = {
            "responses": {"default": {"description": "a page"}},
            "parameters": [
                {"name": name, "in": "path", "required": True, "schema": TEXT | {"minLength": 1}}
                for name in names
            ]
            + [
                {"name": name, "in": "query", "schema": TEXT}
                for name in ("edition", "code", "next")
            ],
        }
        if method == "post":
            media = "application/x-www-form-urlencoded"
            operation["requestBody"] = {"content": {media: {"schema": form}}}
        paths.setdefault(path, {})[method] = operation
    published = openapi.openapi_document()
    return {**published, "paths": published["paths"] | paths}


def with_document(app: ASGIApp) -> ASGIApp:
    """The application, which gives out the document too."""
    content = msgspec.json.encode(document())

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] != DOCUMENT:
            await app(scope, receive, send)
            return
        headers = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": content})

    return serve


class Sender:
    """Sends cases as somebody, and judges the answers."""

    def __init__(self, findings: Findings, draw: random.Random, key: bytes) -> None:
        self.findings = findings
        self.draw = draw
        self.tokens = [guests.generate_token(key) for _ in range(2)]
        self.tables = ["0123456789abcdef"]
        published = protocol_schema()
        self.commands = jsonschema_rs.validator_for(
            {
                "$schema": published["$schema"],
                "$defs": published["$defs"],
                "$ref": "#/$defs/Command",
            }
        )

    def send(self, case: Case) -> None:
        """Sends one case."""
        host, other = self.tokens
        who: list[dict[str, str]] = [
            {"Authorization": f"Bearer {host}"},
            {"Authorization": f"Bearer {host}"},
            {"Authorization": f"Bearer {other}"},
            {"Authorization": "Bearer of bad news"},
            {"Cookie": f"bottle_guest={other}", "Sec-Fetch-Site": "same-origin"},
            {"Cookie": f"bottle_guest={host}", "Origin": "http://evil.example"},
            {"Cookie": f"bottle_guest={host}", "Sec-Fetch-Site": "cross-site"},
            {},
        ]
        chosen = self.draw.choice(who)
        if "table" in case.path_parameters and self.draw.random() < 0.8:
            case.path_parameters["table"] = self.draw.choice(self.tables[-3:])
        if case.query and str(case.query.get("wait", "")).isdecimal():
            case.query["wait"] = 0  # or a run would last for days
        case.headers.update(chosen)
        try:
            response = case.call()
        except Exception as problem:  # the application has one too many, and raises it
            self.findings.troubles.append(f"{case.operation.label}: {problem!r}")
            return
        self.judge(case, response, is_foreign=bool({"Origin", "Sec-Fetch-Site"} & chosen.keys()))

    def judge(self, case: Case, response: schemathesis.Response, *, is_foreign: bool) -> None:
        """Notes the answer, and what is wrong with it."""
        findings, label = self.findings, case.operation.label
        findings.sent += 1
        findings.answers[label, response.status_code] += 1
        if response.status_code >= SERVER_ERROR:
            findings.troubles.append(f"{label}: {response.status_code}: {case.as_curl_command()}")
        if case.operation.path.startswith("/api"):
            try:
                case.validate_response(response, checks=STATUS_CHECKS)
            except AssertionError as problem:
                findings.troubles.append(f"{label}: {problem}")
        is_done = case.method.lower() == "post" and response.status_code < 400
        site = case.headers.get("Sec-Fetch-Site", "cross-site")
        if is_done and is_foreign and site == "cross-site":
            findings.troubles.append(f"{label}: another site was heard")
        if is_done and label.endswith("/commands") and not self.is_command(case):
            findings.troubles.append(f"{label}: {case.body!r} was taken for a command")
        if label == "POST /api/tables" and is_done:
            self.tables.append(response.json()["table"])

    def is_command(self, case: Case) -> bool:
        """Whether what was posted is a command by the published schema."""
        body: Any = case.body  # whatever schemathesis generated
        return self.commands.is_valid(
            msgspec.json.decode(body) if isinstance(body, bytes) else body
        )


def sent(folder: Path, cases: int, number: int, say: Callable[[str], object]) -> Findings:
    """Sends so many cases, drawn from a number, and judges what came of it."""
    findings = Findings()
    complaints = Complaints(findings)
    logging.getLogger().addHandler(complaints)
    limits: dict[str, Any] = dict.fromkeys(
        (
            "messages_per_second", "message_burst", "max_tables", "max_tables_per_guest",
            "tables_per_hour", "guests_per_hour", "requests_per_second", "request_burst",
            "max_streams", "max_waiting_choices", "address_messages_per_second",
            "address_message_burst", "table_commands_per_second",
            "table_command_burst", "wrong_codes_per_hour",
        ),
        MAX_LIMIT,
    )  # fmt: skip
    settings = ServerSettings(data_folder=folder, workers=1, warmup=False, **limits)
    app = create_app(settings, open_database(folder))
    with open_database(folder).read_engine.begin() as connection:
        key = load_key(connection) or b""
    sender = Sender(findings, random.Random(number), key)
    try:
        health_endpoints = schemathesis.openapi.from_asgi(DOCUMENT, with_document(app))
        total = sum(SHARES.values())
        for (path, method), share in SHARES.items():
            operation = health_endpoints[path][method.upper()]
            for mode in schemathesis.GenerationMode:
                most = max(1, cases * share // (2 * total))
                send_all(operation.as_strategy(generation_mode=mode), most, number, sender)
            say(f"{findings.sent} cases, the last to {operation.label}")
    finally:
        logging.getLogger().removeHandler(complaints)
    judged = EventStore(open_database(folder))
    for table in sender.tables[1:]:
        findings.troubles += Rights().read(judged.events(table, 0))
    judged.close()
    return findings


def send_all(strategy: Any, most: int, number: int, sender: Sender) -> None:
    """Sends so many cases of a strategy; its type is schemathesis's own."""

    @seed(number)
    @given(case=strategy)
    @settings(
        max_examples=most,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    def send(case: Case) -> None:
        sender.send(case)

    try:
        send()
    except Unsatisfiable:
        return  # nothing can be wrong with a request that has no parts


def main() -> int:
    """Sends as many as the command line says; the exit status is 1 after any trouble."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        findings = sent(
            Path(folder), args.cases, args.seed, lambda text: sys.stdout.write(f"{text}\n")
        )
    lines = [
        f"{count:9} {label} {status}" for (label, status), count in sorted(findings.answers.items())
    ]
    lines += findings.troubles[:20]
    lines.append(f"{findings.sent} cases: {len(findings.troubles)} troubles")
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if findings.troubles else 0


if __name__ == "__main__":
    sys.exit(main())
