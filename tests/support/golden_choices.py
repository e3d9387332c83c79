"""What the packaged networks read and choose: positions of every edition, kept in a file.

`python -m tests.support.golden_choices` writes the file anew, which is only right when a network
or the encoding was changed on purpose.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np
import numpy.typing as npt

from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.players.decisions import legal_mask
from bottleimp.players.network import network_for
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text, edition_keys

CHOICES = Path(__file__).resolve().parents[1] / "golden" / "choices.npz"
POSITIONS = 10_000  # of each mode, at least
ROUNDS = 10  # played at a time
MIN_MARGIN = 1e-3  # a lead in value below which another processor may choose otherwise
UNCERTAIN = 128  # added to an action that leads by less

IntArray = npt.NDArray[np.int64]
ByteArray = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Chunk:
    """Some rounds played to their end: what was read and chosen, decision after decision."""

    actions: ByteArray  # with UNCERTAIN added where the choice is close
    features_digest: bytes  # SHA-256 of the features and the packed information states


def play_chunk(playing: Edition, number: int, replay: ByteArray | None = None) -> Chunk:
    """Play a few rounds as the network chooses, or replay the actions of a chunk.

    Now and then a round takes another legal action, so that not all positions are those of good
    play.
    """
    network = network_for(playing)
    rounds = RoundBatch.allocate(playing, ROUNDS)
    rounds.deal(19, number * ROUNDS)
    digest = sha256()
    chosen: list[ByteArray] = []
    done = step = 0
    while rounds.next_decisions():
        live = np.flatnonzero(rounds.turns >= 0)
        features = rounds.features[live]
        digest.update(features.tobytes())
        digest.update(rounds.info_state_rows(live).tobytes())
        now = network_actions(network.values(features), rounds.legal[live])
        chosen.append(now)
        taken = now if replay is None else replay[done : done + len(live)]
        done += len(live)
        actions = np.full(ROUNDS, -1, np.int64)
        actions[live] = taken % UNCERTAIN
        for index in live[live % 3 == step % 5]:
            actions[index] = numbered_legal_action(int(rounds.legal[index]), step)
        rounds.step(actions)
        step += 1
    return Chunk(np.concatenate(chosen), digest.digest())


def network_actions(values: npt.NDArray[np.float32], legal: IntArray) -> ByteArray:
    """The legal action of the highest value in each row, marked where the lead is small."""
    masked = np.where(legal_mask(legal, values.shape[1]), values, -np.inf)
    second, first = np.sort(masked, axis=1)[:, -2:].T
    is_close = first - second < MIN_MARGIN
    return np.asarray(masked.argmax(axis=1) + UNCERTAIN * is_close, np.uint8)


def numbered_legal_action(legal: int, number: int) -> int:
    """The legal action with this number, counted round and round."""
    actions = [action for action in range(legal.bit_length()) if legal >> action & 1]
    return actions[number % len(actions)]


def editions_of_modes() -> Iterator[tuple[Edition, int]]:
    """Every edition, with how many positions of it make up its share of those of its mode."""
    editions = [edition_from_text(key) for key in edition_keys()]
    modes = [playing.mode for playing in editions]
    for playing in editions:
        yield playing, -(-POSITIONS // modes.count(playing.mode))


def main() -> None:
    """Write the file."""
    arrays: dict[str, ByteArray] = {}
    for playing, positions in editions_of_modes():
        chunks: list[Chunk] = []
        while sum(len(chunk.actions) for chunk in chunks) < positions:
            chunks.append(play_chunk(playing, len(chunks)))
        name = playing.key
        arrays[f"{name} actions"] = np.concatenate([chunk.actions for chunk in chunks])
        arrays[f"{name} digests"] = np.stack(
            [np.frombuffer(chunk.features_digest, np.uint8) for chunk in chunks]
        )
    with CHOICES.open("wb") as opened:
        np.savez_compressed(opened, allow_pickle=False, **arrays)


if __name__ == "__main__":
    main()
