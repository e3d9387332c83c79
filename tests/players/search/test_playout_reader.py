"""What an opponent that plays out cards expects is remembered, and memory changes nothing."""

import numpy as np
import pytest

from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.players.network import greedy_actions, network_for
from bottleimp.players.search import playout_reader
from bottleimp.players.search.playout_reader import PlayoutReader
from bottleimp.rules.editions import edition

pytestmark = pytest.mark.slow

ROUNDS = 12


def rounds_in_play() -> RoundBatch:
    """Rounds of Lopaka at the first card."""
    playing = edition("classic/lopaka")
    rounds = RoundBatch.allocate(playing, ROUNDS)
    rounds.deal(3, 0)
    for _ in range(len(playing.passes) + playing.choosers):
        rounds.observe()
        rounds.step(greedy_actions(network_for(playing), rounds.features, rounds.legal))
    rounds.observe()
    return rounds


def test_what_is_legal_has_a_value_and_nothing_else() -> None:
    rounds = rounds_in_play()
    found = PlayoutReader().values(rounds, np.arange(ROUNDS))
    is_legal = (rounds.legal[:, None] >> np.arange(found.shape[1]) & 1).astype(bool)

    np.testing.assert_array_equal(np.isfinite(found), is_legal)


def test_memory_changes_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds, reader = rounds_in_play(), PlayoutReader()
    expected = PlayoutReader().values(rounds, np.arange(ROUNDS))
    reader.values(rounds, np.arange(4))
    np.testing.assert_array_equal(reader.values(rounds, np.arange(ROUNDS)), expected)

    def refuse(*args: object, **named: object) -> None:
        raise AssertionError("played out again")

    monkeypatch.setattr(playout_reader, "play_values", refuse)
    np.testing.assert_array_equal(reader.values(rounds, np.array([5, 5, 2])), expected[[5, 5, 2]])


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playout_reader, "MAX_REMEMBERED", ROUNDS - 2)
    rounds, reader = rounds_in_play(), PlayoutReader()
    expected = PlayoutReader().values(rounds, np.arange(ROUNDS - 2, ROUNDS))
    reader.values(rounds, np.arange(ROUNDS - 2))
    found = reader.values(rounds, np.arange(ROUNDS - 2, ROUNDS))

    np.testing.assert_array_equal(found, expected)
    assert len(reader.remembered) == 2


def test_what_is_remembered_of_another_edition_counts_for_nothing() -> None:
    rounds, reader = rounds_in_play(), PlayoutReader()
    expected = reader.values(rounds, np.arange(ROUNDS)).copy()
    reader.edition = edition("classic/4")
    reader.remembered = {key: found + 1 for key, found in reader.remembered.items()}

    np.testing.assert_array_equal(reader.values(rounds, np.arange(ROUNDS)), expected)
