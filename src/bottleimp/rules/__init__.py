"""The rules of the Bottle Imp: decks, editions, and pure functions on positions.

An `Edition` is one mode of one preset as data.  The functions take its `layout` and a `Position`
and check nothing; `bottleimp.game.Round` does.  Nothing but the standard library is imported.
"""

from bottleimp.rules.cards import Card, Suit
from bottleimp.rules.cardsets import members, set_of
from bottleimp.rules.decks import Deck, card_set, deck_by_name
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import PRESETS, edition, edition_from_text, edition_keys
from bottleimp.rules.position import Layout, Position, is_choosing, is_over, is_passing
from bottleimp.rules.scoring import scores
from bottleimp.rules.seating import (
    IMPS_TRICK,
    Cycles,
    Hand,
    MatchLength,
    Pass,
    Rounds,
    TargetScore,
)
from bottleimp.rules.turns import advance, legal_actions

__all__ = [
    "IMPS_TRICK",
    "PRESETS",
    "Card",
    "Cycles",
    "Deck",
    "Edition",
    "Hand",
    "Layout",
    "MatchLength",
    "Pass",
    "Position",
    "Rounds",
    "Suit",
    "TargetScore",
    "advance",
    "card_set",
    "deck_by_name",
    "edition",
    "edition_from_text",
    "edition_keys",
    "is_choosing",
    "is_over",
    "is_passing",
    "legal_actions",
    "members",
    "scores",
    "set_of",
]
