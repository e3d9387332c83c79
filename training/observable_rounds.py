"""Rounds of a batch kept with their history, so that players that search can observe them.

A batch keeps no history, and players that search choose by what they observed.
"""

from bottleimp.game.actions import action_from_number
from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.kernel.encoding.packed_rows import IntArray
from bottleimp.kernel.round_batch import RoundBatch, round_columns
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.rules.edition import Edition


class ObservableRounds:
    """Some rounds of a batch that has just been dealt; `step` keeps them beside it."""

    def __init__(self, rounds: RoundBatch, numbers: IntArray) -> None:
        edition = rounds.edition
        self.rounds = {
            n: skip_forced(dealt_round(edition, rounds.rows[n])) for n in numbers.tolist()
        }

    def observe(self, number: int) -> Observation:
        """What the seat to act sees in the round of this number."""
        played = self.rounds[number]
        if played.turn is None:
            raise ValueError(f"Round {number} is over.")
        return observe(played, played.turn)

    def step(self, actions: IntArray) -> None:
        """Act in every round; an action below zero leaves its round alone."""
        for number, played in self.rounds.items():
            if actions[number] >= 0:
                action = action_from_number(played.edition, int(actions[number]))
                self.rounds[number] = skip_forced(played.play(action))


def dealt_round(edition: Edition, row: IntArray) -> Round:
    """The round of a row right after the deal."""
    columns = round_columns(edition)
    hands = [edition.deck.cards_of(cards) for cards in row[columns["hands"]].tolist()]
    left_over = edition.deck.cards_of(int(row[columns["passed"]][-1]))
    return Round(Deal(edition, tuple(hands), left_over))


def skip_forced(played: Round) -> Round:
    """The round at its next real decision, as a batch has it, or at its end."""
    while played.turn is not None and len(played.legal_actions) == 1:
        played = played.play(played.legal_actions[0])
    return played
