"""The part of the form for a new table that is about company: clock, talk, watching, the list."""

from collections.abc import Mapping
from dataclasses import dataclass

from bottleimp.parsing import parse_integer
from bottleimp.players.catalogue import offered_names
from bottleimp.players.default_players import usual_stand_in
from bottleimp.server.settings.config import DEFAULT_LEVEL
from bottleimp.server.state.events import (
    ALONE,
    ALWAYS,
    ANYONE,
    BANK,
    DAYS,
    DEFAULT_GRACE,
    FREE,
    HANDS_LATE,
    MOVE,
    NEVER,
    NO_CLOCK,
    NOBODY,
    OFF,
    PRESETS,
    Clock,
    Settings,
)
from bottleimp.server.text.i18n import Language, marked
from bottleimp.server.text.words import offered_levels

# The first of each holds until another is chosen.
WATCH = {
    ANYONE: marked("anyone who finds the table"),
    HANDS_LATE: marked("anyone, and sees all hands of the last round too"),
    NOBODY: marked("nobody"),
}
TALK = {
    PRESETS: marked("in set phrases"),
    FREE: marked("in free words"),
    OFF: marked("not at all"),
}
HINTS = {
    ALONE: marked("who plays alone with computer players"),
    ALWAYS: marked("everybody"),
    NEVER: marked("nobody"),
}
STARTS = {
    "full": marked("when the last place is taken"),
    "host": marked("when the host says so"),
}
OFFERED_CLOCKS = (NO_CLOCK, "move=30", "move=60", "bank=300+5", "bank=600+10", "days=1", "days=3")
# From, to: seconds of a move, of the bank, of the increment; days of a move.
MOVES, BANKS, INCREMENTS, DAYS_OFFERED = (5, 3600), (30, 7200), (0, 600), (1, 14)
MINUTE = 60
LONGEST = 7200  # seconds of any clock


@dataclass(frozen=True)
class CompanyForm:
    """What was filled in about the company at a table."""

    fields: Mapping[str, str]
    language: Language
    usual_level: str = DEFAULT_LEVEL
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
        return self.fields.get("level") or usual_stand_in(self.usual_level)

    @property
    def hints(self) -> str:
        """Who gets hints."""
        return self.fields.get("hints") or next(iter(HINTS))

    @property
    def clock_text(self) -> str:
        """How long people may think, as the form writes it."""
        return self.fields.get("clock") or NO_CLOCK

    @property
    def clock(self) -> Clock | None:
        """How long people may think; None for what is no clock."""
        return clock_from_text(self.clock_text)

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
        if self.clock is None:
            found.append(_("There is no such clock."))
        if self.level not in offered_names():
            found.append(_("There is no such computer player."))
        return found

    @property
    def settings(self) -> Settings:
        """What was chosen; only where there are no errors."""
        return Settings(
            is_listed=self.is_listed,
            watch=self.watch,
            talk=self.talk,
            partners_talk=self.partners_talk,
            clock=self.clock or Clock(),
            grace=self.grace,
            level=self.level,
            hints=self.hints,
            starts_when_full=self.starts_when_full,
        )

    def context(self) -> dict[str, object]:
        """What the template of the form is given."""
        return {
            "watch": self.offered(WATCH, self.watch),
            "talk": self.offered(TALK, self.talk),
            "partners_talk": self.partners_talk,
            "clocks": [
                {
                    "value": text,
                    "title": clock_words(text, self.language),
                    "chosen": text == self.clock_text,
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
                for value, title in STARTS.items()
            ],
            "hints": self.offered(HINTS, self.hints),
            "levels": offered_levels(self.language, self.level),
        }

    def offered(self, titles: Mapping[str, str], chosen: str) -> list[dict[str, object]]:
        """Values to choose from."""
        return [
            {"value": value, "title": self.language.gettext(title), "chosen": value == chosen}
            for value, title in titles.items()
        ]


def clock_from_text(text: str) -> Clock | None:
    """The clock that the form writes so: `none`, `move=30`, `bank=300+5`, `days=1`."""
    kind, _, amount = text.partition("=")
    read = [parse_integer(part, 0, LONGEST) for part in amount.split("+")]
    numbers = [-1 if number is None else number for number in read]
    match kind, numbers:
        case "none", [-1] if not amount:
            return Clock()
        case "move", [seconds] if within(seconds, MOVES):
            return Clock(MOVE, seconds=seconds)
        case "bank", [bank, increment] if within(bank, BANKS) and within(increment, INCREMENTS):
            return Clock(BANK, bank=bank, increment=increment)
        case "days", [days] if within(days, DAYS_OFFERED):
            return Clock(DAYS, days=days)
    return None


def within(number: int, bounds: tuple[int, int]) -> bool:
    """Whether the number is within bounds."""
    least, most = bounds
    return least <= number <= most


def clock_words(text: str, language: Language) -> str:
    """The clock that the form writes so, in words."""
    clock = clock_from_text(text) or Clock()
    if clock.kind == MOVE:
        if clock.seconds % MINUTE:
            return language.ngettext(
                "{n} second a move", "{n} seconds a move", clock.seconds
            ).format(n=clock.seconds)
        minutes = clock.seconds // MINUTE
        return language.ngettext("{n} minute a move", "{n} minutes a move", minutes).format(
            n=minutes
        )
    if clock.kind == BANK:
        return language.gettext("{minutes} minutes a match and {seconds} seconds a move").format(
            minutes=clock.bank // MINUTE, seconds=clock.increment
        )
    if clock.kind == DAYS:
        return language.ngettext("{n} day a move", "{n} days a move", clock.days).format(
            n=clock.days
        )
    return language.gettext("as long as they like")
