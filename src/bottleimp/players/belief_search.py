"""`imp`: the network, and a search over believed worlds on top of it.

Worlds are drawn by what the network expects of the hidden cards and by what the others have played
(`beliefs`).  In each, every legal action is tried: the network plays all seats for some choices
of the seat, and then its own value stands for the rest.
"""

from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from bottleimp.game.actions import Action, action_number, action_numbered
from bottleimp.game.round import Phase
from bottleimp.kernel.compile.frozen_layout import frozen
from bottleimp.kernel.encoding.info_state import CHOICES, features_of
from bottleimp.kernel.heuristics.policy import THUMB
from bottleimp.kernel.rng import seeded
from bottleimp.kernel.round_batch import NOT_ASKED, Rounds
from bottleimp.kernel.sampling.world_template import Imagined, imagined
from bottleimp.kernel.search.one_ply import add_values
from bottleimp.knowledge.observation import Observation
from bottleimp.players.batch_players import legal_table, taken
from bottleimp.players.beliefs import Doubt, Reading, believed, expectation
from bottleimp.players.budget import Budget
from bottleimp.players.network import Network, greedy, network_for, unit_of
from bottleimp.players.player import even_number

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]

AT_ONCE = 96  # worlds drawn together
PORTION = 32  # worlds tried before worse actions are dropped


@dataclass(frozen=True)
class Thought:
    """How hard and how boldly to think."""

    doubt: Doubt = field(default_factory=Doubt)
    reading: Reading = field(default_factory=Reading)
    depth: int = 3  # own choices, once cards are played, until the network's value is taken
    playouts: int = 8  # worlds played out by rules of thumb, for each that is searched
    # Shares in the final value of the search, of the network's own value, and of the playouts:
    shares: tuple[float, float, float] = (0.6, 0.3, 0.1)
    patience: float = 2.0  # standard errors behind the best at which an action is dropped


# A quarter of what the imp thinks, and for the rest the network's own value: half the gain.
HESITANT = Thought(shares=(0.15, 0.825, 0.025))


@dataclass(frozen=True)
class Verdict:
    """What came of thinking: for every legal action by number, its value and its error."""

    actions: tuple[int, ...]
    values: Floats  # mean gain in points, as searched and as the network has it
    errors: Floats  # standard error of the difference to the best, of the search alone
    worlds: Numbers  # in how many worlds the action was tried

    @property
    def best(self) -> int:
        """The best of the actions that were never dropped, by number."""
        kept = np.where(self.worlds == self.worlds.max(), self.values, -np.inf)
        return self.actions[int(kept.argmax())]


class Imp:
    """Searches on top of the network; repeatable for a seed and a budget of worlds."""

    def __init__(
        self,
        seed: int,
        budget: Budget,
        network: Network | None = None,
        thought: Thought | None = None,
    ) -> None:
        self.seed = seed
        self.budget = budget
        self.network = network
        self.thought = thought or Thought()

    def choose(self, observation: Observation) -> Action:
        """The legal action with the best value after searching."""
        if len(observation.legal) == 1:
            return observation.legal[0]
        return action_numbered(observation.edition, self.verdict(observation).best)

    def verdict(self, observation: Observation) -> Verdict:
        """The value of each legal action; far worse ones are tried in fewer worlds."""
        edition, thought = observation.edition, self.thought
        network = self.network or network_for(edition)
        seed = even_number(self.seed, observation)
        frame = imagined(observation)
        actions = np.array([action_number(edition, a) for a in observation.legal], np.int64)
        expected = expectation(network, observation, frame)
        prior = prior_values(observation, network, actions)
        own = opinion = thought.shares[1] * prior
        depth = choices_ahead(observation, thought.depth)
        gains = np.full((self.budget.count, len(actions)), np.nan)
        alive = np.arange(len(actions))
        second = PlayedOut(observation, frame, seed)
        for batch in self.budget.portions(AT_ONCE):
            worlds, believed_rounds = believed(
                network, observation, frame, expected, len(batch), seed + batch.start,
                thought.doubt, thought.reading,
            )  # fmt: skip
            reach_decision(network, believed_rounds, frame)
            second.add(np.repeat(worlds, thought.playouts, axis=0))
            opinion = own + thought.shares[2] * second.values(actions)
            for portion in replace(self.budget, count=len(batch)).portions(PORTION):
                some = taken(believed_rounds, np.arange(portion.start, portion.stop))
                first, after = batch.start + portion.start, batch.start + portion.stop
                gains[first:after, alive] = searched(network, some, frame, actions[alive], depth)
                values, errors = weighed(gains[:after], opinion, thought.shares[0])
                is_near = values + thought.patience * errors >= values[alive].max()
                alive = alive[is_near[alive]]
                if len(alive) == 1:
                    break
            if len(alive) == 1:
                break
        values, errors = weighed(gains, opinion, thought.shares[0])
        return Verdict(tuple(actions.tolist()), values, errors, (~np.isnan(gains)).sum(axis=0))


class PlayedOut:
    """What comes of each action when all seats play on by rules of thumb."""

    def __init__(self, observation: Observation, frame: Imagined, seed: int) -> None:
        layout = observation.edition.layout
        self.layout, self.frame, self.seed = frozen(layout), frame, seed
        self.sums = np.zeros(layout.deck_size + CHOICES)
        self.counts = np.zeros(layout.deck_size + CHOICES, np.int64)
        self.worlds = 0

    def add(self, worlds: Numbers) -> None:
        """Play out every legal action in these worlds."""
        frame = self.frame
        add_values(
            THUMB, self.layout, frame.frame, frame.seat, frame.pending, frame.returned,
            frame.withheld, worlds, np.full(len(worlds), frame.sight.legal, np.int64),
            self.worlds, seeded(self.seed), self.sums, self.counts,
        )  # fmt: skip
        self.worlds += len(worlds)

    def values(self, actions: Numbers) -> Floats:
        """The mean gain of each of these actions so far; 0 if none was played out."""
        means: Floats = self.sums[actions] / np.maximum(self.counts[actions], 1)
        return means


def weighed(gains: Floats, opinion: Floats, share: float) -> tuple[Floats, Floats]:
    """Values of actions from their gains in worlds and the opinion before; and their errors.

    An action that was tried in fewer worlds than the best is compared with it in those alone:
    in worlds that are good for everything, both look better than they are.  The error is that of
    this difference, without the opinion.
    """
    counts = (~np.isnan(gains)).sum(axis=0)
    means = share * np.nanmean(gains, axis=0) + opinion
    best = int(np.where(counts == counts.max(), means, -np.inf).argmax())
    difference = gains - gains[:, [best]]
    values = means[best] - opinion[best] + share * np.nanmean(difference, axis=0) + opinion
    return values, share * np.nanstd(difference, axis=0) / np.sqrt(np.maximum(counts, 1))


def prior_values(observation: Observation, network: Network, actions: Numbers) -> Floats:
    """What the network expects of each action, in points."""
    values = network.values(features_of(observation)[None, :])[0]
    return np.asarray(values[actions] * unit_of(observation.edition), np.float64)


def choices_ahead(observation: Observation, depth: int) -> int:
    """How many own choices to look ahead: in the exchange, to the first cards played."""
    edition = observation.edition
    if observation.phase is Phase.PLAY:
        return depth
    passes = sum(step.seat == observation.seat for step in edition.passes)
    to_choose = 1 if edition.choosers and not observation.open_hands else 0
    is_exchange = observation.phase is Phase.EXCHANGE
    made = len(observation.passed) + 1 if is_exchange else passes + to_choose
    return passes + to_choose - made + 1


def reach_decision(network: Network, rounds: Rounds, frame: Imagined) -> None:
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
            actions = greedy(network, rounds.features, rounds.legal)
        rounds.act(actions)


def searched(
    network: Network, worlds: Rounds, frame: Imagined, actions: Numbers, depth: int
) -> Floats:
    """The gain of each action in each world, the network playing all seats.

    After so many further choices of the seat the network's own value is taken for the rest.
    """
    count = len(worlds.rows)
    rounds = taken(worlds, np.tile(np.arange(count), len(actions)))
    rounds.act(np.repeat(actions, count))
    gains = played_on(network, rounds, frame.seat, depth)
    return np.asarray(gains.reshape(len(actions), count).T, np.float64)


def played_on(network: Network, rounds: Rounds, seat: int, depth: int) -> Floats:
    """The gain of the seat in each round, to the end or to its choice number `depth` from now."""
    edition = rounds.edition
    unit = unit_of(edition)
    left = np.full(len(rounds.rows), depth, np.int64)
    estimates = np.full(len(rounds.rows), np.nan)
    while rounds.ask():
        live = np.flatnonzero((rounds.turns != NOT_ASKED) & np.isnan(estimates))
        if not len(live):
            break
        values = network.values(rounds.features[live])
        may = legal_table(rounds.legal[live], values.shape[1])
        masked = np.where(may, values, -np.inf)
        is_own = rounds.turns[live] == seat
        left[live[is_own]] -= 1
        is_enough = is_own & (left[live] == 0)
        estimates[live[is_enough]] = masked[is_enough].max(axis=1) * unit
        actions = np.full(len(rounds.rows), -1, np.int64)
        going = ~is_enough
        actions[live[going]] = masked[going].argmax(axis=1)
        rounds.act(actions)
    over = np.flatnonzero(np.isnan(estimates))
    if len(over):
        table = taken(rounds, over).results() / np.array(edition.weights)
        others = [
            other
            for other in range(edition.seats)
            if edition.sides[other] != edition.sides[seat] and other not in edition.driven
        ]
        estimates[over] = table[:, seat] - table[:, others].mean(axis=1)
    return estimates


def played_to_end(network: Network, rounds: Rounds) -> None:
    """Every seat does what the network values highest, to the end."""
    while rounds.ask():
        live = np.flatnonzero(rounds.turns != NOT_ASKED)
        actions = np.full(len(rounds.rows), -1, np.int64)
        actions[live] = greedy(network, rounds.features[live], rounds.legal[live])
        rounds.act(actions)
