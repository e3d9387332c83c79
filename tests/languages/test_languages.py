"""Which language a person gets, by what a browser or a terminal says of itself."""

import pytest

from bottleimp.languages.language import (
    ENGLISH,
    Language,
    environment_language,
    first_language,
    following_language,
    languages,
)


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({}, "en"),
        ({"LANG": ""}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "fr_CA"}, "fr"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "xx_XX.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr"),
        ({"LC_MESSAGES": "fr_FR.UTF-8", "LC_ALL": "de_DE.UTF-8"}, "de"),
        ({"LC_ALL": "de_DE.UTF-8", "LANGUAGE": "xx:fr:de"}, "fr"),
        ({"LC_TIME": "de_DE.UTF-8"}, "en"),
    ],
    ids=str,
)
def test_a_terminal_gets_the_language_of_its_variables(
    variables: dict[str, str], code: str
) -> None:
    assert environment_language(variables).code == code


def test_a_region_without_a_catalogue_gets_its_language() -> None:
    assert first_language(("xx", "DE-at", "fr")) == Language("de")


def test_what_is_no_language_here_is_none() -> None:
    assert first_language(()) is None
    assert first_language(("", "xx", "english")) is None


def test_each_language_follows_another_until_all_had_their_turn() -> None:
    met = [ENGLISH]
    while len(met) < len(languages()):
        met.append(following_language(met[-1]))

    assert set(met) == set(languages())
    assert following_language(met[-1]) == ENGLISH


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
def test_an_empty_text_stays_empty(language: Language) -> None:
    assert language.gettext("") == ""
