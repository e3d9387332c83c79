"""OpenSpiel: the game `python_bottle_imp_v0`, for every edition.

`pyspiel.load_game("python_bottle_imp_v0", {"edition": "classic/3"})` once this module is imported.
The deal is one chance node for each card in ascending order: its outcome is the hand that gets the
card, or the number after the last hand for the cards left over, so each deal has one history.
Lopaka plays by himself.  Players are counted by the seats that decide.
"""

from fractions import Fraction
from typing import Any

import numpy as np

from bottleimp.envs.open_spiel_observer import (
    FactoredObserver,
    InfoStateObserver,
    observation_struct,
)
from bottleimp.envs.resampling import resampled_history
from bottleimp.envs.returns import Returns, named_choice, round_rewards
from bottleimp.errors import BottleImpError, MissingLibrary
from bottleimp.game.actions import action_from_label, action_from_number, action_number
from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.kernel.encoding.schema import action_count, record_length
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.parsing import count_text
from bottleimp.rules.cards import Card
from bottleimp.rules.cardsets import members
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text

try:
    import pyspiel
except ImportError:
    raise MissingLibrary(__name__, "OpenSpiel", "open-spiel") from None

NAME = "python_bottle_imp_v0"
MAX_PLAYERS, MIN_PLAYERS = 6, 2
EDITION, RETURNS = "edition", "returns"
PARAMETERS = {EDITION: "classic/4", RETURNS: Returns.RELATIVE_POINTS.value}
# OpenSpiel ends a value at a comma and a name at an equals sign: what the parameters have for those
# of an edition.
MARKS_IN_PARAMETERS = str.maketrans(",=", ";:")
MARKS_OF_EDITIONS = str.maketrans(";:", ",=")
RESAMPLE_SEEDS = 1 << 53

# `Any` stands for what OpenSpiel hands over, which is untyped.


def game_type(utility: Any) -> Any:
    """The description of the game with this kind of utility."""
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Bottle Imp",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MAX_PLAYERS,
        min_num_players=MIN_PLAYERS,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=PARAMETERS,
    )


def is_zero_sum(edition: Edition, returns: Returns) -> bool:
    """Whether the returns of all players always add up to zero."""
    if returns is not Returns.RELATIVE_POINTS:
        return False
    seats = [seat for seat in range(edition.seats) if seat not in edition.driven]
    matrix = edition.relative_score_matrix
    return all(
        sum(Fraction(matrix[row][column], matrix[row][row]) for row in seats) == 0
        for column in range(edition.seats)
    )


class BottleImpGame(pyspiel.Game):
    """One edition, by its text or as a value; only a value can be one outside the catalogue."""

    def __init__(self, params: dict[str, Any] | None = None, edition: Edition | str | None = None):
        chosen = {**PARAMETERS, **(params or {})}
        given = chosen[EDITION].translate(MARKS_OF_EDITIONS) if edition is None else edition
        self.edition = edition_from_text(given) if isinstance(given, str) else given
        self.returns = named_choice(
            Returns, "kind of returns", chosen[RETURNS], without=(Returns.MATCH_WIN,)
        )
        if self.returns is Returns.MATCH_WIN:
            raise BottleImpError("A game of OpenSpiel is a round: choose another of `returns`.")
        playing = self.edition
        self.seats = tuple(seat for seat in range(playing.seats) if seat not in playing.driven)
        kinds = pyspiel.GameType.Utility
        has_no_sum = not is_zero_sum(playing, self.returns)
        points = sum(card.points for card in playing.deck.cards) * playing.bottles
        most = 2.0 * points * max(playing.weights)
        info = pyspiel.GameInfo(
            num_distinct_actions=action_count(playing),
            max_chance_outcomes=len(playing.hands) + 1,
            num_players=len(self.seats),
            min_utility=-most,
            max_utility=most,
            utility_sum=None if has_no_sum else 0.0,
            max_game_length=record_length(playing),
        )
        kind = kinds.GENERAL_SUM if has_no_sum else kinds.ZERO_SUM
        super().__init__(
            game_type(kind),
            info,
            {
                EDITION: playing.text.translate(MARKS_IN_PARAMETERS),  # copies are made by this
                RETURNS: chosen[RETURNS],
            },
        )

    def new_initial_state(self, start: Any = None) -> "BottleImpState":
        """The state before the deal, or the one that a dictionary of `to_dict` describes."""
        state = BottleImpState(self)
        if start is not None:
            state.replay_struct(start)
        return state

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Any = None
    ) -> InfoStateObserver | FactoredObserver:
        """An observer of what a player sees, or of its public or its private part as text.

        Raises BottleImpError for other kinds: nobody sees what is private to all players.
        """
        if params:
            raise BottleImpError(f"An observer here takes no parameters, not {params}.")
        private = pyspiel.PrivateInfoType
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if kind.public_info and kind.private_info == private.SINGLE_PLAYER:
            return InfoStateObserver(self.edition, perfect_recall=kind.perfect_recall)
        is_public = kind.public_info and kind.private_info == private.NONE
        is_private = not kind.public_info and kind.private_info == private.SINGLE_PLAYER
        if kind.perfect_recall or not (is_public or is_private):
            raise BottleImpError(
                "A player observes what is public and what its own seat sees,"
                " or one of the two without recall."
            )
        return FactoredObserver(is_public=is_public)

    def max_chance_nodes_in_history(self) -> int:
        """The cards that are dealt."""
        return len(self.edition.deck.cards)


class SharedRound:
    """A round that copies of a state have in common: it never changes."""

    def __init__(self, played: Round) -> None:
        self.played = played

    def __deepcopy__(self, _memo: dict[int, object]) -> "SharedRound":
        return self


class BottleImpState(pyspiel.State):
    """A round, or the deal of one that is not yet complete."""

    def __init__(self, game: BottleImpGame) -> None:
        super().__init__(game)
        self._outcomes: tuple[int, ...] = ()  # card by card, the hand that got it
        self._shared: SharedRound | None = None
        self._is_over = False
        self._turn = 0

    @property
    def edition(self) -> Edition:
        """The edition that is played."""
        edition: Edition = self.get_game().edition
        return edition

    def observation(self, player: int) -> Observation | None:
        """What a player sees; None before the deal is complete."""
        if self._shared is None:
            return None
        return observe(self._shared.played, self.get_game().seats[player])

    def current_player(self) -> Any:
        """The player to act, or what OpenSpiel calls chance and the end."""
        if self._is_over:
            return pyspiel.PlayerId.TERMINAL
        if self._shared is None:
            return pyspiel.PlayerId.CHANCE
        return self.get_game().seats.index(self._turn)

    def is_terminal(self) -> bool:
        """Whether the round is over."""
        return self._is_over

    def _legal_actions(self, player: int) -> list[int]:
        assert self._shared is not None  # OpenSpiel asks players only
        seat = self.get_game().seats[player]
        return list(members(self._shared.played.legal_action_set(seat)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The hands that may get the next card, each as likely as it has room."""
        room = [hand.size for hand in self.edition.hands] + [self.edition.left_over]
        for hand in self._outcomes:
            room[hand] -= 1
        left = sum(room)
        return [(hand, size / left) for hand, size in enumerate(room) if size]

    def _apply_action(self, action: int) -> None:
        if self._shared is None:
            if action not in dict(self.chance_outcomes()):
                card = self.edition.deck.cards[len(self._outcomes)]
                raise BottleImpError(f"The {card.label} cannot be dealt to place {action}.")
            self._outcomes += (action,)
            if len(self._outcomes) == len(self.edition.deck.cards):
                self._keep(Round(self._deal()))
            return
        self._keep(self._shared.played.play(action_from_number(self.edition, action)))

    def _keep(self, played: Round) -> None:
        """Go on from this round; driven seats play by their rule."""
        driven = self.edition.driven
        while played.turn is not None and played.turn in driven:
            played = played.play(played.legal_actions[0])
        self._shared = SharedRound(played)
        self._is_over = played.is_over
        self._turn = -1 if played.turn is None else played.turn

    def _deal(self) -> Deal:
        """The deal of all outcomes."""
        pairs = list(zip(self.edition.deck.cards, self._outcomes, strict=True))
        places = [
            tuple(card for card, got in pairs if got == place)
            for place in range(len(self.edition.hands) + 1)
        ]
        return Deal(self.edition, tuple(places[:-1]), places[-1])

    def returns(self) -> list[float]:
        """What each player has at the end; zeros before."""
        game = self.get_game()
        scores = None if self._shared is None else self._shared.played.scores
        if scores is None:
            return [0.0] * len(game.seats)
        (rewards,) = round_rewards(self.edition, game.returns, np.array([scores])).tolist()
        return [rewards[seat] for seat in game.seats]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            card = self.edition.deck.cards[
                min(len(self._outcomes), len(self.edition.deck.cards) - 1)
            ]
            return f"{card.label} to {self._place_name(action)}"
        return action_from_number(self.edition, action).label

    def _place_name(self, place: int) -> str:
        """A hand, or the imp's trick."""
        return "imp" if place == len(self.edition.hands) else f"hand {place}"

    def __str__(self) -> str:
        """The deal as far as it goes, and the actions."""
        struct = self._to_struct()
        hands = "; ".join(" ".join(cards) for cards in [*struct["hands"], struct["left_over"]])
        return f"{struct['edition']}: {hands} | {' '.join(struct['actions'])}"

    def _to_struct(self) -> dict[str, Any]:
        """The state as plain values: the cards dealt so far, and the actions."""
        cards = self.edition.deck.cards
        places: list[list[str]] = [[] for _ in range(len(self.edition.hands) + 1)]
        for card, place in zip(cards, self._outcomes, strict=False):
            places[place].append(card.label)
        taken = [a for p, a in zip(self._players(), self.history(), strict=True) if p >= 0]
        return {
            "edition": self.edition.text,
            "hands": places[:-1],
            "left_over": places[-1],
            "actions": [action_from_number(self.edition, action).label for action in taken],
        }

    def player_action_count(self) -> int:
        """How many actions the players took, without chance."""
        return sum(player >= 0 for player in self._players())

    def _players(self) -> list[int]:
        """Who took each action of the history."""
        return [int(one.player) for one in self.full_history()]

    def replay_struct(self, struct: dict[str, Any]) -> None:
        """Bring a state before the deal to what a dictionary describes.

        Raises BottleImpError where an entry is missing, for a state of another edition, for cards
        that are not the lowest of the deck, each once, and for actions before all are dealt.
        """
        if missing := {"hands", "left_over", "actions"} - set(struct):
            raise BottleImpError(f"A state needs {' and '.join(sorted(missing))}.")
        text, hands, deck = self.edition.text, len(self.edition.hands), self.edition.deck
        if struct.get(EDITION, text) != text:
            raise BottleImpError(f"This is a state of {struct[EDITION]}, not of {text}.")
        if len(struct["hands"]) != hands:
            told = count_text(len(struct["hands"]), "hand")
            raise BottleImpError(f"A state of {text} has {count_text(hands, 'hand')}, not {told}.")
        where: dict[Card, int] = {}
        for place, labels in enumerate([*struct["hands"], struct["left_over"]]):
            for card in map(deck.card, labels):
                if card in where:
                    raise BottleImpError(f"The {card.label} is dealt twice.")
                where[card] = place
        first = deck.cards[: len(where)]
        if missed := [card.label for card in first if card not in where]:
            raise BottleImpError(
                f"Cards are dealt in ascending order, but the {missed[0]} is missing."
            )
        if struct["actions"] and len(where) < len(deck.cards):
            raise BottleImpError("Nobody acts before all cards are dealt.")
        for card in first:
            self.apply_action(where[card])
        for label in struct["actions"]:
            self.apply_action(action_number(self.edition, action_from_label(self.edition, label)))

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        if player == pyspiel.PlayerId.CHANCE:
            return {"place": action}
        return {"action": action_from_number(self.edition, action).label}

    def _struct_to_actions(self, struct: dict[str, Any]) -> list[int]:
        if "place" in struct:
            return [int(struct["place"])]
        return [action_number(self.edition, action_from_label(self.edition, struct["action"]))]

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        seen = self.observation(player)
        if seen is None:
            return {"edition": self.edition.text, "seat": self.get_game().seats[player]}
        return observation_struct(seen)

    def resample_from_infostate(self, player: int, sampler: Any) -> "BottleImpState":
        """Another state in which the player has seen the same, drawn uniformly from all deals.

        The same player is to act in it, and what others chose in the running stage is drawn anew.
        `sampler` returns numbers from 0 up to 1.  Suits that others did not follow are respected.
        """
        seen = self.observation(player)
        if seen is None or self._is_over:
            copied: BottleImpState = self.clone()
            return copied
        history = resampled_history(seen, int(sampler() * RESAMPLE_SEEDS))
        state: BottleImpState = self.get_game().new_initial_state()
        for action in (*history.outcomes, *history.actions):
            state.apply_action(action)
        # Whoever has chosen in the running stage chooses again, the player the same as before.
        pending = list(history.pending)
        for _ in range(self.player_action_count() - state.player_action_count()):
            if state.current_player() == player:
                state.apply_action(pending.pop(0))
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(sampler() * len(legal))])
        return state


if NAME not in pyspiel.registered_names():
    pyspiel.register_game(game_type(pyspiel.GameType.Utility.GENERAL_SUM), BottleImpGame)
