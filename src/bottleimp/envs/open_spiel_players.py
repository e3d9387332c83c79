"""Players of the catalogue as policies of OpenSpiel, and policies of OpenSpiel as players."""

from typing import Any

from bottleimp.envs.open_spiel_observer import info_state_text
from bottleimp.errors import MissingLibrary
from bottleimp.game.actions import Action, action_from_number, action_number
from bottleimp.knowledge.observation import Observation
from bottleimp.players.decision_seed import decision_seed
from bottleimp.players.player import (
    Player,
    SeatPlayer,
    SequentialPlayer,
    require_player_object,
)

try:
    from open_spiel.python.policy import Policy
except ImportError:
    raise MissingLibrary(__name__, "OpenSpiel", "open-spiel") from None

UNIT = 1 << 64

# `Any` stands for games, states and policies of OpenSpiel, which are untyped.


class PlayerPolicy(Policy):
    """What a player does in each state: one action, for certain.

    Raises PlayerError for what is no player of `build_player`.
    """

    def __init__(self, game: Any, player: Player, seed: int = 0) -> None:
        require_player_object(player)
        super().__init__(game, list(range(game.num_players())))
        self._agent = SeatPlayer(player, seed)

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        """The player's action, with probability 1."""
        who = state.current_player() if player_id is None else player_id
        seen = state.observation(who)
        return {action_number(seen.edition, self._agent.choose(seen)): 1.0}


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
