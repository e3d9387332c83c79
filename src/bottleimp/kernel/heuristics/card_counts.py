"""What a seat counts before it plays: cards that are out, where they may be, what they are worth.

Everything is worked out from a sight.  Cards are card sets of the rules (ints).
"""

from typing import NamedTuple

from bottleimp.kernel.compile.jit import inlined
from bottleimp.kernel.encoding.info_state import Sight
from bottleimp.kernel.heuristics.weights import Weights
from bottleimp.rules.cardsets import holds, replaced, size
from bottleimp.rules.edition import Edition
from bottleimp.rules.position import Layout
from bottleimp.rules.scoring import worth
from bottleimp.rules.tricks import dearest


class Extent(NamedTuple):
    """How long a round is, how much of it nobody plays, and how many are against each other."""

    tricks: int
    buried: int  # cards that end in the imp's trick: put there, or left over at the deal
    sides: int


class Count(NamedTuple):
    """The counts of one seat at one moment."""

    seat: int
    own: int
    known: tuple[int, ...]  # hand -> cards surely in it
    lacking: tuple[int, ...]  # hand -> cards it surely lacks
    room: tuple[int, ...]  # hand -> how many of the unseen cards it holds
    visible: int  # the hands that the seat sees
    unseen: int
    surely_out: int  # cards that the seat knows to be in hands of others
    allied: int  # those of them that partners hold
    prices: tuple[int, ...]
    owners: tuple[int, ...]
    for_sale: int
    price: int  # of the bottle for sale
    share_in_hands: float  # the share of the unseen cards that lie in hands, not in the imp's trick
    share_of_rivals: float  # the share of them that rivals hold
    all_out: float  # how many cards others hold, at least one so that one can divide by it
    mean_points: float  # of a card that is out
    rival_loss: float  # what a point that another side takes costs
    penalty: float  # the points that lie in the imp's trick, as far as one can tell
    taken: float  # points of the side so far
    of_partners: float  # points of the tricks to come that partners will take
    tricks_to_come: int  # after the one on the table


def extent_of(edition: Edition) -> Extent:
    """The extent of a round of this edition."""
    buried = edition.discards + edition.left_over
    return Extent(edition.tricks, buried, len(set(edition.sides)))


@inlined
def is_rival(layout: Layout, one: int, other: int) -> bool:
    """Whether two seats are of different sides."""
    return layout.side[one] != layout.side[other]


@inlined
def out_of(count: Count) -> int:
    """The cards that others may hold."""
    return count.surely_out | count.unseen


@inlined
def number_out(count: Count, cards: int) -> float:
    """How many of these cards others still hold, on average."""
    return size(cards & count.surely_out) + count.share_in_hands * size(cards & count.unseen)


@inlined
def is_settled(layout: Layout, sight: Sight) -> bool:
    """Whether the seat to act plays a card, and neither passes one nor opens a hand."""
    if sight.legal >> layout.deck_size:
        return False
    passes = 0
    for seat in layout.pass_seat:
        if seat == sight.seat:
            passes += 1
    return sight.passes_made == passes


@inlined
def unknown_of_imps_trick(layout: Layout, extent: Extent, seat: int) -> int:
    """How many cards of the imp's trick the seat will not have put there."""
    own = 0
    for made in range(len(layout.pass_seat)):
        if layout.pass_seat[made] == seat and layout.pass_target[made] == len(layout.hand_seat):
            own += 1
    return extent.buried - own


@inlined
def counted(layout: Layout, extent: Extent, weights: Weights, sight: Sight) -> Count:
    """The counts of the seat to act."""
    seats, hands = len(layout.side), len(layout.hand_seat)
    own, surely_out, allied, visible = 0, 0, 0, 0
    room = sight.sizes
    in_hands, of_rivals = 0, 0
    for hand in range(hands):
        seat, cards = layout.hand_seat[hand], sight.hands[hand]
        places = 0
        if seat == sight.seat or holds(sight.open_hands, hand):
            visible |= 1 << hand
        else:
            places = sight.sizes[hand] - size(cards)
        room = replaced(room, hand, places)
        in_hands += places
        if seat == sight.seat:
            own |= cards
            continue
        surely_out |= cards
        if is_rival(layout, sight.seat, seat):
            of_rivals += places
        else:
            allied |= cards
    unseen = size(sight.unseen)
    out = surely_out | sight.unseen
    mean_points = worth(layout, out) / size(out) if out else 0.0
    taken, partners, played = 0, -1, 0
    for seat in range(seats):
        played += size(sight.played[seat])
        if not is_rival(layout, sight.seat, seat):
            taken += sight.points[seat]
            partners += 1
    to_come = extent.tricks - played // layout.plays_per_trick
    if is_settled(layout, sight):
        to_come -= 1
    unknown = unknown_of_imps_trick(layout, extent, sight.seat)
    for_sale = dearest(sight.prices)
    share_in_hands = 1 - (unseen - in_hands) / unseen if unseen else 0.0
    return Count(
        sight.seat, own, sight.hands, sight.lacking, room, visible, sight.unseen, surely_out,
        allied, sight.prices, sight.owners, for_sale, sight.prices[for_sale],
        share_in_hands,
        of_rivals / unseen if unseen else 0.0,
        max(1.0, size(surely_out) + share_in_hands * unseen),
        mean_points,
        weights.rivalry / (extent.sides - 1),
        worth(layout, sight.discards) + weights.imps_trick * mean_points * unknown,
        float(taken), partners * mean_points * to_come, to_come,
    )  # fmt: skip
