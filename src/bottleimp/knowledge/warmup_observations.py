"""Observations that prepare a player before its first match: one for each phase of a round."""

from collections.abc import Iterator

from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.rules.edition import Edition


def warmup_observations(edition: Edition) -> Iterator[Observation]:
    """What the first seat to act sees in the exchange, in the choice of hands and in play.

    The cards are dealt in order, and every seat takes its first legal action.  Driven seats are
    left out, as no player chooses for them.
    """
    played = Round(Deal.in_order(edition))
    phases: set[Phase] = set()
    while not played.tricks:
        seat = next(seat for seat in range(edition.seats) if played.legal_actions_for(seat))
        if played.phase not in phases and seat not in edition.driven:
            phases.add(played.phase)
            yield observe(played, seat)
        played = played.play(played.legal_actions_for(seat)[0], seat)
