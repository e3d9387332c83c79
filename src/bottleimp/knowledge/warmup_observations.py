"""The first thing that is asked in each phase of a round, for getting a player ready."""

from collections.abc import Iterator

from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.rules.edition import Edition


def warmup_observations(edition: Edition) -> Iterator[Observation]:
    """What a seat sees that is asked first in the exchange, in the choice of hands, and in play.

    The cards are dealt in order, and everybody does the first thing that is legal.  Driven seats
    are left out: nobody asks them.
    """
    played = Round(Deal.in_order(edition))
    phases: set[Phase] = set()
    while not played.tricks:
        seat = next(seat for seat in range(edition.seats) if played.legal_actions_for(seat))
        if played.phase not in phases and seat not in edition.driven:
            phases.add(played.phase)
            yield observe(played, seat)
        played = played.play(played.legal_actions_for(seat)[0], seat)
