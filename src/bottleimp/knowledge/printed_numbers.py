"""The numbers of cards and bottles as they are printed, for people to read."""

import re

from bottleimp.rules.decks import Deck

HALF = re.compile(r"(?<=\d)\.5\b")


def printed_number(label: str) -> str:
    """The label of a card or price as it is printed, such as `34½` for `34.5`."""
    return HALF.sub("½", label)


def printed_price(deck: Deck, place: int) -> str:
    """The price at this place of the deck as it is printed."""
    return printed_number(deck.label_at(place))
