"""A guest who knows how the hosts play: it searches against exactly their network.

It sees what its seat sees and no more.  A world is the likelier the less the hosts' choices in
it would have been worth to them than those that their network takes; the search plays on with that
network for every host.  What it gains is a lower bound of what a player that knows its opponents
can gain over them.  With two guests, each plays for the gain of both: they collude.
"""

from dataclasses import dataclass

import numpy as np

from bottleimp.analysis.evaluation.open_hand_evaluation import Seats
from bottleimp.analysis.evaluation.perfect_information_bound import shares
from bottleimp.game.actions import Action, action_number, action_numbered
from bottleimp.game.round import Phase
from bottleimp.kernel.round_batch import Numbers, Rounds
from bottleimp.kernel.sampling.history_sampler import histories
from bottleimp.kernel.sampling.world_template import Imagined, imagined
from bottleimp.kernel.search.one_ply import even_worlds
from bottleimp.knowledge.observation import Observation
from bottleimp.players.batch_players import Floats, legal_table, taken
from bottleimp.players.belief_search import played_to_end, prior_values, reach_decision
from bottleimp.players.beliefs import Doubt, chosen, log_chances, log_likelihood, rounds_in
from bottleimp.players.budget import Budget
from bottleimp.players.network import Network, unit_of
from bottleimp.players.player import even_number


@dataclass(frozen=True)
class Insight:
    """How the guest makes use of what it knows."""

    drawn: int = 4  # worlds whose past is looked at, for each that is kept
    pool: int = 32  # even worlds for each that is kept, from which these are drawn
    head_power: float = 0.5  # of the network's own belief, when they are drawn
    temperature: float = 6.0  # points that a host gives away in a world e times less likely
    most: float = 24.0  # points given away in one choice; a larger loss tells no more
    least_effective: float = 0.05  # of the worlds drawn; below it weights are flattened
    trust: float = 0.25  # share of the network's own value, where one guest sits alone


class Knowing:
    """Searches against hosts who play by the network; repeatable for a seed and a budget."""

    def __init__(
        self,
        seed: int,
        budget: Budget,
        network: Network,
        guests: Seats,
        insight: Insight | None = None,
    ) -> None:
        self.seed = seed
        self.budget = budget
        self.network = network
        self.guests = guests
        self.insight = insight or Insight()

    def choose(self, observation: Observation) -> Action:
        """The legal action that gains most for the guests."""
        if len(observation.legal) == 1:
            return observation.legal[0]
        edition, network = observation.edition, self.network
        numbers = [action_number(edition, action) for action in observation.legal]
        actions = np.array(numbers, np.int64)
        frame = imagined(observation)
        believed = self.believed(observation, frame)
        reach_decision(network, believed, frame)
        count = len(believed.rows)
        rounds = taken(believed, np.tile(np.arange(count), len(actions)))
        rounds.act(np.repeat(actions, count))
        played_to_end(network, rounds)
        gains = (rounds.results() @ shares(edition, self.guests)).reshape(len(actions), count)
        own_side = {
            s for s in range(edition.seats) if edition.sides[s] == edition.sides[frame.seat]
        }
        trust = self.insight.trust if own_side >= set(self.guests) else 0.0
        values = (1 - trust) * gains.mean(axis=1)
        values += trust * prior_values(observation, network, actions)
        return action_numbered(edition, int(actions[values.argmax()]))

    def believed(self, observation: Observation, frame: Imagined) -> Rounds:
        """Rounds that may be this one, likelier ones more often."""
        insight, kept = self.insight, self.budget.count
        seed = even_number(self.seed, observation)
        if observation.phase is not Phase.PLAY:
            return rounds_in(observation, frame, even_worlds(frame, kept, seed), seed)
        pool = even_worlds(frame, insight.pool * kept, seed)
        expected = log_chances(self.network, observation, frame)
        head = insight.head_power * log_likelihood(frame, expected, pool)
        some = chosen(head, insight.drawn * kept, Doubt(1.0, 0.0, 0.0))
        rounds, lost = self.replayed(observation, frame, pool[some], seed)
        # Sharper weights rest on too few worlds: to be over-sure costs more than it gains.
        which = chosen(-lost / insight.temperature, kept, Doubt(1.0, 0.0, insight.least_effective))
        return taken(rounds, which)

    def replayed(
        self, observation: Observation, frame: Imagined, worlds: Numbers, seed: int
    ) -> tuple[Rounds, Floats]:
        """The worlds now, and what the hosts' choices have given away in each, in points."""
        edition, insight = observation.edition, self.insight
        unit = unit_of(edition)
        rounds = Rounds.room(edition, len(worlds))
        actions = histories(observation, frame, worlds, seed, rounds.rows)
        lost = np.zeros(len(worlds))
        for step in range(actions.shape[1]):
            rounds.look()
            taken_here = actions[:, step]
            if rounds.turns[0] not in self.guests and rounds.turns[0] not in edition.driven:
                values = self.network.values(rounds.features)
                may = legal_table(rounds.legal, values.shape[1])
                best = np.where(may, values, -np.inf).max(axis=1)
                given_away = (best - values[np.arange(len(worlds)), taken_here]) * unit
                lost += np.minimum(given_away, insight.most)
            rounds.act(taken_here)
        return rounds, lost
