"""Players of the catalogue as policies of OpenSpiel, and policies of OpenSpiel as players.

Importing it registers the game, as `open_spiel_v0` does.
"""

from collections import Counter

from bottleimp.errors import BottleImpError, MissingLibrary
from bottleimp.game.actions import Action, action_from_number, action_number
from bottleimp.knowledge.observation import Observation
from bottleimp.players.decision_seed import decision_seed
from bottleimp.players.player import Player, SeatPlayer, SequentialPlayer

try:
    from open_spiel.python.policy import Policy
except ImportError:
    raise MissingLibrary(__name__, "OpenSpiel", "open-spiel") from None

# Below, so that this module is named where OpenSpiel is missing.
from bottleimp.envs.open_spiel_observer import info_state_text
from bottleimp.envs.open_spiel_v0 import BottleImpGame, BottleImpState

UNIT = 1 << 64


class PlayerPolicy(Policy):
    """What a player does in each state: one action for certain, or how often it takes each.

    A player that draws at random is asked with the `samples` seeds from `seed` on; with one, the
    policy is pure.  Raises PlayerError for what is no player of `build_player`, and BottleImpError
    for fewer samples than one.
    """

    def __init__(
        self, game: BottleImpGame, player: Player, seed: int = 0, *, samples: int = 1
    ) -> None:
        if samples < 1:
            raise BottleImpError(f"`samples` must be at least 1, not {samples}.")
        super().__init__(game, list(range(game.num_players())))
        self._agents = [SeatPlayer(player, seed + number) for number in range(samples)]

    def action_probabilities(
        self, state: BottleImpState, player_id: int | None = None
    ) -> dict[int, float]:
        """The actions that the player takes, each with the share of the samples that take it.

        Raises BottleImpError for a state in which no player is to act.
        """
        if state.is_chance_node() or state.is_terminal():
            raise BottleImpError(
                "A policy is asked where a player is to act: not in the deal, and"
                " not when the round is over."
            )
        seen = state.observation(state.current_player() if player_id is None else player_id)
        assert seen is not None  # a player is to act, so all cards are dealt
        counts = Counter(action_number(seen.edition, one.choose(seen)) for one in self._agents)
        return {action: count / len(self._agents) for action, count in counts.items()}


class PolicyPlayer(SequentialPlayer):
    """A player that draws its actions from a table: information state, action, probability.

    An information state is a text as `information_state_string` gives it.  Where the table has
    none, every legal action is as likely as another.
    """

    def __init__(self, probabilities: dict[str, dict[int, float]]) -> None:
        self.probabilities = probabilities

    def choose(self, observation: Observation, seed: int) -> Action:
        """An action drawn from the table by the seed."""
        edition = observation.edition
        legal = [action_number(edition, action) for action in observation.legal_actions]
        known = self.probabilities.get(info_state_text(observation), dict.fromkeys(legal, 1.0))
        goal = sum(known.values()) * decision_seed(seed, observation) / UNIT
        for action, share in known.items():
            goal -= share
            if goal < 0:
                return action_from_number(edition, action)
        return action_from_number(edition, max(known, key=lambda action: known[action]))
