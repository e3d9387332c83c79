"""Regret: which choices are drawn, and what the judge says of them."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bottleimp.analysis.arena.lineups import arena_deal
from bottleimp.analysis.evaluation.open_hand_evaluation import OpenHandRounds, play_out
from bottleimp.analysis.evaluation.regret import (
    JUDGE_CONFIG,
    ChoiceRecorder,
    JudgedChoice,
    RegretMeasurement,
    make_regret_measurement,
    run_regret_measurement,
)
from bottleimp.analysis.evaluation.regret_report import (
    RegretResults,
    read_regret,
    regret_rows,
    regret_section,
)
from bottleimp.analysis.evaluation.responders import NetworkSource, create_decider
from bottleimp.cli.main import main
from bottleimp.errors import BottleImpError, UnknownName
from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.observation import observe
from bottleimp.players.budget import Budget
from bottleimp.players.search.belief_search import BeliefSearchPlayer
from bottleimp.rules.editions import edition
from tests.support.players.networks import drawn_network, written

KEY, SEED = "classic/4", 5
PLAYERS = ("network", "rules_of_thumb", "uniform")
FEW = 24  # worlds of the judge


def judged(folder: Path, deals: int, *, worlds: int = FEW) -> RegretMeasurement:
    """A measurement after so many deals."""
    measurement = make_regret_measurement(KEY, PLAYERS, "network", worlds, None, SEED)
    assert list(run_regret_measurement(measurement, folder, deals))[-1] == deals
    return measurement


def choice(values: tuple[tuple[float, ...], ...], chosen: int) -> JudgedChoice:
    """A choice among the actions 3, 5 and 8."""
    return JudgedChoice(0, "PLAY", 30, (3, 5, 8), values, (chosen,))


def test_one_look_says_which_action_is_best_and_the_other_what_it_is_worth() -> None:
    looks = ((1.0, 4.0, 2.0), (6.0, 5.0, 0.0))  # the best is 5 by the first, 3 by the second

    assert choice(looks, 8).regret(0) == pytest.approx(((5.0 - 0.0) + (1.0 - 2.0)) / 2)
    assert choice(looks, 3).regret(0) == pytest.approx(((5.0 - 6.0) + 0) / 2)
    assert choice(looks, 5).is_best(0)
    assert not choice(looks, 3).is_best(0)


def test_a_player_that_gave_away_nothing_so_far_is_not_certain_to() -> None:
    measurement = RegretMeasurement(
        KEY, ("network",), ("network",), "network", "network", FEW, None, "", SEED
    )
    best = [choice(((1.0, 4.0, 2.0),) * 2, 5)] * 3
    ((_, a_choice, a_round, agreement, deals),) = regret_rows(RegretResults(measurement, best))

    assert (a_choice, a_round, deals) == ("0.00 ± -", "0.00 ± -", "3")
    assert agreement.startswith("100%, at least 1")  # of 3 cases


@pytest.mark.slow
def test_the_judge_tries_every_action_in_every_world() -> None:
    playing = Round(arena_deal(edition(KEY), SEED, 2))
    while playing.phase is not Phase.PLAY:
        seat = playing.waiting_seats[0]
        playing = playing.play(playing.legal_actions_for(seat)[0], seat)
    assert playing.turn is not None
    seen = observe(playing, playing.turn)
    judge = BeliefSearchPlayer(Budget(96), config=JUDGE_CONFIG)
    counts = judge.evaluate_actions(seen, 1).world_counts.tolist()

    assert counts == [96] * len(seen.legal_actions)


def test_luck_among_worlds_is_no_regret() -> None:
    rng = np.random.default_rng(1)
    alike = [choice(tuple(map(tuple, rng.normal(size=(2, 3)))), 5).regret(0) for _ in range(4000)]

    assert abs(np.mean(alike)) < 3 * np.std(alike) / np.sqrt(len(alike))


def test_of_the_choices_of_a_round_each_is_as_likely_drawn() -> None:
    source = NetworkSource(edition(KEY).text)
    numbers = range(150)
    recorder = ChoiceRecorder(create_decider("rules_of_thumb", source), [], SEED, numbers)
    tables = OpenHandRounds.from_arena(edition(KEY), SEED, numbers, [()])
    play_out(tables, recorder, recorder)

    shares = []
    for drawn in recorder.drawn.values():
        assert drawn.seen is not None
        shares.append(drawn.seen.phase.name == "EXCHANGE")
    # Every hand passes three cards.
    expected = np.mean([12 / drawn.count for drawn in recorder.drawn.values()])
    assert abs(np.mean(shares) - expected) < 4 * np.sqrt(expected * (1 - expected) / len(shares))


@pytest.mark.slow
def test_the_judge_plays_exchanges_to_the_end_too() -> None:
    """Whoever stops short takes a value that is no whole number of points."""
    source = NetworkSource(edition(KEY).text)
    tables = OpenHandRounds.from_arena(edition(KEY), SEED, [0], [()])
    assert tables.rounds.next_decisions()
    seen = tables.observation(0)
    actions = np.array(seen.legal_action_numbers)
    for config, is_to_the_end in ((JUDGE_CONFIG, True), (replace(JUDGE_CONFIG, depth=3), False)):
        player = BeliefSearchPlayer(Budget(4), source.network, config)
        gains = player.opinions_in_worlds(source.network, seen, actions, SEED).gains
        # Less the mean of three others: thirds of points.
        assert np.allclose(3 * gains, np.rint(3 * gains), atol=1e-6) is is_to_the_end


@pytest.mark.wide
def test_the_same_is_judged_again_and_goes_on_where_it_was_killed(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    file = judged(parts, 5).path(parts)
    with file.open("a") as opened:
        opened.write('{"deal": 5, "pha')
    judged(parts, 10)

    assert judged(whole, 10).path(whole).read_text() == file.read_text()


@pytest.mark.wide
def test_whoever_plays_at_random_gives_away_most(tmp_path: Path) -> None:
    found = read_regret(judged(tmp_path, 30).path(tmp_path))
    means = [found.a_round(player).mean for player in range(len(PLAYERS))]

    assert found.measurement.players == PLAYERS
    assert means[0] < means[1] < means[2]
    assert found.agreement(0).mean > found.agreement(2).mean
    counts = [one.choices_in_round for one in found.choices]
    assert found.a_round(2).mean == pytest.approx(
        np.mean([one.regret(2) * n / 4 for one, n in zip(found.choices, counts, strict=True)])
    )


@pytest.mark.slow
def test_a_judge_of_other_weights_is_another_measurement(tmp_path: Path) -> None:
    weights = tmp_path / "drawn.npz"
    written(drawn_network(edition(KEY)), weights)
    ours, theirs = (
        make_regret_measurement(KEY, PLAYERS, "network", FEW, file, SEED)
        for file in (None, str(weights))
    )

    assert ours.path(tmp_path) != theirs.path(tmp_path)
    list(run_regret_measurement(theirs, tmp_path, 1))
    assert "`drawn.npz`" in "\n".join(regret_section(tmp_path))


@pytest.mark.slow
def test_other_players_are_not_gone_on_with(tmp_path: Path) -> None:
    judged(tmp_path, 1)
    other = make_regret_measurement(KEY, ("uniform",), "network", FEW, None, SEED)

    with pytest.raises(BottleImpError, match="was begun with another labels"):
        list(run_regret_measurement(other, tmp_path, 2))


def test_modes_for_two_and_unknown_players_are_refused() -> None:
    with pytest.raises(BottleImpError, match="is for two"):
        make_regret_measurement("classic/lopaka", PLAYERS, "network", FEW, None, SEED)
    with pytest.raises(UnknownName, match="network"):
        make_regret_measurement(KEY, ("networks",), "network", FEW, None, SEED)


@pytest.mark.slow
def test_the_command_judges_and_reports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["regret", str(tmp_path), "--players", *PLAYERS, "--judge-worlds", str(FEW)]
    assert main([*command, "--deals", "2", "--processes", "1"]) == 0
    said = capsys.readouterr().out
    assert f"judged in {2 * FEW} worlds by the package's network" in said
    assert all(f"| `{player}` |" in said for player in PLAYERS)
    assert main(["regret", str(tmp_path), "--report-only"]) == 0
    assert capsys.readouterr().out == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no JSON\n", "holds no results of deals"),
        ('{"format": 1}\n', "has another format"),
        ('{"format": 2}\n{"deal": 1}\n', "does not hold the deals in their order"),
        (json.dumps({"format": 2, "players": [], "labels": []}) + "\n", "holds no choices"),
    ],
)
def test_files_of_another_kind_are_refused_by_name(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text(text)

    with pytest.raises(BottleImpError, match=rf"x\.jsonl {said}"):
        list(regret_section(tmp_path))


def test_a_folder_without_results_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["regret", str(tmp_path), "--report-only"]) == 2
    assert "holds no results" in capsys.readouterr().err
    (tmp_path / "file").write_text("")
    assert main(["regret", str(tmp_path / "file")]) == 2
    assert "is a file" in capsys.readouterr().err
