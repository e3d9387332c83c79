"""Rounds in which one seat is asked, and players of the catalogue decide in all others."""

from collections.abc import Sequence

import numpy as np

from bottleimp.analysis.arena.lineups import decision_batch
from bottleimp.envs.vector_env import Autoreset, VectorEnv
from bottleimp.errors import BottleImpError
from bottleimp.kernel.arrays import BoolArray, Float32Array, IntArray
from bottleimp.kernel.encoding.features import Features
from bottleimp.kernel.vector_steps import NO_ACTION, SmallInts
from bottleimp.players.catalogue import build_player, require_mode
from bottleimp.players.outside_players import CheckedPlayer
from bottleimp.players.player import Player, require_player_object, type_name
from bottleimp.rules.edition import Edition

NO_PLAYER = -1  # of own and driven seats
SEED_BITS = 63

Opponents = str | Player | Sequence[str | Player]


class SeatRounds:
    """Rounds in lock-step in which all seats but one have players; they end without a new deal.

    `opponents` are players or their names, seat after seat from the left of the own one, repeated
    as often as it takes.  Raises UnknownName, BudgetError or BottleImpError for players that do
    not play the edition, PlayerError for what is no player.
    """

    def __init__(
        self,
        edition: Edition | str,
        num_envs: int,
        opponents: Opponents,
        returns: str,
        threads: int,
    ) -> None:
        self.rounds = VectorEnv(
            edition, num_envs, returns=returns, autoreset=Autoreset.DISABLED, threads=threads
        )
        self.edition = self.rounds.edition
        named = [opponents] if isinstance(opponents, str) or not isinstance(
            opponents, Sequence
        ) else list(opponents)  # fmt: skip
        if not 1 <= len(named) < self.edition.players:
            raise BottleImpError(
                f"{self.edition.text} has {self.edition.players - 1} opponents; name from 1 to"
                f" {self.edition.players - 1}, not {len(named)}."
            )
        for one in named:
            if isinstance(one, str):
                require_mode(one, self.edition.mode)
            else:
                require_player_object(one)
        kinds = list({id(one) if not isinstance(one, str) else one: one for one in named}.values())
        self._players = [
            build_player(one) if isinstance(one, str) else CheckedPlayer(type_name(one), one)
            for one in kinds
        ]
        self._order = [kinds.index(one) for one in named]
        self.playing_seats = [s for s in range(self.edition.seats) if s not in self.edition.driven]
        self.seats = np.full(num_envs, self.playing_seats[0], np.int64)  # the own ones
        self._who = np.full((num_envs, self.edition.seats), NO_PLAYER, np.int64)
        self._seeds = [[0] * self.edition.seats for _ in range(num_envs)]
        self.rewards: Float32Array = np.zeros(num_envs, np.float32)
        self.terminated: BoolArray = np.zeros(num_envs, np.bool_)

    def deal(
        self, mask: BoolArray, seats: IntArray, random: np.random.Generator, seed: int | None = None
    ) -> None:
        """Deal the marked rounds anew, the own seat being that of its row.

        With a seed the deals begin with the first of that seed.
        """
        rows = np.flatnonzero(mask)
        self.seats[rows] = seats[rows]
        seeds = random.integers(1 << SEED_BITS, size=(len(rows), self.edition.seats)).tolist()
        for row, drawn in zip(rows.tolist(), seeds, strict=True):
            self._seeds[row] = drawn
            self._who[row] = self._lineup(int(self.seats[row]))
        self.rounds.reset(seed, mask)
        self.rewards[mask], self.terminated[mask] = 0, False
        self._let_others_play()

    def act(self, actions: IntArray) -> None:
        """Take an action in each round; one below zero, and rounds that are over, are left alone.

        `rewards` and `terminated` then hold the result of this for the own seats.  Raises
        IllegalAction, and does nothing, if the rules forbid an action.
        """
        is_over = self.rounds.last().seats < 0
        self.rewards[:], self.terminated[:] = 0, False
        self._step(np.where(is_over, NO_ACTION, actions))
        self._let_others_play()

    def observe(self) -> tuple[Features, SmallInts]:
        """What the own seats see and may do, also in rounds that are over."""
        return self.rounds.views(np.arange(self.rounds.num_envs), self.seats)

    def is_legal(self, actions: IntArray) -> BoolArray:
        """Whether each action is legal; any is in a round that is over."""
        shown = self.rounds.last()
        inside = (actions >= 0) & (actions < self.rounds.num_actions)
        rows = np.arange(self.rounds.num_envs)
        legal = shown.action_mask[rows, np.where(inside, actions, 0)] == 1
        answer: BoolArray = (shown.seats < 0) | (inside & legal)
        return answer

    def _lineup(self, own: int) -> list[int]:
        """The player of each seat, by its place in the list of players."""
        seats, place = self.playing_seats, self.playing_seats.index(own)
        lineup = [NO_PLAYER] * self.edition.seats
        for turn, seat in enumerate([*seats[place + 1 :], *seats[:place]]):
            lineup[seat] = self._order[turn % len(self._order)]
        return lineup

    def _let_others_play(self) -> None:
        """Play on until it is the own seat's turn in every round, or the round is over."""
        while True:
            turns = self.rounds.last().seats
            rows = np.flatnonzero((turns >= 0) & (turns != self.seats))
            if not len(rows):
                return
            actions = np.full(self.rounds.num_envs, NO_ACTION, np.int64)
            who = self._who[rows, turns[rows]]
            for number, player in enumerate(self._players):
                asked = rows[who == number]
                if len(asked):
                    actions[asked] = player.choose_actions(
                        decision_batch(
                            self.rounds.rounds, asked, self._seeds, self.rounds.observation
                        )
                    )
            self._step(actions)

    def _step(self, actions: IntArray) -> None:
        """Take a step and keep what the own seats gain."""
        shown = self.rounds.step(actions)
        rows = np.flatnonzero(shown.terminated)
        self.rewards[rows] += shown.rewards[rows, self.seats[rows]]
        self.terminated[rows] = True
