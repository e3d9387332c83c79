"""A round as numbers: the layout that never changes and the position that does.

The modules `cardsets`, `tricks`, `position`, `turns` and `scoring` are plain Python.
`bottleimp.kernel` compiles the same functions with numba, so they use nothing but ints, tuples,
loops and named tuples.
Seats are counted from the leader of the first trick; the dealer is the last seat.
"""

from typing import NamedTuple

from bottleimp.rules.cardsets import holds, singleton

NOBODY = -1
FOREHAND = 0  # the seat that leads the first trick


class Layout(NamedTuple):
    """An edition as numbers.  Sets, of whatever, are ints: bit n stands for member n."""

    deck_size: int  # places in the deck, the start price among them
    suits: tuple[int, ...]  # suit -> its cards
    point_bits: tuple[int, ...]  # bit b -> the cards whose points have that bit
    hand_seat: tuple[int, ...]  # hand -> seat that holds it
    pass_seat: tuple[int, ...]  # pass -> seat that makes it
    pass_source: tuple[int, ...]  # pass -> hand the card leaves
    pass_target: tuple[int, ...]  # pass -> hand it reaches; one past the last: imp's trick
    pick_ups: int  # set of the passes after which hands pick up
    choosers: int  # how many seats choose which of their two hands to open
    opened: int  # set of the hands that lie open from the first trick on
    open_plays: int  # set of the plays of a trick that must come from an open hand
    hidden_plays: int  # set of the plays of a trick that must come from a hidden hand
    plays_per_trick: int
    driven: int  # set of the seats that play by Lopaka's rule
    side: tuple[int, ...]  # seat -> side it scores with
    loss_group: tuple[int, ...]  # seat -> group that loses its points together
    weight: tuple[int, ...]  # seat -> factor on its score
    relative_score: tuple[tuple[int, ...], ...]  # as `Edition.relative_score_matrix`


class Position(NamedTuple):
    """Everything that is true at one moment of a round, hidden cards included."""

    # the cards
    hands: tuple[int, ...]  # hand -> cards held
    passed: tuple[int, ...]  # target -> cards set aside for it; the last is the imp's trick
    won: tuple[int, ...]  # seat -> cards taken
    # the bottles
    prices: tuple[int, ...]  # bottle -> place of its price
    owners: tuple[int, ...]  # bottle -> seat, or NOBODY
    # the exchange
    open_hands: int  # set of the hands that lie face up
    passes_made: int
    choices_made: int
    # the trick on the table
    plays_made: int
    trick: int  # its cards
    led_suit: int  # all cards of the led suit; empty on lead
    taker: int  # seat whose card is winning; on lead the seat that leads
    turn: int  # seat to act


def initial_position(
    layout: Layout, hands: tuple[int, ...], left_over: int, start_price: int, bottles: int
) -> Position:
    """The position right after the deal; the left-over cards are the imp's trick so far."""
    return Position(
        hands=hands,
        passed=(*(0 for _ in hands), left_over),
        won=tuple(0 for _ in layout.side),
        prices=(start_price,) * bottles,
        owners=(NOBODY,) * bottles,
        open_hands=0,
        passes_made=0,
        choices_made=0,
        plays_made=0,
        trick=0,
        led_suit=0,
        taker=FOREHAND,
        turn=layout.pass_seat[0],
    )


def is_passing(layout: Layout, position: Position) -> bool:
    """Whether the seat to act passes a card to a hand or to the imp's trick."""
    return position.passes_made < len(layout.pass_seat)


def is_choosing(layout: Layout, position: Position) -> bool:
    """Whether the seat to act, now that all have passed, chooses which of its hands to open."""
    return position.choices_made < layout.choosers


def is_over(position: Position) -> bool:
    """Whether no card is left in any hand or on the table."""
    cards = position.trick
    for hand in position.hands:
        cards |= hand
    return cards == 0


def suit_of(suits: tuple[int, ...], card: int) -> int:
    """All cards of the suit to which the card belongs."""
    found = 0
    for suit in suits:  # to the end: compiled, a choice costs less than leaving early
        found = suit if holds(suit, card) else found
    return found


def hands_of(layout: Layout, seat: int) -> int:
    """The seat's hands, as a set."""
    hands = 0
    for hand in range(len(layout.hand_seat)):
        if layout.hand_seat[hand] == seat:
            hands |= singleton(hand)
    return hands
