"""How much search, network and playouts should count, mode by mode and phase by phase.

    python -m training.search_shares classic/4 --rounds 200 --file shares.jsonl

Rounds are played by the network and by the styles of the panel's training half, as the imp expects
others to be: each seat is a copy of the network with an even chance, else it follows a style.  At
every choice of a copy the imp's three opinions of each legal action are written down: what the
search found in believed worlds, what the network expected, and what playouts by rules of thumb came
to.  Beside them stands what each action led to from the true deal, the network playing on for the
seat, the others as they are.  A true deal is a fair draw from what a seat may believe.

The shares are those with which the three opinions, each less its mean over the actions, come
closest to the truth less its mean: least squares with no share below zero, scaled to add up to one.
Their errors are from rounds drawn again with replacement.  Results are kept choice by choice;
called again with the same file, the program goes on where it stopped, and with `--rounds 0` it only
reports.  PyTorch is not needed.
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from pathlib import Path

import numpy as np

from bottleimp.analysis.arena.lineups import arena_deal
from bottleimp.analysis.evaluation.open_hand_evaluation import OpenHandRounds, seat_seeds
from bottleimp.game.round import Phase
from bottleimp.kernel.arrays import FloatArray, IntArray
from bottleimp.kernel.relative_scores import mean_relative_scores
from bottleimp.kernel.round_batch import ROUND_OVER, RoundBatch
from bottleimp.knowledge.observation import Observation
from bottleimp.players.budget import Budget
from bottleimp.players.network import Network, greedy_actions, network_for
from bottleimp.players.search.belief_search import BeliefSearchPlayer, SearchConfig
from bottleimp.players.search.listed_worlds import is_for_two
from bottleimp.players.search.opponent_types import NETWORK, OpponentTypes, SeatTypes
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text

WORLDS = 288  # as the imp has
NOBODY = -1  # in the place of a seat
NEVER = 1e9  # errors behind the best at which an action is dropped
SEARCH_ALONE = (1.0, 0.0, 0.0)
OPINIONS = ("search", "network", "playouts")
PHASES = ("exchange", "early", "late")
REDRAWS = 200
FEW_ROUNDS = 20  # with fewer, nothing is said


@dataclass(frozen=True)
class WeighedChoice:
    """A choice: what the imp's opinions are of each action, and what each led to; points."""

    round: int
    phase: str
    opinions: tuple[tuple[float, ...], ...]  # a row for each of `OPINIONS`
    truth: tuple[float, ...]


@dataclass(frozen=True)
class Moment:
    """A choice of a copy of the network, as it stood on the table."""

    row: int
    seat: int
    seen: Observation
    position: IntArray  # the row of the round


def phase_of(seen: Observation) -> str:
    """The phase of a choice: the exchange, or the first or the second half of the tricks."""
    if seen.phase is not Phase.PLAY:
        return PHASES[0]
    return PHASES[1 if 2 * len(seen.tricks) < seen.edition.tricks else 2]


def play_mixed_rounds(
    network: Network, edition: Edition, seed: int, numbers: Sequence[int]
) -> tuple[list[Moment], SeatTypes]:
    """Rounds of copies and styles: every choice of a copy, and who sits where, round by round."""
    types = OpponentTypes()
    draws = [np.random.default_rng([seed, number]) for number in numbers]
    chances = np.exp(types.log_shares)
    seats = np.array([d.choice(types.count, size=edition.seats, p=chances) for d in draws])
    for row, draw in enumerate(draws):
        seats[row, draw.integers(edition.seats)] = NETWORK  # somebody is always asked
    who = SeatTypes(types, seats)
    tables = OpenHandRounds.from_deals(
        [arena_deal(edition, seed, number) for number in numbers], [()] * len(numbers),
        [seat_seeds(edition, seed, number) for number in numbers],
    )  # fmt: skip
    rounds, moments = tables.rounds, []
    while rounds.next_decisions():
        live = np.flatnonzero(rounds.turns != ROUND_OVER)
        for row in live.tolist():
            seat = int(rounds.turns[row])
            if seats[row, seat] == NETWORK:
                seen = tables.observation(row)
                moments.append(Moment(row, seat, seen, rounds.rows[row].copy()))
        tables.step(actions_by_type(network, rounds, live, who))
    return moments, who


def actions_by_type(
    network: Network, rounds: RoundBatch, live: IntArray, who: SeatTypes
) -> IntArray:
    """What whoever is to act does in these rounds; -1 in all others."""
    actions = np.full(len(rounds.rows), -1, np.int64)
    actions[live] = greedy_actions(network, rounds.features[live], rounds.legal[live])
    who.replace_actions(rounds, live, actions, NOBODY)
    return actions


def true_gains(
    network: Network, edition: Edition, moments: Sequence[Moment], who: SeatTypes
) -> list[FloatArray]:
    """What each legal action of each moment leads to, from the true deal."""
    legal = [np.array(moment.seen.legal_action_numbers) for moment in moments]
    which = np.repeat(np.arange(len(moments)), [len(actions) for actions in legal])
    rounds = RoundBatch.allocate(edition, len(which))
    rounds.rows[:] = np.array([moment.position for moment in moments])[which]
    seated = who.select(np.array([moment.row for moment in moments])[which])
    rounds.step(np.concatenate(legal))
    while rounds.next_decisions():
        live = np.flatnonzero(rounds.turns != ROUND_OVER)
        rounds.step(actions_by_type(network, rounds, live, seated))
    points = rounds.points()
    gains, at = [], 0
    for moment, actions in zip(moments, legal, strict=True):
        part = points[at : at + len(actions)]
        gains.append(np.asarray(mean_relative_scores(edition, part, (moment.seat,)), np.float64))
        at += len(actions)
    return gains


def weigh_choices(
    network: Network, edition: Edition, seed: int, numbers: Sequence[int]
) -> list[WeighedChoice]:
    """Every choice of a copy of the network in these rounds, with opinions and truth."""
    moments, who = play_mixed_rounds(network, edition, seed, numbers)
    everything = replace(SearchConfig(), pruning_margin=NEVER)
    imp = BeliefSearchPlayer(Budget(WORLDS), network, everything)
    found = []
    for moment, truth in zip(moments, true_gains(network, edition, moments, who), strict=True):
        actions = np.array(moment.seen.legal_action_numbers, np.int64)
        number = numbers[moment.row]
        own_seed = seat_seeds(edition, seed, number)[moment.seat]
        said = imp.opinions_in_worlds(network, moment.seen, actions, own_seed)
        searched, _ = said.combine(SEARCH_ALONE)
        rows = np.stack([searched, said.network, said.playouts]).round(4)
        found.append(
            WeighedChoice(
                number, phase_of(moment.seen), tuple(map(tuple, rows.tolist())),
                tuple(truth.tolist()),
            )
        )  # fmt: skip
    return found


def centred(choices: Sequence[WeighedChoice]) -> tuple[FloatArray, FloatArray]:
    """Opinions (a row for each action of a choice) and truths, less their means at the choice."""
    opinions = [np.array(c.opinions) - np.mean(c.opinions, axis=1)[:, None] for c in choices]
    truths = [np.array(c.truth) - np.mean(c.truth) for c in choices]
    return np.concatenate([o.T for o in opinions]), np.concatenate(truths)


def fit_shares(opinions: FloatArray, truths: FloatArray) -> FloatArray:
    """The shares, none below zero, that come closest; they add up to one unless all are zero."""
    best, least = np.zeros(len(OPINIONS)), float((truths**2).sum())
    for size in range(1, len(OPINIONS) + 1):
        for used in map(list, combinations(range(len(OPINIONS)), size)):
            fitted, *_ = np.linalg.lstsq(opinions[:, used], truths, rcond=None)
            loss = float(((truths - opinions[:, used] @ fitted) ** 2).sum())
            if (fitted >= 0).all() and loss < least:
                least = loss
                best = np.zeros(len(OPINIONS))
                best[used] = fitted
    total = best.sum()
    return best / total if total else best


def gain_of(choices: Sequence[WeighedChoice], shares: FloatArray) -> FloatArray:
    """What the action favoured with these shares truly gains over the network's, at each choice."""
    gains = []
    for choice in choices:
        values = shares @ np.array(choice.opinions)
        own = int(np.argmax(choice.opinions[OPINIONS.index("network")]))
        gains.append(choice.truth[int(values.argmax())] - choice.truth[own])
    return np.array(gains, np.float64)


def report_rows(text: str, choices: Sequence[WeighedChoice]) -> Iterator[str]:
    """A line for each phase: shares with their errors, and what they and the present ones gain."""
    yield f"| {text} | choices | {' | '.join(OPINIONS)} | gain a choice | as it is |"
    yield f"|{'---|' * (len(OPINIONS) + 4)}"
    for phase in PHASES:
        here = [choice for choice in choices if choice.phase == phase]
        rounds = sorted({choice.round for choice in here})
        if len(rounds) < FEW_ROUNDS:
            continue
        shares = fit_shares(*centred(here))
        errors = redrawn_errors(here, rounds)
        cells = [f"{s:.2f} ± {2 * e:.2f}" for s, e in zip(shares, errors, strict=True)]
        present = np.array(SearchConfig().value_shares)
        gains = [gain_of(here, w) for w in (shares, present)]
        told = [f"{g.mean():+.3f} ± {2 * g.std() / np.sqrt(len(g)):.3f}" for g in gains]
        yield f"| {phase} | {len(here)} | {' | '.join(cells)} | {' | '.join(told)} |"


def redrawn_errors(choices: Sequence[WeighedChoice], rounds: Sequence[int]) -> FloatArray:
    """Standard errors of the shares, from rounds drawn again with replacement."""
    of_round = {number: [c for c in choices if c.round == number] for number in rounds}
    sums = {number: centred(there) for number, there in of_round.items()}
    draw = np.random.default_rng(0)
    fitted = []
    for _ in range(REDRAWS):
        again = [sums[number] for number in draw.choice(rounds, len(rounds)).tolist()]
        opinions, truths = (np.concatenate(part) for part in zip(*again, strict=True))
        fitted.append(fit_shares(opinions, truths))
    return np.asarray(np.std(fitted, axis=0), np.float64)


def read_choices(file: Path, key: Mapping[str, object]) -> list[WeighedChoice]:
    """The choices in the file that belong to these rounds; a line that is cut off is left out."""
    if not file.exists():
        return []
    whole = file.read_bytes()
    file.write_bytes(whole[: whole.rfind(b"\n") + 1])
    found = []
    for line in file.read_text("utf-8").splitlines():
        one = json.loads(line)
        if all(one[name] == value for name, value in key.items()):
            found += [
                WeighedChoice(
                    c["round"], c["phase"], tuple(map(tuple, c["opinions"])), tuple(c["truth"])
                )
                for c in one["choices"]
            ]
    return found


def main() -> None:
    """Weigh choices until there are enough rounds, and report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("editions", nargs="+", help="for three players or more")
    parser.add_argument("--rounds", type=int, default=200, help="of each edition; default 200")
    parser.add_argument("--seed", type=int, default=4011)
    parser.add_argument("--file", type=Path, required=True, help="where choices are kept")
    arguments = parser.parse_args()
    for text in arguments.editions:
        edition = edition_from_text(text)
        if is_for_two(edition):
            parser.error(f"{text} is for two, where all worlds are listed and nothing is drawn")
        key: dict[str, object] = {"edition": edition.text, "seed": arguments.seed}
        choices = read_choices(arguments.file, key)
        done = max((choice.round + 1 for choice in choices), default=0)
        for number in range(done, arguments.rounds):
            found = weigh_choices(network_for(edition), edition, arguments.seed, [number])
            choices += found
            line = {**key, "choices": [asdict(choice) for choice in found]}
            with arguments.file.open("a", encoding="utf-8") as opened:
                opened.write(json.dumps(line) + "\n")
        for row in report_rows(edition.text, choices):
            print(row)


if __name__ == "__main__":
    main()
