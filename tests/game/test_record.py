"""Records as values and as JSON."""

import json
from dataclasses import replace

import pytest

from bottleimp.errors import NotationError
from bottleimp.game.deal import Deal
from bottleimp.game.notation import read_record, write_record
from bottleimp.game.record import Record, from_json, to_json
from bottleimp.game.round import Round
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition
from tests.support.game.rulebook_table import play_out

OPENING = Round(Deal.in_order(edition("classic/bright-house")))
FINISHED = Record(play_out(OPENING), ("Ada", "Bo"))
HALF_WAY = Record(OPENING.play(OPENING.legal_actions_for(1)[0], 1), ("Ada", "Bo"))


def test_nameless_seats_are_counted_from_the_leader() -> None:
    assert Record.of(OPENING).names == ("Seat 1", "Seat 2")


@pytest.mark.parametrize("name", ["", " Ada", "Ada ", "A|B", "A;B", "A\nB", "A\x07"])
def test_a_name_that_would_spoil_the_notation_is_refused(name: str) -> None:
    with pytest.raises(NotationError, match=r"the name .* is empty, or has a bar"):
        Record(OPENING, (name, "Bo"))


@pytest.mark.parametrize(
    "value", [10**5_000, [10**5_000], "x" * 100_000], ids=["number", "list", "text"]
)
@pytest.mark.parametrize("entry", ["version", "edition", "names", "deal", "actions", "scores"])
def test_an_entry_of_any_size_is_refused_in_a_short_sentence(entry: str, value: object) -> None:
    content = to_json(FINISHED) | {entry: value}

    with pytest.raises(NotationError) as refusal:
        from_json(content)
    assert len(str(refusal.value)) < 500


def test_two_seats_cannot_have_one_name() -> None:
    with pytest.raises(NotationError, match="two seats have the same name"):
        Record(OPENING, ("Bo", "Bo"))


@pytest.mark.parametrize("names", [("Ada",), ("Ada", "Bo", "Cy")])
def test_every_seat_needs_a_name(names: tuple[str, ...]) -> None:
    with pytest.raises(NotationError, match=f"2 names are needed, not {len(names)}"):
        Record(OPENING, names)


def test_json_of_a_finished_round_holds_deal_actions_and_scores() -> None:
    content = to_json(FINISHED)
    actions = content["actions"]
    assert isinstance(actions, list)

    assert (
        content["format"], content["version"], content["edition"], content["names"],
    ) == ("bottleimp-record", 1, "classic/bright-house", ["Ada", "Bo"])  # fmt: skip
    assert actions[:4] == ["1", "5", "3", "7"]
    assert actions[8:10] == ["open-1", "open-1"]
    assert list(FINISHED.round.scores or ()) == content["scores"]


@pytest.mark.parametrize("record", [FINISHED, HALF_WAY, Record.of(OPENING)])
def test_a_record_comes_back_from_json(record: Record) -> None:
    assert record == from_json(json.loads(json.dumps(to_json(record))))


def refused(record: Record, **entries: object) -> str:
    """The sentence with which the record with other entries is refused."""
    with pytest.raises(NotationError) as info:
        from_json({**to_json(record), **entries})
    return info.value.problem


@pytest.mark.parametrize("content", [None, [], "record", {}, {"format": "chess"}])
def test_anything_else_is_no_record(content: object) -> None:
    with pytest.raises(NotationError, match="this is not a bottleimp-record"):
        from_json(content)


@pytest.mark.parametrize("version", [0, 2, "1", None])
def test_a_record_of_another_version_is_refused(version: object) -> None:
    assert (
        refused(FINISHED, version=version)
        == f"the record has version {version!r}; this program reads version 1"
    )


@pytest.mark.parametrize(
    ("entry", "value", "problem"),
    [
        ("edition", 4, "edition: text is expected, not 4"),
        ("edition", "classic/9", "There is no edition called 'classic/9'"),
        ("names", "Ada", "names: a list is expected, not 'Ada'"),
        ("names", ["Ada"], "2 names are needed, not 1"),
        ("deal", None, "deal: a list is expected, not None"),
        ("deal", [["1"], [], [], []], "deals hands of 9, 9, 9, 9 cards, not 1, 0, 0, 0"),
        ("deal", [[1], [], [], []], "deal: text is expected, not 1"),
        ("deal", [["19"], [], [], []], "There is no card in this deck called '19'"),
        ("left_over", ["1"], "leaves 0 cards over, not 1"),
        ("actions", {}, "actions: a list is expected, not {}"),
        ("actions", ["1", "1"], "action 2, '1': 1 cannot be passed now"),
        ("actions", ["1", 5], "action 2, 5: "),
        ("actions", ["nine"], "action 1, 'nine': "),
        ("scores", [0, 0], "the scores are "),
    ],
)
def test_a_wrong_entry_is_refused_with_the_reason(entry: str, value: object, problem: str) -> None:
    told = refused(FINISHED, **{entry: value})

    assert problem in told


def test_scores_of_a_round_that_is_not_over_are_refused() -> None:
    assert refused(HALF_WAY, scores=[1, 2]) == "the scores are None, not [1, 2]"


@pytest.mark.parametrize("pending", [[], [["1"]], [["1"], [], []]])
def test_pending_choices_must_be_those_of_every_seat(pending: object) -> None:
    assert (
        refused(HALF_WAY, pending=pending) == "pending choices do not fit the seats or the moment"
    )


def test_nothing_is_pending_when_the_round_is_over() -> None:
    assert (
        refused(FINISHED, pending=[[], []]) == "pending choices do not fit the seats or the moment"
    )


def test_pending_choices_must_be_legal() -> None:
    assert "You do not hold 37." in refused(HALF_WAY, pending=[["37"], []])


@pytest.mark.parametrize("through", ["text", "json"])
def test_a_record_of_an_edition_outside_the_catalogue_is_read_where_that_is_at_hand(
    through: str,
) -> None:
    house = replace(edition("classic/bright-house"), key="house/dark-house")
    record = Record.of(play_out(Round(Deal.in_order(house))))

    def read(house_editions: tuple[Edition, ...]) -> Record:
        if through == "text":
            return read_record(write_record(record), house_editions)
        return from_json(to_json(record), house_editions)

    assert record == read((edition("classic/4"), house))
    with pytest.raises(NotationError, match="house"):
        read(())
