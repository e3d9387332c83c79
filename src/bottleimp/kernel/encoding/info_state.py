"""What a seat knows, by number.

An `InfoState` says in ints what an `Observation` says in words.  It is made from an observation at
the table (`info_state_of`) and from the rows of a `RoundBatch` in self-play (`info_state_in`); both
are the same to the bit.  `schema` says what each field means and how networks read it.
"""

from typing import NamedTuple

from bottleimp.game.actions import action_number
from bottleimp.game.round import Phase
from bottleimp.knowledge.inference import Inference
from bottleimp.knowledge.observation import Observation, owner_numbers
from bottleimp.rules.cardsets import set_of
from bottleimp.rules.decks import card_set
from bottleimp.rules.position import FOREHAND
from bottleimp.rules.seating import IMPS_TRICK


class InfoState(NamedTuple):
    """What one seat knows.  Seats and hands go by number; sets of cards are ints."""

    seat: int
    passes_made: int  # by this seat
    choices_made: int  # by this seat
    hands: tuple[int, ...]  # hand -> cards surely in it
    hand_sizes: tuple[int, ...]  # hand -> how many cards it visibly holds
    voids: tuple[int, ...]  # hand -> cards it surely lacks for not having followed
    open_hands: int
    discards: int  # this seat's own
    received: tuple[int, ...]  # giver -> cards
    played: tuple[int, ...]  # seat -> cards of finished tricks and of this one
    on_table: tuple[int, ...]  # seat -> cards in this trick
    points: tuple[int, ...]  # seat -> points taken
    prices: tuple[int, ...]
    owners: tuple[int, ...]
    plays_made: int
    led_suit: int
    taker: int
    unseen: int
    legal: int


def info_state_of(observation: Observation) -> InfoState:
    """What the seat that made the observation knows; raises ValueError for an onlooker's."""
    if observation.seat is None:
        raise ValueError("An onlooker has no information state of its own.")
    edition, seat = observation.edition, observation.seat
    inference = Inference(observation)
    seats = range(edition.seats)
    tricks = [play for trick in observation.tricks for play in trick.plays]
    plays, winning = observation.plays, observation.winning_play
    taker = FOREHAND
    if observation.phase in (Phase.PLAY, Phase.OVER) and observation.turn is not None:
        taker = observation.tricks[-1].taker if observation.tricks else FOREHAND
    if winning is not None:
        taker = winning.seat
    return InfoState(
        seat=seat,
        passes_made=len(observation.passed_cards),
        choices_made=int(bool(observation.own_choices)) if observation.phase is Phase.CHOICE else 0,
        hands=inference.known_cards,
        hand_sizes=observation.hand_sizes,
        voids=inference.voids,
        open_hands=set_of(observation.open_hands),
        discards=card_set(p.card for p in observation.passed_cards if p.target == IMPS_TRICK),
        received=tuple(
            card_set(r.card for r in observation.received_cards if r.giver == giver)
            for giver in seats
        ),
        played=tuple(
            card_set(p.card for p in (*tricks, *plays) if p.seat == other) for other in seats
        ),
        on_table=tuple(card_set(p.card for p in plays if p.seat == other) for other in seats),
        points=observation.taken_points,
        prices=observation.prices,
        owners=owner_numbers(observation),
        plays_made=len(plays),
        led_suit=edition.deck.suit_cards(plays[0].card.suit) if plays else 0,
        taker=taker,
        unseen=inference.unseen_cards,
        legal=set_of(action_number(edition, action) for action in observation.legal_actions),
    )
