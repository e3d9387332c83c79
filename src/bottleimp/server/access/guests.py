"""Guests: a token in a cookie, of which the database keeps only the hash.

The server makes the tokens: one half is random, the other half its signature, so that a visitor
who has not sat down yet need not be stored.  Tokens from before they were signed are taken from
guests who have sat at a table; nobody else's unsigned token is.

Over https the cookie has the prefix `__Host-`: browsers take it over https alone, for this host
alone, and no page of a neighbouring host can plant one.
"""

import base64
import hashlib
import hmac
import re
import secrets
from dataclasses import replace

from starlette.requests import HTTPConnection
from starlette.responses import Response

from bottleimp.server.access.security import is_secure
from bottleimp.server.state.storage_interface import GUEST_ID_BYTES, NO_GUEST, Guest, Storage

COOKIE = "bottle_guest"
SECURE_COOKIE = "__Host-bottle_guest"
BEARER = "bearer "
RANDOM_BYTES = 16
SIGNATURE_BYTES = 16
SIGNING_CONTEXT = b"tokens of guests"  # the key is also that of the seeds
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
ONE_YEAR = 365 * 24 * 60 * 60


def has_bearer(connection: HTTPConnection) -> bool:
    """Whether a program says by a token who it is; cookies do not count then."""
    return connection.headers.get("authorization", "").lower().startswith(BEARER)


def request_token(connection: HTTPConnection) -> str | None:
    """What the visitor brought, if it has the form of a token."""
    token = connection.cookies.get(cookie_name(connection), "")
    if has_bearer(connection):
        token = connection.headers["authorization"][len(BEARER) :].strip()
    return token if TOKEN.fullmatch(token) else None


def generate_token(key: bytes) -> str:
    """A token that cannot be guessed, signed with the key of the storage."""
    return sign_token(secrets.token_bytes(RANDOM_BYTES), key)


def sign_token(drawn: bytes, key: bytes) -> str:
    """The token with this random half."""
    return base64.urlsafe_b64encode(drawn + signature(drawn, key)).decode().rstrip("=")


def signature(drawn: bytes, key: bytes) -> bytes:
    """The second half of a token."""
    signing_key = hmac.digest(key, SIGNING_CONTEXT, "sha256")
    return hmac.digest(signing_key, drawn, "sha256")[:SIGNATURE_BYTES]


def is_signed(token: str, key: bytes) -> bool:
    """Whether a server with this key made the token."""
    content = base64.urlsafe_b64decode(f"{token}=")
    drawn, signed = content[:RANDOM_BYTES], content[RANDOM_BYTES:]
    return hmac.compare_digest(signed, signature(drawn, key))


def accepted_token(connection: HTTPConnection, key: bytes, known: Guest | None) -> str | None:
    """The token that the visitor brought, if it is that of a known guest or was made here."""
    token = request_token(connection)
    if token is None or known is not None or is_signed(token, key):
        return token
    return None


def keeps_token(connection: HTTPConnection, key: bytes) -> bool:
    """Whether a page leaves the cookie as it is: it holds a token of ours, or may do so.

    An unsigned one may be that of a guest who has sat at a table, until somebody has looked.
    """
    token = request_token(connection)
    return token is not None and (
        is_signed(token, key) or getattr(connection.state, "is_known", True)
    )


def hash_token(token: str) -> str:
    """What the database keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


async def known_guest(connection: HTTPConnection, store: Storage) -> Guest | None:
    """The guest whose cookie this is, if the guest has ever sat at a table."""
    token = request_token(connection)
    if token is None:
        return None
    token_hash = hash_token(token)
    known = await store.read(lambda store: store.guest(token_hash))
    connection.state.is_known = known is not None
    return known


def new_guest(token: str) -> Guest:
    """A guest who has not sat at a table yet; the same one for the same token."""
    return Guest(hash_token(f"guest/{token}")[: 2 * GUEST_ID_BYTES], hash_token(token), "")


async def current_guest(connection: HTTPConnection, store: Storage) -> Guest:
    """The guest whose cookie this is, known or not; NO_GUEST for a visitor without one."""
    known = await known_guest(connection, store)
    token = accepted_token(connection, store.secret_key, known)
    if known is not None or token is None:
        return known or NO_GUEST
    return new_guest(token)


def with_name(guest: Guest, name: str) -> Guest:
    """The guest under the name given last."""
    return replace(guest, name=name)


def cookie_name(connection: HTTPConnection) -> str:
    """The name of the cookie, by how the visitor came."""
    return SECURE_COOKIE if is_secure(connection) else COOKIE


def set_guest_cookie(response: Response, token: str, connection: HTTPConnection) -> None:
    """Puts the token into the visitor's cookie."""
    response.set_cookie(
        cookie_name(connection), token, max_age=ONE_YEAR, path="/", httponly=True, samesite="lax",
        secure=is_secure(connection),
    )  # fmt: skip
