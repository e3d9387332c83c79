"""A server for the tests of this folder."""

from collections.abc import Iterator

import pytest

from tests.support.live_server import Live, running
from tests.support.services.postgresql import new_postgresql_database


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server with a database of its own; no limit on the rate of messages."""
    with running(tmp_path_factory.mktemp("data")) as server:
        yield server


@pytest.fixture
def postgresql() -> Iterator[str]:
    """The address of an empty database in PostgreSQL."""
    with new_postgresql_database() as address:
        yield address
