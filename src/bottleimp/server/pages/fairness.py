"""The page that checks the deals of a table, and the file that it and others check.

verify.html gets table (its name), file and back (addresses), rules (JSON for the check) and
catalogue_url.
"""

import json

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from bottleimp.server.access import guests
from bottleimp.server.access.addresses import client_network
from bottleimp.server.access.requested_table import requested_table_or_http_error
from bottleimp.server.pages.page_templates import Render
from bottleimp.server.pages.preferences import LanguageOf
from bottleimp.server.state.storage_interface import Storage
from bottleimp.server.state.table_state import TableState
from bottleimp.server.tables.registry import TableRegistry
from bottleimp.server.views.export import export_match
from bottleimp.server.views.projection import may_see_rounds
from bottleimp.server.views.verifier_rules import verifier_rules


class FairnessPages:
    """The endpoints; `page` draws a template."""

    def __init__(
        self,
        registry: TableRegistry,
        store: Storage,
        page: Render,
        language_of: LanguageOf,
    ) -> None:
        self._registry = registry
        self._store = store
        self._page = page
        self._language_of = language_of

    async def _state(self, request: Request) -> TableState:
        table = await requested_table_or_http_error(self._registry, request)
        guest = await guests.current_guest(request, self._store)
        if not may_see_rounds(table.state, table.player_of(guest.id)):
            raise HTTPException(404)  # nobody but the players may watch
        return table.state

    async def export(self, request: Request) -> Response:
        """The finished rounds with all it takes to repeat their deals; nothing of a running one."""
        state = await self._state(request)
        return await self._registry.threads.run(
            client_network(request), lambda: JSONResponse(export_match(state))
        )

    async def verify(self, request: Request) -> Response:
        """The page on which the browser repeats the deals."""
        state = await self._state(request)
        context: dict[str, object] = {
            "table": state.table,
            "file": f"/t/{state.table}/export.json",
            "rules": json.dumps(verifier_rules(state.edition)),
            "back": f"/tables/{state.table}",
            "catalogue_url": f"/locale/{self._language_of(request).code}.json",
        }
        return self._page(request, "verify.html", context)
