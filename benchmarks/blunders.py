"""How often each level gives away more than eight points at a choice, as the strongest player sees.

    python -m benchmarks.blunders --choices 2000 --file blunders.jsonl

Every level plays rounds with itself in every seat, on the arena's deals.  At each choice among two
or more actions `imp` values them all in so many imagined worlds (`--worlds`); what the level's
action is valued below the best is what it loses.  A choice that loses more than eight points by
that is judged once more, in four times as many worlds drawn anew, since a loss may be the luck of
few worlds: the columns say both.  Points are those printed on the cards.

Results are kept in the file, round by round; called again with the same file, the program goes on
where it stopped, and with `--choices 0` it only reports.  Intervals are Wilson's, of 95 %, as if
choices did not depend on each other.
"""

import argparse
import json
import math
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from bottleimp.analysis.arena.lineups import arena_deal, player_seed
from bottleimp.analysis.arena.statistics import CONFIDENCE
from bottleimp.game.actions import Action, action_number
from bottleimp.game.round import Round
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.players.budget import Budget
from bottleimp.players.catalogue import create_player
from bottleimp.players.levels import LEVELS
from bottleimp.players.network import PRINTED_POINTS_PER_UNIT, points_per_unit
from bottleimp.players.search.belief_search import BeliefSearchPlayer
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text

BLUNDER_POINTS = 8.0  # points, as printed
RECHECK_FACTOR = 4  # as many worlds for the second look
Z = 1.959964  # of the normal distribution, for an interval of 95 %
PER_CENT = 100


@dataclass(frozen=True)
class EvaluatedChoice:
    """A choice: what it loses by the first look and, where that is much, by the second."""

    phase: str
    loss: float  # points
    again: float | None


@dataclass(frozen=True)
class ChoiceEvaluator:
    """The strongest player, with so many worlds for a first look."""

    edition: Edition
    worlds: int
    seed: int

    def action_loss(self, seen: Observation, action: Action, worlds: int, seed: int) -> float:
        """What the action is valued below the best, in points as printed."""
        verdict = BeliefSearchPlayer(Budget(worlds)).evaluate_actions(seen, seed)
        best = verdict.actions.index(verdict.best_action)
        chosen = verdict.actions.index(action_number(self.edition, action))
        lost = max(0.0, float(verdict.values[best] - verdict.values[chosen]))
        return lost * PRINTED_POINTS_PER_UNIT / points_per_unit(self.edition)

    def evaluate_choice(self, seen: Observation, action: Action) -> EvaluatedChoice:
        """The choice, looked at once or twice."""
        loss = self.action_loss(seen, action, self.worlds, self.seed)
        again = None
        if loss > BLUNDER_POINTS:
            again = self.action_loss(seen, action, RECHECK_FACTOR * self.worlds, self.seed + 1)
            again = round(again, 2)
        return EvaluatedChoice(seen.phase.name, round(loss, 2), again)


def evaluate_round(
    judge: ChoiceEvaluator, level: str, seed: int, number: int
) -> Iterator[EvaluatedChoice]:
    """All real choices of a round in which the level sits in every seat."""
    playing = judge.edition
    players = [
        create_player(level, player_seed(seed, number, seat)) for seat in range(playing.seats)
    ]
    played = Round(arena_deal(playing, seed, number))
    while (seat := played.turn) is not None:
        seen = observe(played, seat)
        action = played.legal_actions[0] if seat in playing.driven else players[seat].choose(seen)
        if len(seen.legal_actions) > 1 and seat not in playing.driven:
            yield judge.evaluate_choice(seen, action)
        played = played.play(action)


def read_results(
    file: Path, worlds: int, seed: int
) -> dict[tuple[str, str, int], list[EvaluatedChoice]]:
    """What stands in the file for these worlds and this seed: by edition, level and round."""
    found = {}
    if file.exists():
        for line in file.read_text("utf-8").splitlines():
            one = json.loads(line)
            if (one["worlds"], one["seed"]) == (worlds, seed):
                judged = [EvaluatedChoice(**choice) for choice in one["choices"]]
                found[one["edition"], one["level"], one["round"]] = judged
    return found


def truncate_partial_line(file: Path) -> None:
    """Cut off a line that a killed program left unfinished."""
    if file.exists():
        whole = file.read_bytes()
        file.write_bytes(whole[: whole.rfind(b"\n") + 1])


def wilson_interval(share: int, count: int) -> tuple[float, float]:
    """Wilson's interval of a share, from 0 to 1."""
    middle = (share + Z * Z / 2) / (count + Z * Z)
    half = Z / (count + Z * Z) * math.sqrt(share * (count - share) / count + Z * Z / 4)
    return max(0.0, middle - half), min(1.0, middle + half)


def report_rows(
    text: str, levels: Iterable[str], found: dict[str, list[EvaluatedChoice]]
) -> Iterator[str]:
    """The table."""
    yield (
        f"| {text} | choices | mean loss | above {BLUNDER_POINTS:g} points, first look |"
        f" and by the second | {CONFIDENCE:.0%} interval of it |"
    )
    yield "|---|---|---|---|---|---|"
    for level in levels:
        choices = found[level]
        if not choices:
            continue
        first = sum(one.loss > BLUNDER_POINTS for one in choices)
        second = sum(one.again is not None and one.again > BLUNDER_POINTS for one in choices)
        low, high = wilson_interval(second, len(choices))
        mean = sum(one.loss for one in choices) / len(choices)
        yield (
            f"| `{level}` | {len(choices)} | {mean:.2f} |"
            f" {first} ({PER_CENT * first / len(choices):.2f} %) |"
            f" {second} ({PER_CENT * second / len(choices):.2f} %) |"
            f" {PER_CENT * low:.2f} to {PER_CENT * high:.2f} % |"
        )


def main() -> None:
    """Judge until every level has made enough choices, and report."""
    about = (__doc__ or "").partition("\n")[0]
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--edition", action="append", help="default classic/4; repeatable")
    parser.add_argument("--levels", nargs="+", default=list(LEVELS))
    parser.add_argument("--choices", type=int, default=1000, help="at least so many of each level")
    parser.add_argument("--worlds", type=int, default=96, help="of the first look")
    parser.add_argument("--seed", type=int, default=2028)
    parser.add_argument("--file", type=Path, required=True, help="where results are kept")
    arguments = parser.parse_args()
    truncate_partial_line(arguments.file)
    rounds = read_results(arguments.file, arguments.worlds, arguments.seed)
    for text in arguments.edition or ["classic/4"]:
        playing = edition_from_text(text)
        judge = ChoiceEvaluator(playing, arguments.worlds, arguments.seed)
        levels: list[str] = arguments.levels
        found = {
            level: [
                one
                for (key, name, _), choices in rounds.items()
                if (key, name) == (playing.text, level)
                for one in choices
            ]
            for level in levels
        }
        number = 0
        while any(len(found[level]) < arguments.choices for level in levels):
            for level in levels:
                if (playing.text, level, number) in rounds:
                    continue
                if len(found[level]) >= arguments.choices:
                    continue
                choices = list(evaluate_round(judge, level, arguments.seed, number))
                line = {
                    "edition": playing.text, "level": level, "round": number,
                    "worlds": arguments.worlds, "seed": arguments.seed,
                    "choices": [asdict(one) for one in choices],
                }  # fmt: skip
                with arguments.file.open("a", encoding="utf-8") as opened:
                    opened.write(json.dumps(line) + "\n")
                found[level] += choices
            done = " ".join(f"{level} {len(found[level])}" for level in levels)
            sys.stderr.write(f"{playing.text}, round {number}: {done}\n")
            number += 1
        for row in report_rows(playing.text, levels, found):
            print(row)


if __name__ == "__main__":
    main()
