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
