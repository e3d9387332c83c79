"""What a running server tells its host."""

import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from bottleimp.protocol.messages import PlayCard, RequestNextRound, SetPace
from bottleimp.server.storage.sqlite import FILE_NAME
from tests.support.frames import shown_round
from tests.support.http_player import Program, ask
from tests.support.live_server import Live, running, sample
from tests.support.patience import PATIENCE


def test_a_server_says_when_it_is_ready(live: Live) -> None:
    end = time.monotonic() + PATIENCE
    while live.request("GET", "/readyz").status != 200:
        assert time.monotonic() < end
        time.sleep(0.05)

    assert live.request("GET", "/readyz").text == '{"status":"ready"}'


@pytest.mark.slow
def test_the_numbers_count_what_was_done(tmp_path: Path) -> None:
    with running(tmp_path) as live:
        table, cookie = live.new_table("classic/4")
        with live.client(table, cookie) as client:
            client.play_round()
            refused = client.refused(PlayCard, round=1, step=0, card="1")
            text = live.request("GET", "/metrics").text
        plays = [event for event in client.events if event.k == "play" and event.player == 0]

    assert sample(text, "bottleimp_sockets") == 1
    assert sample(text, "bottleimp_tables_open") == 1
    assert len(plays) == sample(text, 'bottleimp_commands_total{kind="play",result="ok"}')
    code = refused.code
    assert sample(text, f'bottleimp_commands_total{{kind="play",result="{code}"}}') == 1
    appended = sample(text, "bottleimp_append_seconds_count")
    assert len(plays) < appended
    assert appended == sample(text, 'bottleimp_append_seconds_bucket{le="+Inf"}')
    assert sample(text, "bottleimp_append_seconds_sum") > 0
    assert sample(text, "bottleimp_choices_waiting") == 0
    assert 3 * len(plays) <= sample(text, 'bottleimp_choice_seconds_count{level="rules_of_thumb"}')


def test_commands_over_http_count_too(tmp_path: Path) -> None:
    with running(tmp_path) as live:
        program = Program(live)
        program.make("classic/4")
        path, token = f"/api/tables/{program.table}/commands", program.token
        ask(live, "POST", path, SetPace("do", "1", 1), **token)
        ask(live, "POST", path, RequestNextRound("do", "2", 7), **token)
        ask(live, "POST", path, {"t": "nothing"}, **token)
        text = live.request("GET", "/metrics").text

    assert sample(text, 'bottleimp_commands_total{kind="pace",result="ok"}') == 1
    assert sample(text, 'bottleimp_commands_total{kind="next",result="stale"}') == 1
    assert sample(text, 'bottleimp_commands_total{kind="unread",result="bad-message"}') == 1


def test_every_metric_says_what_it_is(live: Live) -> None:
    answer = live.request("GET", "/metrics")
    families = list(text_string_to_metric_families(answer.text))

    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert "bottleimp_commands" in {family.name for family in families}
    assert [f.name for f in families if f.type == "unknown" or not f.documentation] == []


@pytest.mark.skipif(sys.platform != "linux", reason="the library reads /proc")
def test_the_metrics_say_what_the_process_needs(live: Live) -> None:
    text = live.request("GET", "/metrics").text

    assert sample(text, "process_resident_memory_bytes") > 1_000_000
    assert sample(text, "process_open_fds") > 0


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "127.0.0.1"},
        {"Forwarded": "for=127.0.0.1"},
        {"X-Real-IP": "127.0.0.1"},
        {"Host": "imp.example"},
        {"Host": "192.0.2.7:8019"},
        {"Host": "["},
    ],
)
def test_who_comes_through_a_proxy_or_tunnel_sees_no_numbers(
    live: Live, headers: dict[str, str]
) -> None:
    assert live.request("GET", "/metrics", headers=headers).status in (400, 404, 421)


def test_with_a_token_only_who_knows_it_sees_the_numbers(tmp_path: Path) -> None:
    with running(tmp_path, metrics_token="the-token") as live:
        statuses = [
            live.request("GET", "/metrics", headers=headers).status
            for headers in (
                {},
                {"Authorization": "Bearer another"},
                {"Authorization": "the-token"},
                {"Authorization": "Bearer the-token", "X-Forwarded-For": "192.0.2.7"},
            )
        ]

    assert statuses == [404, 404, 404, 200]


@pytest.mark.slow
def test_a_server_that_cannot_write_says_so_until_it_can_again(tmp_path: Path) -> None:
    with running(tmp_path) as live, closing(sqlite3.connect(tmp_path / FILE_NAME)) as beside:
        table, cookie = live.new_table("classic/3")
        with live.client(table, cookie) as client:
            client.until_view(lambda view: shown_round(view).waiting == [0])
            beside.execute("ALTER TABLE event RENAME TO away")
            beside.commit()
            lost = client.refused(SetPace, ms=1)
            ill = live.request("GET", "/healthz")
            text = live.request("GET", "/metrics").text
            beside.execute("ALTER TABLE away RENAME TO event")
            beside.commit()
            end = time.monotonic() + PATIENCE
            while (well := live.request("GET", "/healthz")).status != 200:  # though nobody plays
                assert time.monotonic() < end
                time.sleep(0.05)
            client.do(SetPace, ms=2)

    assert lost.code == "unavailable"
    assert (ill.status, ill.text) == (503, '{"status":"the database cannot be written"}')
    # The change, and then the attempt by which health is told.
    assert sample(text, 'bottleimp_appends_failed_total{kind="OperationalError"}') == 2
    assert (well.status, well.text) == (200, '{"status":"ok"}')
