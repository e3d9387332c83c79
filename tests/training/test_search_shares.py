"""What search, network and playouts should count: opinions, truths and the shares from them."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from bottleimp.analysis.arena.lineups import arena_deal
from bottleimp.game.round import Round
from bottleimp.knowledge.observation import observe
from bottleimp.players.network import network_for
from bottleimp.players.search.belief_search import prior_values
from bottleimp.players.search.opponent_types import NETWORK
from bottleimp.rules.editions import edition
from training import search_shares
from training.search_shares import (
    OPINIONS,
    PHASES,
    WeighedChoice,
    fit_shares,
    gain_of,
    phase_of,
    play_mixed_rounds,
    read_choices,
    report_rows,
    true_gains,
    weigh_choices,
)

KEY, SEED = "classic/4", 11


def test_shares_are_found_where_the_truth_is_known() -> None:
    rng = np.random.default_rng(1)
    opinions = rng.normal(size=(4000, 3))

    mixed = opinions @ [0.75, 0.5, 0.0] + rng.normal(size=4000)
    assert fit_shares(opinions, mixed) == pytest.approx([0.6, 0.4, 0.0], abs=0.05)
    against = opinions @ [1.0, -2.0, 0.5]
    assert fit_shares(opinions, against)[1] == 0
    assert fit_shares(opinions, -opinions.sum(axis=1)).tolist() == [0, 0, 0]


def test_the_gain_is_that_of_the_favoured_action_over_the_networks() -> None:
    choice = WeighedChoice(
        0, "late", ((1.0, 3.0, 0.0), (5.0, 0.0, 1.0), (0.0, 0.0, 9.0)), (2, 7, 4)
    )

    assert gain_of([choice], np.array([1.0, 0.0, 0.0])) == [5]
    assert gain_of([choice], np.array([0.0, 1.0, 0.0])) == [0]
    assert gain_of([choice], np.array([0.0, 0.0, 1.0])) == [2]


@pytest.mark.slow
def test_the_truth_of_what_was_done_is_what_came_of_it() -> None:
    """Whoever goes on as before from the true deal comes to the result of the round."""
    playing = edition(KEY)
    network = network_for(playing)
    moments, who = play_mixed_rounds(network, playing, SEED, range(8))
    truths = true_gains(network, playing, moments, who)

    results: dict[tuple[int, int], set[float]] = {}
    for moment, truth in zip(moments, truths, strict=True):
        assert who.of_seats[moment.row, moment.seat] == NETWORK
        legal = np.array(moment.seen.legal_action_numbers)
        did = int(prior_values(moment.seen, network, legal).argmax())
        results.setdefault((moment.row, moment.seat), set()).add(float(truth[did]))
    assert {row for row, _ in results} == set(range(8))
    assert all(len(came) == 1 for came in results.values())
    assert any(len(set(truth.tolist())) > 1 for truth in truths)
    assert {phase_of(moment.seen) for moment in moments} == set(PHASES)


@pytest.mark.slow
def test_moments_are_those_of_the_deals_of_the_arena() -> None:
    playing = edition(KEY)
    moments, _ = play_mixed_rounds(network_for(playing), playing, SEED, [3, 4])
    first = {(moment.row, moment.seat): moment.seen for moment in reversed(moments)}

    assert {row for row, _ in first} == {0, 1}
    for (row, seat), seen in first.items():
        dealt = Round(arena_deal(playing, SEED, [3, 4][row]))
        assert seen.hand == observe(dealt, seat).hand


@pytest.mark.wide
def test_choices_are_weighed_again_alike_and_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(search_shares, "WORLDS", 16)
    monkeypatch.setattr(search_shares, "FEW_ROUNDS", 2)
    playing = edition(KEY)
    weighed = weigh_choices(network_for(playing), playing, SEED, [1])
    file = tmp_path / "shares.jsonl"

    command = ["search_shares", KEY, "--seed", str(SEED), "--file", str(file), "--rounds"]
    monkeypatch.setattr(sys, "argv", [*command, "2"])
    search_shares.main()
    whole = file.read_text()
    said = capsys.readouterr().out
    assert [line.split()[1] for line in said.splitlines()[2:]] == list(PHASES)
    file.write_text(whole.splitlines(keepends=True)[0] + whole.splitlines()[1][:50])
    search_shares.main()
    assert (file.read_text(), capsys.readouterr().out) == (whole, said)

    kept = read_choices(file, {"edition": playing.text, "seed": SEED})
    assert [choice for choice in kept if choice.round == 1] == weighed
    assert all(np.isfinite(choice.opinions).all() for choice in kept)
    assert all(len(choice.opinions) == len(OPINIONS) for choice in kept)
    assert read_choices(file, {"edition": "classic/3", "seed": SEED}) == []
    assert len(json.loads(whole.splitlines()[0])["choices"]) == sum(c.round == 0 for c in kept)


def test_few_rounds_tell_nothing() -> None:
    choice = WeighedChoice(0, "late", ((1.0, 3.0), (5.0, 0.0), (0.0, 0.0)), (2, 7))

    assert len(list(report_rows(KEY, [choice]))) == 2


def test_modes_for_two_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = ["search_shares", "classic/lopaka", "--file", str(tmp_path / "x")]
    monkeypatch.setattr(sys, "argv", command)

    with pytest.raises(SystemExit):
        search_shares.main()
