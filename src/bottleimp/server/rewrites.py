"""A running server learns that logs were rewritten beside it, as when a person is erased.

It asks the database every moment for the number of the last rewriting; tables in memory whose log
has changed are read anew.
"""

import asyncio
import logging

from bottleimp.server.state.storage_interface import Storage
from bottleimp.server.tables.registry import TableRegistry

log = logging.getLogger(__name__)

POLL_INTERVAL = 1.0  # seconds


async def follow_rewrites(store: Storage, registry: TableRegistry) -> None:
    """Has tables read anew whose log was rewritten; goes on until cancelled."""
    last, is_failing = 0, False
    while True:
        try:
            last = await reload_rewritten(store, registry, last)
            is_failing = False
        except Exception:
            if not is_failing:
                log.exception("rewritten logs could not be read")
            is_failing = True
        await asyncio.sleep(POLL_INTERVAL)


async def reload_rewritten(store: Storage, registry: TableRegistry, last: int) -> int:
    """Takes in the rewritings after that number; the number of the last one."""
    rewritten = await store.read(lambda store: store.rewritten_after(last))
    if not rewritten:
        return last
    await registry.reload(set(rewritten.values()))
    return max(rewritten)
