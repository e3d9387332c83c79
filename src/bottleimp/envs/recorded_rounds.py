"""Rounds of the vector environment in words, replayed from their deal and their actions.

This is the one place of the environments that turns rows into a `Round`; everybody else is given
the observation of a seat.
"""

from collections.abc import Sequence
from typing import NamedTuple

from bottleimp.game.actions import action_from_number
from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.rules.edition import Edition

MOST_KEPT = 4096  # rounds, of some kilobytes each


class KeptRound(NamedTuple):
    """A round as it was when its row was last asked for."""

    dealt: Sequence[int]
    actions: Sequence[int]
    played: Round


class ReplayedRounds:
    """The rounds of the rows of a batch, each replayed from where it was when last asked for."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self._kept: dict[int, KeptRound] = {}

    def observation(
        self, row: int, dealt: Sequence[int], actions: Sequence[int], seat: int | None
    ) -> Observation:
        """What a seat sees after these actions; an onlooker if it is None.

        `dealt` has the card sets of the hands, then that of the cards left over.
        """
        kept = self._kept.get(row)
        if kept is None or not goes_on(kept, dealt, actions):
            kept = KeptRound(dealt, (), replayed_round(self.edition, dealt, ()))
        new = actions[len(kept.actions) :]
        played = kept.played.replay([action_from_number(self.edition, number) for number in new])
        if len(self._kept) >= MOST_KEPT and row not in self._kept:
            self._kept.clear()
        self._kept[row] = KeptRound(dealt, actions, played)
        return observe(played, seat)


def goes_on(kept: KeptRound, dealt: Sequence[int], actions: Sequence[int]) -> bool:
    """Whether these actions in this deal begin with those of the round that was kept."""
    return kept.dealt == dealt and kept.actions == actions[: len(kept.actions)]


def replayed_round(edition: Edition, dealt: Sequence[int], actions: Sequence[int]) -> Round:
    """The round of a deal, given as card sets with the cards left over last, after its actions."""
    cards_of = edition.deck.cards_of
    *hands, left_over = dealt
    deal = Deal(edition, tuple(map(cards_of, hands)), cards_of(left_over))
    return Round(deal).replay([action_from_number(edition, number) for number in actions])
