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
PATIENCE = 15.0  # seconds
CODE_LETTERS = 5

# What a server answers is JSON; the protocol says what is in it.
Json = dict[str, Any]


class CannotJoin(BottleImpError):
    """There is no such table, or it cannot be reached; the message is one plain sentence."""


@dataclass(frozen=True)
class Invitation:
    """A server and what leads to a table there: its code, its id, or with a key one's own seat."""

    server: str
    code: str | None = None
    table: str | None = None
    key: str | None = None

    @classmethod
    def read(cls, text: str, server: str = DEFAULT_SERVER) -> "Invitation":
        """What a code or a link leads to; raises CannotJoin for what is neither."""
        if "://" not in text:
            return cls(server.rstrip("/"), code=text.strip())
        parts = urlsplit(text.strip())
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise CannotJoin(f"{text} is no link to a table.")
        at = f"{parts.scheme}://{parts.netloc}"
        match parts.path.strip("/").split("/"):
            case ["j", code]:
                return cls(at, code=code)
            case ["t" | "tables", table]:
                return cls(at, table=table)
            case ["s", table, key]:
                return cls(at, table=table, key=key)
        raise CannotJoin(f"{text} is no link to a table.")

    def found(self, token: str) -> str:
        """The id of the table, where the guest of the token holds the seat if there was a key."""
        if self.table is None:
            return str(asked(f"{self.server}/api/codes/{quote(self.code or '', safe='')}")["table"])
        if self.key is not None:
            taken_over(f"{self.server}/s/{self.table}/{self.key}", token)
        return self.table

    def socket(self, table: str) -> str:
        """Where the socket of a table of that server is."""
        return f"ws{self.server.removeprefix('http')}/tables/{table}/socket"

    def new_token(self) -> str:
        """A token for somebody whom the server does not know yet."""
        return str(asked(f"{self.server}/api/guests", {})["token"])


def asked(address: str, body: Json | None = None) -> Json:
    """What the server answers; raises CannotJoin."""
    headers = {} if body is None else {"Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    content = sent(urllib.request.Request(address, data, headers))
    try:
        answer: Json = parse_json(content)
    except json.JSONDecodeError as problem:
        raise CannotJoin(f"{urlsplit(address).netloc} is no server of this game.") from problem
    return answer


def taken_over(address: str, token: str) -> None:
    """Takes the seat whose key is in the address; raises CannotJoin."""
    headers = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/x-www-form-urlencoded",
        "Accept": "text/html",
    }
    sent(urllib.request.Request(address, b"", headers, method="POST"))


def sent(request: urllib.request.Request) -> bytes:
    """What comes back; raises CannotJoin where that is no success."""
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            content: bytes = response.read()
    except urllib.error.HTTPError as refusal:
        raise CannotJoin(refused(refusal)) from refusal
    except (OSError, ValueError) as problem:
        at = urlsplit(request.full_url).netloc
        raise CannotJoin(f"The server {at} cannot be reached: {problem}.") from problem
    return content


def refused(refusal: urllib.error.HTTPError) -> str:
    """Why the server refuses, in its own words where it has some."""
    try:
        return str(parse_json(refusal.read())["text"])
    except (ValueError, KeyError, TypeError):
        return f"The server refuses: {refusal.code} {refusal.reason}."
