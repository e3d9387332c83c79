"""`imp`: the network, and a search over weighted worlds on top of it.

Worlds are drawn evenly and weighted by how likely the others' visible choices, and the passes
imagined for them, would be if they played somewhat like the network.  Weights are tempered, mixed
with the even draw and dropped when they rest on too few worlds, so that no belief is over-sure.
Then each legal action is tried in the worlds kept, the network playing all seats to the end.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bottleimp.game.actions import Action, action_number, action_numbered
from bottleimp.kernel.histories import histories
from bottleimp.kernel.imagined import Imagined, imagined
from bottleimp.kernel.rounds import NOT_ASKED, Rounds
from bottleimp.kernel.search import even_worlds
from bottleimp.kernel.sights import features_of, points_step
from bottleimp.knowledge.observation import Observation
from bottleimp.players.network import Network, network_for
from bottleimp.players.player import even_number
from bottleimp.rules.edition import Edition

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]

LEAST_POWER, FLATTENED = 0.05, 0.8  # of the exponent of weights that rest on too few worlds
UNIT_STEPS = 5  # a unit of the network's value is so many steps of points


@dataclass(frozen=True)
class Thought:
    """How hard and how boldly to think."""

    worlds: int = 96  # kept for the search
    drawn: int = 384  # from which they are chosen
    temperature: float = 0.4  # of the others' choices, in units of value
    floor: float = 0.02  # of the chance of any choice
    even_share: float = 0.2  # of the worlds kept, chosen evenly
    least_effective: float = 0.1  # of the worlds drawn; below it weights are flattened
    trust: float = 0.5  # share of the network's own value in the final one


@dataclass(frozen=True)
class Verdict:
    """What came of thinking: for every legal action by number, its value and its error."""

    actions: tuple[int, ...]
    values: Floats  # mean gain in points, as searched
    errors: Floats  # standard error of the difference to the best
    prior: Floats  # the network's own value in points


class Imp:
    """Searches on top of the network; repeatable for a seed and a budget of worlds."""

    def __init__(
        self, seed: int, network: Network | None = None, thought: Thought | None = None
    ) -> None:
        self.seed = seed
        self.network = network
        self.thought = thought or Thought()

    def choose(self, observation: Observation) -> Action:
        """The legal action with the best value after searching."""
        if len(observation.legal) == 1:
            return observation.legal[0]
        verdict = self.verdict(observation)
        trust = self.thought.trust
        best = int(np.argmax((1 - trust) * verdict.values + trust * verdict.prior))
        return action_numbered(observation.edition, verdict.actions[best])

    def verdict(self, observation: Observation) -> Verdict:
        """The value of each legal action."""
        network = self.network or network_for(observation.edition)
        edition = observation.edition
        seed = even_number(self.seed, observation)
        frame = imagined(observation)
        believed = Belief(edition, network, self.thought, seed).worlds(observation, frame)
        actions = tuple(action_number(edition, action) for action in observation.legal)
        gains = searched(edition, network, believed, frame, actions)
        means = gains.mean(axis=0)
        against_best = gains - gains[:, [int(means.argmax())]]
        errors = against_best.std(axis=0) / np.sqrt(len(gains))
        return Verdict(actions, means, errors, self._prior(observation, network, actions))

    def _prior(
        self, observation: Observation, network: Network, actions: tuple[int, ...]
    ) -> Floats:
        from_network = network.values(features_of(observation)[None, :])[0]
        unit = UNIT_STEPS * points_step(observation.edition.layout)
        return np.asarray(from_network[list(actions)] * unit, np.float64)


@dataclass(frozen=True)
class Belief:
    """Which worlds to believe in, if the others choose somewhat like the network."""

    edition: Edition
    network: Network
    thought: Thought
    seed: int

    def worlds(self, observation: Observation, frame: Imagined) -> Rounds:
        """Rounds at the seat's decision, one for each world kept, with a whole past."""
        thought, edition = self.thought, self.edition
        rounds = Rounds.room(edition, thought.drawn)
        drawn = even_worlds(frame, thought.drawn, self.seed)
        actions = histories(observation, frame, drawn, self.seed + 1, rounds.rows)
        likelihood = self.likelihood(rounds, actions, frame.seat)
        kept = self.kept(likelihood)
        rounds = taken(rounds, kept)
        self.reach_decision(rounds, frame)
        return rounds

    def likelihood(self, rounds: Rounds, actions: Numbers, seat: int) -> Floats:
        """Take the actions of each past; the log likelihood of the others' choices."""
        total = np.zeros(len(rounds.rows))
        driven = self.edition.driven
        for step in range(actions.shape[1]):
            rounds.look()
            turn = int(rounds.turns[0])
            if turn != seat and turn not in driven:
                total += self.log_chance(rounds, actions[:, step])
            rounds.act(actions[:, step])
        return total

    def log_chance(self, rounds: Rounds, actions: Numbers) -> Floats:
        """The log of the chance that the seat to act does this, by a softened network."""
        values = self.network.values(rounds.features).astype(np.float64)
        legal = legal_table(rounds.legal, values.shape[1])
        scaled = np.where(legal, values / self.thought.temperature, -np.inf)
        scaled -= scaled.max(axis=1, keepdims=True)
        chances = np.exp(scaled)
        chances /= chances.sum(axis=1, keepdims=True)
        floor = self.thought.floor
        chance = chances[np.arange(len(actions)), actions] * (1 - floor) + floor
        return np.asarray(np.log(chance), np.float64)

    def kept(self, likelihood: Floats) -> Numbers:
        """Which worlds to keep: some evenly, the rest by weight and so perhaps repeated."""
        thought = self.thought
        weights = np.exp(likelihood - likelihood.max())
        weights /= weights.sum()
        power = 1.0
        while (
            1 / (weights**2).sum() < thought.least_effective * len(weights) and power > LEAST_POWER
        ):
            power *= FLATTENED
            weights = np.exp(power * (likelihood - likelihood.max()))
            weights /= weights.sum()
        even = int(thought.even_share * thought.worlds)
        places = (np.arange(thought.worlds - even) + 0.5) / (thought.worlds - even)
        by_weight = np.searchsorted(np.cumsum(weights), places).clip(max=len(weights) - 1)
        return np.concatenate([np.arange(even), by_weight]).astype(np.int64)

    def reach_decision(self, rounds: Rounds, frame: Imagined) -> None:
        """Let the others make secret choices that come before the seat's own next one."""
        made = 0
        while True:
            rounds.look()
            turn = int(rounds.turns[0])
            if turn == frame.seat and made == len(frame.pending):
                return
            if turn == frame.seat:
                actions = np.full(len(rounds.rows), frame.pending[made], np.int64)
                made += 1
            else:
                actions = greedy(self.network, rounds.features, rounds.legal)
            rounds.act(actions)


def searched(
    edition: Edition, network: Network, worlds: Rounds, frame: Imagined, actions: tuple[int, ...]
) -> Floats:
    """The gain of each action in each world, the network playing all seats to the end."""
    count = len(worlds.rows)
    rounds = taken(worlds, np.tile(np.arange(count), len(actions)))
    rounds.act(np.repeat(np.array(actions, np.int64), count))
    played_to_end(network, rounds)
    table = rounds.results() / np.array(edition.weights)
    seat = frame.seat
    others = [
        other
        for other in range(edition.seats)
        if edition.sides[other] != edition.sides[seat] and other not in edition.driven
    ]
    gains = table[:, seat] - table[:, others].mean(axis=1)
    return np.asarray(gains.reshape(len(actions), count).T, np.float64)


def played_to_end(network: Network, rounds: Rounds) -> None:
    """Every seat does what the network values highest, to the end."""
    while rounds.ask():
        live = np.flatnonzero(rounds.turns != NOT_ASKED)
        actions = np.full(len(rounds.rows), -1, np.int64)
        actions[live] = greedy(network, rounds.features[live], rounds.legal[live])
        rounds.act(actions)


def greedy(network: Network, features: npt.NDArray[np.uint8], legal: Numbers) -> Numbers:
    """The legal action that the network values highest, for each row."""
    values = network.values(features)
    may = legal_table(legal, values.shape[1])
    return np.asarray(np.where(may, values, -np.inf).argmax(axis=1), np.int64)


def legal_table(legal: Numbers, actions: int) -> npt.NDArray[np.bool_]:
    """Sets of actions as rows of truth values."""
    return np.asarray(legal[:, None] >> np.arange(actions) & 1, bool)


def taken(rounds: Rounds, which: Numbers) -> Rounds:
    """Copies of some rounds, repeated where asked for twice."""
    count = len(which)
    return Rounds(
        rounds.edition,
        rounds.rows[which].copy(),
        np.zeros((count, rounds.features.shape[1]), np.uint8),
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
    )
