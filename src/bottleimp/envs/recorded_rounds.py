"""Rounds of the vector environment in words, replayed from their deal and their actions.

This is the one place of the environments that turns rows into a `Round`; everybody else is given
the observation of a seat.
"""

from collections.abc import Sequence

from bottleimp.game.actions import action_from_number
from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.rules.edition import Edition


class ReplayedRounds:
    """Rounds of the rows of a batch, each replayed from where it was when last asked for.

    A round is kept for every row that was asked for, so this is for some thousands of rows.
    """

    def __init__(self, edition: Edition, dealt: Sequence[Sequence[int]]) -> None:
        """`dealt` has for each row the card sets of the hands, then that of the cards left over."""
        self.edition = edition
        self._dealt = dealt
        self._rounds: dict[int, tuple[int, Round]] = {}  # with how many actions are made in it

    def observation(self, row: int, actions: Sequence[int], seat: int | None) -> Observation:
        """What a seat sees after these actions; an onlooker if it is None.

        The actions begin with those of the call before for this row.
        """
        if row not in self._rounds:
            self._rounds[row] = 0, replayed_round(self.edition, self._dealt[row], ())
        count, played = self._rounds[row]
        new = [action_from_number(self.edition, number) for number in actions[count:]]
        played = played.replay(new)
        self._rounds[row] = len(actions), played
        return observe(played, seat)


def replayed_round(edition: Edition, dealt: Sequence[int], actions: Sequence[int]) -> Round:
    """The round of a deal, given as card sets with the cards left over last, after its actions."""
    cards_of = edition.deck.cards_of
    *hands, left_over = dealt
    deal = Deal(edition, tuple(map(cards_of, hands)), cards_of(left_over))
    return Round(deal).replay([action_from_number(edition, number) for number in actions])


def replayed_observation(
    edition: Edition, dealt: Sequence[int], actions: Sequence[int], seat: int | None
) -> Observation:
    """What a seat sees of the round; an onlooker if it is None."""
    return observe(replayed_round(edition, dealt, actions), seat)
