"""What the server promises about deals, it keeps; what players contribute comes into them."""

import hashlib
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from bottleimp.game.fair_deal import fair_dealer
from bottleimp.game.verification import MatchReport, ProofGap, verify_match
from bottleimp.protocol.messages import (
    CommandRefused,
    ContributeEntropy,
    Event,
    JoinTable,
    RequestNextRound,
    RequestRematch,
    encode,
)
from bottleimp.protocol.views import FairnessView, NextDealView
from bottleimp.server.state.deals import create_offer, first_commitment, verify_offer
from bottleimp.server.state.events import RoundStarted
from bottleimp.server.tables.replay import replay_log
from bottleimp.server.views.export import export_match
from bottleimp.server.views.projection import fairness_view, match_view
from tests.support.folded_table import MAKER, Gathering, rounds
from tests.support.frames import shown_round
from tests.support.golden.event_logs import LOGS, play_together, read
from tests.support.json_values import Json
from tests.support.live_server import Client, Live

SEED = "0123456789abcdef"


def exported(live: Live, table: str) -> Json:
    answer = live.request("GET", f"/t/{table}/export.json")
    assert answer.status == 200, answer
    content: Json = json.loads(answer.text)
    return content


def form_on(page: str) -> tuple[str, str]:
    """The offered table and the commitment that a page shows in its first form."""
    found = re.search(r'name="offer" value="([^"]+)".*?data-commitment="([0-9a-f]{64})"', page)
    assert found is not None
    return found[1], found[2]


@pytest.mark.slow
@pytest.mark.parametrize("page", ["/", "/new"])
def test_a_page_promises_the_first_deal_of_the_table_it_offers(live: Live, page: str) -> None:
    name, commitment = form_on(live.request("GET", page).text)
    table, cookie = live.new_table("classic/3", offer=name, seed=SEED)
    with live.client(table, cookie) as client:
        client.play_round()
        fair = client.view.fair

    assert fair.seed is not None
    assert name.partition(".")[0] == table
    assert commitment == fair.commitment
    assert commitment == hashlib.sha256(bytes.fromhex(fair.seed)).hexdigest()
    assert fair.contributions == [SEED, None, None]


def test_a_table_is_offered_once(live: Live) -> None:
    name, _ = form_on(live.request("GET", "/").text)
    first, _ = live.new_table("classic/3", offer=name, seed=SEED)
    second, _ = live.new_table("classic/3", offer=name, seed=SEED)

    assert first != second


def next_deal(client: Client) -> NextDealView:
    """What is promised for the deal of the round to come."""
    promise = client.view.fair.next
    assert promise is not None
    return promise


def report_on_a_round(live: Live, table: str, cookie: str) -> tuple[FairnessView, MatchReport]:
    """What the view says of the deal of the first round, and what is found when it is checked."""
    with live.client(table, cookie) as client:
        client.play_round()
        fair = client.view.fair
    return fair, verify_match(exported(live, table))


@pytest.mark.wide
def test_nothing_is_mixed_in_that_was_known_before_the_promise(live: Live) -> None:
    name, _ = form_on(live.request("GET", "/").text)
    offered_table = live.new_table("classic/3", offer=name, seed=SEED)
    another_table = live.new_table("classic/3", offer=name, seed=SEED)
    fair, report = report_on_a_round(live, *offered_table)
    late, report_late = report_on_a_round(live, *another_table)

    assert fair.contributions == [SEED, None, None]
    assert late.contributions == [None, None, None]
    assert report.rounds[0].proof_gaps == ()
    assert report_late.rounds[0].proof_gaps == (ProofGap.NO_PROMISE, ProofGap.NO_CONTRIBUTION)


def test_the_first_dealer_follows_from_the_seed(live: Live) -> None:
    name, _ = form_on(live.request("GET", "/").text)
    drawn = live.new_table("classic/3", offer=name, seed=SEED)
    _, report = report_on_a_round(live, *drawn)
    named = live.new_table("classic/3", first_dealer="2")
    _, report_named = report_on_a_round(live, *named)

    assert exported(live, drawn[0])["first_dealer"] == "seed"
    assert report.proof_gaps == ()
    assert report_named.proof_gaps == (ProofGap.DEALER_NAMED,)
    assert report.is_valid
    assert report_named.is_valid


def test_every_player_is_drawn_as_the_first_dealer_equally_often() -> None:
    seeds = [n.to_bytes(32) for n in range(3000)]
    drawn = Counter(fair_dealer(3, seed, 2, "t", (None, SEED, None)) for seed in seeds)

    assert set(drawn) == {0, 1, 2}
    assert all(abs(count - 1000) < 150 for count in drawn.values())  # beyond 5 deviations


def test_a_contribution_changes_the_first_dealer_too() -> None:
    given = [(f"part-{n}", None, None) for n in range(30)]

    assert {fair_dealer(3, b"s" * 32, 2, "t", each) for each in given} == {0, 1, 2}


def test_nobody_deals_before_the_first_dealer_is_drawn() -> None:
    with_friends = Gathering("classic/3", "oo", dealer=None)
    before = match_view(with_friends.state)
    with_friends.join("g1", "Bo")
    with_friends.join("g2", "Cy")
    after = match_view(with_friends.state)
    started = next(fact for fact, _ in with_friends.steps if isinstance(fact, RoundStarted))

    assert (before.dealer, before.forehand, before.first_dealer) == (None, None, None)
    assert started.dealer == after.dealer == after.first_dealer
    assert fair_dealer(3, with_friends.deals.seeds[0], 2, "t", (None,) * 3) == started.dealer


def test_who_sits_down_later_contributes_after_the_promise() -> None:
    for contributes, expected in ((True, True), (False, False)):
        table = Gathering("classic/3", "oo", dealer=None)
        table.join("g1", "Bo")
        if contributes:
            table.do("g1", ContributeEntropy("do", "s", 1, SEED))
        table.join("g2", "Cy")
        (dealt,) = table.state.fairness.dealt_rounds

        assert dealt.is_committed_before == expected
        assert (None, SEED if contributes else None, None) == dealt.contributions


def test_the_commitment_that_is_shown_is_that_of_the_round_that_is_played() -> None:
    table = rounds("classic/3", 1)
    table.next(MAKER)
    shown = fairness_view(table.state.fairness)

    assert (shown.commitment, shown.seed) == (table.deals.commitment(2), None)


@pytest.mark.wide
def test_players_of_one_name_have_a_file_too(live: Live) -> None:
    table, cookie = live.new_table("classic/3", player_1="open", name="")
    with live.client(table, cookie) as one, live.client(table, live.new_cookie()) as two:
        two.do(JoinTable, name="", player=1)
        play_together(one, two)

    assert verify_match(exported(live, table)).is_valid


@pytest.mark.parametrize("name", ["", "x", "0123456789abcdef.", "0123456789abcdef." + "0" * 32])
def test_a_table_that_was_not_offered_is_not_taken(live: Live, name: str) -> None:
    table, _ = live.new_table("classic/3", offer=name)

    assert name.partition(".")[0] != table


@pytest.mark.parametrize("seed", ["", "a/b", "x" * 65, "ü", "a\n"])
def test_a_contribution_that_is_none_is_left_out(live: Live, seed: str) -> None:
    name, _ = form_on(live.request("GET", "/").text)
    table, cookie = live.new_table("classic/3", offer=name, seed=seed)
    with live.client(table, cookie) as client:
        client.receive()

        assert client.view.fair.contributions == [None, None, None]


@pytest.mark.slow
def test_a_contribution_is_mixed_into_the_next_deal(live: Live) -> None:
    name, _ = form_on(live.request("GET", "/").text)
    table, cookie = live.new_table("classic/4", offer=name, seed=SEED)
    with live.client(table, cookie) as client:
        client.play_round()
        promise = next_deal(client)
        client.do(ContributeEntropy, round=2, value="more")
        given = next_deal(client).given
        client.do(RequestNextRound, round=1)
        client.play_until(
            lambda view: shown_round(view).number == 2 and shown_round(view).result is not None
        )
        fair = client.view.fair
    verdicts = verify_match(exported(live, table)).rounds

    assert given == [0]
    assert promise.commitment == fair.commitment
    assert fair.contributions == ["more", None, None, None]
    assert [(v.round, v.contributions, v.faults) for v in verdicts] == [(1, 1, ()), (2, 1, ())]


def test_a_contribution_is_not_shown_before_the_round_it_is_for(live: Live) -> None:
    table, cookie = live.new_table("classic/3")
    with live.client(table, cookie) as client, live.client(table) as watcher:
        client.play_round()
        client.do(ContributeEntropy, round=2, value="nobody-knows")
        watcher.until_view(lambda view: view.fair.next is not None)
        watcher.until(Event, lambda event: event.k == "seed")
        before = encode(watcher.frames)
        client.do(RequestNextRound, round=1)
        watcher.until(Event, lambda event: event.k == "start" and event.round == 2)

    assert b"nobody-knows" not in before
    assert watcher.view.fair.contributions == ["nobody-knows", None, None]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_nothing_is_contributed_to_a_running_round_or_a_far_one(live: Live, number: int) -> None:
    table, cookie = live.new_table("classic/3")
    with live.client(table, cookie) as client:
        client.receive()

        assert client.refused(ContributeEntropy, round=number, value="x").code == "stale"


@pytest.mark.wide
def test_a_contribution_cannot_be_replaced(live: Live) -> None:
    table, cookie = live.new_table("classic/3")
    with live.client(table, cookie) as client:
        client.play_round()
        client.do(ContributeEntropy, round=2, value="first")

        assert client.refused(ContributeEntropy, round=2, value="second").code == "stale"


def test_who_only_watches_contributes_nothing(live: Live) -> None:
    table, cookie = live.new_table("classic/3")
    with live.client(table, cookie) as client, live.client(table) as watcher:
        client.play_round()

        assert watcher.refused(ContributeEntropy, round=2, value="x").code == "not-allowed"


@pytest.mark.slow
@pytest.mark.parametrize("value", ["", "a b", "a/b", "x" * 65, "ä", 3, None])
def test_a_contribution_is_checked(live: Live, value: object) -> None:
    table, cookie = live.new_table("classic/3")
    with live.client(table, cookie) as client:
        client.play_round()

        command = {"t": "do", "id": "a", "k": "seed", "round": 2, "value": value}
        client.send_raw(json.dumps(command))

        assert client.until(CommandRefused).code == "bad-message"


def test_the_file_of_a_match_holds_nothing_of_a_running_round(live: Live) -> None:
    table, cookie = live.new_table("classic/3")
    with live.client(table, cookie) as client:
        client.play_until(lambda view: shown_round(view).step > 3)
        running = exported(live, table)
        client.play_round()

    assert running["rounds"] == []
    assert [each["round"] for each in exported(live, table)["rounds"]] == [1]


@pytest.mark.wide
@pytest.mark.slow
def test_the_first_deal_of_a_rematch_is_promised_before(live: Live) -> None:
    table, cookie = live.new_table("classic/3", length="rounds=1")
    with live.client(table, cookie) as client:
        client.play_round()
        while not client.view.match.over:
            client.do(RequestNextRound, round=client.current_round.number)
            client.until_view(lambda view: shown_round(view).result is None)
            client.play_round()
        client.until_view(lambda view: view.fair.next is not None)
        promise = next_deal(client)
        client.do(ContributeEntropy, round=1, value="again")
        answer = client.do(RequestRematch)
    assert answer.table is not None
    with live.client(answer.table, cookie) as client:
        client.receive()
        fair = client.view.fair

        client.play_round()
    report = verify_match(exported(live, answer.table))

    assert report.rounds[0].proof_gaps == ()
    assert report.proof_gaps == ()
    assert report.is_valid
    assert promise.table == answer.table
    assert promise.commitment == fair.commitment
    assert fair.contributions[0] == "again"


def test_there_is_a_page_that_checks(live: Live) -> None:
    table, _ = live.new_table("classic/3")
    answer = live.request("GET", f"/t/{table}/verify")

    assert answer.status == 200
    assert f"/t/{table}/export.json" in answer.text


@pytest.mark.parametrize("path", ["/t/nowhere/verify", "/t/nowhere/export.json"])
def test_of_no_table_there_is_nothing_to_check(live: Live, path: str) -> None:
    assert live.request("GET", path).status == 404


def test_deals_of_old_logs_follow_from_the_seed_alone() -> None:
    log = json.loads((LOGS / "v1-match-of-four.json").read_text(encoding="utf-8"))
    fairness = replay_log(read(log)).entries[-1].state.fairness

    assert {dealt.mixing for dealt in fairness.dealt_rounds} == {1}


@pytest.mark.parametrize("path", sorted(LOGS.glob("*.json")), ids=lambda path: path.stem)
def test_matches_in_old_logs_are_right(path: Path) -> None:
    state = replay_log(read(json.loads(path.read_text(encoding="utf-8")))).entries[-1].state
    report = verify_match(json.loads(json.dumps(export_match(state))))

    assert len(state.finished_rounds) == len(report.rounds)
    assert report.is_valid


def test_an_offer_holds_for_its_key_alone() -> None:
    name, commitment = create_offer(b"k" * 32)
    table = name.partition(".")[0]

    assert table == verify_offer(b"k" * 32, name)
    assert verify_offer(b"l" * 32, name) is None
    assert commitment == first_commitment(b"k" * 32, table)
