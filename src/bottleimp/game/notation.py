"""Records as text that people can read and write.

    Bottle Imp record 1
    Edition: classic/4
    Names: Ada | Bo | Cy | Di
    Deal: Y1 Y7 B10 ... | ... | ... | ...
    Exchange: Y7 Y1 B10 | ... | ... | ...
    1. Ada leads B24 Y15 Y18 R32; Cy buys
    2. Cy leads ...; Di takes
    Scores: 12 | 9 | -7 | 20

Names, hands and exchanged cards begin with the leader of the first trick; a bar separates two seats
or two hands.  Exchanged cards are in the order Imp's Trick, left, right.  An exchange with several
stages has a line for each; `-` stands for a seat that has not chosen yet.  `Open: first | second`
says which hands were opened, `Left over:` which cards were not dealt.  A record may stop at any
moment; only a finished round has `Scores`.  Lines that begin with `#` are remarks.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from bottleimp.errors import BottleImpError, NotationError
from bottleimp.game.actions import Action, OpenChoice, action_from_number
from bottleimp.game.deal import Deal
from bottleimp.game.record import RECORD_VERSION, Record, named_edition
from bottleimp.game.round import Phase, PlayedCard, Round
from bottleimp.rules.cards import Card
from bottleimp.rules.edition import Edition

HEADING = "Bottle Imp record"
EMPTY_MARK = "-"
OPEN_CHOICE_WORDS = {OpenChoice.FIRST: "first", OpenChoice.SECOND: "second"}


def write_record(record: Record) -> str:
    """The record as text; `read_record` gives it back.

    >>> from bottleimp import Deal, Record, create_player, edition, play_round
    >>> players = [create_player("rules_of_thumb", seed) for seed in range(3)]
    >>> played = play_round(Deal.from_seed(edition("classic/3"), 2024), players)
    >>> text = write_record(Record.of(played))
    >>> print(text.splitlines()[5])
    1. Seat 1 leads Y1 Y22 Y28; Seat 1 buys
    >>> read_record(text).round == played
    True
    """
    played, edition = record.round, record.round.edition
    lines = [
        f"{HEADING} {RECORD_VERSION}",
        f"Edition: {edition.text}",
        f"Names: {' | '.join(record.names)}",
        f"Deal: {' | '.join(format_cards(hand) for hand in played.deal.hands)}",
    ]
    if played.deal.left_over:
        lines.append(f"Left over: {format_cards(played.deal.left_over)}")
    lines.extend(f"Exchange: {row}" for row in exchange_rows(played))
    lines.extend(f"Open: {row}" for row in open_rows(played))
    for number, trick in enumerate(played.tricks, start=1):
        verb = "takes" if trick.bottle is None else "buys"
        led = format_trick(number, trick.plays, record.names)
        lines.append(f"{led}; {record.names[trick.taker]} {verb}")
    if played.plays:
        lines.append(format_trick(len(played.tricks) + 1, played.plays, record.names))
    if played.scores is not None:
        lines.append(f"Scores: {' | '.join(str(score) for score in played.scores)}")
    return "\n".join(lines) + "\n"


def format_cards(cards: Sequence[Card]) -> str:
    """Cards with spaces between them."""
    return " ".join(card.name for card in cards)


def format_trick(number: int, plays: Sequence[PlayedCard], names: Sequence[str]) -> str:
    """The cards of a trick after its number and leader."""
    return f"{number}. {names[plays[0].seat]} leads {format_cards([play.card for play in plays])}"


def stage_choices(played: Round) -> Iterator[list[list[Action]]]:
    """The choices of every stage that has begun, with a list for each seat; hands to open last."""
    edition = played.edition
    numbers = iter(played.actions)
    for stage, steps in enumerate(edition.stages):
        rows: list[list[Action]] = [[] for _ in range(edition.seats)]
        if stage < played.stage:
            for step in steps:
                rows[step.seat].append(action_from_number(edition, next(numbers)))
            yield rows
    if edition.choosers and played.phase in (Phase.PLAY, Phase.OVER):
        yield [[action_from_number(edition, next(numbers))] for _ in range(edition.seats)]
    if any(played.pending):
        yield [[action_from_number(edition, n) for n in chosen] for chosen in played.pending]


def exchange_rows(played: Round) -> list[str]:
    """The passes of every stage that has begun, seat by seat."""
    return [
        " | ".join(format_cards(cards_among(chosen)) or EMPTY_MARK for chosen in rows)
        for rows in stage_choices(played)
        if any(cards_among(chosen) for chosen in rows)
    ]


def open_rows(played: Round) -> list[str]:
    """The choice of hands to open: one row, or none before it has begun."""
    return [
        " | ".join(
            OPEN_CHOICE_WORDS[c[0]] if c and isinstance(c[0], OpenChoice) else EMPTY_MARK
            for c in rows
        )
        for rows in stage_choices(played)
        if any(isinstance(choice, OpenChoice) for chosen in rows for choice in chosen)
    ]


def cards_among(actions: Sequence[Action]) -> list[Card]:
    """The cards among some actions."""
    return [action for action in actions if isinstance(action, Card)]


@dataclass(frozen=True)
class Token:
    """A piece of a line and its place; lines and columns count from 1."""

    text: str
    line: int
    column: int

    def error(self, problem: str) -> NotationError:
        """An error at this place."""
        return NotationError(problem, self.line, self.column)

    def split(self, separator: str) -> list["Token"]:
        """The parts between separators, without spaces around them."""
        pieces, start = [], 0
        for part in self.text.split(separator):
            indent = len(part) - len(part.lstrip())
            pieces.append(Token(part.strip(), self.line, self.column + start + indent))
            start += len(part) + len(separator)
        return pieces

    def split_words(self) -> list["Token"]:
        """The words of the piece."""
        return [
            Token(found.group(), self.line, self.column + found.start())
            for found in re.finditer(r"\S+", self.text)
        ]


def read_record(source: str, house_editions: Collection[Edition] = ()) -> Record:
    """The only record in the text; raises NotationError if it cannot be read or breaks a rule.

    A record of an edition outside the catalogue can be read where `house_editions` has it.
    """
    records = read_records(source, house_editions)
    if len(records) != 1:
        raise NotationError(f"one record is expected, but the text holds {len(records)}")
    return records[0]


def read_records(source: str, house_editions: Collection[Edition] = ()) -> list[Record]:
    """All records in the text, each beginning with its heading; otherwise as `read_record`."""
    blocks: list[list[Token]] = []
    for number, line in enumerate(source.splitlines(), start=1):
        word = Token(line.strip(), number, len(line) - len(line.lstrip()) + 1)
        if not word.text or word.text.startswith("#"):
            continue
        if word.text.startswith(HEADING):
            blocks.append([])
        if not blocks:
            raise word.error(f"a record begins with the line '{HEADING} {RECORD_VERSION}'")
        blocks[-1].append(word)
    return [RecordReader(block, house_editions).record() for block in blocks]


class RecordReader:
    """Reads the lines of one record from top to bottom."""

    def __init__(self, lines: list[Token], house_editions: Collection[Edition] = ()) -> None:
        self.lines = lines
        self.house_editions = house_editions
        self.line_index = 0

    def record(self) -> Record:
        """The record in these lines."""
        heading = self.lines[0]
        if heading.text != f"{HEADING} {RECORD_VERSION}":
            raise heading.error(
                f"this program reads version {RECORD_VERSION}, not {heading.text!r}"
            )
        self.line_index = 1
        edition_word = self.required_field("Edition")
        with notation_errors_at(edition_word):
            edition = named_edition(edition_word.text, self.house_editions)
        names_word = self.required_field("Names")
        names = tuple(word.text for word in names_word.split("|"))
        played = self.read_deal(edition)
        while (row := self.optional_field("Exchange")) is not None:
            played = self.read_exchange(played, row)
        if (row := self.optional_field("Open")) is not None:
            played = self.read_open_hands(played, row)
        with notation_errors_at(names_word):
            record = Record(played, names)
        while (row := self.next_trick_line()) is not None:
            record = self.read_trick(record, row)
        self.check_scores(record.round)
        if self.line_index < len(self.lines):
            extra = self.lines[self.line_index]
            raise extra.error(f"{extra.text!r} does not belong here")
        return record

    def optional_field(self, name: str) -> Token | None:
        """The text after the name, if the next line begins with it."""
        if self.line_index == len(self.lines):
            return None
        line = self.lines[self.line_index]
        if not line.text.startswith(f"{name}:"):
            return None
        self.line_index += 1
        rest = line.text[len(name) + 1 :]
        indent = len(rest) - len(rest.lstrip())
        return Token(rest.strip(), line.line, line.column + len(name) + 1 + indent)

    def required_field(self, name: str) -> Token:
        """The text after the name, with which the next line must begin."""
        row = self.optional_field(name)
        if row is None:
            at = self.lines[min(self.line_index, len(self.lines) - 1)]
            raise at.error(f"the line '{name}: ...' is expected here")
        return row

    def read_deal(self, edition: Edition) -> Round:
        """The round right after the deal."""
        row = self.required_field("Deal")
        hands = tuple(
            tuple(parse_card(edition, word) for word in piece.split_words())
            for piece in row.split("|")
        )
        rest = self.optional_field("Left over")
        left_over = (
            () if rest is None else tuple(parse_card(edition, word) for word in rest.split_words())
        )
        with notation_errors_at(row):
            return Round(Deal(edition, hands, left_over))

    def read_exchange(self, played: Round, row: Token) -> Round:
        """The round after one line of passes."""
        if played.phase is not Phase.EXCHANGE or any(played.pending):
            raise row.error("there is nothing more to pass")
        for seat, piece in enumerate(self.split_by_seat(played, row)):
            for word in [] if piece.text == EMPTY_MARK else piece.split_words():
                card = parse_card(played.edition, word)
                with notation_errors_at(word):
                    played = played.play(card, seat)
        return played

    def read_open_hands(self, played: Round, row: Token) -> Round:
        """The round after the choice of hands."""
        choices = {word: choice for choice, word in OPEN_CHOICE_WORDS.items()}
        for seat, piece in enumerate(self.split_by_seat(played, row)):
            if piece.text == EMPTY_MARK:
                continue
            if piece.text not in choices:
                raise piece.error(f"'first' or 'second' is expected, not {piece.text!r}")
            with notation_errors_at(piece):
                played = played.play(choices[piece.text], seat)
        return played

    def split_by_seat(self, played: Round, row: Token) -> list[Token]:
        """The pieces of a line, one for each seat."""
        pieces = row.split("|")
        if len(pieces) != played.edition.seats:
            raise row.error(
                f"{played.edition.seats} seats need {played.edition.seats - 1} bars,"
                f" but {len(pieces) - 1} are here"
            )
        return pieces

    def next_trick_line(self) -> Token | None:
        """The next line, if it is a trick."""
        if self.line_index == len(self.lines) or not re.match(
            r"\d+\.", self.lines[self.line_index].text
        ):
            return None
        self.line_index += 1
        return self.lines[self.line_index - 1]

    def read_trick(self, record: Record, line: Token) -> Record:
        """The record after the trick in this line; number, leader and taker are checked."""
        played, names = record.round, record.names
        led, *outcome = line.split(";")
        number = f"{len(played.tricks) + 1}. "
        turn = played.turn
        if " leads " not in led.text or played.phase is not Phase.PLAY or played.plays:
            raise line.error("no trick can begin here, or ' leads ' is missing")
        assert turn is not None  # somebody is to play in this phase
        # A name may hold the word itself, so the whole beginning is compared.
        head = f"{number}{names[turn]} leads "
        if not led.text.startswith(head):
            raise line.error(f"'{head.strip()}' is expected")
        words = Token(led.text.removeprefix(head), led.line, led.column + len(head)).split_words()
        for place, word in enumerate(words):
            if place and not played.plays:
                raise word.error("the trick is already complete")
            card = parse_card(played.edition, word)
            with notation_errors_at(word):
                played = played.play(card)
        complete = bool(words) and not played.plays
        expected = []
        if complete:
            trick = played.tricks[-1]
            expected = [f"{names[trick.taker]} {'takes' if trick.bottle is None else 'buys'}"]
        if [piece.text for piece in outcome] != expected:
            wanted = f"'; {expected[0]}' is expected at the end" if expected else "no one takes yet"
            raise (outcome or [line])[0].error(wanted)
        return Record(played, names)

    def check_scores(self, played: Round) -> None:
        """Compare the scores in the text with those of the round."""
        row = self.optional_field("Scores")
        expected = "" if played.scores is None else " | ".join(str(s) for s in played.scores)
        if row is None and expected:
            raise self.lines[-1].error(f"'Scores: {expected}' is missing after the last trick")
        if row is not None and [piece.text for piece in row.split("|")] != expected.split(" | "):
            raise row.error(f"the scores are {expected}" if expected else "the round is not over")


class notation_errors_at:  # noqa: N801  (a context manager that reads as a phrase)
    """Turns any error of this package inside into a NotationError at this place."""

    def __init__(self, word: Token) -> None:
        self.word = word

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, problem: BaseException | None, trace: object) -> None:
        if isinstance(problem, NotationError):
            # A column inside the word is counted on in the line.
            within = 0 if problem.column is None else problem.column - 1
            column = self.word.column + within
            raise NotationError(problem.problem, self.word.line, column) from problem
        if isinstance(problem, BottleImpError):
            raise self.word.error(str(problem)) from problem


def parse_card(edition: Edition, word: Token) -> Card:
    """The card that a word such as `Y18.5` names; raises NotationError."""
    for card in edition.deck.cards:
        if word.text == card.name:
            return card
        if word.text[1:] == card.label:
            raise word.error(f"{card.label} is {card.suit.colour}: write {card.name}")
    raise word.error(f"{word.text!r} is no card of the deck {edition.deck.name}")
