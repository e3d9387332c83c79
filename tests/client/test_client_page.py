"""The programs on the page about clients run as they stand there."""

import pytest

from bottleimp.client.server_api import ServerApi
from bottleimp.protocol.http_bodies import NewTableRequest
from tests.support.live_server import Live
from tests.support.sources import pages

PAGE = "how-to/write-a-client-in-python.md"
ADDRESS, CODE = "http://127.0.0.1:8019", "QWRTZ"


@pytest.mark.slow
def test_the_programs_of_the_page_play_rounds_and_join_a_table(live: Live) -> None:
    play, join, daily = pages.blocks(PAGE, "python")
    host = ServerApi(f"http://{live.host}").as_new_guest()
    free = host.create_table(NewTableRequest(edition="classic/3", players=["open", "open"]))
    code = host.fetch_events(free.table).frames[0].view.table.code  # type: ignore[union-attr]
    assert code is not None

    names: dict[str, object] = {}
    exec(play.replace(ADDRESS, host.address), names)
    exec(join.replace(ADDRESS, host.address).replace(CODE, code), names)
    exec(daily.replace(ADDRESS, host.address), names)

    page = host.fetch_events(free.table)
    assert [who.kind for who in page.frames[0].view.players] == ["human", "human", "open"]  # type: ignore[union-attr]
    assert str(names["record"]).startswith("Bottle Imp record 1")
