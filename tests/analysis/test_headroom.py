"""How much is left: guests who know more than a seat may, among hosts, on duplicate deals."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from bottleimp.analysis.arena.contests import edition_of_each_mode
from bottleimp.analysis.arena.lineups import arena_deal
from bottleimp.analysis.evaluation.belief_calibration import BELIEF_MODELS, CalibrationRecorder
from bottleimp.analysis.evaluation.exploitability import (
    BELIEFS,
    make_measurement,
    responder_seats,
    run_measurement,
)
from bottleimp.analysis.evaluation.exploitability_report import (
    exploitability_section,
    ratio_estimate,
    read_exploitability,
    responder_gains,
)
from bottleimp.analysis.evaluation.model_based_response import ModelBasedResponse
from bottleimp.analysis.evaluation.open_hand_evaluation import (
    BatchDecider,
    OpenHandRounds,
    SequentialDecider,
    play_out,
    seat_seeds,
)
from bottleimp.analysis.evaluation.perfect_information_bound import (
    PerfectInformationBound,
    best_outcomes,
    payoff_weights,
)
from bottleimp.analysis.evaluation.responders import NetworkSource, create_decider
from bottleimp.analysis.report.strength_page import write_page
from bottleimp.cli.main import main
from bottleimp.errors import BottleImpError, UnknownName
from bottleimp.game.actions import action_number
from bottleimp.kernel.encoding.packed_rows import IntArray
from bottleimp.kernel.round_batch import ROUND_OVER
from bottleimp.knowledge.observation import observe
from bottleimp.players.batch_players import BatchUniformPlayer, select_rounds
from bottleimp.players.budget import Budget
from bottleimp.players.catalogue import create_player
from bottleimp.players.network import BatchNetworkPlayer, greedy_actions
from bottleimp.rules.cardsets import members
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition
from tests.players.networks import drawn_network, written
from tests.players.test_networks import moments
from tests.support.redealing import redealt

KEY = "classic/4"
SEED = 5


def laid(playing: Edition, places: list[tuple[int, ...]], deals: int) -> OpenHandRounds:
    """Tables with guests in each of the places, for some deals."""
    rows = [(number, seats) for number in range(deals) for seats in places]
    return OpenHandRounds.from_deals(
        [arena_deal(playing, SEED, number) for number, _ in rows],
        [seats for _, seats in rows],
        [seat_seeds(playing, SEED, number) for number, _ in rows],
    )


@pytest.fixture
def weights(tmp_path: Path) -> str:
    """A file with weights that are drawn."""
    file = tmp_path / "drawn.npz"
    written(drawn_network(edition(KEY)), file)
    return str(file)


def test_the_imp_thinks_as_long_as_at_a_table() -> None:
    guest, player = create_decider("imp", NetworkSource(KEY)), create_player("imp", SEED)

    assert isinstance(guest, SequentialDecider)
    assert vars(player)["budget"] == vars(guest.build_player(SEED, (0,)))["budget"]


class Comparing(BatchDecider):
    """A decider that compares what both ways of asking show."""

    def decide(self, tables: OpenHandRounds, rows: IntArray) -> IntArray:
        for row in rows.tolist():
            seen = tables.observation(row)
            assert tables.rounds.turns[row] == seen.seat
            legal = [action_number(tables.edition, action) for action in seen.legal_actions]
            assert list(members(int(tables.rounds.legal[row]))) == sorted(legal)
        return super().decide(tables, rows)


@pytest.mark.slow
@pytest.mark.parametrize("key", edition_of_each_mode())
def test_a_seat_sees_the_round_that_lies_on_its_table(key: str) -> None:
    decider = Comparing(BatchUniformPlayer())
    play_out(laid(edition(key), [()], 3), decider, decider)


@pytest.mark.parametrize(("key", "together"), [(KEY, 1), (KEY, 2), ("classic/bright-house", 1)])
@pytest.mark.parametrize("tries_from", [0, 3])
def test_whoever_sees_all_cards_never_does_worse_than_a_host(
    key: str, together: int, tries_from: int
) -> None:
    playing = edition(key)
    network = drawn_network(playing)
    host = BatchDecider(BatchNetworkPlayer(network))
    (alone,) = play_out(laid(playing, [()], 1), host, host)
    places = list(responder_seats(playing, together))
    found = play_out(laid(playing, places, 1), PerfectInformationBound(network, tries_from), host)
    counts = np.array([payoff_weights(playing, seats) * playing.weights for seats in places])

    assert ((found * counts).sum(axis=1) >= (alone * counts).sum(axis=1) - 1e-9).all()
    assert ((found * counts).sum(axis=1) > (alone * counts).sum(axis=1)).any()


def test_late_choices_of_the_all_seeing_are_the_best_of_all_that_it_can_do() -> None:
    playing = edition(KEY)
    network, host = drawn_network(playing), BatchDecider(BatchNetworkPlayer(drawn_network(playing)))
    tables = laid(playing, [(1,)], 4)
    rounds = tables.rounds
    while rounds.next_decisions() and (np.bitwise_count(rounds.rows[:, 1]) > 3).any():
        live = np.flatnonzero(rounds.turns != ROUND_OVER)
        actions = np.full(4, -1, np.int64)
        actions[live] = host.decide(tables, live)
        tables.step(actions)
    counts = np.tile(payoff_weights(playing, (1,)), (4, 1))
    is_guest = np.tile(np.arange(4) == 1, (4, 1))
    found = best_outcomes(network, select_rounds(rounds, np.arange(4)), is_guest, counts, 3)

    wanted = [best(select_rounds(rounds, np.array([k])), network) for k in range(4)]
    # The order of a sum differs between processors, and with it the last digit.
    assert found.tolist() == pytest.approx(wanted, rel=1e-12)


def best(rounds, network) -> float:
    """The best end of one round for seat 1, found by trying all its cards one after another."""
    if not rounds.next_decisions():
        return float(rounds.returns()[0] @ payoff_weights(rounds.edition, (1,)))
    if rounds.turns[0] == 1:
        options = list(members(int(rounds.legal[0])))
    else:
        options = greedy_actions(network, rounds.features, rounds.legal).tolist()
    ends = []
    for action in options:
        after = select_rounds(rounds, np.array([0]))
        after.step(np.array([action]))
        ends.append(best(after, network))
    return max(ends)


@pytest.mark.slow
@pytest.mark.parametrize("guests", [(0,), (0, 2)])
def test_who_knows_how_the_hosts_play_sees_no_hidden_card(guests: tuple[int, ...]) -> None:
    playing, random = edition(KEY), Random(3)
    network = drawn_network(playing)
    for now, seen in moments(playing, 4):
        assert seen.seat is not None
        player = ModelBasedResponse(7, Budget(8), network, tuple({*guests, seen.seat}))
        other = observe(redealt(now, seen.seat, random), seen.seat)
        assert player.choose(seen) in seen.legal_actions
        assert player.choose(seen) == player.choose(other)


def test_every_unseen_card_is_guessed_by_every_way_of_guessing() -> None:
    playing = edition(KEY)
    network = drawn_network(playing)
    watched = CalibrationRecorder(BatchDecider(BatchNetworkPlayer(network)), network, worlds=256)
    play_out(laid(playing, [()], 2), watched, watched)

    assert {len(BELIEF_MODELS)} == {one.losses.shape[1] for one in watched.losses}
    assert all((one.losses >= 0).all() for one in watched.losses)
    # Three hands and the imp's trick: a card that may lie anywhere costs about log 4.
    first = np.concatenate([one.losses for one in watched.losses if not one.finished_tricks])
    assert 1.1 < first[:, 0].mean() < 1.4


@pytest.mark.slow
def test_what_is_stopped_goes_on_as_if_it_had_not_been(weights: str, tmp_path: Path) -> None:
    policy = NetworkSource(KEY, weights)
    for guest in ("uniform", "perfect_information_bound:0", BELIEFS):
        of = make_measurement(KEY, guest, "network", 1, SEED, policy)
        at_once, in_parts = tmp_path / "a", tmp_path / "b"
        assert [0, 3] == list(run_measurement(of, at_once, 3))
        list(run_measurement(of, in_parts, 1))
        with of.path(in_parts).open("a") as opened:
            opened.write('{"deal": 1, "al')
        assert [0, 3] == list(run_measurement(of, in_parts, 3))  # a group is thought about together
        assert of.path(at_once).read_text() == of.path(in_parts).read_text()


def test_results_of_something_else_are_not_mixed_in(weights: str, tmp_path: Path) -> None:
    policy = NetworkSource(KEY, weights)
    list(run_measurement(make_measurement(KEY, "uniform", "network", 1, SEED, policy), tmp_path, 1))
    with pytest.raises(BottleImpError, match="something else"):
        list(
            run_measurement(
                make_measurement(KEY, "uniform", "network", 1, SEED + 1, policy), tmp_path, 1
            )
        )


def test_a_line_that_is_just_being_written_stops_no_report(weights: str, tmp_path: Path) -> None:
    of = make_measurement(KEY, "uniform", "network", 1, SEED, NetworkSource(KEY, weights))
    list(run_measurement(of, tmp_path, 2))
    with of.path(tmp_path).open("a") as opened:
        opened.write('{"deal": 2, "al')

    (gains,) = read_exploitability(tmp_path).gains

    assert 2 == len(gains.own)
    assert [2] == list(run_measurement(of, tmp_path, 2))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no JSON\n", "holds no exploitability results"),
        ('{"edition": "classic/4"}\n', "holds no exploitability results"),
        ('{"format": 3}\n', "has format 3; this program reads 2"),
        ('{"format": 1}\n{"deal": 1}\n', "does not hold the deals in their order"),
    ],
)
def test_files_of_another_kind_are_refused_by_name(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text(text)

    with pytest.raises(BottleImpError, match=rf"x\.jsonl {said}"):
        read_exploitability(tmp_path)


def test_a_folder_without_results_is_refused(tmp_path: Path, capsys) -> None:
    assert 0 != main(("exploitability", str(tmp_path / "none"), "--report-only"))
    assert "holds no results: nothing was measured there" in capsys.readouterr().err


def test_a_guest_that_has_learned_more_is_another_guest(weights: str, tmp_path: Path) -> None:
    guest = tmp_path / "exploiter.npz"
    files = set()
    for learned in (0.0, 1.0):
        network = drawn_network(edition(KEY))
        written(replace(network, input_weights=network.input_weights + np.float32(learned)), guest)
        files.add(
            make_measurement(
                KEY, str(guest), "network", 1, SEED, NetworkSource(KEY, weights)
            ).file_name
        )

    assert 2 == len(files)


def test_only_guests_that_exist_sit_down(weights: str) -> None:
    policy = NetworkSource(KEY, weights)
    with pytest.raises(UnknownName, match="perfect_information_bound"):
        create_decider("perfect_information_bond", policy)
    with pytest.raises(BottleImpError, match="from 0 to 6"):
        create_decider("perfect_information_bound:9", policy)
    with pytest.raises(BottleImpError, match="sides"):
        make_measurement(KEY, "uniform", "network", 4, SEED, policy)
    with pytest.raises(BottleImpError, match="another edition"):
        create_decider(weights, NetworkSource("matagot/6", weights))
    with pytest.raises(BottleImpError, match="another edition"):
        create_decider(weights, NetworkSource("classic/3", weights))


def test_a_gain_is_what_the_guest_has_over_the_host_in_its_seat(tmp_path: Path) -> None:
    heading = {
        "format": 1, "edition": KEY, "guest": "uniform", "host": "network", "together": 1,
        "seed": 0, "policy": None, "checksum": "", "about": "",
    }  # fmt: skip
    deal = {"deal": 0, "alone": [10, 20, 30, 40], "with_guests": [[14, 20, 30, 34]] * 4}
    texts = [json.dumps(one) for one in (heading, deal, {**deal, "deal": 1})]
    (tmp_path / "x.jsonl").write_text("\n".join(texts) + "\n")
    (gains,) = read_exploitability(tmp_path).gains

    assert [-0.5, -0.5] == gains.own.tolist()  # +4, 0, 0 and -6 in the four seats
    assert [0.5, 0.5] == pytest.approx(gains.population_loss.tolist())


@pytest.mark.parametrize("together", [1, 2])
def test_guests_like_the_hosts_have_nothing_over_them_where_sides_differ_in_size(
    together: int,
) -> None:
    of = edition("matagot/6-teams-2211")
    points = [10, 25, -5, 40, 0, 13]
    rounds = len(list(responder_seats(of, together)))
    heading = {"edition": of.text, "coalition_size": together}

    gains = responder_gains(heading, [{"alone": points, "with_responder": [points] * rounds}])

    assert [0.0] == pytest.approx(gains.over_population.tolist())


def test_a_share_is_a_ratio_of_means() -> None:
    found = ratio_estimate(np.array([1.0, 2.0, 3.0]), np.array([4.0, 8.0, 12.0]))

    assert [0.25, 0.0] == pytest.approx([found.mean, found.standard_error])


def test_the_command_measures_and_tells(weights: str, tmp_path: Path, capsys) -> None:
    arguments = ["exploitability", str(tmp_path / "out"), "--network", weights, "--processes", "1"]
    chosen = [
        "--responders",
        "perfect_information_bound:0",
        weights,
        "--belief-calibration",
        "--deals",
        "2",
    ]
    assert 0 == main([*arguments, *chosen])
    text = capsys.readouterr().out

    assert "`perfect_information_bound:0`" in text
    assert "`drawn.npz`" in text
    assert "+0.00 ± 0.00" in text  # the same weights as the hosts have
    assert "worlds save" in text
    assert text == "\n".join(exploitability_section(tmp_path / "out")) + "\n"


def test_nothing_to_measure_is_refused(weights: str, tmp_path: Path) -> None:
    assert 2 == main(["exploitability", str(tmp_path), "--network", weights, "--responders"])


def test_the_page_about_strength_tells_what_is_left(weights: str, tmp_path: Path) -> None:
    list(
        run_measurement(
            make_measurement(KEY, "uniform", "network", 1, SEED, NetworkSource(KEY, weights)),
            tmp_path,
            1,
        )
    )
    write_page(tmp_path / "strength.md", [], [], None, tmp_path)

    assert "## How much is left" in (tmp_path / "strength.md").read_text()
