"""What gaps between values are worth, measured by what worse actions lose."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from bottleimp.players.network import GAP_WORTH, network_file, network_from_arrays
from bottleimp.rules.editions import edition
from tests.support.players.networks import drawn_network, with_wide_gaps, written
from training.model_card import CARD_FILE
from training.settings import with_present_names
from training.weights.gap_worth import MAX_GAP, fit_slope, main, measure_gap_worth


def packaged(mode: str) -> dict[str, np.ndarray]:
    with np.load(str(network_file(mode))) as saved:
        return dict(saved)


def test_the_slope_is_what_is_lost_of_a_gap() -> None:
    gaps = np.linspace(0, 15, 400)
    noise = np.where(np.arange(400) % 2, 3.0, -3.0)

    exact, noisy = fit_slope(gaps, 0.6 * gaps), fit_slope(gaps, 0.6 * gaps + noise)

    assert exact.slope == pytest.approx(0.6)
    assert exact.margin == pytest.approx(0, abs=1e-9)
    assert noisy.slope == pytest.approx(0.6, abs=noisy.margin)
    assert noisy.margin > 0.01


@pytest.mark.wide
def test_gaps_of_the_package_are_worth_what_its_files_say() -> None:
    by_results, by_policy = network_from_arrays(packaged("3")), packaged("4")

    of_results = measure_gap_worth(by_results, "3", deals=100)
    of_policy = measure_gap_worth(network_from_arrays(by_policy), "4", deals=100)

    assert by_results.gap_worth == 1 == pytest.approx(of_results.slope, abs=2 * of_results.margin)
    assert float(by_policy[GAP_WORTH][0]) == pytest.approx(of_policy.slope, abs=of_policy.margin)
    assert of_policy.slope + of_policy.margin < 0.8


@pytest.mark.slow
def test_gaps_twice_as_wide_are_worth_half() -> None:
    network = network_from_arrays(packaged("4"))
    wide = with_wide_gaps(network)

    plain = measure_gap_worth(network, "4", deals=20)
    of_wide = measure_gap_worth(wide, "4", deals=20, max_gap=2 * MAX_GAP)

    assert of_wide.slope == pytest.approx(plain.slope / 2)
    assert of_wide.pairs == plain.pairs


def test_the_command_notes_it_in_the_file_and_leaves_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "4.npz"
    written(drawn_network(edition("classic/4")), file)
    with np.load(file) as saved:
        before = dict(saved)
    monkeypatch.setattr(sys, "argv", ["gap_worth", "4", str(file), "--deals", "4", "--write"])

    main()

    with np.load(file) as saved:
        after = dict(saved)
    told = float(capsys.readouterr().out.split()[0])
    assert float(after.pop(GAP_WORTH)[0]) == pytest.approx(told, abs=0.006)
    assert after.keys() == before.keys()
    assert all((after[name] == before[name]).all() for name in before)


def test_every_network_that_learned_by_a_policy_gradient_says_it() -> None:
    card = json.loads(Path(str(network_file("4"))).with_name(CARD_FILE).read_text(encoding="utf-8"))
    by_policy = {
        mode
        for mode, told in card["networks"].items()
        if any(
            phase["settings"].get("policy") for phase in with_present_names(told).get("phases", ())
        )
    }

    assert {mode for mode in card["networks"] if GAP_WORTH in packaged(mode)} == by_policy
    assert "4" in by_policy
