"""Messages to browsers while no page is open, put together; imported only where they are wanted."""

from bottleimp.server.push.delivery import PushDelivery
from bottleimp.server.push.endpoints import PushEndpoints
from bottleimp.server.push.turn_notices import TurnNotices
from bottleimp.server.push.vapid import VapidKey
from bottleimp.server.settings.config import ServerSettings
from bottleimp.server.state.storage_interface import Storage
from bottleimp.server.tables.registry import TableRegistry


class PushService:
    """Keeps where people are to be told of their turn, and tells them there."""

    def __init__(self, settings: ServerSettings, store: Storage, registry: TableRegistry) -> None:
        key = VapidKey(store.secret_key, settings.push_contact)
        self.public_key = key.public_key  # with which browsers subscribe
        self._delivery = PushDelivery(key)
        self._notices = TurnNotices(store, registry, self._delivery, settings.push_services)
        self.endpoints = PushEndpoints(store, settings.push_services, registry.clock)

    async def close(self) -> None:
        """Tells nobody any more."""
        await self._notices.close()
        self._delivery.close()
