"""Keys with which a person takes a place along to another device.

A key is shown once, as a link, and moves the place once; the database keeps only its hash.  A new
key makes the one before worthless, and so does giving the place up.
"""

import hashlib
import hmac
import secrets

from bottleimp.protocol.messages import Ok
from bottleimp.protocol.refusals import Code, Refused
from bottleimp.server.state.storage_interface import Guest, NewKey, Storage
from bottleimp.server.tables.table import Table

KEY_BYTES = 24


async def fresh_key(store: Storage, table: Table, guest: Guest) -> str:
    """A new key to the place that the guest holds; raises Refused where it holds none."""
    player = table.player_of(guest.id)
    if player is None:
        raise Refused(Code.NOT_ALLOWED)
    key = secrets.token_urlsafe(KEY_BYTES)
    await store.append(NewKey(table.id, player, hashed(key)))
    return key


async def place_of(store: Storage, table: Table, key: str) -> int | None:
    """The place that the key opens."""
    known = await store.read(lambda store: store.place_keys(table.id))
    given = hashed(key)
    return next((p for p, kept in known.items() if hmac.compare_digest(kept, given)), None)


async def take_over(store: Storage, table: Table, key: str, guest: Guest) -> Ok:
    """The place is the guest's from now on; raises Refused for a key that opens nothing.

    A key that has moved the place opens nothing any more.  Whoever holds the place already just
    keeps it.
    """
    player = await place_of(store, table, key)
    if player is None:
        raise Refused(Code.NOT_ALLOWED)
    if table.player_of(guest.id) == player:
        return Ok("", table.seq)
    return await table.move(guest, player)


def hashed(key: str) -> str:
    """What the database keeps of a key."""
    return hashlib.sha256(key.encode()).hexdigest()
