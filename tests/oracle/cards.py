"""The cards of the four decks, as printed: number, suit and points.

A card is the text of its number, "7" or "18.5".
The 19 is the starting price; it is no playing card and stands in no deck.
"""

from fractions import Fraction

START_PRICE = "19"

# Each suit: its cards in ascending order and, below them, their points.
CLASSIC = {
    "yellow": (
        "1 2 3 5 7 9 12 15 18 22 25 28",
        "1 1 2 2 3 3 4  4  5  5  6  6",
    ),
    "blue": (
        "4 6 8 10 13 17 20 24 27 30 32 34",
        "1 1 2 2  3  3  4  4  5  5  6  6",
    ),
    "red": (
        "11 14 16 21 23 26 29 31 33 35 36 37",
        "1  1  2  2  3  3  4  4  5  5  6  6",
    ),
}

# The 1, 2 and 3 carry no points; all else as in the classic deck.
BAMBUS1995 = {
    "yellow": (
        "1 2 3 5 7 9 12 15 18 22 25 28",
        "0 0 0 2 3 3 4  4  5  5  6  6",
    ),
    "blue": CLASSIC["blue"],
    "red": CLASSIC["red"],
}

# Six cards changed suit against the classic deck (3-4, 23-24, 34-35); the 17 is worth 4.
MATAGOT36 = {
    "yellow": (
        "1 2 4 5 7 9 12 15 18 22 25 28",
        "1 1 2 2 3 3 4  4  5  5  6  6",
    ),
    "blue": (
        "3 6 8 10 13 17 20 23 27 30 32 35",
        "1 1 2 2  3  4  4  4  5  5  6  6",
    ),
    "red": (
        "11 14 16 21 24 26 29 31 33 34 36 37",
        "1  1  2  2  3  3  4  4  5  5  6  6",
    ),
}

# The base cards and, for each even number, a half card of the same suit and points.
MATAGOT = {
    "yellow": (
        "1 2 2.5 4 4.5 5 7 9 12 12.5 15 18 18.5 22 22.5 25 28 28.5",
        "1 1 1   2 2   2 3 3 4  4    4  5  5    5  5    6  6  6",
    ),
    "blue": (
        "3 6 6.5 8 8.5 10 10.5 13 17 20 20.5 23 27 30 30.5 32 32.5 35",
        "1 1 1   2 2   2  2    3  4  4  4    4  5  5  5    6  6    6",
    ),
    "red": (
        "11 14 14.5 16 16.5 21 24 24.5 26 26.5 29 31 33 34 34.5 36 36.5 37",
        "1  1  1    2  2    2  3  3    3  3    4  4  5  5  5    6  6    6",
    ),
}

# Some sources give Matagot's 17 three points; this deck follows them.
MATAGOT36_17 = MATAGOT36 | {"blue": (MATAGOT36["blue"][0], "1 1 2 2  3  3  4  4  5  5  6  6")}
MATAGOT_17 = MATAGOT | {
    "blue": (MATAGOT["blue"][0], "1 1 1 2 2 2 2 3 3 4 4 4 5 5 5 6 6 6"),
}

DECKS = {
    "classic": CLASSIC,
    "bambus1995": BAMBUS1995,
    "matagot36": MATAGOT36,
    "matagot": MATAGOT,
    "matagot36-17": MATAGOT36_17,
    "matagot-17": MATAGOT_17,
}


def number_of(card: str) -> Fraction:
    """The exact number of a card or of a price."""
    return Fraction(card)


def ascending(cards: list[str]) -> list[str]:
    """The same cards, lowest number first."""
    return sorted(cards, key=number_of)


def cards_of(deck: str) -> list[str]:
    """All cards of a deck, lowest number first."""
    cards: list[str] = []
    for numbers, _ in DECKS[deck].values():
        cards = cards + numbers.split()
    return ascending(cards)


def suit_of(deck: str, card: str) -> str:
    """The suit of a card: "yellow", "blue" or "red"."""
    for suit, (numbers, _) in DECKS[deck].items():
        if card in numbers.split():
            return suit
    raise ValueError(f"the deck {deck} has no card {card}")


def coins_of(deck: str, card: str) -> int:
    """The points printed on a card."""
    for numbers, points in DECKS[deck].values():
        if card in numbers.split():
            return int(points.split()[numbers.split().index(card)])
    raise ValueError(f"the deck {deck} has no card {card}")
