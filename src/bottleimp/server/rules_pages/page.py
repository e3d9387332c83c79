"""The page of an edition's rules: what its template is given."""

import re
from functools import lru_cache

from bottleimp.errors import BottleImpError
from bottleimp.languages.language import Language
from bottleimp.rules.cards import Suit
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text
from bottleimp.server.rules_pages.edition_list import edition_entry
from bottleimp.server.rules_pages.examples import score_example, trick_examples
from bottleimp.server.rules_pages.facts import edition_facts
from bottleimp.server.rules_pages.options import option_lines
from bottleimp.server.rules_pages.text import beginner_tips_text, goal_text, rules_paragraphs
from bottleimp.server.text.words import SUIT_KEYS, suit_letter, suit_name

MAX_EDITION_TEXT = 120  # characters of an edition's text in a path
TABLE_ID = re.compile("[0-9a-f]{16}")
PAGE_CACHE_SIZE = 64  # pages; there are very many texts of editions


def parse_edition(text: str) -> Edition | None:
    """The edition with its options that a path names, or None where there is no such edition."""
    if len(text) > MAX_EDITION_TEXT or not text.isascii():
        return None
    try:
        return edition_from_text(text)
    except BottleImpError:
        return None


@lru_cache(PAGE_CACHE_SIZE)
def rules_context(edition: Edition, language: Language) -> dict[str, object]:
    """What the template of the rules page is given."""
    return {
        "edition": edition_entry(edition, language),
        "facts": edition_facts(edition),
        "goal": goal_text(edition, language),
        "advice": beginner_tips_text(edition, language),
        "rows": [
            {
                "s": SUIT_KEYS[suit],
                "name": suit_name(suit, language),
                "letter": suit_letter(suit, language),
                "cards": [
                    {"c": card.label, "p": card.points}
                    for card in edition.deck.cards
                    if card.suit is suit
                ],
            }
            for suit in Suit
        ],
        "options": option_lines(edition, language),
        "paragraphs": [
            {"title": title, "text": text}
            for title, text in rules_paragraphs(edition, language)
            if text
        ],
        "tricks": trick_examples(edition, language),
        "score": score_example(edition, language),
    }


def table_path(table: str) -> str:
    """The address of the table from which the page was opened; empty where it was from none."""
    return f"/tables/{table}" if TABLE_ID.fullmatch(table) else ""


def no_rules_text(language: Language) -> tuple[str, str]:
    """Title and sentence of the page for a text that names no edition."""
    return (
        language.gettext("No such rules"),
        language.gettext(
            "No edition has this name, or it does not take these options. Choose it from the list"
            " of all rules."
        ),
    )
