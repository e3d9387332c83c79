"""Whole rounds over real sockets."""

import pytest

from bottleimp.protocol.messages import encode
from tests.support.frames import shown_result, shown_round
from tests.support.live_server import Live
from tests.support.short_runs import EDITIONS


@pytest.mark.slow
@pytest.mark.parametrize("key", EDITIONS)
def test_a_round_of_every_edition_can_be_played_by_what_is_legal(live: Live, key: str) -> None:
    table, cookie = live.new_table(key)
    with live.client(table, cookie) as client:
        client.play_round()

        result = shown_result(client.view)
        points = sum(card.p for card in client.view.table.deck)
        assert points == sum(result.taken) + result.imps_points


@pytest.mark.slow
@pytest.mark.parametrize("key", EDITIONS)
def test_the_view_kept_from_events_is_the_view_of_a_new_client(live: Live, key: str) -> None:
    table, cookie = live.new_table(key)
    with live.client(table, cookie) as kept:
        kept.play_until(lambda view: shown_round(view).step > len(view.players))
        kept.until_view(lambda view: shown_round(view).turn == view.you)
        with live.client(table, cookie) as fresh:
            fresh.receive()

            assert encode(fresh.view) == encode(kept.view)
