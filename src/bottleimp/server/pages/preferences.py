"""A visitor's settings: kept in a cookie that the page may read and write too."""

from dataclasses import asdict, dataclass, replace
from typing import TypedDict
from urllib.parse import parse_qsl, urlencode

from starlette.requests import HTTPConnection
from starlette.responses import Response

from bottleimp.parsing import parse_integer
from bottleimp.players.catalogue import offered_names
from bottleimp.protocol.messages import SLOWEST_PACE
from bottleimp.server.access.guests import ONE_YEAR
from bottleimp.server.settings.config import DEFAULT_LEVEL, DEFAULT_PACE
from bottleimp.server.text.i18n import Language, languages, marked

COOKIE = "bottle_settings"
MOST_CHARACTERS = 400

# The values of each setting, the first of which holds until another is chosen.
CHOICES: dict[str, dict[str, str]] = {
    "theme": {
        "system": marked("As the device"),
        "light": marked("Light"),
        "dark": marked("Dark"),
    },
    "print": {"normal": marked("Normal"), "large": marked("Large print")},
    "sort": {"number": marked("Number"), "suit": marked("Suit")},
    "suits": {"screen": marked("Yellow, blue, red"), "printed": marked("As printed")},
    "motion": {"system": marked("As the device"), "reduced": marked("Still")},
    "confirm": {
        "touch": marked("On touch screens"),
        "always": marked("Always"),
        "never": marked("Never"),
    },
    "forced": {"no": marked("No"), "yes": marked("Yes")},
    "keys": {"yes": marked("Yes"), "no": marked("No")},
}
# Speeds of the other players to choose from, in ms.
PACES = {
    0: marked("At once"),
    300: marked("Fast"),
    800: marked("Normal"),
    1500: marked("Slow"),
    3000: marked("Very slow"),
}
# What a person is asked, in the order of the form; the settings page and the table show the same.
TITLES = {
    "pace": marked("Speed of the other players"),
    "theme": marked("Colours"),
    "print": marked("Size"),
    "sort": marked("Sort cards by"),
    "motion": marked("Moving cards"),
    "lang": marked("Language"),
    "confirm": marked("Tap a card twice to play it"),
    "forced": marked("Play a card by itself where it is the only one"),
    "keys": marked("Single letters are shortcuts"),
}
SWITCHES = ("forced", "keys")
# Values that an earlier version kept.
FORMERLY = {("confirm", "yes"): "always"}


@dataclass(frozen=True)
class Preferences:
    """Settings of the display; `lang` is empty where the browser's languages decide.

    `level` is the computer player chosen last.
    """

    theme: str = "system"
    print: str = "normal"
    sort: str = "number"
    suits: str = "screen"
    motion: str = "system"
    confirm: str = "touch"
    forced: str = "no"
    keys: str = "yes"
    lang: str = ""
    pace: int = DEFAULT_PACE
    level: str = DEFAULT_LEVEL

    @property
    def text(self) -> str:
        """The settings as the cookie holds them."""
        return urlencode(asdict(self))


def chosen(fields: dict[str, str], before: Preferences) -> Preferences:
    """The settings after these choices; what is unknown changes nothing."""
    known = {name: fields[name] for name, values in CHOICES.items() if fields.get(name) in values}
    codes = {language.code for language in languages()} | {""}
    lang = fields["lang"] if fields.get("lang") in codes else before.lang
    typed = parse_integer(fields.get("pace", ""), 0, SLOWEST_PACE)
    pace = before.pace if typed is None else typed
    level = fields["level"] if fields.get("level") in offered_names() else before.level
    return replace(before, lang=lang, pace=pace, level=level, **known)


class OfferedValue(TypedDict):
    """A value of a setting, in the words of the reader."""

    value: str
    title: str
    chosen: bool


class OfferedSetting(TypedDict):
    """A setting as a form shows it: one of its values is chosen, or it is on or off."""

    name: str
    title: str
    is_switch: bool
    values: list[OfferedValue]


def offered_paces(pace: int, language: Language) -> list[OfferedValue]:
    """The speeds to choose from; the one nearest to this pace is chosen."""
    nearest = min(PACES, key=lambda one: abs(one - pace))
    return [
        {"value": str(one), "title": language.gettext(title), "chosen": one == nearest}
        for one, title in PACES.items()
    ]


def offered_settings(preferences: Preferences, language: Language) -> list[OfferedSetting]:
    """All settings that a person can change, with those values chosen that hold now."""
    nearest = min(PACES, key=lambda pace: abs(pace - preferences.pace))
    titles = {name: dict(values) for name, values in CHOICES.items()}
    titles["pace"] = {str(pace): title for pace, title in PACES.items()}
    values = {**asdict(preferences), "pace": str(nearest)}
    offered: list[OfferedSetting] = [
        {
            "name": name,
            "title": language.gettext(title),
            "is_switch": name in SWITCHES,
            "values": [
                {"value": value, "title": language.gettext(text), "chosen": values[name] == value}
                for value, text in titles[name].items()
            ]
            if name != "lang"
            else _spoken(preferences, language),
        }
        for name, title in TITLES.items()
    ]
    return [one for one in offered if one["name"] != "lang" or len(languages()) > 1]


def _spoken(preferences: Preferences, language: Language) -> list[OfferedValue]:
    known = {"": language.gettext("As the browser"), **{one.code: one.name for one in languages()}}
    return [
        {"value": code, "title": title, "chosen": code == preferences.lang}
        for code, title in known.items()
    ]


def preferences_of(connection: HTTPConnection) -> Preferences:
    """The visitor's settings."""
    text = connection.cookies.get(COOKIE, "")[:MOST_CHARACTERS]
    fields = {name: FORMERLY.get((name, value), value) for name, value in parse_qsl(text)}
    return chosen(fields, Preferences())


def keep(preferences: Preferences, response: Response, connection: HTTPConnection) -> None:
    """Has the browser remember the settings."""
    response.set_cookie(
        COOKIE,
        preferences.text,
        max_age=ONE_YEAR,
        path="/",
        samesite="lax",
        secure=connection.url.scheme == "https",
    )
