"""Translations: nearly everything is translated, and nothing in a way that cannot be shown."""

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from bottleimp.languages.language import Language, catalogue_messages, languages
from tests.support.sources.repository import ROOT

SOURCES = sorted((ROOT / "translations").glob("*.po"))
MOST_ENGLISH = 0.05  # of the messages may wait for a translation
MARKS = re.compile(r"\{[^{}]*\}|%\([a-z_]+\)s|</?[a-z]+>")


def catalogue_in(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.stem, abort_invalid=True)


def messages_of(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


def forms(texts: object) -> list[str]:
    """The text, or all forms of one with a number."""
    return list(texts) if isinstance(texts, (list, tuple)) else [str(texts)]


@pytest.fixture(params=SOURCES, ids=lambda path: path.stem)
def translated(request: pytest.FixtureRequest) -> Catalog:
    """The source of a translation."""
    return catalogue_in(request.param)


def test_every_translation_is_offered_by_its_own_name() -> None:
    offered = {language.code: language.name for language in languages()}

    assert set(offered) == {"en", *(path.stem for path in SOURCES)}
    assert offered["de"] == "Deutsch"


def test_what_is_compiled_is_what_the_source_says(translated: Catalog) -> None:
    compiled = catalogue_messages(Language(str(translated.locale)))
    written = {
        forms(message.id)[0]: message.string
        for message in messages_of(translated)
        if all(forms(message.string))
    }

    assert compiled == {
        key: list(text) if isinstance(text, tuple) else text for key, text in written.items()
    }


def test_only_messages_of_the_program_are_translated_and_nearly_all(
    translated: Catalog, template: Catalog
) -> None:
    wanted = {str(message.id) for message in messages_of(template)}
    done = {str(message.id) for message in messages_of(translated) if all(forms(message.string))}

    assert sorted(done - wanted) == []
    assert len(wanted - done) <= MOST_ENGLISH * len(wanted), sorted(wanted - done)


def test_placeholders_and_tags_are_those_of_the_english_text(translated: Catalog) -> None:
    wrong = []
    for message in messages_of(translated):
        english = set(MARKS.findall(" ".join(forms(message.id))))
        for text in forms(message.string):
            found = set(MARKS.findall(text))
            # A form for one may leave the number out, as in English.
            if found - english or (english - found and len(forms(message.id)) == 1):
                wrong.append((message.id, text))

    assert wrong == []


def test_no_translation_is_unsure_or_out_of_date(translated: Catalog) -> None:
    assert [message.id for message in messages_of(translated) if message.fuzzy] == []
    assert list(translated.obsolete) == []


def test_a_space_at_an_edge_stays_there(translated: Catalog) -> None:
    """It stands between words that are joined."""
    wrong = [
        (message.id, message.string)
        for message in messages_of(translated)
        for english, text in zip(forms(message.id), forms(message.string), strict=False)
        if (english[0] == " ") != (text[0] == " ") or (english[-1] == " ") != (text[-1] == " ")
    ]

    assert wrong == []
