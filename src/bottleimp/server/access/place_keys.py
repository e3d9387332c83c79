"""Keys with which a person takes a place along to another device.

A key is shown once, as a link, and moves the place once; the database keeps only its hash.  A new
key makes the one before worthless, and so does giving the place up.
"""

import hashlib
import hmac
import secrets

from bottleimp.protocol.messages import CommandAccepted
from bottleimp.protocol.refusals import RefusalCode, Refused, WriteConflict
from bottleimp.server.state.storage_interface import Guest, SetPlaceKey, Storage
from bottleimp.server.tables.table import Table

KEY_BYTES = 24


async def create_place_key(store: Storage, table: Table, guest: Guest) -> str:
    """A new key to the place that the guest holds; raises Refused where the guest holds none."""
    player = table.player_of(guest.id)
    if player is None:
        raise Refused(RefusalCode.NOT_ALLOWED)
    key = secrets.token_urlsafe(KEY_BYTES)
    try:
        await store.append(SetPlaceKey(table.id, player, guest.id, hash_key(key)))
    except WriteConflict:  # the guest has left meanwhile
        raise Refused(RefusalCode.NOT_ALLOWED) from None
    return key


async def place_for_key(store: Storage, table: Table, key: str) -> int | None:
    """The place that the key opens."""
    known = await store.read(lambda store: store.place_keys(table.id))
    given = hash_key(key)
    return next((p for p, kept in known.items() if hmac.compare_digest(kept, given)), None)


async def take_over(store: Storage, table: Table, key: str, guest: Guest) -> CommandAccepted:
    """The place is the guest's from now on; raises Refused for a key that opens nothing.

    A key that has moved the place opens nothing any more.  Whoever holds the place already just
    keeps it.
    """
    holders = table.state.seating.guests  # before the key is read: it is that of one of them
    player = await place_for_key(store, table, key)
    if player is None or player not in holders:
        raise Refused(RefusalCode.NOT_ALLOWED)
    if table.player_of(guest.id) == player:
        return CommandAccepted("", table.seq)
    return await table.take_over_place(guest, player, holders[player])


def hash_key(key: str) -> str:
    """What the database keeps of a key."""
    return hashlib.sha256(key.encode()).hexdigest()
