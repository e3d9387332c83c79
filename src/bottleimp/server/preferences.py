"""A visitor's settings: kept in a cookie that the page may read and write too."""

from dataclasses import asdict, dataclass, replace
from urllib.parse import parse_qsl, urlencode

from starlette.requests import HTTPConnection
from starlette.responses import Response

from bottleimp.parsing import parse_integer
from bottleimp.players.catalogue import offered_names
from bottleimp.server.config import DEFAULT_LEVEL, DEFAULT_PACE
from bottleimp.server.i18n import languages, marked
from bottleimp.server.identity import ONE_YEAR
from bottleimp.server.messages import SLOWEST_PACE

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
    "sort": {"number": marked("By number"), "suit": marked("By suit")},
    "suits": {"screen": marked("Yellow, blue, red"), "printed": marked("As printed")},
    "motion": {"system": marked("As the device"), "reduced": marked("Little")},
}


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


def preferences_of(connection: HTTPConnection) -> Preferences:
    """The visitor's settings."""
    text = connection.cookies.get(COOKIE, "")[:MOST_CHARACTERS]
    return chosen(dict(parse_qsl(text)), Preferences())


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
