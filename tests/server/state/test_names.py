"""What people may call themselves, and which names are too much like another."""

from itertools import combinations
from types import SimpleNamespace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bottleimp.game.deal import Deal
from bottleimp.game.notation import read_record, write_record
from bottleimp.game.record import Record
from bottleimp.game.round import Round
from bottleimp.knowledge.titles import COMPUTER_NAMES
from bottleimp.protocol.http_bodies import MAX_NAME_LENGTH
from bottleimp.rules.editions import edition
from bottleimp.server.state import names
from bottleimp.server.state.lookalike_names import are_confusable
from bottleimp.server.state.names import is_valid_name, normalize_text
from bottleimp.server.views.export import disambiguate_names
from tests.support import strategies
from tests.support.folded_table import Gathering
from tests.support.live_server import Live


@pytest.mark.parametrize(
    "name",
    [
        "", "Ada", "Zoë", "O'Hara", "J. R. 2", "Иван", "Γιώργος", "李雷", "さくら ちゃん",
        "カナ漢字", "한국", "محمد", "नेहा", "Иван Petrov", "日本ABC", "한국ABC", "Jean-Luc",
        "ʻIolani", "x" * MAX_NAME_LENGTH, "🍾", "3",
    ],
)  # fmt: skip
def test_a_name_may_be_in_any_writing(name: str) -> None:
    assert is_valid_name(normalize_text(name))


@pytest.mark.parametrize(
    "name",
    [
        "x" * (MAX_NAME_LENGTH + 1), "a|b", "a;b", "a\x00b", "a\x1bb", "a\u200bb", "a\u202eb",
        "a\u2066b", "a\ufeffb", "a\u00adb", "a\ue000b", "\u0301", "Аdа", "pаypal", "Αda", "Ａdа",
        "ᗩnn", "Abcลอ", "Annあ한", "...", "-", "\u00b4",
    ],
)  # fmt: skip
def test_a_name_has_no_hidden_signs_and_does_not_mix_alphabets_in_a_word(name: str) -> None:
    assert not is_valid_name(normalize_text(name))


@pytest.mark.parametrize(
    "sign", ["\u3164", "\u115f", "\u1160", "\uffa0", "\u2800", "\u034f", "\ufe00", "\U000e0100"]
)
def test_a_name_has_no_letter_that_shows_nothing(sign: str) -> None:
    assert not is_valid_name(normalize_text(sign))
    assert not is_valid_name(normalize_text(f"Ada{sign}"))


@pytest.mark.parametrize("name", ["A" + "\u0331" * 9, "\u0e01" + "\u0e47" * 9])
def test_a_name_has_no_towers_of_marks(name: str) -> None:
    assert not is_valid_name(normalize_text(name))


@pytest.mark.parametrize(
    "name", ["You", "Guest", "YOU", "Y0u", "gu est", "Güest", "Heron", "0tter"]
)
def test_what_somebody_without_a_name_is_called_is_no_name(name: str) -> None:
    assert not is_valid_name(normalize_text(name))


def test_that_holds_in_every_language(monkeypatch: pytest.MonkeyPatch) -> None:
    german_words = {"You": "Du", "Guest": "Gast", "Heron": "Reiher"}
    german = SimpleNamespace(gettext=lambda text: german_words.get(text, text))
    monkeypatch.setattr(names, "languages", lambda: (german,))
    names.reserved_names.cache_clear()
    refused = [name for name in ("Du", "GAST", "reiher", "Heron", "Ada") if not is_valid_name(name)]
    names.reserved_names.cache_clear()

    assert refused == ["Du", "GAST", "reiher", "Heron"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "Ada\ufe0f"),
        ("Ada", "ADA"), ("Ada", "A d a"), ("Ada", "Àdá"), ("Ada", "Ａｄａ"), ("Ada", "𝐀𝐝𝐚"),
        ("соре", "cope"), ("Bob", "B0b"), ("Ill", "111"), ("Tom", "Torn"), ("ﬁn", "fin"),
        ("Ann", "Anɴ"), ("Ann", "ᗩᑎᑎ"), ("Ann", "Ann."), ("Ann", "A·n-n"), ("Ann", "Annʼ"),
        ("Ann", "ΑΝΝ"), ("Νίκος", "ΝΊΚΟΣ"), ("Νίκος", "νίκος"), ("Ann", "🅰🅽🅽"), ("Ann", "🇦🇳🇳"),
        ("Lopaka", "ꓡopaka"), ("Kokua", "ꓗokua"), ("Max", "Мах"), ("Æon", "AEon"), ("Ann", "Ⓐⓝⓝ"),
        ("Nahinu", "ɴᴀʜɪɴᴜ"), ("Ada", "𝛢da"), ("William", "VVilliam"), ("Anna", "Anna\u20e3"),
        ("Anna", "Аппа"), ("KAI", "ᏦᎪᏆ"),
    ],
)  # fmt: skip
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert are_confusable(normalize_text(one), normalize_text(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "Ava"),
        ("Иван", "Ivan"),
        ("Bob", "Rob"),
        ("Nora", "Vora"),
        ("Uwe", "Ywe"),
        ("नेहा", "नहा"),
        ("李雷", "李雪"),
        ("R2", "R3"),
        ("", ""),
    ],
)
def test_names_that_differ_stay_apart(one: str, other: str) -> None:
    assert not are_confusable(normalize_text(one), normalize_text(other))


def test_a_computer_player_is_not_called_like_the_person(live: Live) -> None:
    table, cookie = live.new_table("classic/4", name="Кеаwе".replace("w", "ԝ"))
    with live.client(table, cookie) as client:
        client.receive()

    names = [player.name for player in client.view.players]
    assert [pair for pair in combinations(names, 2) if are_confusable(*pair)] == []


def test_nobody_is_called_like_the_player_that_the_rules_name(live: Live) -> None:
    fields = {"edition": "classic/4", "name": "LOPAKA"}

    assert "This name is taken." in live.request("POST", "/tables", fields).text


def test_a_computer_player_that_comes_later_has_a_name_of_its_own() -> None:
    made = Gathering("classic/3", "oo")
    made.join("g1", f"  {COMPUTER_NAMES[0].upper()}")

    assert not are_confusable(COMPUTER_NAMES[0], made.state.seating.next_computer_name)


@given(st.text(max_size=MAX_NAME_LENGTH) | strategies.names)
def test_every_name_at_a_table_may_stand_in_a_record(name: str) -> None:
    assume(normalize_text(name) and is_valid_name(normalize_text(name)))
    opening = Round(Deal.from_seed(edition("classic/lopaka"), 1))
    record = Record(
        opening, tuple(disambiguate_names((normalize_text(name), "Lopaka", normalize_text(name))))
    )

    assert record == read_record(write_record(record))


@pytest.mark.parametrize(
    ("names", "written"),
    [
        (["Ann", "Bob"], ["Ann", "Bob"]),
        (["Guest", "Guest", "Guest"], ["Guest", "Guest 2", "Guest 3"]),
        (["Guest", "Guest 2", "Guest"], ["Guest", "Guest 2", "Guest 3"]),
    ],
)
def test_people_of_one_name_are_told_apart_in_records(names: list[str], written: list[str]) -> None:
    assert written == disambiguate_names(names)
