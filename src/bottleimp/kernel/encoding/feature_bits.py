"""What each part of the features says: one function a part.

A function gets what the seat knows as `relative_to_seat` turns it, and returns sets of bits: one
for each row of the part, a bit for each feature of the row.  Which parts there are, in which order
and how wide, `schema` declares.
"""

from bottleimp.kernel.compile.jit import inline_jit
from bottleimp.kernel.encoding.info_state import InfoState
from bottleimp.rules.cardsets import holds, singleton, size, under, with_entry
from bottleimp.rules.position import NOBODY, Layout
from bottleimp.rules.scoring import card_points
from bottleimp.rules.tricks import dearest_bottle, winning_card

MAX_TRICKS = 16
MAX_PASSES = 8
MAX_POINT_STEPS = 16
PRINTED_STEP, FACE_VALUE_STEP = 4, 24
PRINTED_BITS = 3  # printed points go up to 6
THIRD_PLACE = 2


@inline_jit
def rotate_left(row: tuple[int, ...], places: int) -> tuple[int, ...]:
    """The row with the entry at this place first."""
    out = row
    for k in range(len(row)):
        out = with_entry(out, k, row[(places + k) % len(row)])
    return out


@inline_jit
def relative_to_seat(layout: Layout, info_state: InfoState) -> InfoState:
    """The same with seats and hands counted from the own seat and its first hand.

    `seat` itself stays, and so do the bits of `open_hands`.
    """
    seat, seats, first_hand = info_state.seat, len(layout.side), 0
    while layout.hand_seat[first_hand] != seat:
        first_hand += 1
    owners = info_state.owners
    for bottle in range(len(owners)):
        if owners[bottle] != NOBODY:
            owners = with_entry(owners, bottle, (owners[bottle] - seat) % seats)
    return InfoState(
        seat=seat,
        passes_made=info_state.passes_made,
        choices_made=info_state.choices_made,
        hands=rotate_left(info_state.hands, first_hand),
        hand_sizes=rotate_left(info_state.hand_sizes, first_hand),
        voids=rotate_left(info_state.voids, first_hand),
        open_hands=info_state.open_hands,
        discards=info_state.discards,
        received=rotate_left(info_state.received, seat),
        played=rotate_left(info_state.played, seat),
        on_table=rotate_left(info_state.on_table, seat),
        points=rotate_left(info_state.points, seat),
        prices=info_state.prices,
        owners=owners,
        plays_made=info_state.plays_made,
        led_suit=info_state.led_suit,
        taker=(info_state.taker - seat) % seats,
        unseen=info_state.unseen,
        legal=info_state.legal,
    )


@inline_jit
def union_of(card_sets: tuple[int, ...]) -> int:
    """All cards of some sets."""
    cards = 0
    for other in card_sets:
        cards |= other
    return cards


@inline_jit
def price_for_sale(own: InfoState) -> int:
    """The price of the dearest bottle."""
    return own.prices[dearest_bottle(own.prices)]


@inline_jit
def hands(layout: Layout, own: InfoState) -> tuple[int, ...]:
    return own.hands


@inline_jit
def played(layout: Layout, own: InfoState) -> tuple[int, ...]:
    return own.played


@inline_jit
def on_table(layout: Layout, own: InfoState) -> tuple[int, ...]:
    return own.on_table


@inline_jit
def received(layout: Layout, own: InfoState) -> tuple[int, ...]:
    return own.received[1:]


@inline_jit
def legal_cards(layout: Layout, own: InfoState) -> tuple[int, ...]:
    return (under(own.legal, layout.deck_size),)


@inline_jit
def discards(layout: Layout, own: InfoState) -> tuple[int, ...]:
    return (own.discards,)


@inline_jit
def unseen(layout: Layout, own: InfoState) -> tuple[int, ...]:
    return (own.unseen,)


@inline_jit
def unseen_under_price(layout: Layout, own: InfoState) -> tuple[int, ...]:
    return (under(own.unseen, price_for_sale(own)),)


@inline_jit
def played_under_price(layout: Layout, own: InfoState) -> tuple[int, ...]:
    return (under(union_of(own.played), price_for_sale(own)),)


@inline_jit
def best_card(layout: Layout, own: InfoState) -> tuple[int, ...]:
    trick = union_of(own.on_table)
    return (singleton(winning_card(trick, price_for_sale(own))) if trick else 0,)


@inline_jit
def prices(layout: Layout, own: InfoState) -> tuple[int, ...]:
    out = own.prices
    for bottle in range(len(out)):
        out = with_entry(out, bottle, singleton(own.prices[bottle]))
    return out


@inline_jit
def seat(layout: Layout, own: InfoState) -> tuple[int, ...]:
    return (singleton(own.seat),)


@inline_jit
def passes_made(layout: Layout, own: InfoState) -> tuple[int, ...]:
    return (singleton(min(own.passes_made, MAX_PASSES)),)


@inline_jit
def choices_made(layout: Layout, own: InfoState) -> tuple[int, ...]:
    return (own.choices_made,)


@inline_jit
def trick_number(layout: Layout, own: InfoState) -> tuple[int, ...]:
    plays = 0
    for cards in own.played:
        plays += size(cards)
    return (singleton(min(plays // layout.plays_per_trick, MAX_TRICKS - 1)),)


@inline_jit
def plays_made(layout: Layout, own: InfoState) -> tuple[int, ...]:
    return (singleton(own.plays_made),)


@inline_jit
def led_suit(layout: Layout, own: InfoState) -> tuple[int, ...]:
    bits = 0
    for suit in range(len(layout.suits)):
        if own.led_suit == layout.suits[suit]:
            bits |= singleton(suit)
    return (bits,)


@inline_jit
def voids(layout: Layout, own: InfoState) -> tuple[int, ...]:
    out = own.voids
    for hand in range(len(out)):
        bits = 0
        for suit in range(len(layout.suits)):
            if own.voids[hand] & layout.suits[suit]:
                bits |= singleton(suit)
        out = with_entry(out, hand, bits)
    return out


@inline_jit
def taker(layout: Layout, own: InfoState) -> tuple[int, ...]:
    return (singleton(own.taker),)


@inline_jit
def hand_flags(layout: Layout, own: InfoState) -> tuple[int, ...]:
    first_hand = 0
    while layout.hand_seat[first_hand] != own.seat:
        first_hand += 1
    out = own.hand_sizes
    for k in range(len(out)):
        is_open = holds(own.open_hands, (first_hand + k) % len(out))
        has_cards = 1 if own.hand_sizes[k] else 0
        out = with_entry(out, k, is_open | has_cards << 1)
    return out


@inline_jit
def owners(layout: Layout, own: InfoState) -> tuple[int, ...]:
    out = own.owners
    for bottle in range(len(out)):
        out = with_entry(out, bottle, singleton(own.owners[bottle] - NOBODY))
    return out


@inline_jit
def points_per_feature(layout: Layout) -> int:
    """How many points one bit of a unary number stands for."""
    return PRINTED_STEP if len(layout.point_bits) <= PRINTED_BITS else FACE_VALUE_STEP


@inline_jit
def unary(layout: Layout, points: int) -> int:
    """As many low bits as there are steps in the points, the last one begun included."""
    steps = points // points_per_feature(layout) + (1 if points else 0)
    return singleton(min(steps, MAX_POINT_STEPS)) - 1


@inline_jit
def points(layout: Layout, own: InfoState) -> tuple[int, ...]:
    out = own.points
    for k in range(len(out)):
        out = with_entry(out, k, unary(layout, own.points[k]))
    return out


@inline_jit
def points_on_table(layout: Layout, own: InfoState) -> tuple[int, ...]:
    return (unary(layout, card_points(layout, union_of(own.on_table))),)


@inline_jit
def deck(layout: Layout, own: InfoState) -> tuple[int, ...]:
    third_card = 1 - holds(layout.suits[0], THIRD_PLACE)
    first_card = 1 - holds(layout.point_bits[0], 0)
    face_value = 1 if len(layout.point_bits) > PRINTED_BITS else 0
    return (third_card | first_card << 1 | face_value << 2,)


@inline_jit
def hand_choices(layout: Layout, own: InfoState) -> tuple[int, ...]:
    return (own.legal >> layout.deck_size,)
