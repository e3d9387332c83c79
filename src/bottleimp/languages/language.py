"""Languages: catalogues of messages, and which one a visitor gets.

Source strings are English.  Catalogues are `locale/<language>/LC_MESSAGES/bottleimp.mo`, which the
build hook compiles from `translations/<language>.po`.
"""

import gettext
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bottleimp.languages.mo_file import read_mo_file

DOMAIN = "bottleimp"
LOCALE_FOLDER = Path(__file__).with_name("locale")
SOURCE_LANGUAGE = "en"
RIGHT_TO_LEFT = ("ar", "fa", "he", "ur")
ENVIRONMENT_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # as for gettext, in order
MAX_HEADER = 200  # characters of Accept-Language that are read

LANGUAGE_NAMES = {
    "de": "Deutsch",
    "en": "English",
    "es": "Español",
    "fr": "Français",
    "it": "Italiano",
    "nl": "Nederlands",
    "pl": "Polski",
    "pt": "Português",
}


class MessageCatalogue(gettext.GNUTranslations):
    """A catalogue that leaves an empty text empty; by itself it would give its header for that."""

    def gettext(self, message: str) -> str:
        """The translated message, or the message itself where it has no translation."""
        return super().gettext(message) if message else ""


@dataclass(frozen=True)
class Language:
    """A language with its catalogue; two of the same code are equal."""

    code: str

    @property
    def catalogue(self) -> gettext.NullTranslations:
        """The messages; for English those of the source."""
        return catalogue(self.code)

    @property
    def direction(self) -> str:
        """`ltr` or `rtl`."""
        return "rtl" if self.code.partition("-")[0] in RIGHT_TO_LEFT else "ltr"

    @property
    def name(self) -> str:
        """What its speakers call it."""
        return LANGUAGE_NAMES.get(self.code, self.code)

    def gettext(self, message: str) -> str:
        """The message in this language."""
        return self.catalogue.gettext(message)

    def ngettext(self, one: str, many: str, number: int) -> str:
        """The message in the form for this number."""
        return self.catalogue.ngettext(one, many, number)


ENGLISH = Language(SOURCE_LANGUAGE)


def catalogue_file(code: str) -> Path:
    """Where the catalogue of a language lies, if there is one."""
    return LOCALE_FOLDER / code.replace("-", "_") / "LC_MESSAGES" / f"{DOMAIN}.mo"


@cache
def catalogue(code: str) -> gettext.NullTranslations:
    """The catalogue of a language, read once."""
    return gettext.translation(
        DOMAIN, LOCALE_FOLDER, [code.replace("-", "_")], MessageCatalogue, fallback=True
    )


@cache
def languages() -> tuple[Language, ...]:
    """English and every language with a catalogue, by code."""
    found = {path.parts[-3].replace("_", "-") for path in LOCALE_FOLDER.glob(f"*/*/{DOMAIN}.mo")}
    return tuple(Language(code) for code in sorted(found | {SOURCE_LANGUAGE}))


def language_for(chosen: str, accepted: str) -> Language:
    """The language chosen in the settings, else the best of an Accept-Language header."""
    return first_language((chosen, *parse_accept_language(accepted))) or ENGLISH


def environment_language(environment: Mapping[str, str]) -> Language:
    """The language of a terminal whose variables say, for example, `LANG=de_DE.UTF-8`."""
    asked = next((environment[name] for name in ENVIRONMENT_VARIABLES if environment.get(name)), "")
    names = (name.partition(".")[0].partition("@")[0] for name in asked.split(":"))
    return first_language(name.replace("_", "-") for name in names) or ENGLISH


def first_language(codes: Iterable[str]) -> Language | None:
    """The first of these codes that is a language here, if only without its region."""
    known = {language.code.lower(): language for language in languages()}
    for code in codes:
        for candidate in (code.lower(), code.lower().partition("-")[0]):
            if candidate in known:
                return known[candidate]
    return None


def following_language(language: Language) -> Language:
    """The language after this one in the list of all; after the last one the first."""
    known = languages()
    return known[(known.index(language) + 1) % len(known)]


def parse_accept_language(header: str) -> Sequence[str]:
    """The codes of an Accept-Language header in lower case, the most wanted first."""
    weighted: list[tuple[float, int, str]] = []
    for part in header[:MAX_HEADER].split(","):
        code, _, parameter = part.strip().partition(";")
        name, _, value = parameter.strip().partition("=")
        try:
            weight = float(value) if name.strip() == "q" else 1.0
        except ValueError:
            weight = 0.0
        if code and weight > 0:
            weighted.append((-weight, len(weighted), code.strip().lower()))
    return [code for _, _, code in sorted(weighted)]


def catalogue_messages(language: Language) -> dict[str, str | list[str]]:
    """The catalogue as JSON values for the browser: a string, or one for each plural form."""
    file = catalogue_file(language.code)
    return dict(sorted(read_mo_file(file).items())) if file.is_file() else {}
