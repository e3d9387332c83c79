"""A server for the tests of the client."""

from collections.abc import Iterator

import pytest

from tests.support.live_server import Live, running


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server with a database of its own; no limit on the rate of messages."""
    with running(tmp_path_factory.mktemp("data")) as server:
        yield server
