"""The secret key of a database, from which the seeds of new tables and all tokens follow."""

import contextlib
import secrets

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from bottleimp.server.storage.database import Database
from bottleimp.server.storage.schema import seed_key

KEY_BYTES = 32


def load_key(connection: Connection) -> bytes | None:
    """The key from which the seeds of new tables follow; None before it is first needed."""
    known = connection.execute(select(seed_key.c.value)).scalar()
    return None if known is None else bytes.fromhex(known)


def load_or_create_key(database: Database) -> bytes:
    """The same, drawn and kept where there is none yet; several servers may do so at once."""
    with contextlib.suppress(IntegrityError), database.write_engine.begin() as connection:
        return load_key(connection) or draw_key(connection)
    with database.write_engine.begin() as connection:  # another server has drawn one meanwhile
        return load_key(connection) or draw_key(connection)


def draw_key(connection: Connection) -> bytes:
    """A key that is kept from now on; raises IntegrityError where there is one."""
    drawn = secrets.token_bytes(KEY_BYTES)
    connection.execute(insert(seed_key).values(id=1, value=drawn.hex()))
    return drawn
