"""The record of a round as one seat has seen it, from its observation.

The same numbers as `kernel.vector_steps.fill_seen_histories` writes for rounds in lock-step; the
schema's `HISTORY` says what they mean.
"""

import numpy as np

from bottleimp.game.actions import action_number
from bottleimp.game.round import Phase
from bottleimp.kernel.encoding.schema import HISTORY, record_length
from bottleimp.kernel.sampling.history_sampler import action_history_of
from bottleimp.kernel.vector_steps import HISTORY_ACTION, HISTORY_SEAT, NOT_SEEN, SmallInts
from bottleimp.knowledge.observation import Observation


def seen_history(observation: Observation) -> SmallInts:
    """A row for each action of the record; the observation must be a seat's."""
    edition, own = observation.edition, observation.seat
    assert own is not None  # an onlooker has no seat to count from
    table = np.full((record_length(edition), len(HISTORY)), NOT_SEEN, np.int8)
    settled = action_history_of(observation)
    plays = [play for trick in observation.tricks for play in trick.plays] + [*observation.plays]
    made = len(settled.passes)
    choices = len(settled.later_actions) - len(plays)
    seats = [step.seat for step in edition.passes[:made]]
    seats += [*range(choices), *(play.seat for play in plays)]
    table[: len(seats), HISTORY_ACTION] = [*settled.passes, *settled.later_actions]
    table[: len(seats), HISTORY_SEAT] = [(seat - own) % edition.seats for seat in seats]
    pending = [action_number(edition, action) for action in observation.own_choices]
    if observation.phase is Phase.EXCHANGE:
        places = [k for k, step in enumerate(edition.passes) if k >= made and step.seat == own]
    else:
        places = [len(edition.passes) + own]
    for place, action in zip(places, pending, strict=False):
        table[place] = action, 0
    return table
