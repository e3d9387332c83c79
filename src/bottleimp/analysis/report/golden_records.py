"""Golden records: rounds written out with all that everybody sees before each step.

A golden file is a file of records: `read_records` reads it, for everything added here stands in
remarks.  Before each step a remark names the seat to act, what it may do, prices and owners.
Below it stands what has changed since the step before in the observation of an onlooker (`all`)
and, for each seat, in what it sees beyond that.  Fields are taken from `Observation` as they are,
so a new one shows without being named here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import groupby
from pathlib import Path

from bottleimp.errors import NotationError
from bottleimp.game.actions import action_from_number
from bottleimp.game.deal import Deal
from bottleimp.game.notation import read_records, write_record
from bottleimp.game.record import Record
from bottleimp.game.round import Phase, PlayedCard, Round
from bottleimp.knowledge.observation import Observation, PassedCard, ReceivedCard, observe
from bottleimp.rules.cards import Card
from bottleimp.rules.edition import Edition
from bottleimp.rules.seating import IMPS_TRICK, Pass

FILE_HEADER = """\
# Before each step: the seat to act, what it may do, prices and owners; then what has changed in
# what all see, and in what a seat sees beyond that, prices there by their place in the deck.
# Seats and hands count from 0.  To write this file anew: bottleimp record update-golden
"""
SINGLE_WORD_TYPES = (
    Card,
    int,
    Enum,
    PlayedCard,
    Pass,
    PassedCard,
    ReceivedCard,
)  # what `compact` gives one word
CONSTANT_FIELDS = ("seat", "edition")  # these never change in a round
ObservationFields = dict[str, object]


def golden_text(record: Record) -> str:
    """The record with remarks on every step; `read_records` reads it as the same record."""
    blocks = [list(lines) for _, lines in groupby(step_remarks(record), key=lambda s: s[0])]
    lines: list[str] = []
    for line in write_record(record).splitlines():
        is_step = line.startswith(("Exchange:", "Open:", "Scores:")) or line[0].isdigit()
        if is_step:
            lines.extend(text for _, text in blocks.pop(0))
        lines.append(line)
    lines.extend(text for block in blocks for _, text in block)
    return "\n".join(lines) + "\n"


def golden_file(records: Sequence[Record]) -> str:
    """The text of a file of golden records."""
    return "\n".join((FILE_HEADER, *(golden_text(record) for record in records)))


def update_golden_files(folder: Path) -> tuple[Path, ...]:
    """Write every golden file below the folder anew from the records in it; those that changed.

    Raises NotationError where a file is no text, or a record no longer reads or breaks a rule,
    before it writes.
    """
    texts = {path: read_text_file(path) for path in sorted(folder.rglob("*.txt"))}
    records = {path: parse_records(path, text) for path, text in texts.items()}
    current = {path: golden_file(found) for path, found in records.items() if found}
    changed = tuple(path for path, text in current.items() if text != texts[path])
    for path in changed:
        path.write_text(current[path], encoding="utf-8")
    return changed


def read_text_file(file: Path) -> str:
    """What a golden file holds; raises NotationError if it is no text."""
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise NotationError(f"{file} is not text in UTF-8.") from None


def parse_records(file: Path, text: str) -> tuple[Record, ...]:
    """The records in the text of a file; raises NotationError with the file's name."""
    try:
        return tuple(read_records(text))
    except NotationError as problem:
        raise NotationError(f"{file}: {problem}") from problem


def step_remarks(record: Record) -> Iterator[tuple[str, str]]:
    """Each remark, after a word for the line of the record that it stands above."""
    edition, end = record.round.edition, record.round
    played = Round(end.deal)
    shown: dict[int | None, ObservationFields] = {
        seat: {} for seat in (None, *range(edition.seats))
    }
    for number in end.actions:
        yield from remarks(played, shown)
        played = played.play(action_from_number(edition, number))
    for seat, chosen in enumerate(end.pending):
        for number in chosen:
            yield from remarks(played, shown)
            played = played.play(action_from_number(edition, number), seat)
    yield from remarks(played, shown)


def remarks(played: Round, shown: dict[int | None, ObservationFields]) -> Iterator[tuple[str, str]]:
    """The remarks at one moment; `shown` is what was shown to whom, and is brought up to date."""
    line = record_line_key(played)
    yield line, f"# {turn_summary(played)}"
    public = observation_fields(observe(played, None))
    news = "; ".join(changed_fields(shown[None], public))
    if news:
        yield line, f"#   all: {news}"
    shown[None] = public
    for seat in range(played.edition.seats):
        own = observation_fields(observe(played, seat))
        beyond = {name: value for name, value in own.items() if value != public[name]}
        beyond = {name: beyond.get(name, "as all") for name in {**shown[seat], **beyond}}
        news = "; ".join(changed_fields(shown[seat], beyond))
        if news:
            yield line, f"#   S{seat}: {news}"
        shown[seat] = beyond


def record_line_key(played: Round) -> str:
    """The line of the record that tells what is done next."""
    if played.phase is Phase.PLAY:
        return f"trick {len(played.tricks)}"
    return f"{played.phase.value} {played.stage}"


def turn_summary(played: Round) -> str:
    """The seat to act and what it may do, prices and owners; or the scores."""
    deck = played.edition.deck
    prices = " ".join(deck.label_at(price) for price in played.prices)
    bottles = f"prices {prices}, owners {compact(played.owners)}"
    if played.turn is None:
        return f"over; {bottles}; scores {compact(played.scores)}"
    return f"S{played.turn}: {compact(played.legal_actions)}; {bottles}"


def observation_fields(observation: Observation) -> ObservationFields:
    """The fields of an observation by name, all but those that never change."""
    return {
        field.name: getattr(observation, field.name)
        for field in fields(observation)
        if field.name not in CONSTANT_FIELDS
    }


def changed_fields(before: ObservationFields, after: ObservationFields) -> Iterator[str]:
    """The fields that are not as before, or how they grew."""
    for name, value in after.items():
        old = before.get(name)
        if name in before and old == value:
            continue
        if isinstance(old, tuple) and isinstance(value, tuple) and extends(old, value):
            yield f"{name} + {compact(value[len(old) :])}"
        else:
            yield f"{name} {compact(value)}"


def extends(old: tuple[object, ...], new: tuple[object, ...]) -> bool:
    """Whether the new row is the old one, not empty, with more at its end."""
    return 0 < len(old) < len(new) and new[: len(old)] == old


def compact(value: object) -> str:
    """Any value of an observation in few letters; `-` is None or nothing."""
    match value:
        case None | ():
            return "-"
        case bool():
            return "yes" if value else "no"
        case Card() | int() | str():
            return str(value)
        case Enum():
            return str(value.value)
        case Edition():
            return value.text
        case Deal():
            return compact((*value.hands, value.left_over))
        case PlayedCard(seat=seat, hand=hand, card=card):
            return f"{seat}:{card}" if seat == hand else f"{seat}/{hand}:{card}"
        case Pass(source=source, target=target):
            return f"{source}>{named_target(target)}"
        case PassedCard(card=card, source=source, target=target):
            return f"{card}:{source}>{named_target(target)}"
        case ReceivedCard(card=card, giver=giver, hand=hand):
            return f"{card}:{giver}>{hand}"
        case tuple():
            is_flat = all(isinstance(item, SINGLE_WORD_TYPES) for item in value)
            words = [compact(item) for item in value]
            return " ".join(words) if is_flat else f"[{' | '.join(words)}]"
        case _:
            return compact_fields(value)


def named_target(target: int) -> str:
    """Where a passed card goes: a hand by its number, or the imp's trick."""
    return "imp" if target == IMPS_TRICK else str(target)


def compact_fields(value: object) -> str:
    """A value with named parts."""
    if not is_dataclass(value):
        raise TypeError(f"golden records have no short form for {type(value).__name__}")
    parts = [f"{field.name} {compact(getattr(value, field.name))}" for field in fields(value)]
    return f"({', '.join(parts)})"
