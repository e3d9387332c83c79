"""A running server learns that logs were rewritten beside it, as when a person is erased.

It asks the database every moment for the number of the last rewriting; tables in memory whose log
has changed are read anew.
"""

import asyncio
import logging

from bottleimp.server.state.storage_interface import Storage
from bottleimp.server.tables.registry import TableService

log = logging.getLogger(__name__)

EVERY = 1.0  # seconds


async def follow_rewritings(store: Storage, service: TableService) -> None:
    """Has tables read anew whose log was rewritten; goes on until cancelled."""
    last = 0
    while True:
        try:
            last = await taken_in(store, service, last)
        except Exception:
            log.exception("rewritten logs could not be read")
        await asyncio.sleep(EVERY)


async def taken_in(store: Storage, service: TableService, last: int) -> int:
    """Takes in the rewritings after that number; the number of the last one."""
    rewritten = await store.read(lambda store: store.rewritten(last))
    if not rewritten:
        return last
    await service.read_anew(set(rewritten.values()))
    return max(rewritten)
