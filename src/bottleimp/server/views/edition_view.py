"""The part of a table's view that its edition fixes, made once for each language."""

from functools import lru_cache
from urllib.parse import quote

from bottleimp.game.sides import match_sides
from bottleimp.languages.language import Language
from bottleimp.protocol.views import CardFace, ClockView, LengthView, SuitFace, TableView
from bottleimp.rules.cards import Suit
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text
from bottleimp.rules.seating import length_kind, length_number, rounds_planned
from bottleimp.server.text.words import (
    SUIT_KEYS,
    edition_title,
    option_titles,
    suit_letter,
    suit_name,
)

MAX_EDITION_VIEWS = 512  # editions with their options, in every language


@lru_cache(MAX_EDITION_VIEWS)
def edition_view(text: str, language: Language) -> TableView:
    """The part of a table's view that the edition fixes; the rest is empty."""
    edition = edition_from_text(text)
    length = edition.length
    return TableView(
        id="",
        edition=edition.text,
        key=edition.key,
        title=edition_title(edition, language),
        status="",
        pace=0,
        options=option_titles(edition, language),
        deck=[CardFace(c.label, SUIT_KEYS[c.suit], c.points) for c in edition.deck.cards],
        start_price=edition.deck.label_at(edition.deck.start_price),
        suits=[
            SuitFace(SUIT_KEYS[suit], suit_name(suit, language), suit_letter(suit, language))
            for suit in Suit
        ],
        rules=rules_path(edition),
        bottles=edition.bottles,
        seats=edition.seats,
        has_sides=edition.has_sides,
        sides=match_sides(edition),
        partners_share_losses=edition.partners_share_losses,
        tricks=edition.tricks,
        length=LengthView(
            length_kind(length), length_number(length), rounds_planned(length, edition.players)
        ),
        aids=edition.has_aids,
        code=None,
        host=None,
        is_listed=False,
        begins_when_full=False,
        watch="",
        talk="",
        partners_talk=False,
        clock=ClockView("", 0, 0, 0, 0),
        grace=0,
        level="",
        hints="",
    )


def rules_path(edition: Edition) -> str:
    """The page with the rules of the edition, its options included."""
    return f"/rules/{quote(edition.text, safe='/,=')}"
