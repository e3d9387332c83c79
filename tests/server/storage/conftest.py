"""A store for the tests of this folder, in each kind of database."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bottleimp.server.storage.event_store import EventStore
from bottleimp.server.storage.postgresql import open_postgresql
from bottleimp.server.storage.sqlite import open_database
from tests.support.services.postgresql import new_postgresql_database

Opening = Callable[[], EventStore]


@pytest.fixture(params=["sqlite", "postgresql"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opening]:
    """Opens the same database each time."""
    if request.param == "sqlite":
        yield lambda: EventStore(open_database(tmp_path / "new" / "folder"))
        return
    with new_postgresql_database() as address:
        yield lambda: EventStore(open_postgresql(address))
