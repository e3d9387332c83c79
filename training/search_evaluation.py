"""What search adds to a network, decision by decision, where the hidden cards are as they are.

Rounds are played by the network; at each decision every legal action is played out from the true
deal, the network playing all seats.  A true deal is a fair draw from what a seat may believe, so
the mean of (value of the search's action) less (value of the network's action) is what one
thought gains, and far less noisy than whole rounds.  Times the decisions of a seat in a round it
is about what the search gains at the table.
"""

from dataclasses import dataclass

import numpy as np

from bottleimp.game.actions import action_from_number, action_number
from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.kernel.encoding.features import features_of
from bottleimp.kernel.encoding.position_rows import write_position
from bottleimp.kernel.relative_scores import mean_relative_scores
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.players.network import Network
from bottleimp.players.search.belief_search import play_to_end
from bottleimp.players.search.beliefs import select_rounds
from bottleimp.rules.edition import Edition


@dataclass(frozen=True)
class EvaluatedDecision:
    """A real choice of a seat: what it saw, and what each action truly leads to."""

    observation: Observation
    actions: tuple[int, ...]
    network_choice: int  # the network's, as a place in `actions`
    gains: np.ndarray  # for each action, the network playing on


def play_rounds(network: Network, edition: Edition, seed: int, count: int) -> list[Round]:
    """Rounds in which every seat does what the network values highest."""
    rounds = [Round(Deal.from_seed(edition, seed * 1_000_003 + n)) for n in range(count)]
    while True:
        live = [n for n, played in enumerate(rounds) if not played.is_over]
        if not live:
            return rounds
        asked = []
        for n in live:
            played = rounds[n]
            if len(played.legal_actions) == 1:
                rounds[n] = played.play(played.legal_actions[0])
            else:
                asked.append(n)
        if not asked:
            continue
        features = np.stack([features_of(observe(rounds[n], rounds[n].turn)) for n in asked])
        values = network.values(features)
        for n, row in zip(asked, values, strict=True):
            best = max(rounds[n].legal_actions, key=lambda a: row[action_number(edition, a)])
            rounds[n] = rounds[n].play(best)


def evaluate_decisions(network: Network, played: Round) -> list[EvaluatedDecision]:
    """Every real choice of a finished round, with the true outcome of each action."""
    edition = played.edition
    rows = RoundBatch.allocate(edition, 1)
    write_position(played.deal.initial_position, rows.rows[0])
    positions, seen, made = [], [], Round(played.deal)
    turns = []
    for action in played.actions:
        rows.observe()
        turns.append((int(rows.turns[0]), rows.rows[0].copy()))
        rows.step(np.array([action]))
    by_seat = {s: [i for i, (t, _) in enumerate(turns) if t == s] for s in range(edition.seats)}
    count = dict.fromkeys(range(edition.seats), 0)
    chosen = []
    while not made.is_over:
        seat = made.turn
        assert seat is not None, "a round that is not over waits for somebody"
        index = by_seat[seat][count[seat]]
        count[seat] += 1
        if len(made.legal_actions) > 1 and seat not in edition.driven:
            seen.append(observe(made, seat))
            positions.append(turns[index][1])
            chosen.append(played.actions[index])
        made = made.play(action_from_number(edition, played.actions[index]))
    legal = [tuple(action_number(edition, a) for a in o.legal_actions) for o in seen]
    start = RoundBatch.allocate(edition, len(positions))
    start.rows[:] = positions
    which = np.repeat(np.arange(len(positions)), [len(a) for a in legal])
    tried = select_rounds(start, which)
    tried.step(np.concatenate([np.array(a) for a in legal]))
    play_to_end(network, tried)
    table = tried.returns() / np.array(edition.weights)
    decisions = []
    at = 0
    for observation, actions, choice in zip(seen, legal, chosen, strict=True):
        part = table[at : at + len(actions)]
        at += len(actions)
        seat = observation.seat
        assert seat is not None, "an onlooker decides nothing"
        gains = mean_relative_scores(edition, part, (seat,))
        decisions.append(EvaluatedDecision(observation, actions, actions.index(choice), gains))
    return decisions


def sample_decisions(
    network: Network, edition: Edition, seed: int, rounds: int
) -> list[EvaluatedDecision]:
    """The decisions of some rounds."""
    played = play_rounds(network, edition, seed, rounds)
    return [d for one in played for d in evaluate_decisions(network, one)]


def describe_gain(
    decisions: list[EvaluatedDecision], choices: list[int], rounds: int, seats: int
) -> str:
    """What these choices gain in a round over the network's, with its standard error."""
    gains = np.array(
        [d.gains[c] - d.gains[d.network_choice] for d, c in zip(decisions, choices, strict=True)]
    )
    per_round = len(decisions) / rounds / seats
    others = np.mean([c != d.network_choice for d, c in zip(decisions, choices, strict=True)])
    error = gains.std() / np.sqrt(len(gains)) * per_round
    return f"{gains.mean() * per_round:+.2f} +-{error:.2f} a round, other choices {others:.1%}"
