"""Matches and settings on disk: one small file each, replaced in one step.

A file of a match holds all hands, like any record; the screen never reads it.
"""

import json
import os
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bottleimp.atomic_files import replace_file
from bottleimp.errors import BottleImpError, NotationError
from bottleimp.game.match import Match
from bottleimp.game.record import Record, from_json, to_json
from bottleimp.game.round import Round
from bottleimp.parsing import parse_json
from bottleimp.players.catalogue import player_kind
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text

FORMAT_NAME = "bottleimp-terminal-match"
VERSION = 1
MAX_SEED = 2**256 - 1
MATCH_SUFFIX = ".match.json"
SETTINGS_FILE = "settings.json"
TIMESTAMP_FORMAT = "%Y%m%d-%H%M%S"
READ_ERRORS = (OSError, ValueError, BottleImpError)


@dataclass(frozen=True)
class SavedTable:
    """An edition and who sits there: `names` by participant, the person first.

    `opponents` are the computer players, clockwise from the person's left.  The seed fixes all
    deals and every computer player's choices.
    """

    edition: Edition
    names: tuple[str, ...]
    opponents: tuple[str, ...]
    seed: int
    first_dealer: int


@dataclass(frozen=True)
class SavedMatch:
    """A match as it is kept: the table and every round so far, the last one perhaps unfinished."""

    table: SavedTable
    rounds: tuple[Round, ...] = ()

    @property
    def match(self) -> Match:
        """The match after the rounds that are over."""
        match = Match(self.table.edition, self.table.first_dealer)
        for played in self.rounds:
            if played.scores is not None:
                match = match.after(played.scores)
        return match

    @property
    def seating(self) -> tuple[int, ...]:
        """The participant in every seat of the last round."""
        before = replace(self, rounds=self.rounds[:-1]).match
        return tuple(before.player_at(seat) for seat in range(self.table.edition.seats))


def match_to_json(game: SavedMatch) -> dict[str, object]:
    """The game as plain JSON values."""
    table = game.table
    return {
        "format": FORMAT_NAME,
        "version": VERSION,
        "edition": table.edition.text,
        "names": list(table.names),
        "players": list(table.opponents),
        "seed": table.seed,
        "first_dealer": table.first_dealer,
        "rounds": [to_json(Record.of(played)) for played in game.rounds],
    }


def match_from_json(content: object) -> SavedMatch:
    """The game from plain JSON values; raises NotationError with what is wrong."""
    try:
        return checked_match(content)
    except NotationError:
        raise
    except BottleImpError as problem:
        raise NotationError(str(problem)) from problem


def checked_match(content: object) -> SavedMatch:
    """The same; raises any BottleImpError."""
    if not isinstance(content, Mapping) or content.get("format") != FORMAT_NAME:
        raise NotationError(f"this is not a {FORMAT_NAME}")
    if content.get("version") != VERSION:
        raise NotationError(f"version {content.get('version')!r} is unknown; known is {VERSION}")
    try:
        edition = edition_from_text(content["edition"])
        names, kinds = require_texts(content["names"]), require_texts(content["players"])
        table = SavedTable(
            edition,
            names,
            kinds,
            require_seed(content["seed"]),
            require_seed(content["first_dealer"]),
        )
        rounds = tuple(from_json(record).round for record in content["rounds"])
    except (KeyError, TypeError, AttributeError) as problem:
        raise NotationError(f"an entry is missing or of the wrong kind: {problem}") from problem
    for kind in kinds:
        player_kind(kind)
    if len(kinds) != edition.players - 1 or len(names) != edition.seats:
        raise NotationError("names and players do not fit the edition")
    if not rounds or any(played.edition != edition for played in rounds):
        raise NotationError("there is no round, or one of another edition")
    if not all(played.is_over for played in rounds[:-1]):
        raise NotationError("a round in the middle is not over")
    game = SavedMatch(table, rounds)
    if game.match.is_over:
        raise NotationError("the match is over")
    return game


def read_match(path: Path) -> SavedMatch:
    """The match in the file; raises one of READ_ERRORS."""
    return match_from_json(parse_json(path.read_text(encoding="utf-8")))


def require_texts(values: object) -> tuple[str, ...]:
    """The values if they are a list of texts; raises NotationError otherwise."""
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise NotationError(f"{values!r} is no list of texts")
    return tuple(values)


def require_seed(value: object) -> int:
    """The value if it is a whole number that a seed may be; raises NotationError otherwise."""
    if not isinstance(value, int) or not 0 <= value <= MAX_SEED:
        raise NotationError("a seed or a dealer is no whole number from 0 to 2 to the power of 256")
    return value


def write_json_atomically(path: Path, content: object) -> None:
    """Writes the content as JSON; a reader finds the old file or the new one, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, json.dumps(content).encode())


@dataclass(frozen=True)
class UnfinishedMatch:
    """A match that can be continued, and where it is kept."""

    path: Path
    match: SavedMatch
    saved_at: datetime


@dataclass(frozen=True)
class MatchFolder:
    """Where matches and settings are kept.  Raises OSError where the system refuses."""

    path: Path

    def prepare(self) -> "MatchFolder":
        """This folder, made if need be and tried by writing."""
        self.path.mkdir(parents=True, exist_ok=True)
        trial = self.path / f".trial-{os.getpid()}"
        trial.touch()
        trial.unlink()
        return self

    def new_match_path(self) -> Path:
        """A path for a new match."""
        stamp = datetime.now(UTC).strftime(TIMESTAMP_FORMAT)
        return self.path / f"{stamp}-{secrets.token_hex(3)}{MATCH_SUFFIX}"

    def unfinished_matches(self) -> tuple[tuple[UnfinishedMatch, ...], tuple[str, ...]]:
        """The matches that can be continued, latest first; the names of files that cannot."""
        found, damaged = [], []
        for path in sorted(self.path.glob(f"*{MATCH_SUFFIX}")):
            try:
                game = read_match(path)
                since = datetime.fromtimestamp(path.stat().st_mtime, UTC).astimezone()
            except READ_ERRORS:
                damaged.append(path.name)
            else:
                found.append(UnfinishedMatch(path, game, since))
        found.sort(key=lambda one: one.saved_at, reverse=True)
        return tuple(found), tuple(damaged)

    def load_settings(self) -> "TerminalSettings":
        """What was chosen last time; the defaults where nothing can be read."""
        try:
            content = parse_json((self.path / SETTINGS_FILE).read_text(encoding="utf-8"))
            return TerminalSettings.from_values(asdict(TerminalSettings()) | content)
        except (OSError, ValueError, TypeError, KeyError):
            return TerminalSettings()

    def save_settings(self, settings: "TerminalSettings") -> None:
        """Remembers the settings."""
        write_json_atomically(self.path / SETTINGS_FILE, asdict(settings))

    def change_settings(self, **changes: Any) -> None:  # Any: each setting has a type of its own
        """Remembers these settings, and leaves the others as another terminal may have them."""
        self.save_settings(replace(self.load_settings(), **changes))


MAX_PACE = 10_000  # milliseconds
# Ideas of the guide by the names under which older files hold them.
RENAMED_IDEAS = {
    "confirm": "passing",
    "following": "follow",
    "leading": "lead",
    "owner": "owned",
    "under-price": "buyer",
}


@dataclass(frozen=True)
class TerminalSettings:
    """How a person likes the table: `pace` is the pause after an automatic play in ms.

    `guide` is False once the guide is skipped; `known_ideas` are those that it has explained.
    `finished_lessons` are keys; `lesson` and `exercise` are where the learner was last.
    `language` is the code of the one that was chosen at the table; empty for that of the system.
    """

    pace: int = 800
    dark: bool = True
    by_suit: bool = False
    guide: bool = True
    known_ideas: tuple[str, ...] = ()
    finished_lessons: tuple[str, ...] = ()
    lesson: str = ""
    exercise: int = 0
    language: str = ""

    @classmethod
    def from_values(cls, values: Mapping[str, object]) -> "TerminalSettings":
        """Settings from plain values; raises ValueError where one is missing or out of range."""
        pace, exercise, lesson = values.get("pace"), values.get("exercise"), values.get("lesson")
        if not isinstance(pace, int) or not 0 <= pace <= MAX_PACE:
            raise ValueError(f"the pace is 0 to {MAX_PACE} ms, not {pace!r}")
        if not isinstance(exercise, int) or exercise < 0 or not isinstance(lesson, str):
            raise ValueError("the place in the course is no lesson and number")
        language = values.get("language")
        if not isinstance(language, str):
            raise ValueError("the language is no code")
        return cls(
            pace,
            require_flag(values.get("dark")),
            require_flag(values.get("by_suit")),
            require_flag(values.get("guide")),
            tuple(RENAMED_IDEAS.get(key, key) for key in require_names(values.get("known_ideas"))),
            require_names(values.get("finished_lessons")),
            lesson,
            exercise,
            language,
        )


def require_flag(value: object) -> bool:
    """The value if it is true or false; raises ValueError otherwise."""
    if not isinstance(value, bool):
        raise ValueError("a setting is neither true nor false")
    return value


def require_names(value: object) -> tuple[str, ...]:
    """The value as names; raises ValueError if it is no list."""
    if not isinstance(value, list | tuple):
        raise ValueError("names that are known are no list")
    return tuple(str(name) for name in value)
