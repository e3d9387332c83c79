"""An edition in numbers, as the page of its rules tells them."""

from bottleimp.rules.cards import Suit
from bottleimp.rules.edition import Edition
from bottleimp.rules.seating import IMPS_TRICK, Pass


def edition_facts(edition: Edition) -> dict[str, object]:
    """The edition in numbers, for the template."""
    return {
        "players": edition.players,
        "cards": len(edition.deck.cards),
        "sizes": hand_sizes(edition),
        "tricks": edition.tricks,
        "imps_trick": imps_trick_size(edition),
        "bottles": edition.bottles,
        "start_price": edition.deck.label_at(edition.deck.start_price),
        "points": edition.deck.points,
        "points_by_suit": [
            sum(card.points for card in edition.deck.cards if card.suit is suit) for suit in Suit
        ],
    }


def hand_sizes(edition: Edition) -> list[int]:
    """How many cards each seat is dealt."""
    return [
        sum(hand.size for hand in edition.hands if hand.seat == seat)
        for seat in range(edition.seats)
    ]


def imps_trick_size(edition: Edition) -> int:
    """How many cards the imp's trick has."""
    return edition.discards + edition.left_over


def seats_by_side(edition: Edition) -> list[list[int]]:
    """The seats that score together."""
    return [
        [seat for seat in range(edition.seats) if edition.sides[seat] == side]
        for side in dict.fromkeys(edition.sides)
    ]


def seats_without_discards(edition: Edition) -> list[int]:
    """The seats that put nothing into the imp's trick though others do."""
    givers = {step.seat for step in edition.passes if step.target == IMPS_TRICK}
    deciding = [seat for seat in range(edition.seats) if seat not in edition.driven]
    return [seat for seat in deciding if givers and seat not in givers]


def scores_face_values(edition: Edition) -> bool:
    """Whether cards count their number."""
    return all(str(card.points) == card.label for card in edition.deck.cards)


def pass_direction(edition: Edition, step: Pass) -> str:
    """Where a pass goes as seen from its seat."""
    if step.target == IMPS_TRICK:
        return "imp"
    to = edition.hands[step.target].seat
    if to == step.seat:
        return "own"
    others = set(range(edition.seats)) - set(edition.driven) - {step.seat}
    if others == {to}:
        return "opponent"
    if to == (step.seat + 1) % edition.seats:
        return "left"
    return "right" if to == (step.seat - 1) % edition.seats else "across"
