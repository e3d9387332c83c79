"""Under which names this server is reached, and the refusal of names that are not its own."""

import socket
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from bottleimp.server.access.addresses import is_loopback, network_of, parse_address

# Names below these are given within a network, so no stranger can have one.
LOCAL_DOMAINS = (".local", ".localhost", ".lan", ".internal", ".home.arpa")


class HostNameMiddleware:
    """Refuses what somebody nearby asks under a name that this server does not have.

    Else a stranger's page could have its own name lead here, and then use this server from the
    browser of a person in this network (DNS rebinding): for the browser both are one site.
    A stranger who is elsewhere can use the server without such a trick.
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
    address = parse_address(client[0])
    if address is None:  # no address is known
        return False
    # At home devices have IPv6 addresses of the internet, all in one network.
    return not address.is_global or network_of(client[0]) == network_of(server[0])


def is_local_name(name: str) -> bool:
    """Whether no name server of the internet decides where this leads: an address, or a local name.

    A name without dots is looked up in the local network alone.
    """
    return parse_address(name) is not None or "." not in name or name.endswith(LOCAL_DOMAINS)


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
