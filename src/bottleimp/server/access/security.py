"""What every answer carries, how far a proxy is trusted, and which posts and sockets are taken."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bottleimp.server.access.addresses import is_loopback, is_within, parse_networks, plain_address
from bottleimp.server.access.host_names import is_loopback_host

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

    Such a proxy decides itself under which names the server is reached. For everybody else the
    server checks the name.
    """

    def __init__(self, direct: ASGIApp, proxied: ASGIApp, proxies: Sequence[str]) -> None:
        self._direct = direct
        self._proxied = proxied
        self._proxies = parse_networks(proxies)

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


def is_local(connection: HTTPConnection) -> bool:
    """Whether someone on this machine asked, and no proxy or tunnel for somebody else."""
    if any(name in connection.headers for name in FORWARDED_HEADERS):
        return False
    host = connection.client.host if connection.client else ""
    return is_loopback(host) and is_loopback_host(connection.headers.get("host", ""))
