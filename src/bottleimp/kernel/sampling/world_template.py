"""A position as far as a seat knows it, which a sampled world fills."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from bottleimp.game.actions import action_number
from bottleimp.game.round import Phase
from bottleimp.kernel.arrays import IntArray
from bottleimp.kernel.compile.jit import inline_jit
from bottleimp.kernel.encoding.info_state import InfoState, info_state_of
from bottleimp.kernel.sampling.worlds import WorldConstraints, world_constraints_of
from bottleimp.knowledge.observation import Observation
from bottleimp.rules.cardsets import set_of, singleton, with_entry
from bottleimp.rules.position import FOREHAND, Layout, Position
from bottleimp.rules.seating import IMPS_TRICK


class WorldStart(NamedTuple):
    """Where rounds in sampled worlds begin, as compiled code reads it.

    `base` is the position at the beginning of the running stage of secret choices, or now where
    there is none, with no card in any hand or in the imp's trick; `pending_actions` are the
    seat's own choices since then, and `returned` those of its cards that a world must give back.
    """

    base: Position
    seat: int  # that searches
    pending_actions: IntArray
    returned: IntArray  # place -> own cards to add; the last place is the imp's trick
    withheld_discards: int  # own discards of this stage, not yet in the imp's trick


@dataclass(frozen=True)
class WorldTemplate:
    """What all worlds of an observation have in common."""

    info_state: InfoState
    constraints: WorldConstraints
    start: WorldStart

    @property
    def seat(self) -> int:
        """The seat whose observation it is."""
        return self.start.seat


def world_template_of(observation: Observation) -> WorldTemplate:
    """The template for worlds of this observation, which must be a seat's."""
    info_state = info_state_of(observation)
    edition, phase, seat = observation.edition, observation.phase, info_state.seat
    layout = edition.layout
    hands, seats = len(edition.hands), edition.seats
    passes_made = len(edition.passes_before(observation.stage))
    in_exchange, in_choice = phase is Phase.EXCHANGE, phase is Phase.CHOICE
    finished = [(t.taker, p.card.place) for t in observation.tricks for p in t.plays]
    won = tuple(set_of(c for taker, c in finished if taker == s) for s in range(seats))
    returned = np.zeros(hands + 1, np.int64)
    withheld = 0
    pending = np.array([action_number(edition, a) for a in observation.own_choices], np.int64)
    if in_exchange and len(pending):
        for step in observation.passed_cards[-len(pending) :]:
            returned[step.source] |= singleton(step.card.place)
            if step.target == IMPS_TRICK:
                withheld |= singleton(step.card.place)
    turn = observation.turn if observation.turn is not None else FOREHAND
    if in_exchange:
        turn = layout.pass_seat[passes_made]
    base = Position(
        hands=(0,) * hands,
        passed=(0,) * (hands + 1),
        won=won,
        prices=info_state.prices,
        owners=info_state.owners,
        open_hands=0 if in_exchange or in_choice else info_state.open_hands,
        passes_made=passes_made,
        choices_made=0 if in_exchange or in_choice else layout.choosers,
        plays_made=info_state.plays_made,
        trick=set_of(play.card.place for play in observation.plays),
        led_suit=info_state.led_suit,
        taker=info_state.taker if phase is Phase.PLAY else FOREHAND,
        turn=turn,
    )
    return WorldTemplate(
        info_state,
        world_constraints_of(observation, info_state),
        WorldStart(
            base=base,
            seat=seat,
            pending_actions=pending,
            returned=returned,
            withheld_discards=withheld,
        ),
    )


@inline_jit
def world_position(layout: Layout, start: WorldStart, world: IntArray) -> Position:
    """The base with the cards of a world in its hands and in the imp's trick."""
    hands = start.base.hands
    count = len(layout.hand_seat)
    for hand in range(count):
        hands = with_entry(hands, hand, world[hand] | start.returned[hand])
    imps_trick = world[count] & ~start.withheld_discards
    passed = with_entry(start.base.passed, count, imps_trick)
    return start.base._replace(hands=hands, passed=passed)
