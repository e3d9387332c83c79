"""Records as text: what a person may write, and where an error is said to be."""

import pytest

from bottleimp.errors import NotationError
from bottleimp.game.notation import read_record, read_records, write_record
from bottleimp.game.record import Record
from bottleimp.rules.editions import edition

CLASSIC_3 = """\
Bottle Imp record 1
Edition: classic/3
Names: Ada | Bo | Cy
Deal: Y1 Y3 B6 Y9 Y12 Y15 Y18 Y22 Y25 Y28 R31 B34 \
| Y2 B4 Y5 Y7 B8 B10 R11 B13 R14 R16 B17 B20 \
| R21 R23 B24 R26 B27 R29 B30 B32 R33 R35 R36 R37
Exchange: Y1 B34 R31 | Y2 B17 B20 | R37 R36 R35
1. Ada leads Y28 Y5 B17; Cy buys
2. Cy leads B24 B6
"""

BRIGHT_HOUSE = """\
Bottle Imp record 1
Edition: classic/bright-house
Names: Ada | Bo
Deal: Y1 Y2 Y3 B4 Y5 B6 Y7 B8 Y9 | B10 R11 Y12 B13 R14 Y15 R16 B17 Y18 \
| B20 R21 Y22 R23 B24 Y25 R26 B27 Y28 | R29 B30 R31 B32 R33 B34 R35 R36 R37
Exchange: Y1 Y2 | B20 R21
Exchange: B10 R11 | R37 R36
Open: second | first
1. Ada leads R14 R23 R21 R29; Ada buys
"""

# Each line of the classic record is replaced by a wrong one; then what is wrong, and where.
WRONG_LINES = [
    (1, "Bottle Imp record 2", 1, 1, "this program reads version 1, not 'Bottle Imp record 2'"),
    (1, "Record 1", 1, 1, "a record begins with the line 'Bottle Imp record 1'"),
    (2, "Edition: classic/9", 2, 10, "There is no edition called 'classic/9'"),
    (2, "Edition: classic/3,colour=red", 2, 20, "the option 'colour=red' is none of"),
    (2, "Editon: classic/3", 2, 1, "the line 'Edition: ...' is expected here"),
    (3, "Names: Ada | Bo", 3, 8, "3 names are needed, not 2"),
    (3, "Names: Ada | Bo | Ada", 3, 8, "two seats have the same name"),
    (3, "Names: Ada | | Cy", 3, 8, "the name '' is empty"),
    (3, "Edition: classic/3", 3, 1, "the line 'Names: ...' is expected here"),
    (4, "Deal: Y1 | Y2 | Y3", 4, 7, "deals hands of 12, 12, 12 cards, not 1, 1, 1"),
    (4, "Deal:  Y1 B3 | Y2 | Y3", 4, 11, "3 is yellow: write Y3"),
    (4, "Deal: Y1 Y19 | Y2 | Y3", 4, 10, "'Y19' is no card of the deck classic"),
    (4, "Deal: 7 | Y2 | Y3", 4, 7, "'7' is no card of the deck classic"),
    (5, "Exchange: Y1 B34 R31 | Y2 B17 B20", 5, 11, "3 seats need 2 bars, but 1 are here"),
    (5, "Exchange: Y1 B34 R37 | - | -", 5, 18, "You do not hold 37"),
    (5, "Exchange: Y1 B34 R31 Y3 | - | -", 5, 22, "You have already chosen"),
    (5, "Exchange: Y1 B34 open-1 | - | -", 5, 18, "'open-1' is no card of the deck classic"),
    (5, "Open: first | second | first", 5, 7, "Now a card is asked for"),
    (6, "1. Bo leads Y28 Y5 B17; Cy buys", 6, 1, "'1. Ada leads' is expected"),
    (6, "2. Ada leads Y28 Y5 B17; Cy buys", 6, 1, "'1. Ada leads' is expected"),
    (6, "1. Ada plays Y28", 6, 1, "no trick can begin here, or ' leads ' is missing"),
    (6, "1. Ada leads Y28 B8 B17; Cy buys", 6, 18, "8 cannot be played: yellow was led"),
    (6, "1. Ada leads Y28 Y5 B17 B24; Cy buys", 6, 25, "the trick is already complete"),
    (6, "1. Ada leads Y28 Y5 B17; Cy takes", 6, 26, "'; Cy buys' is expected at the end"),
    (6, "1. Ada leads Y28 Y5 B17", 6, 1, "'; Cy buys' is expected at the end"),
    (6, "1. Ada leads Y28 Y5 B17; Cy buys; so", 6, 26, "'; Cy buys' is expected at the end"),
    (7, "2. Cy leads B24 B6; Cy takes", 7, 21, "no one takes yet"),
    (7, "2. Cy leads B24 B6\n3. Bo leads B8", 8, 1, "no trick can begin here"),
    (7, "Scores: 1 | 2 | 3", 7, 9, "the round is not over"),
    (7, "Remark: none", 7, 1, "'Remark: none' does not belong here"),
    (7, "Exchange: Y9 | - | -", 7, 1, "'Exchange: Y9 | - | -' does not belong here"),
]


def with_line(source: str, number: int, text: str) -> str:
    """The text with another line at this number, counted from 1."""
    lines = source.splitlines()
    lines[number - 1] = text
    return "\n".join(lines) + "\n"


def error(source: str) -> NotationError:
    """The error with which the text is refused."""
    with pytest.raises(NotationError) as info:
        read_record(source)
    return info.value


@pytest.mark.parametrize("source", [CLASSIC_3, BRIGHT_HOUSE])
def test_a_record_is_written_as_a_person_would(source: str) -> None:
    assert source == write_record(read_record(source))


@pytest.mark.parametrize(
    ("number", "text", "line", "column", "problem"),
    WRONG_LINES,
    ids=[f"{text} ({problem})" for _, text, _, _, problem in WRONG_LINES],
)
def test_a_wrong_line_is_refused_with_its_place_and_the_reason(
    number: int, text: str, line: int, column: int, problem: str
) -> None:
    refused = error(with_line(CLASSIC_3, number, text))

    assert problem in refused.problem
    assert (line, column) == (refused.line, refused.column)
    assert str(refused).startswith(f"line {line}, column {column}: ")


@pytest.mark.parametrize(
    ("text", "column", "problem"),
    [
        ("Open: third | first", 7, "'first' or 'second' is expected, not 'third'"),
        ("Open: first", 7, "2 seats need 1 bars, but 0 are here"),
        ("Exchange: Y1 | Y2", 11, "there is nothing more to pass"),
    ],
)
def test_a_wrong_choice_of_hands_is_refused(text: str, column: int, problem: str) -> None:
    refused = error(with_line(BRIGHT_HOUSE, 7, text))

    assert (problem, 7, column) == (refused.problem, refused.line, refused.column)


def test_after_an_unfinished_exchange_nothing_more_is_passed() -> None:
    refused = error(with_line(BRIGHT_HOUSE, 5, "Exchange: Y1 Y2 | -"))

    assert (refused.problem, refused.line) == ("there is nothing more to pass", 6)


def test_a_seat_that_has_not_chosen_yet_has_a_dash() -> None:
    lines = BRIGHT_HOUSE.splitlines()
    record = read_record("\n".join([*lines[:4], "Exchange: - | B20"]))

    assert write_record(record).splitlines(keepends=True)[-1] == "Exchange: - | B20\n"
    record = read_record("\n".join([*lines[:6], "Open: - | first"]))
    assert write_record(record).splitlines(keepends=True)[-1] == "Open: - | first\n"


def test_the_cards_left_over_have_their_own_line() -> None:
    at = edition("classic/lopaka")
    numbers = [card.name for card in at.deck.cards]
    hands = [" ".join(numbers[start : start + 11]) for start in (0, 11, 22)]
    source = (
        "Bottle Imp record 1\nEdition: classic/lopaka\nNames: Ada | Lopaka | Bo\n"
        f"Deal: {' | '.join(hands)}\nLeft over: {' '.join(numbers[33:])}\n"
    )

    assert source == write_record(read_record(source))
    assert "leaves 3 cards over, not 0" in error(source.partition("Left over")[0]).problem


def finished(source: str) -> str:
    """The record played to its end by the first legal card."""
    record = read_record(source)
    played = record.round
    while not played.is_over:
        played = played.play(played.legal_actions[0])
    return write_record(Record(played, record.names))


def test_the_scores_stand_at_the_end() -> None:
    source = finished(CLASSIC_3)

    assert source.splitlines()[-1].startswith("Scores: ")
    assert source == write_record(read_record(source))


def test_scores_that_are_not_those_of_the_round_are_refused() -> None:
    lines = finished(CLASSIC_3).splitlines()
    refused = error(with_line("\n".join(lines), len(lines), "Scores: 1 | 2 | 3"))

    assert refused.problem == f"the scores are {lines[-1].removeprefix('Scores: ')}"
    assert (len(lines), 9) == (refused.line, refused.column)


def test_missing_scores_are_refused() -> None:
    lines = finished(CLASSIC_3).splitlines()
    refused = error("\n".join(lines[:-1]))

    assert refused.problem == f"'{lines[-1]}' is missing after the last trick"
    assert len(lines) - 1 == refused.line


def test_a_text_that_stops_too_early_says_what_is_expected() -> None:
    assert error("Bottle Imp record 1").problem == "the line 'Edition: ...' is expected here"


def test_remarks_and_empty_lines_do_not_matter() -> None:
    source = "\n# found in a drawer\n\n" + CLASSIC_3.replace("\n", "\n  # so it was\n\n")

    assert read_record(CLASSIC_3) == read_record(source)


def test_lines_may_be_indented_and_places_are_still_right() -> None:
    refused = error(with_line(CLASSIC_3, 6, "   1. Ada leads Y28   B8 B17; Cy buys"))

    assert (refused.line, refused.column) == (6, 23)


@pytest.mark.parametrize(
    "name", ["Ada leads", "leads", "1. Ada leads Y28", "Cy buys", "Names: Ada", "# Ada", "-", '"']
)
def test_a_name_may_hold_the_words_of_a_record(name: str) -> None:
    text = CLASSIC_3.replace("Ada", name)
    record = read_record(text)

    assert (name, text) == (record.names[0], write_record(record))


@pytest.mark.parametrize("count", [0, 2])
def test_where_one_record_is_expected_there_must_be_one(count: int) -> None:
    refused = error(CLASSIC_3 * count)

    assert refused.problem == f"one record is expected, but the text holds {count}"


def test_a_file_holds_any_number_of_records() -> None:
    records = read_records(CLASSIC_3 + "\n" + BRIGHT_HOUSE)

    assert [read_record(CLASSIC_3), read_record(BRIGHT_HOUSE)] == records
    assert read_records("# nothing yet\n") == []


def test_half_cards_are_written_with_a_point() -> None:
    at = edition("matagot/6")
    names = [card.name for card in at.deck.cards]
    hands = " | ".join(" ".join(names[n * 9 : n * 9 + 9]) for n in range(6))
    source = f"Bottle Imp record 1\nEdition: matagot/6\nNames: A | B | C | D | E | F\nDeal: {hands}"

    assert "Y18.5" in write_record(read_record(source))
