"""The rules of the Bottle Imp: decks, editions, and pure functions on positions."""

from bottleimp.rules.cards import Card, Suit
from bottleimp.rules.decks import Deck, card_set, deck_by_name
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import PRESETS, edition, edition_from_text, edition_keys
from bottleimp.rules.position import Layout, Position
from bottleimp.rules.seating import Cycles, MatchLength, Rounds, TargetScore

__all__ = [
    "PRESETS",
    "Card",
    "Cycles",
    "Deck",
    "Edition",
    "Layout",
    "MatchLength",
    "Position",
    "Rounds",
    "Suit",
    "TargetScore",
    "card_set",
    "deck_by_name",
    "edition",
    "edition_from_text",
    "edition_keys",
]
