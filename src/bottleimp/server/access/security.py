"""What every answer carries, who asks from where, and which posts and sockets are taken."""

import ipaddress
import socket
from collections.abc import Callable, Iterable, Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

IPNetwork = ipaddress.IPv4Network | ipaddress.IPv6Network

DIRECTIVES = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types lit-html service-worker",
)
HEADERS = {
    "Content-Security-Policy": "; ".join(DIRECTIVES),
    "X-Content-Type-Options": "nosniff",
    # A path may hold the key to a place, so no page tells its own, not even to this server.
    # `no-referrer` would make browsers send `Origin: null` with our own forms.
    "Referrer-Policy": "strict-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
# Browsers take this one from an address that they trust alone, and complain elsewhere.
TRUSTED_HEADERS = {"Cross-Origin-Opener-Policy": "same-origin"}
# A year, for this host alone: others of its domain are not ours to decide about.
STRICT_TRANSPORT_SECURITY = "max-age=31536000"
RESPONSE_STARTS = ("http.response.start", "websocket.http.response.start")
SAME_SITE_VALUES = ("same-origin", "none")
SECURE_SCHEMES = {"http": "https", "ws": "wss"}
# Names below these are given within a network, so no stranger can have one.
LOCAL_DOMAINS = (".local", ".localhost", ".lan", ".internal", ".home.arpa")
FORWARDED_HEADERS = (
    "forwarded",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-real-ip",
)


class SecurityHeadersMiddleware:
    """Adds the headers to every answer, refusals of sockets included."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] in RESPONSE_STARTS:
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if is_trustworthy_origin(scope):
                    headers.update(TRUSTED_HEADERS)
                if scope["scheme"] in SECURE_SCHEMES.values():
                    headers["Strict-Transport-Security"] = STRICT_TRANSPORT_SECURITY
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, receive, send_with_headers)


def is_trustworthy_origin(scope: Scope) -> bool:
    """Whether browsers trust the address that was asked: one of https, or this machine itself."""
    if scope["scheme"] in SECURE_SCHEMES.values():
        return True
    return is_loopback_host(Headers(scope=scope).get("host", ""))


class PlainAddressMiddleware:
    """Names who asks by an IPv4 address, on sockets for both kinds too (see `plain_address`)."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get("client"):
            host, port = scope["client"]
            scope["client"] = plain_address(host), port
        await self._app(scope, receive, send)


class TrustedProxyMiddleware:
    """Gives what a trusted proxy passes on to an application of its own.

    Such a proxy decides itself which names lead here; for who comes past it the server does.
    """

    def __init__(self, direct: ASGIApp, proxied: ASGIApp, proxies: Sequence[str]) -> None:
        self._direct = direct
        self._proxied = proxied
        self._proxies = [ipaddress.ip_network(each) for each in proxies]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        host, _ = scope.get("client") or ("", 0)
        app = self._proxied if is_within(host, self._proxies) else self._direct
        await app(scope, receive, send)


class PublicHttpsMiddleware:
    """Takes what is asked at the host's public https address for what it is: sent over https.

    So cookies are safe behind a tunnel that says nothing about how it was reached.
    """

    def __init__(self, app: ASGIApp, url: str) -> None:
        self._app = app
        self._host = urlsplit(url).netloc.lower() if url.startswith("https:") else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and self._host is not None:
            host = Headers(scope=scope).get("host", "").lower()
            if host == self._host:
                scope["scheme"] = SECURE_SCHEMES.get(scope["scheme"], scope["scheme"])
        await self._app(scope, receive, send)


class HostNameMiddleware:
    """Refuses what somebody nearby asks under a name that this server does not have.

    Else a stranger's page could have its own name lead here, and then use this server from the
    browser of a person in this network (DNS rebinding): for the browser both are one site.
    Who comes from elsewhere needs no such trick.
    """

    def __init__(
        self, app: ASGIApp, url: str, refuse: Callable[[HTTPConnection, str], Response]
    ) -> None:
        self._app = app
        self._own_names = {socket.gethostname().lower(), urlsplit(url).hostname}
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and is_nearby(scope):
            name = host_name(Headers(scope=scope).get("host", ""))
            if name not in self._own_names and not is_local_name(name):
                refusal = self._refuse(HTTPConnection(scope), name)
                if scope["type"] == "websocket":
                    await WebSocket(scope, receive, send).send_denial_response(refusal)
                else:
                    await refusal(scope, receive, send)
                return
        await self._app(scope, receive, send)


def is_nearby(scope: Scope) -> bool:
    """Whether this came from this machine, a network that is not the internet, or our own one."""
    client, server = (scope.get(end) or ("", 0) for end in ("client", "server"))
    try:
        is_from_internet = ipaddress.ip_address(client[0]).is_global
    except ValueError:  # no address is known
        return False
    # At home devices have IPv6 addresses of the internet, all in one network.
    return not is_from_internet or network_of(client[0]) == network_of(server[0])


def is_local_name(name: str) -> bool:
    """Whether no name server of the internet decides where this leads: an address, or a local name.

    A name without dots is looked up in the local network alone.
    """
    return is_address(name) or "." not in name or name.endswith(LOCAL_DOMAINS)


def is_secure(connection: HTTPConnection) -> bool:
    """Whether this came over https, as far as is known here."""
    return connection.url.scheme in SECURE_SCHEMES.values()


def is_cross_origin(connection: HTTPConnection) -> bool:
    """Whether a page of another site sent this, by its Origin; programs send none."""
    origin = connection.headers.get("origin")
    if origin is None:
        return False
    try:
        parts = urlsplit(origin)
    except ValueError:
        return True
    # A proxy may not say that it was reached over https; that it was not is known for sure.
    schemes = ("https",) if is_secure(connection) else ("http", "https")
    return parts.scheme not in schemes or parts.netloc != connection.headers.get("host")


def is_cross_site(request: Request) -> bool:
    """Whether a page of another site sent this form."""
    site = request.headers.get("sec-fetch-site")
    return (site is not None and site not in SAME_SITE_VALUES) or is_cross_origin(request)


def client_network(connection: HTTPConnection) -> str:
    """Whom limits hold for: an IPv4 address, or the network that one IPv6 household has."""
    return network_of(connection.client.host if connection.client else "")


def network_of(host: str) -> str:
    """The IPv4 address, or the network that one household with this IPv6 address has."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return host


def is_within(host: str, networks: Iterable[IPNetwork]) -> bool:
    """Whether the text is an address in one of the networks."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return any(address in network for network in networks)


def is_local(connection: HTTPConnection) -> bool:
    """Whether someone on this machine asked, and no proxy or tunnel for somebody else."""
    if any(name in connection.headers for name in FORWARDED_HEADERS):
        return False
    host = connection.client.host if connection.client else ""
    return is_loopback(host) and is_loopback_host(connection.headers.get("host", ""))


def is_loopback_host(host: str) -> bool:
    """Whether a host, with its port or without, is a name by which a machine calls itself."""
    asked = host_name(host)
    return asked == "localhost" or is_loopback(asked)


def host_name(host: str) -> str:
    """The name or address of a host, without its port; empty where it cannot be read."""
    try:
        return (urlsplit(f"//{host}").hostname or "").removesuffix(".")
    except ValueError:
        return ""


def plain_address(host: str) -> str:
    """The address as IPv4 where a socket for IPv6 has written it as `::ffff:127.0.0.1`."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return host if mapped is None else str(mapped)


def is_address(host: str) -> bool:
    """Whether the text is an address and no name."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether the text is an address at which a machine reaches itself."""
    try:
        return ipaddress.ip_address(plain_address(host)).is_loopback
    except ValueError:
        return False
