"""What is offered, and what players may say, has words of its own."""

import re
from gettext import NullTranslations

import pytest

from bottleimp.knowledge.phrases import PHRASES
from bottleimp.knowledge.titles import (
    DECK_TITLES,
    MODE_TITLES,
    PRESET_TITLES,
    PRINTINGS,
    edition_title,
    printing_title,
)
from bottleimp.rules.decks import DECKS
from bottleimp.rules.editions import PRESETS, edition, edition_from_text, edition_keys

EDITIONS = [edition(key) for key in edition_keys()]


def test_every_printing_deck_and_mode_has_a_title() -> None:
    assert set(PRESETS) == set(PRESET_TITLES) == set(PRINTINGS)
    assert set(DECKS) == set(DECK_TITLES)
    assert {each.mode for each in EDITIONS} == set(MODE_TITLES)


def test_no_two_editions_have_the_same_title() -> None:
    titles = {edition_title(each, NullTranslations().gettext) for each in EDITIONS}

    assert len(EDITIONS) == len(titles)


def test_phrases_begin_with_a_capital_and_emotes_with_a_verb_and_have_a_sign() -> None:
    for key, phrase in PHRASES.items():
        assert re.fullmatch("[a-z]+(-[a-z]+)*", key)
        assert bool(phrase.emoji) == phrase.text[0].islower()


def test_no_two_phrases_say_the_same() -> None:
    assert len(PHRASES) == len({phrase.text for phrase in PHRASES.values()})
    signs = [phrase.emoji for phrase in PHRASES.values() if phrase.emoji]
    assert len(signs) == len(set(signs))


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("bambus1995/4", "The first printing, Bambus 1995; most of its points are a stand-in"),
        ("bambus1995/4,deck=classic", "The first printing, Bambus 1995"),
        ("wikipedia/4,face-value=no", "As Wikipedia tells it"),
        ("classic/4,deck=matagot36", "Bambus 2003, Z-Man, Stronghold and Gameteko"),
    ],
)
def test_a_printing_is_called_what_the_table_leaves_of_it(text: str, title: str) -> None:
    assert title == printing_title(edition_from_text(text), str)
