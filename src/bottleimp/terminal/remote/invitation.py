"""The way to a table at a server: from a code or a link to a socket and a token.

Only addresses of the server's own pages and of its programs' interface are asked, over HTTP.
"""

import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

from bottleimp.errors import BottleImpError
from bottleimp.parsing import parse_json

DEFAULT_SERVER = "http://127.0.0.1:8019"
REQUEST_TIMEOUT = 15.0  # seconds
CODE_LETTERS = 5

# What a server answers is JSON; the protocol says what is in it.
Json = dict[str, Any]


class JoinError(BottleImpError):
    """There is no such table, or it cannot be reached; the message is one plain sentence."""


@dataclass(frozen=True)
class Invitation:
    """A server and what leads to a table there: its code, its id, or with a key one's own seat."""

    server: str
    code: str | None = None
    table: str | None = None
    key: str | None = None

    @classmethod
    def parse(cls, text: str, server: str = DEFAULT_SERVER) -> "Invitation":
        """What a code or a link leads to; raises CannotJoin for what is neither."""
        if "://" not in text:
            return cls(server.rstrip("/"), code=text.strip())
        parts = urlsplit(text.strip())
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise JoinError(f"{text} is no link to a table.")
        at = f"{parts.scheme}://{parts.netloc}"
        match parts.path.strip("/").split("/"):
            case ["j", code]:
                return cls(at, code=code)
            case ["t" | "tables", table]:
                return cls(at, table=table)
            case ["s", table, key]:
                return cls(at, table=table, key=key)
        raise JoinError(f"{text} is no link to a table.")

    def resolve_table(self, token: str) -> str:
        """The id of the table, where the guest of the token holds the seat if there was a key."""
        if self.table is None:
            return str(
                request_json(f"{self.server}/api/codes/{quote(self.code or '', safe='')}")["table"]
            )
        if self.key is not None:
            take_over_seat(f"{self.server}/s/{self.table}/{self.key}", token)
        return self.table

    def socket_address(self, table: str) -> str:
        """Where the socket of a table of that server is."""
        return f"ws{self.server.removeprefix('http')}/tables/{table}/socket"

    def new_token(self) -> str:
        """A token for somebody whom the server does not know yet."""
        return str(request_json(f"{self.server}/api/guests", {})["token"])


def request_json(address: str, body: Json | None = None) -> Json:
    """What the server answers; raises CannotJoin."""
    headers = {} if body is None else {"Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    content = send_request(urllib.request.Request(address, data, headers))
    try:
        answer: Json = parse_json(content)
    except json.JSONDecodeError as problem:
        raise JoinError(f"{urlsplit(address).netloc} is no server of this game.") from problem
    return answer


def take_over_seat(address: str, token: str) -> None:
    """Takes the seat whose key is in the address; raises CannotJoin."""
    headers = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/x-www-form-urlencoded",
        "Accept": "text/html",
    }
    send_request(urllib.request.Request(address, b"", headers, method="POST"))


def send_request(request: urllib.request.Request) -> bytes:
    """What comes back; raises CannotJoin where that is no success."""
    try:
        with urllib.request.urlopen(request, timeout=REQUEST_TIMEOUT) as response:
            content: bytes = response.read()
    except urllib.error.HTTPError as refusal:
        raise JoinError(refusal_text(refusal)) from refusal
    except (OSError, ValueError) as problem:
        at = urlsplit(request.full_url).netloc
        raise JoinError(f"The server {at} cannot be reached: {problem}.") from problem
    return content


def refusal_text(refusal: urllib.error.HTTPError) -> str:
    """Why the server refuses, in its own words where it has some."""
    try:
        return str(parse_json(refusal.read())["text"])
    except (ValueError, KeyError, TypeError):
        return f"The server refuses: {refusal.code} {refusal.reason}."
