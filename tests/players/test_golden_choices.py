"""The encoding and the packaged networks: the same features to the byte, the same choices."""

import numpy as np
import pytest

from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text, edition_keys
from tests.support.golden_choices import (
    CHOICES,
    POSITIONS,
    UNCERTAIN,
    ByteArray,
    editions_of_modes,
    play_chunk,
)
from tests.support.short_runs import EDITIONS


@pytest.fixture(scope="module")
def golden() -> dict[str, ByteArray]:
    with np.load(CHOICES) as kept:
        return dict(kept)


def assert_chunks_as_kept(playing: Edition, golden: dict[str, ByteArray], chunks: int) -> None:
    kept, at = golden[f"{playing.key} actions"], 0
    for number in range(chunks):
        chunk = play_chunk(playing, number, kept[at:])
        expected = kept[at : at + len(chunk.actions)]
        at += len(chunk.actions)

        assert chunk.features_digest == golden[f"{playing.key} digests"][number].tobytes()
        is_clear = (chunk.actions < UNCERTAIN) & (expected < UNCERTAIN)
        assert chunk.actions[is_clear].tolist() == expected[is_clear].tolist()


@pytest.mark.slow
@pytest.mark.parametrize("key", EDITIONS)
def test_some_hundred_positions_are_read_and_played_as_ever(
    key: str, golden: dict[str, ByteArray]
) -> None:
    assert_chunks_as_kept(edition_from_text(key), golden, chunks=1)


@pytest.mark.long
@pytest.mark.parametrize("key", edition_keys())
def test_all_positions_are_read_and_played_as_ever(key: str, golden: dict[str, ByteArray]) -> None:
    chunks = len(golden[f"{key} digests"])
    assert_chunks_as_kept(edition_from_text(key), golden, chunks)


def test_the_file_holds_ten_thousand_positions_of_each_mode(golden: dict[str, ByteArray]) -> None:
    counts: dict[str, int] = {}
    for playing, _ in editions_of_modes():
        clear = golden[f"{playing.key} actions"] < UNCERTAIN
        assert clear.mean() > 0.9
        counts[playing.mode] = counts.get(playing.mode, 0) + len(clear)

    assert set(counts) == {key.partition("/")[2] for key in edition_keys()}
    assert all(count >= POSITIONS for count in counts.values())
