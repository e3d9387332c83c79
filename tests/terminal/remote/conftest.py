"""A server for the terminals of this folder."""

from collections.abc import Iterator

import pytest

from tests.support.live_server import Live, running


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server with a database of its own."""
    with running(tmp_path_factory.mktemp("server")) as started:
        yield started
