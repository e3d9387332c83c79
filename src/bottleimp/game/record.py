"""A record: a deal, the actions that followed, and the names of the seats.

Everything else follows by replay.  Records carry a version; a record of any released version
replays to the same round in every later version.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from bottleimp.errors import BottleImpError, NotationError
from bottleimp.game.actions import action_from_label, action_from_number
from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.parsing import shorten
from bottleimp.rules.cards import Card
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text

RECORD_VERSION = 1
RECORD_FORMAT = "bottleimp-record"


@dataclass(frozen=True)
class Record:
    """A round and the names of the seats, from the leader of the first trick on."""

    round: Round
    names: tuple[str, ...]

    def __post_init__(self) -> None:
        seats = self.round.edition.seats
        if len(self.names) != seats:
            raise NotationError(f"{seats} names are needed, not {len(self.names)}")
        for name in self.names:
            if name != name.strip() or not name.isprintable() or not name or set(name) & set("|;"):
                raise NotationError(
                    f"the name {name!r} is empty, or has a bar, a semicolon, a control character"
                    " or space at its ends"
                )
        if len(set(self.names)) != seats:
            raise NotationError("two seats have the same name")

    @classmethod
    def of(cls, played: Round) -> "Record":
        """The record of a round of players without names; `Seat 1` leads first."""
        return cls(played, tuple(f"Seat {seat + 1}" for seat in range(played.edition.seats)))


def to_json(record: Record) -> dict[str, object]:
    """The record as JSON values."""
    played = record.round
    edition = played.edition

    def labels(numbers: Sequence[int]) -> list[str]:
        return [action_from_number(edition, number).label for number in numbers]

    content: dict[str, object] = {
        "format": RECORD_FORMAT,
        "version": RECORD_VERSION,
        "edition": edition.text,
        "names": list(record.names),
        "deal": [[card.label for card in hand] for hand in played.deal.hands],
        "left_over": [card.label for card in played.deal.left_over],
        "actions": labels(played.actions),
    }
    if any(played.pending):
        content["pending"] = [labels(chosen) for chosen in played.pending]
    if played.scores is not None:
        content["scores"] = list(played.scores)
    return content


def named_edition(text: str, house_editions: Collection[Edition]) -> Edition:
    """The edition of a record: one of these if it is written so, else that of the catalogue."""
    for edition in house_editions:
        if edition.text == text:
            return edition
    return edition_from_text(text)


def from_json(content: object, house_editions: Collection[Edition] = ()) -> Record:
    """The record from JSON values; raises NotationError if they are not a valid record.

    A record of an edition outside the catalogue can be read where `house_editions` has it.
    """
    if not isinstance(content, Mapping) or content.get("format") != RECORD_FORMAT:
        raise NotationError(f"this is not a {RECORD_FORMAT}")
    if content.get("version") != RECORD_VERSION:
        raise NotationError(
            f"the record has version {short_repr(content.get('version'))};"
            f" this program reads version {RECORD_VERSION}"
        )
    try:
        return replay_record(content, house_editions)
    except NotationError:
        raise
    except BottleImpError as problem:
        raise NotationError(str(problem)) from problem


def replay_record(
    content: Mapping[str, object], house_editions: Collection[Edition] = ()
) -> Record:
    """The record with this content; every action is checked."""
    edition = named_edition(require_text(content.get("edition"), "edition"), house_editions)

    def cards(labels: object, where: str) -> tuple[Card, ...]:
        return tuple(
            edition.deck.card(require_text(label, where)) for label in require_list(labels, where)
        )

    hands = tuple(cards(hand, "deal") for hand in require_list(content.get("deal"), "deal"))
    played = Round(Deal(edition, hands, cards(content.get("left_over", []), "left_over")))
    for number, label in enumerate(require_list(content.get("actions"), "actions"), start=1):
        try:
            played = played.play(action_from_label(edition, require_text(label, "actions")))
        except BottleImpError as problem:
            raise NotationError(f"action {number}, {short_repr(label)}: {problem}") from problem
    if "pending" in content:
        choices = require_list(content["pending"], "pending")
        if len(choices) != edition.seats or played.phase in (Phase.PLAY, Phase.OVER):
            raise NotationError("pending choices do not fit the seats or the moment")
        for seat, chosen in enumerate(choices):
            for label in require_list(chosen, "pending"):
                played = played.play(
                    action_from_label(edition, require_text(label, "pending")), seat
                )
    scores = None if played.scores is None else list(played.scores)
    if content.get("scores") != scores:
        raise NotationError(f"the scores are {scores}, not {short_repr(content.get('scores'))}")
    names = tuple(
        require_text(name, "names") for name in require_list(content.get("names"), "names")
    )
    return Record(played, names)


def short_repr(value: object) -> str:
    """The value for an error message; Python refuses to write numbers of thousands of digits."""
    try:
        return shorten(repr(value))
    except ValueError:
        return "a number that is far too long"


def require_text(value: object, where: str) -> str:
    """The value if it is text; raises NotationError otherwise."""
    if not isinstance(value, str):
        raise NotationError(f"{where}: text is expected, not {short_repr(value)}")
    return value


def require_list(value: object, where: str) -> list[object]:
    """The value if it is a list; raises NotationError otherwise."""
    if not isinstance(value, list):
        raise NotationError(f"{where}: a list is expected, not {short_repr(value)}")
    return value
