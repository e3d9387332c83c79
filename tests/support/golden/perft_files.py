"""Perft files: counts on which the oracle, the plain and the compiled rules agree.

`python -m tests.support.golden.perft_files` writes the file of every edition, or of those named;
it refuses where the three do not agree, and says under which action they part.
"""

import pickle
import sys
from pathlib import Path

from bottleimp.game.deal import Deal
from bottleimp.kernel.perft import (
    PLAY,
    STARTS,
    action_name,
    perft,
    perft_divide,
    python_perft,
    start_position,
)
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition, edition_keys
from tests.oracle.round import OracleRound

FOLDER = Path(__file__).parents[2] / "perft"
POSITIONS_COMPARED = 40_000  # written down as far as the oracle need look at so many positions


def perft_file(key: str) -> Path:
    """Where the counts of an edition stand."""
    return FOLDER / f"{key}.perft"


def written_counts(key: str) -> dict[tuple[str, int], int]:
    """What the file of the edition says: from a start, of a length, so many sequences."""
    counts = {}
    for line in perft_file(key).read_text().splitlines():
        if not line.startswith("#"):
            name, depth, sequences = line.split()
            counts[name, int(depth)] = int(sequences)
    return counts


def oracle_start(edition: Edition, name: str) -> OracleRound:
    """The start as the oracle sees it."""
    deal = Deal.in_order(edition)
    game = OracleRound(
        edition.key,
        [[card.label for card in hand] for hand in deal.hands],
        [card.label for card in deal.left_over],
    )
    while name == PLAY and game.phase in ("exchange", "choice"):
        game.do(game.legal()[0])
    return game


def oracle_count(game: OracleRound, depth: int) -> int:
    """How many legal sequences of this many actions there are, by the oracle."""
    if depth == 0:
        return 1
    actions = game.legal()
    if depth == 1:
        return len(actions)
    before = pickle.dumps(game)
    sequences = 0
    for action in actions:
        after = pickle.loads(before)
        after.do(action)
        sequences += oracle_count(after, depth - 1)
    return sequences


def oracle_divided(game: OracleRound, depth: int) -> list[int]:
    """The count under each action, in the order of the actions."""
    before = pickle.dumps(game)
    counts = []
    for action in game.legal():
        after = pickle.loads(before)
        after.do(action)
        counts.append(oracle_count(after, depth - 1))
    return counts


def difference(edition: Edition, name: str, depth: int) -> str:
    """Where the three part, action by action; empty if they agree."""
    layout, position = edition.layout, start_position(edition, name)
    compiled = perft_divide(layout, position, depth)
    plain = perft_divide(layout, position, depth, python_perft)
    oracle = oracle_divided(oracle_start(edition, name), depth)
    if list(compiled.values()) == list(plain.values()) == oracle and list(compiled) == list(plain):
        return ""
    rows = [f"{edition.key} {name} {depth}: action, compiled, plain, oracle"]
    for (action, sequences), by_plain, by_oracle in zip(
        compiled.items(), plain.values(), oracle, strict=False
    ):
        rows.append(f"  {action_name(edition, action)} {sequences} {by_plain} {by_oracle}")
    return "\n".join(rows)


def agreed_lines(edition: Edition) -> list[str]:
    """The lines of the edition's file; raises ValueError where the three do not agree."""
    layout = edition.layout
    lines = [f"# {edition.key}: start, length, number of legal sequences of this length"]
    for name in STARTS:
        position = start_position(edition, name)
        depth = 1
        while depth == 1 or perft(layout, position, depth - 1) <= POSITIONS_COMPARED:
            problem = difference(edition, name, depth)
            if problem:
                raise ValueError(problem)
            lines.append(f"{name} {depth} {perft(layout, position, depth)}")
            depth += 1
    return lines


def main(keys: list[str]) -> None:
    """Write the files of these editions; of all if none is named."""
    for key in keys or edition_keys():
        lines = agreed_lines(edition(key))
        file = perft_file(key)
        file.parent.mkdir(exist_ok=True)
        file.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
