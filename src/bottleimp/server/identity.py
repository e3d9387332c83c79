"""Guests: a random token in a cookie, of which the database keeps only the hash.

Over https the cookie has the prefix `__Host-`: browsers take it over https alone, for this host
alone, and no page of a neighbouring host can plant one.
"""

import hashlib
import re
import secrets
from dataclasses import replace

from starlette.requests import HTTPConnection
from starlette.responses import Response

from bottleimp.server.security import is_secure
from bottleimp.server.storage import NO_GUEST, Guest, Storage

COOKIE = "bottle_guest"
SECURE_COOKIE = "__Host-bottle_guest"
BEARER = "bearer "
TOKEN_BYTES = 32
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
GUEST_ID_BYTES = 8
ONE_YEAR = 365 * 24 * 60 * 60


def has_bearer(connection: HTTPConnection) -> bool:
    """Whether a program says by a token who it is; cookies do not count then."""
    return connection.headers.get("authorization", "").lower().startswith(BEARER)


def token_of(connection: HTTPConnection) -> str | None:
    """The token that the visitor brought, or None if it is none of ours."""
    token = connection.cookies.get(cookie_name(connection), "")
    if has_bearer(connection):
        token = connection.headers["authorization"][len(BEARER) :].strip()
    return token if TOKEN.fullmatch(token) else None


def fresh_token() -> str:
    """A token that cannot be guessed."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hashed(token: str) -> str:
    """What the database keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


async def known_guest(connection: HTTPConnection, store: Storage) -> Guest | None:
    """The guest whose cookie this is, if the guest has ever sat at a table."""
    token = token_of(connection)
    if token is None:
        return None
    token_hash = hashed(token)
    return await store.read(lambda store: store.guest(token_hash))


def new_guest(token: str) -> Guest:
    """A guest who has not sat at a table yet; the same one for the same token."""
    return Guest(hashed(f"guest/{token}")[: 2 * GUEST_ID_BYTES], hashed(token), "")


async def visitor(connection: HTTPConnection, store: Storage) -> Guest:
    """The guest whose cookie this is, known or not; NO_GUEST for a visitor without one."""
    known = await known_guest(connection, store)
    token = token_of(connection)
    if known is not None or token is None:
        return known or NO_GUEST
    return new_guest(token)


def named(guest: Guest, name: str) -> Guest:
    """The guest under the name given last."""
    return replace(guest, name=name)


def cookie_name(connection: HTTPConnection) -> str:
    """The name of the cookie, by how the visitor came."""
    return SECURE_COOKIE if is_secure(connection) else COOKIE


def remember(response: Response, token: str, connection: HTTPConnection) -> None:
    """Puts the token into the visitor's cookie."""
    response.set_cookie(
        cookie_name(connection), token, max_age=ONE_YEAR, path="/", httponly=True, samesite="lax",
        secure=is_secure(connection),
    )  # fmt: skip
