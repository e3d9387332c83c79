"""The part of the form for a new table that is about company: clock, talk, watching, the list."""

from collections.abc import Mapping
from dataclasses import dataclass

from bottleimp.languages.language import Language
from bottleimp.messages import gettext_noop
from bottleimp.parsing import parse_integer, shorten
from bottleimp.players.catalogue import offered_player_names
from bottleimp.players.default_players import usual_stand_in
from bottleimp.server.settings.config import DEFAULT_LEVEL
from bottleimp.server.state.events import (
    ALWAYS,
    ANYONE,
    CHAT_OFF,
    DAYS_PER_MOVE,
    DEFAULT_GRACE,
    FREE_TEXT,
    LAST_ROUND_HANDS,
    NEVER,
    NO_CLOCK,
    NOBODY,
    PER_MOVE,
    PHRASES_ONLY,
    SOLO_ONLY,
    TIME_BANK,
    TableSettings,
    TimeControl,
)
from bottleimp.server.text.words import offered_level_entries, unknown_player_text

# The first of each holds until another is chosen.
WATCH = {
    ANYONE: gettext_noop("anyone who finds the table"),
    LAST_ROUND_HANDS: gettext_noop("anyone, and they see all hands of the previous round"),
    NOBODY: gettext_noop("nobody"),
}
TALK = {
    PHRASES_ONLY: gettext_noop("in set phrases"),
    FREE_TEXT: gettext_noop("in free words"),
    CHAT_OFF: gettext_noop("not at all"),
}
HINTS = {
    SOLO_ONLY: gettext_noop("one person against computer players"),
    ALWAYS: gettext_noop("everybody"),
    NEVER: gettext_noop("nobody"),
}
START_RULES = {
    "full": gettext_noop("when the last place is taken"),
    "host": gettext_noop("when the host says so"),
}
OFFERED_CLOCKS = (NO_CLOCK, "move=30", "move=60", "bank=300+5", "bank=600+10", "days=1", "days=3")
# From, to: seconds of a move, of the bank, of the increment; days of a move.
SECONDS_PER_MOVE, BANK_SECONDS, INCREMENT_SECONDS, OFFERED_DAYS = (
    (5, 3600),
    (30, 7200),
    (0, 600),
    (1, 14),
)
MINUTE = 60
MAX_CLOCK_SECONDS = 7200  # seconds of any clock


@dataclass(frozen=True)
class TableSettingsForm:
    """What was filled in about the company at a table."""

    fields: Mapping[str, str]
    language: Language
    default_level: str = DEFAULT_LEVEL
    grace: int = DEFAULT_GRACE

    @property
    def watch(self) -> str:
        """Who may watch."""
        return self.fields.get("watch") or next(iter(WATCH))

    @property
    def talk(self) -> str:
        """How people may talk."""
        return self.fields.get("talk") or next(iter(TALK))

    @property
    def partners_talk(self) -> bool:
        """Whether people talk even while a round with sides is being played."""
        return self.fields.get("partners_talk") == "yes"

    @property
    def is_listed(self) -> bool:
        """Whether the table stands on the list of open tables."""
        return self.fields.get("listed") == "yes"

    @property
    def starts_when_full(self) -> bool:
        """Whether the match begins by itself when the last place is taken."""
        return self.fields.get("start") != "host"

    @property
    def level(self) -> str:
        """Which computer players take free places and stand in for people."""
        return self.fields.get("level") or usual_stand_in(self.default_level)

    @property
    def hints(self) -> str:
        """Who gets hints."""
        return self.fields.get("hints") or next(iter(HINTS))

    @property
    def time_control_text(self) -> str:
        """How long people may think, as the form writes it."""
        return self.fields.get("clock") or NO_CLOCK

    @property
    def time_control(self) -> TimeControl | None:
        """How long people may think; None for what is no clock."""
        return parse_time_control(self.time_control_text)

    @property
    def errors(self) -> list[str]:
        """What is wrong with what was filled in, one sentence each."""
        _ = self.language.gettext
        found = []
        if self.watch not in WATCH:
            found.append(_("There is no such rule about who may watch."))
        if self.talk not in TALK:
            found.append(_("There is no such way to talk."))
        if self.hints not in HINTS:
            found.append(_("There is no such rule about hints."))
        if self.time_control is None:
            text = _("There is no clock called {name}.")
            found.append(text.format(name=shorten(repr(self.time_control_text))))
        if self.level not in offered_player_names():
            found.append(unknown_player_text(self.level, self.language))
        return found

    @property
    def settings(self) -> TableSettings:
        """What was chosen; only where there are no errors."""
        return TableSettings(
            is_listed=self.is_listed,
            watch=self.watch,
            talk=self.talk,
            partners_talk=self.partners_talk,
            clock=self.time_control or TimeControl(),
            grace=self.grace,
            level=self.level,
            hints=self.hints,
            starts_when_full=self.starts_when_full,
        )

    def context(self) -> dict[str, object]:
        """What the template of the form is given."""
        return {
            "watch": self.value_choices(WATCH, self.watch),
            "talk": self.value_choices(TALK, self.talk),
            "partners_talk": self.partners_talk,
            "clocks": [
                {
                    "value": text,
                    "title": time_control_words(text, self.language),
                    "chosen": text == self.time_control_text,
                }
                for text in OFFERED_CLOCKS
            ],
            "listed": self.is_listed,
            "starts": [
                {
                    "value": value,
                    "title": self.language.gettext(title),
                    "chosen": (value == "full") == self.starts_when_full,
                }
                for value, title in START_RULES.items()
            ],
            "hints": self.value_choices(HINTS, self.hints),
            "levels": offered_level_entries(self.language, self.level),
        }

    def value_choices(self, titles: Mapping[str, str], chosen: str) -> list[dict[str, object]]:
        """Values to choose from."""
        return [
            {"value": value, "title": self.language.gettext(title), "chosen": value == chosen}
            for value, title in titles.items()
        ]


def parse_time_control(text: str) -> TimeControl | None:
    """The clock that the form writes so: `none`, `move=30`, `bank=300+5`, `days=1`."""
    kind, _, amount = text.partition("=")
    read = [parse_integer(part, 0, MAX_CLOCK_SECONDS) for part in amount.split("+")]
    numbers = [-1 if number is None else number for number in read]
    match kind, numbers:
        case "none", [-1] if not amount:
            return TimeControl()
        case "move", [seconds] if is_within(seconds, SECONDS_PER_MOVE):
            return TimeControl(PER_MOVE, seconds=seconds)
        case "bank", [bank, increment] if is_within(bank, BANK_SECONDS) and is_within(
            increment, INCREMENT_SECONDS
        ):
            return TimeControl(TIME_BANK, bank=bank, increment=increment)
        case "days", [days] if is_within(days, OFFERED_DAYS):
            return TimeControl(DAYS_PER_MOVE, days=days)
    return None


def is_within(number: int, bounds: tuple[int, int]) -> bool:
    """Whether the number is within bounds."""
    least, most = bounds
    return least <= number <= most


def time_control_words(text: str, language: Language) -> str:
    """The clock that the form writes so, in words."""
    clock = parse_time_control(text) or TimeControl()
    if clock.kind == PER_MOVE:
        if clock.seconds % MINUTE:
            return language.ngettext(
                "{n} second a move", "{n} seconds a move", clock.seconds
            ).format(n=clock.seconds)
        minutes = clock.seconds // MINUTE
        return language.ngettext("{n} minute a move", "{n} minutes a move", minutes).format(
            n=minutes
        )
    if clock.kind == TIME_BANK:
        return language.gettext("{minutes} minutes a match and {seconds} seconds a move").format(
            minutes=clock.bank // MINUTE, seconds=clock.increment
        )
    if clock.kind == DAYS_PER_MOVE:
        return language.ngettext("{n} day a move", "{n} days a move", clock.days).format(
            n=clock.days
        )
    return language.gettext("as long as they like")
