"""A visitor's settings: kept in a cookie that the page may read and write too."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import TypedDict
from urllib.parse import parse_qsl, urlencode

from starlette.requests import HTTPConnection
from starlette.responses import Response

from bottleimp.languages.language import Language, languages
from bottleimp.messages import gettext_noop
from bottleimp.parsing import parse_integer
from bottleimp.players.catalogue import offered_player_names
from bottleimp.protocol.messages import MAX_PACE_MS
from bottleimp.server.access.guests import ONE_YEAR
from bottleimp.server.settings.config import DEFAULT_LEVEL, DEFAULT_PACE

# Says in which language a visitor is spoken to.
LanguageOf = Callable[[HTTPConnection], Language]

COOKIE = "bottle_settings"
MAX_COOKIE_CHARACTERS = 400

# The values of each setting, the first of which holds until another is chosen.
CHOICES: dict[str, dict[str, str]] = {
    "theme": {
        "system": gettext_noop("As the device"),
        "light": gettext_noop("Light"),
        "dark": gettext_noop("Dark"),
    },
    "print": {"normal": gettext_noop("Normal"), "large": gettext_noop("Large print")},
    "sort": {"number": gettext_noop("Number"), "suit": gettext_noop("Suit")},
    "suits": {"screen": gettext_noop("Yellow, blue, red"), "printed": gettext_noop("As printed")},
    "motion": {"system": gettext_noop("As the device"), "reduced": gettext_noop("Still")},
    "confirm": {
        "touch": gettext_noop("On touch screens"),
        "always": gettext_noop("Always"),
        "never": gettext_noop("Never"),
    },
    "tricks": {
        "pace": gettext_noop("At the table's speed"),
        "slower": gettext_noop("Longer"),
        "tap": gettext_noop("Until I tap"),
    },
    "sound": {
        "quiet": gettext_noop("Quiet"),
        "medium": gettext_noop("Medium"),
        "loud": gettext_noop("Loud"),
        "off": gettext_noop("Off"),
    },
    "vibration": {"yes": gettext_noop("Yes"), "no": gettext_noop("No")},
    "notifications": {"no": gettext_noop("No"), "yes": gettext_noop("Yes")},
    "forced": {"no": gettext_noop("No"), "yes": gettext_noop("Yes")},
    "premove": {"yes": gettext_noop("Yes"), "no": gettext_noop("No")},
    "keys": {"yes": gettext_noop("Yes"), "no": gettext_noop("No")},
    "announcements": {
        "all": gettext_noop("Everything"),
        "short": gettext_noop("Everything in few words"),
        "turns": gettext_noop("Only my turn and the tricks"),
    },
}
# Speeds of the other players to choose from, in ms.
PACES = {
    0: gettext_noop("At once"),
    300: gettext_noop("Fast"),
    800: gettext_noop("Normal"),
    1500: gettext_noop("Slow"),
    3000: gettext_noop("Very slow"),
}
# What a person is asked, under which heading, in the order of the form; the settings page and the
# table show the same.
GROUPS = {
    gettext_noop("Appearance"): {
        "theme": gettext_noop("Colours"),
        "print": gettext_noop("Size"),
        "sort": gettext_noop("Sort cards by"),
        "motion": gettext_noop("Moving cards"),
    },
    gettext_noop("Play"): {
        "pace": gettext_noop("Speed of the other players"),
        "tricks": gettext_noop("Finished tricks stay"),
        "confirm": gettext_noop("Tap a card twice to play it"),
        "premove": gettext_noop("A card may be chosen before it is your turn"),
        "forced": gettext_noop("Play a card automatically when it is the only one allowed"),
    },
    gettext_noop("Sounds and notices"): {
        "sound": gettext_noop("Sounds"),
        "vibration": gettext_noop("Phones vibrate when it is my turn"),
        "notifications": gettext_noop("Notify me of my turn while I look at another page"),
    },
    gettext_noop("Language"): {
        "lang": gettext_noop("Language"),
    },
    gettext_noop("Keys and announcements"): {
        "keys": gettext_noop("Single letters are shortcuts"),
        "announcements": gettext_noop("A screen reader announces"),
    },
}
# What the switch says where the server can also tell people who have closed the page.
TOLD_ANYWHERE = gettext_noop("Notify me of my turn while I look at another page, or have closed it")
SWITCHES = ("vibration", "notifications", "forced", "premove", "keys")
# Values that an earlier version kept.
FORMERLY = {("confirm", "yes"): "always"}


@dataclass(frozen=True)
class Preferences:
    """Settings of the display; `lang` is empty where the browser's languages decide.

    `pace` is None where the server's holds, and `level` the computer player chosen last.
    """

    theme: str = "system"
    print: str = "normal"
    sort: str = "number"
    suits: str = "screen"
    motion: str = "system"
    tricks: str = "pace"
    sound: str = "quiet"
    vibration: str = "yes"
    notifications: str = "no"
    confirm: str = "touch"
    forced: str = "no"
    premove: str = "yes"
    keys: str = "yes"
    announcements: str = "all"
    lang: str = ""
    pace: int | None = None
    level: str = DEFAULT_LEVEL

    def pace_or(self, pace: int) -> int:
        """The speed that was chosen, in ms, or else this one, which is the server's."""
        return pace if self.pace is None else self.pace

    @property
    def text(self) -> str:
        """The settings as the cookie holds them."""
        return urlencode({name: value for name, value in asdict(self).items() if value is not None})


def updated_preferences(fields: dict[str, str], before: Preferences) -> Preferences:
    """The settings after these choices; what is unknown changes nothing."""
    known = {name: fields[name] for name, values in CHOICES.items() if fields.get(name) in values}
    codes = {language.code for language in languages()} | {""}
    lang = fields["lang"] if fields.get("lang") in codes else before.lang
    typed = parse_integer(fields.get("pace", ""), 0, MAX_PACE_MS)
    pace = before.pace if typed is None else typed
    level = fields["level"] if fields.get("level") in offered_player_names() else before.level
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


class SettingGroup(TypedDict):
    """Settings that belong together, and their heading."""

    title: str
    settings: list[OfferedSetting]


def offered_paces(pace: int, language: Language) -> list[OfferedValue]:
    """The speeds to choose from; the one nearest to this pace is chosen."""
    nearest = min(PACES, key=lambda one: abs(one - pace))
    return [
        {"value": str(one), "title": language.gettext(title), "chosen": one == nearest}
        for one, title in PACES.items()
    ]


def offered_settings(
    preferences: Preferences,
    language: Language,
    pace: int = DEFAULT_PACE,
    *,
    tells_anywhere: bool = False,
) -> list[SettingGroup]:
    """All settings that a person can change, with those values chosen that hold now.

    `pace` is that of the server, in ms, which holds until another is chosen; `tells_anywhere` says
    that it tells people of their turn while no page is open, too.
    """
    retitled = {"notifications": TOLD_ANYWHERE} if tells_anywhere else {}
    pace = preferences.pace_or(pace)
    hidden = () if len(languages()) > 1 else ("lang",)
    return [
        {
            "title": language.gettext(group),
            "settings": [
                {
                    "name": name,
                    "title": language.gettext(retitled.get(name, title)),
                    "is_switch": name in SWITCHES,
                    "values": _offered_values(name, preferences, pace, language),
                }
                for name, title in titles.items()
                if name not in hidden
            ],
        }
        for group, titles in GROUPS.items()
        if not titles.keys() <= set(hidden)
    ]


def _offered_values(
    name: str, preferences: Preferences, pace: int, language: Language
) -> list[OfferedValue]:
    if name == "pace":
        return offered_paces(pace, language)
    if name == "lang":
        return _language_values(preferences, language)
    chosen = asdict(preferences)[name]
    return [
        {"value": value, "title": language.gettext(title), "chosen": value == chosen}
        for value, title in CHOICES[name].items()
    ]


def _language_values(preferences: Preferences, language: Language) -> list[OfferedValue]:
    known = {"": language.gettext("As the browser"), **{one.code: one.name for one in languages()}}
    return [
        {"value": code, "title": title, "chosen": code == preferences.lang}
        for code, title in known.items()
    ]


def preferences_of(connection: HTTPConnection) -> Preferences:
    """The visitor's settings."""
    text = connection.cookies.get(COOKIE, "")[:MAX_COOKIE_CHARACTERS]
    fields = {name: FORMERLY.get((name, value), value) for name, value in parse_qsl(text)}
    return updated_preferences(fields, Preferences())


def set_preferences_cookie(
    preferences: Preferences, response: Response, connection: HTTPConnection
) -> None:
    """Has the browser remember the settings."""
    response.set_cookie(
        COOKIE,
        preferences.text,
        max_age=ONE_YEAR,
        path="/",
        samesite="lax",
        secure=connection.url.scheme == "https",
    )
