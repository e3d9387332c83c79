"""What people read can be translated: it is found where translators' tools look."""

import gettext
import json
from pathlib import Path

import pytest
from babel.messages import mofile
from babel.messages.catalog import Catalog

from bottleimp.languages import language as i18n
from bottleimp.languages.language import (
    Language,
    catalogue,
    catalogue_messages,
    language_for,
    languages,
)
from bottleimp.languages.mo_file import read_mo_file
from bottleimp.protocol.refusals import RefusalCode
from bottleimp.server.text.words import refusal_text
from tests.support.sources.repository import ROOT


@pytest.mark.slow
@pytest.mark.parametrize(
    "message",
    [
        "You must follow suit.",  # a table of the server
        "Partners: {seats}.",  # a sentence of the server
        "You do not hold this card.",  # the narration
        "It takes the trick and {count} point.",  # a table of counted reasons
        "You take the trick: {points} point.",  # the terminal, with a form for several points
        "There is no such page or table.",  # the pages
    ],
)
def test_messages_of_python_are_found(template: Catalog, message: str) -> None:
    assert message in template


@pytest.mark.slow
def test_messages_of_templates_and_of_the_browser_are_found(template: Catalog) -> None:
    # Whatever they are called, there are many; none of these folders may be passed over.
    for folder, sign in (("src/bottleimp/server/pages/templates", '{{ _("'), ("web", ' t("')):
        texts = [
            path.read_text(encoding="utf-8")
            for path in sorted((ROOT / folder).rglob("*"))
            if path.suffix in (".html", ".ts") and not path.stem.endswith("_test")
        ]
        quoted = (part.partition('"')[0] for text in texts for part in text.split(sign)[1:])
        marked = [json.loads(f'"{text}"') for text in quoted]

        assert marked
        assert [message for message in marked if message and message not in template] == []


@pytest.mark.slow
def test_a_sentence_about_a_person_says_whoever_not_who(template: Catalog) -> None:
    sentences = [
        sentence
        for message in template
        for text in ([message.id] if isinstance(message.id, str) else message.id)
        for sentence in text.split(". ")
    ]

    assert [one for one in sentences if one.startswith("Who ") and one.endswith(".")] == []


def test_a_language_speaks_once_its_catalogue_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    made = Catalog("de")
    made.add("You must follow suit.", "Du musst bedienen.")
    made.add(("{n} card", "{n} cards"), ("{n} Karte", "{n} Karten"))
    with (folder / "bottleimp.mo").open("wb") as file:
        mofile.write_mo(file, made)
    monkeypatch.setattr(i18n, "LOCALE_FOLDER", tmp_path)
    for remembered in (catalogue, languages):
        remembered.cache_clear()

    german = language_for("", "de-CH, en;q=0.5")
    assert Language("de") == german
    assert refusal_text(RefusalCode.MUST_FOLLOW, german) == "Du musst bedienen."
    assert catalogue_messages(german) == {
        "You must follow suit.": "Du musst bedienen.",
        "{n} card": ["{n} Karte", "{n} Karten"],
    }
    assert isinstance(german.catalogue, gettext.GNUTranslations)
    monkeypatch.undo()
    for remembered in (catalogue, languages):
        remembered.cache_clear()


def test_a_catalogue_is_listed_as_gettext_reads_it(tmp_path: Path) -> None:
    made = Catalog("pl")
    made.add("Größe\nin {n}", "Rozmiar w {n}")
    made.add(("{n} card", "{n} cards"), ("{n} karta", "{n} karty", "{n} kart"))
    file = tmp_path / "bottleimp.mo"
    with file.open("wb") as target:
        mofile.write_mo(target, made)
    with file.open("rb") as source:
        read_by_gettext = gettext.GNUTranslations(source)

    listed = read_mo_file(file)

    assert listed.keys() == {"Größe\nin {n}", "{n} card"}
    assert listed["Größe\nin {n}"] == read_by_gettext.gettext("Größe\nin {n}")
    assert listed["{n} card"] == [
        read_by_gettext.ngettext("{n} card", "{n} cards", number) for number in (1, 2, 5)
    ]


def test_a_file_that_is_no_catalogue_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "bottleimp.mo"
    file.write_bytes(b"no catalogue at all")

    with pytest.raises(ValueError, match="no compiled catalogue"):
        read_mo_file(file)
