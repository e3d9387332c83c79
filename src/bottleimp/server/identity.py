"""Guests: a random token in a cookie, of which the database keeps only the hash."""

import hashlib
import re
import secrets
from dataclasses import replace

from starlette.requests import HTTPConnection
from starlette.responses import Response

from bottleimp.server.store import EventStore, Guest

COOKIE = "bottle_guest"
TOKEN_BYTES = 32
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
GUEST_ID_BYTES = 8
ONE_YEAR = 365 * 24 * 60 * 60


def token_of(connection: HTTPConnection) -> str | None:
    """The token that the visitor brought, or None if it is none of ours."""
    token = connection.cookies.get(COOKIE, "")
    return token if TOKEN.fullmatch(token) else None


def fresh_token() -> str:
    """A token that cannot be guessed."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hashed(token: str) -> str:
    """What the database keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


async def known_guest(connection: HTTPConnection, store: EventStore) -> Guest | None:
    """The guest whose cookie this is, if the guest has ever sat at a table."""
    token = token_of(connection)
    if token is None:
        return None
    token_hash = hashed(token)
    return await store.read(lambda store: store.guest(token_hash))


def new_guest(token: str) -> Guest:
    """A guest who has not sat at a table yet."""
    return Guest(secrets.token_hex(GUEST_ID_BYTES), hashed(token), "")


def named(guest: Guest, name: str) -> Guest:
    """The guest under the name given last."""
    return replace(guest, name=name)


def remember(response: Response, token: str, *, is_secure: bool) -> None:
    """Puts the token into the visitor's cookie."""
    response.set_cookie(
        COOKIE, token, max_age=ONE_YEAR, path="/", httponly=True, samesite="lax", secure=is_secure
    )
