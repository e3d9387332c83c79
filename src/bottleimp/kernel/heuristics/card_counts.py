"""What a seat counts before it plays: cards that are out, where they may be, what they are worth.

Everything follows from an information state.  Sets of cards are ints, as in the rules.
"""

from typing import NamedTuple

from bottleimp.kernel.compile.jit import inline_jit
from bottleimp.kernel.encoding.info_state import InfoState
from bottleimp.kernel.heuristics.weights import HeuristicWeights
from bottleimp.rules.cardsets import holds, singleton, size, with_entry
from bottleimp.rules.edition import Edition
from bottleimp.rules.position import Layout
from bottleimp.rules.scoring import card_points
from bottleimp.rules.tricks import dearest_bottle


class RoundSize(NamedTuple):
    """How long a round is, how much of it nobody plays, and how many are against each other."""

    tricks: int
    imps_trick_size: int  # cards that end in the imp's trick: put there, or left over at the deal
    sides: int


class CardCounts(NamedTuple):
    """The counts of one seat at one moment."""

    seat: int
    own_cards: int
    known_hands: tuple[int, ...]  # hand -> cards surely in it
    voids: tuple[int, ...]  # hand -> cards it surely lacks
    hidden_sizes: tuple[int, ...]  # hand -> how many of the unseen cards it holds
    visible_hands: int  # the hands that the seat sees
    unseen: int
    known_out: int  # cards that the seat knows to be in hands of others
    partner_cards: int  # those of them that partners hold
    prices: tuple[int, ...]
    owners: tuple[int, ...]
    bottle_for_sale: int
    price: int  # of the bottle for sale
    share_in_hands: float  # the share of the unseen cards that lie in hands, not in the imp's trick
    share_of_rivals: float  # the share of them that rivals hold
    total_out: float  # how many cards others hold, at least one so that one can divide by it
    mean_points: float  # of a card that is out
    rival_point_cost: float  # what a point that another side takes costs
    penalty: float  # the points that lie in the imp's trick, as far as one can tell
    points_taken: float  # points of the side so far
    partner_points: float  # points of the tricks to come that partners will take
    tricks_to_come: int  # after the one on the table


def round_size_of(edition: Edition) -> RoundSize:
    """The extent of a round of this edition."""
    buried = edition.discards + edition.left_over
    return RoundSize(edition.tricks, buried, len(set(edition.sides)))


@inline_jit
def is_rival(layout: Layout, one: int, other: int) -> bool:
    """Whether two seats are of different sides."""
    return layout.side[one] != layout.side[other]


@inline_jit
def cards_out(counts: CardCounts) -> int:
    """The cards that others may hold."""
    return counts.known_out | counts.unseen


@inline_jit
def expected_number_out(counts: CardCounts, cards: int) -> float:
    """How many of these cards others still hold, on average."""
    return size(cards & counts.known_out) + counts.share_in_hands * size(cards & counts.unseen)


@inline_jit
def is_play_decision(layout: Layout, info_state: InfoState) -> bool:
    """Whether the seat to act plays a card, and neither passes one nor opens a hand."""
    if info_state.legal >> layout.deck_size:
        return False
    passes = 0
    for seat in layout.pass_seat:
        if seat == info_state.seat:
            passes += 1
    return info_state.passes_made == passes


@inline_jit
def count_unknown_imps_trick_cards(layout: Layout, round_size: RoundSize, seat: int) -> int:
    """How many cards of the imp's trick the seat will not have put there."""
    own = 0
    for made in range(len(layout.pass_seat)):
        if layout.pass_seat[made] == seat and layout.pass_target[made] == len(layout.hand_seat):
            own += 1
    return round_size.imps_trick_size - own


@inline_jit
def count_cards(
    layout: Layout, round_size: RoundSize, weights: HeuristicWeights, info_state: InfoState
) -> CardCounts:
    """The counts of the seat to act."""
    seats, hands = len(layout.side), len(layout.hand_seat)
    own, surely_out, allied, visible = 0, 0, 0, 0
    hidden_sizes = info_state.hand_sizes
    in_hands, of_rivals = 0, 0
    for hand in range(hands):
        seat, cards = layout.hand_seat[hand], info_state.hands[hand]
        places = 0
        if seat == info_state.seat or holds(info_state.open_hands, hand):
            visible |= singleton(hand)
        else:
            places = info_state.hand_sizes[hand] - size(cards)
        hidden_sizes = with_entry(hidden_sizes, hand, places)
        in_hands += places
        if seat == info_state.seat:
            own |= cards
            continue
        surely_out |= cards
        if is_rival(layout, info_state.seat, seat):
            of_rivals += places
        else:
            allied |= cards
    unseen = size(info_state.unseen)
    out = surely_out | info_state.unseen
    mean_points = card_points(layout, out) / size(out) if out else 0.0
    taken, partners, played = 0, -1, 0
    for seat in range(seats):
        played += size(info_state.played[seat])
        if not is_rival(layout, info_state.seat, seat):
            taken += info_state.points[seat]
            partners += 1
    to_come = round_size.tricks - played // layout.plays_per_trick
    if is_play_decision(layout, info_state):
        to_come -= 1
    unknown = count_unknown_imps_trick_cards(layout, round_size, info_state.seat)
    for_sale = dearest_bottle(info_state.prices)
    share_in_hands = 1 - (unseen - in_hands) / unseen if unseen else 0.0
    share_of_rivals = of_rivals / unseen if unseen else 0.0
    own_discards = card_points(layout, info_state.discards)
    return CardCounts(  # numba takes no conditions among so many keyword arguments
        seat=info_state.seat,
        own_cards=own,
        known_hands=info_state.hands,
        voids=info_state.voids,
        hidden_sizes=hidden_sizes,
        visible_hands=visible,
        unseen=info_state.unseen,
        known_out=surely_out,
        partner_cards=allied,
        prices=info_state.prices,
        owners=info_state.owners,
        bottle_for_sale=for_sale,
        price=info_state.prices[for_sale],
        share_in_hands=share_in_hands,
        share_of_rivals=share_of_rivals,
        total_out=max(1.0, size(surely_out) + share_in_hands * unseen),
        mean_points=mean_points,
        rival_point_cost=weights.rival_points / (round_size.sides - 1),
        penalty=own_discards + weights.hidden_discard_points * mean_points * unknown,
        points_taken=float(taken),
        partner_points=partners * mean_points * to_come,
        tricks_to_come=to_come,
    )
