"""Where a browser takes messages: the address and the keys that it gives (W3C Push API).

Whoever subscribes says where this server sends to, so only push services that are known count as
such an address; else a visitor could have it ask for anything in its own network.
"""

import base64
import re
from collections.abc import Sequence
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.server.api.http import parse_body
from bottleimp.server.state.storage_interface import StoredSubscription

MAX_ENDPOINT = 1000  # letters
POINT_BYTES, SECRET_BYTES = 65, 16
UNCOMPRESSED = 4  # the first byte of a point
HTTPS_PORT = 443
HOST_LABEL = "[A-Za-z0-9-]{1,63}"
PLAIN_HOST = re.compile(f"{HOST_LABEL}([.]{HOST_LABEL})*(:[0-9]{{1,5}})?")
EndpointText = Annotated[str, Meta(max_length=MAX_ENDPOINT)]
KeyText = Annotated[str, Meta(max_length=128)]


class SubscriptionKeys(Struct, frozen=True):
    """The public key of the browser and a secret, in base64 as addresses write it."""

    p256dh: KeyText
    auth: KeyText


class PushSubscription(Struct, frozen=True):
    """A `PushSubscription` of a browser, as its `toJSON` gives it; the rest is passed over."""

    endpoint: EndpointText
    keys: SubscriptionKeys


class UnwantedSubscription(Struct, frozen=True):
    """The part of a subscription that names it."""

    endpoint: EndpointText


decode_subscription = msgspec.json.Decoder(PushSubscription).decode
decode_unwanted = msgspec.json.Decoder(UnwantedSubscription).decode


def parse_subscription(body: bytes, services: Sequence[str], language: str) -> StoredSubscription:
    """The subscription in a request, as it is kept for messages in this language.

    Raises Refused for what is none, and for one of no known push service.
    """
    found = parse_body(body, decode_subscription)
    if not is_of_service(found.endpoint, services):
        raise Refused(RefusalCode.BAD_MESSAGE, "the address is that of no known push service")
    try:
        point, secret = decode_base64(found.keys.p256dh), decode_base64(found.keys.auth)
    except ValueError as problem:
        raise Refused(RefusalCode.BAD_MESSAGE, "the keys are not base64") from problem
    if len(point) != POINT_BYTES or point[0] != UNCOMPRESSED or len(secret) != SECRET_BYTES:
        raise Refused(RefusalCode.BAD_MESSAGE, "the keys have the wrong length")
    return StoredSubscription(found.endpoint, found.keys.p256dh, found.keys.auth, language)


def parse_unwanted(body: bytes) -> str:
    """The address in a request to forget it; raises Refused for what can be none.

    It may be one of a service that was allowed before.
    """
    endpoint = parse_body(body, decode_unwanted).endpoint
    if not is_plain(endpoint):
        raise Refused(RefusalCode.BAD_MESSAGE, "the address has letters that no address has")
    return endpoint


def is_of_service(endpoint: str, services: Sequence[str]) -> bool:
    """Whether the address is one of https: at one of the hosts, or at one below `*.`.

    A host may have a port behind it.  Only plain names are taken: what is escaped or in brackets
    might be another host to whoever opens the address.
    """
    try:
        parts = urlsplit(endpoint)
    except ValueError:
        return False
    if (
        parts.scheme != "https"
        or not is_plain(endpoint)
        or PLAIN_HOST.fullmatch(parts.netloc) is None
    ):
        return False
    named = parts.netloc.lower().removesuffix(f":{HTTPS_PORT}")
    return any(
        named.endswith(service[1:]) if service.startswith("*.") else named == service
        for service in services
    )


def is_plain(endpoint: str) -> bool:
    """Whether it has only letters that an address may have."""
    return endpoint.isascii() and endpoint.isprintable() and not set(endpoint) & set(" \\")


def decode_base64(text: str) -> bytes:
    """What the text writes; raises ValueError."""
    padding = "=" * (-len(text) % 4)
    return base64.b64decode(text + padding, altchars=b"-_", validate=True)
