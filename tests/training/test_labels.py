"""Labels: searched values of every action, the same again however often the work is ended."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bottleimp.errors import BottleImpError
from bottleimp.execution.process_pool import process_pool
from bottleimp.game.actions import action_number
from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.kernel.encoding.features import features_of
from bottleimp.knowledge.observation import observe
from bottleimp.players.budget import Budget
from bottleimp.players.perfect_information import PerfectInformationPlayer
from bottleimp.players.search.belief_search import BeliefSearchPlayer
from bottleimp.rules.editions import edition
from tests.support.sources.repository import ROOT
from training.labels import SEED_FACTOR, LabelSettings, label_files, read_labels, write_labels

pytestmark = pytest.mark.slow

SMALL = LabelSettings("classic/3", rounds=1, worlds=2)
SOME = 60  # labels: more than a round gives


def write_all(folder: Path, settings: LabelSettings = SMALL, labels: int = SOME) -> list[bytes]:
    """The content of all files."""
    for _ in write_labels(folder, settings, labels):
        pass
    return [file.read_bytes() for file in label_files(folder)]


def test_labels_are_the_searched_values_of_the_legal_actions(tmp_path: Path) -> None:
    write_all(tmp_path)
    labels = read_labels(label_files(tmp_path)[0])
    first = observe(Round(Deal.from_seed(edition(SMALL.edition), SMALL.seed * SEED_FACTOR)), 0)
    found = BeliefSearchPlayer(Budget(SMALL.worlds)).evaluate_actions(first, 0)

    np.testing.assert_array_equal(labels.features[0], features_of(first))
    assert np.flatnonzero(~np.isnan(labels.values[0])).tolist() == sorted(found.actions)
    np.testing.assert_allclose(labels.values[0][list(found.actions)], found.values, rtol=1e-5)
    rows = np.arange(len(labels.taken))
    assert not np.isnan(labels.values[rows, labels.taken]).any()


def test_playouts_value_actions_as_the_player_of_that_name_does(tmp_path: Path) -> None:
    settings = replace(SMALL, playouts=16, explore=0.0)
    write_all(tmp_path, settings, labels=1)
    labels = read_labels(label_files(tmp_path)[0])
    first = observe(Round(Deal.from_seed(edition(SMALL.edition), SMALL.seed * SEED_FACTOR)), 0)
    chosen = PerfectInformationPlayer(Budget(16)).choose(first, 0)

    np.testing.assert_array_equal(labels.features[0], features_of(first))
    assert int(np.nanargmax(labels.values[0])) == action_number(first.edition, chosen)


@pytest.mark.wide
def test_work_that_was_ended_goes_on_to_the_same_files(tmp_path: Path) -> None:
    expected = write_all(tmp_path / "at once")
    lost = write_all(tmp_path / "twice")
    assert len(lost) > 1
    label_files(tmp_path / "twice")[0].unlink()
    kept = label_files(tmp_path / "twice")[0].stat().st_mtime_ns

    assert write_all(tmp_path / "twice") == expected
    assert label_files(tmp_path / "twice")[1].stat().st_mtime_ns == kept


@pytest.mark.wide
def test_processes_write_the_same_files(tmp_path: Path) -> None:
    with process_pool(2) as pool:
        for _ in write_labels(tmp_path / "pool", SMALL, SOME, pool):
            pass

    assert [f.read_bytes() for f in label_files(tmp_path / "pool")] == write_all(tmp_path / "here")


def test_other_settings_are_refused(tmp_path: Path) -> None:
    write_all(tmp_path, labels=1)

    with pytest.raises(BottleImpError, match="other settings"):
        write_all(tmp_path, replace(SMALL, worlds=3))


def test_a_network_that_serves_for_measuring_is_refused(tmp_path: Path) -> None:
    file = ROOT / "benchmarks" / "panel" / "apart-1" / "4.npz"

    with pytest.raises(BottleImpError, match="measuring alone"):
        write_all(tmp_path, LabelSettings("classic/4", network=str(file)))


def test_only_searched_labels_are_bound_to_the_network_and_the_search() -> None:
    for settings, is_bound in ((SMALL, True), (replace(SMALL, playouts=2), False)):
        written = settings.complete()

        assert bool(written.checksum) == is_bound
        assert bool(written.search) == is_bound
