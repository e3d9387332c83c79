"""A round as numbers: the layout that never changes and the position that does.

The modules `cardsets`, `tricks`, `position`, `turns` and `scoring` are plain Python and
are also compiled, unchanged, by `bottleimp.kernel`.  Keep them to ints, tuples, loops and
named tuples built by calling their class.
Seats are counted from the leader of the first trick; the dealer is the last seat.
"""

from typing import NamedTuple

NOBODY = -1
FOREHAND = 0  # the seat that leads the first trick


class Layout(NamedTuple):
    """An edition, laid out for looking up by number.  Sets of anything are ints."""

    deck_size: int  # places in the deck, the start price among them
    suits: tuple[int, ...]  # suit -> its cards
    point_bits: tuple[int, ...]  # bit b -> the cards whose points have that bit
    hand_seat: tuple[int, ...]  # hand -> seat that holds it
    pass_seat: tuple[int, ...]  # pass -> seat that makes it
    pass_source: tuple[int, ...]  # pass -> hand the card leaves
    pass_target: tuple[int, ...]  # pass -> hand it reaches; one past the last: imp's trick
    pick_ups: int  # the passes after which hands pick up
    choosers: int  # how many seats choose which of their two hands to open
    opened: int  # the hands that lie open from the first trick on
    open_plays: int  # the plays of a trick that must come from an open hand
    hidden_plays: int  # the plays of a trick that must come from a hidden hand
    plays_per_trick: int
    driven: int  # the seats that play by Lopaka's rule
    side: tuple[int, ...]  # seat -> side it scores with
    loss_group: tuple[int, ...]  # seat -> group that loses its points together
    weight: tuple[int, ...]  # seat -> factor on its score


class Position(NamedTuple):
    """Everything that is true at one moment of a round, hidden cards included."""

    hands: tuple[int, ...]  # hand -> cards held
    passed: tuple[int, ...]  # target -> cards set aside for it; the last is the imp's trick
    won: tuple[int, ...]  # seat -> cards taken
    prices: tuple[int, ...]  # bottle -> place of its price
    owners: tuple[int, ...]  # bottle -> seat, or NOBODY
    open_hands: int
    passes_made: int
    choices_made: int
    plays_made: int  # to the trick on the table
    trick: int
    led_suit: int  # cards of the led suit; empty on lead
    taker: int  # seat whose card is winning
    turn: int  # seat to act


def initial_position(
    layout: Layout, hands: tuple[int, ...], left_over: int, start_price: int, bottles: int
) -> Position:
    """The position right after the deal; the left-over cards are the imp's trick so far."""
    seats = len(layout.side)
    return Position(
        hands, (0,) * len(hands) + (left_over,), (0,) * seats,
        (start_price,) * bottles, (NOBODY,) * bottles,
        0, 0, 0, 0, 0, 0, FOREHAND, layout.pass_seat[0],
    )  # fmt: skip


def suit_of(suits: tuple[int, ...], card: int) -> int:
    """The cards of the suit to which the card belongs."""
    holding = 0
    for suit in suits:  # to the end: compiled, a choice costs less than leaving early
        holding = suit if suit >> card & 1 else holding
    return holding


def is_passing(layout: Layout, position: Position) -> bool:
    """Whether the seat to act passes a card to a hand or to the imp's trick."""
    return position.passes_made < len(layout.pass_seat)


def is_choosing(layout: Layout, position: Position) -> bool:
    """Whether the seat to act chooses which of its hands lies open."""
    return position.choices_made < layout.choosers


def is_over(position: Position) -> bool:
    """No cards left in hand and none on the table."""
    cards = position.trick
    for hand in position.hands:
        cards |= hand
    return cards == 0
