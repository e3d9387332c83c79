"""The rules of the Bottle Imp, written once: decks, editions, and pure functions on positions."""

from bottleimp.rules.cards import Card, Suit
from bottleimp.rules.decks import Deck, card_set, deck_named
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import PRESETS, edition, edition_from_text, edition_keys
from bottleimp.rules.position import Layout, Position
from bottleimp.rules.seating import Cycles, Length, Rounds, Target

__all__ = [
    "PRESETS",
    "Card",
    "Cycles",
    "Deck",
    "Edition",
    "Layout",
    "Length",
    "Position",
    "Rounds",
    "Suit",
    "Target",
    "card_set",
    "deck_named",
    "edition",
    "edition_from_text",
    "edition_keys",
]
