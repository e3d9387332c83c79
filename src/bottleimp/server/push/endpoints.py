"""Endpoints with which a page registers its browser for push messages.

`POST /push-subscription` registers it, and `DELETE` ends that.  The body is the subscription as
JSON, as the browser's `toJSON` gives it; of one that is to be forgotten only `endpoint` counts.  A
page of this site alone can use them: a browser subscribes with the service worker of the site.
"""

from collections.abc import Callable, Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bottleimp.protocol.refusals import RefusalCode, Refused, WriteConflict
from bottleimp.server.access import guests
from bottleimp.server.api.http import Endpoint, json_body
from bottleimp.server.pages.endpoints import language_of
from bottleimp.server.push.subscriptions import parse_subscription, parse_unwanted
from bottleimp.server.settings.clock import Clock
from bottleimp.server.state.storage_interface import (
    DropSubscription,
    Guest,
    SaveSubscription,
    Storage,
)

PATH = "/push-subscription"
NO_CONTENT = 204


class PushEndpoints:
    """Subscriptions of guests who have sat at a table; others are never told anything."""

    def __init__(self, store: Storage, services: Sequence[str], clock: Clock) -> None:
        """`services` are the hosts to which messages may go."""
        self._store = store
        self._services = services
        self._clock = clock

    def routes(self, answered: Callable[[Endpoint], Endpoint]) -> list[Route]:
        """The routes; `answered` has refusals of an endpoint answered."""
        return [
            Route(PATH, answered(self.save), methods=["POST"]),
            Route(PATH, answered(self.drop), methods=["DELETE"]),
        ]

    async def save(self, request: Request) -> Response:
        """Messages to the guest go there too from now on."""
        body = await json_body(request)
        guest = await self._guest(request)
        new = parse_subscription(body, self._services, language_of(request).code)
        try:
            await self._store.append(SaveSubscription(guest.id, new, self._clock.time_ms()))
        except WriteConflict:  # the guest was erased meanwhile
            raise Refused(RefusalCode.UNKNOWN_GUEST) from None
        return Response(status_code=NO_CONTENT)

    async def drop(self, request: Request) -> Response:
        """No message to the guest goes there any more."""
        body = await json_body(request)
        guest = await self._guest(request)
        await self._store.append(DropSubscription(parse_unwanted(body), guest.id))
        return Response(status_code=NO_CONTENT)

    async def _guest(self, request: Request) -> Guest:
        guest = await guests.known_guest(request, self._store)
        if guest is None:
            raise Refused(RefusalCode.UNKNOWN_GUEST)
        return guest
