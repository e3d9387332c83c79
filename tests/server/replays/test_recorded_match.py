"""A file of records is replayed as the table that wrote it replays its rounds."""

import json
from dataclasses import replace

import pytest
from msgspec.structs import replace as with_fields

from bottleimp.game.deal import Deal
from bottleimp.game.notation import write_record
from bottleimp.game.record import Record, to_json
from bottleimp.game.round import Round
from bottleimp.languages.language import ENGLISH
from bottleimp.protocol.http_bodies import RoundReplay
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.rules.editions import edition, edition_keys
from bottleimp.server.replays.recorded_match import MAX_SHOWN_NAME, RecordedMatch
from bottleimp.server.replays.round_replay import FinishedRound
from bottleimp.server.state.events import DRIVEN
from bottleimp.server.state.table_state import TableState
from bottleimp.server.views.export import export_match, finished_records
from tests.support.folded_table import MAKER, Gathering
from tests.support.game.mutated_matches import mutated

CHANGED_FILES = 300
CLASSIC = "classic/3"


def table_with_two_rounds(key: str) -> TableState:
    """Player 0 leads the first round, as files count players, and no two have the same name."""
    players = edition(key).players
    table = Gathering(key, "c" * (players - 1), dealer=players - 1)
    table.play_round()
    table.next(MAKER)
    table.play_round()
    seating = table.state.seating
    places = tuple(
        with_fields(who, name=f"{who.name} {place}") for place, who in enumerate(seating.places)
    )
    return replace(table.state, seating=replace(seating, places=places))


def people(state: TableState) -> list[tuple[str, bool]]:
    """The names in their places, and which of them are driven."""
    return [(who.name, who.kind == DRIVEN) for who in state.participants]


def steps(replay: RoundReplay) -> list[object]:
    """What happens in a replay, without what tells of the people and of their table."""
    views = {"table", "players", "fair"}
    return [
        [replay.rounds, replay.hands, replay.view.round, replay.view.match],
        *(
            [
                step.event.k, step.event.player, step.event.card, step.event.trick, step.hands,
                {path: value for path, value in step.event.set.items() if path not in views},
            ]
            for step in replay.steps
        ),
    ]  # fmt: skip


@pytest.mark.parametrize("key", edition_keys())
def test_the_record_of_a_table_is_replayed_as_the_table_replays_it(key: str) -> None:
    table = table_with_two_rounds(key)
    text = "\n".join(finished_records(table, ENGLISH))
    export = json.dumps(export_match(table))
    of_text, of_export = RecordedMatch.read(text), RecordedMatch.read(export)

    assert of_text.state == of_export.state
    assert people(of_text.state) == people(table)
    for number in (1, 2):
        for player in (0, 1, None):
            shown = FinishedRound.of(of_text.state, number).reply(player, ENGLISH)
            there = FinishedRound.of(table, number).reply(player, ENGLISH)

            assert shown.view.you == player
            assert steps(shown) == steps(there)


def played(key: str, seed: int) -> Round:
    """A round in which everybody does the first that is legal."""
    round_ = Round(Deal.from_seed(edition(key), seed))
    while not round_.is_over:
        round_ = round_.play(round_.legal_actions[0])
    return round_


ANN_LEADS = Record(played(CLASSIC, 1), ("Ann", "Bo", "Cy"))
BO_LEADS = Record(played(CLASSIC, 2), ("Bo", "Cy", "Ann"))
CY_LEADS = Record(played(CLASSIC, 3), ("Cy", "Ann", "Bo"))
FOUR = Record(played("classic/4", 1), ("Bo", "Cy", "Ann", "Di"))
OTHER_DECK = Record(played("matagot/3", 1), ("Bo", "Cy", "Ann"))
JUST_DEALT = Round(Deal.from_seed(edition(CLASSIC), 1))


def file_of(*records: Record) -> str:
    return "\n".join(write_record(record) for record in records)


def test_rounds_go_on_with_the_next_leader() -> None:
    state = RecordedMatch.read(file_of(ANN_LEADS, BO_LEADS, CY_LEADS)).state

    assert [who.name for who in state.participants] == ["Ann", "Bo", "Cy"]
    assert state.match.results[0].scores == ANN_LEADS.round.scores
    ann, bo, cy = state.match.results[1].scores
    assert (bo, cy, ann) == BO_LEADS.round.scores
    assert state.finished_rounds == (ANN_LEADS.round, BO_LEADS.round, CY_LEADS.round)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (file_of(ANN_LEADS, CY_LEADS), RefusalCode.SEVERAL_MATCHES),
        (file_of(ANN_LEADS, ANN_LEADS), RefusalCode.SEVERAL_MATCHES),
        (file_of(ANN_LEADS, BO_LEADS, FOUR), RefusalCode.SEVERAL_MATCHES),
        (file_of(ANN_LEADS, OTHER_DECK), RefusalCode.SEVERAL_MATCHES),
        (file_of(*[ANN_LEADS, BO_LEADS, CY_LEADS] * 3), RefusalCode.SEVERAL_MATCHES),
        (file_of(Record.of(JUST_DEALT)), RefusalCode.UNFINISHED_RECORD),
        (file_of(ANN_LEADS)[:-30], RefusalCode.BAD_RECORD),
        ("PNG", RefusalCode.NO_RECORD),
        ('{"format": "something-else"}', RefusalCode.NO_RECORD),
        ("", RefusalCode.NO_RECORD),
    ],
)
def test_what_is_no_match_with_finished_rounds_is_refused(content: str, code: RefusalCode) -> None:
    with pytest.raises(Refused) as refused:
        RecordedMatch.read(content)

    assert refused.value.code is code


def test_where_a_record_cannot_be_read_the_place_is_told() -> None:
    with pytest.raises(Refused, match=r"^line 16, column 26: '; Bo takes' is"):
        RecordedMatch.read(file_of(ANN_LEADS)[:-30])


def test_a_name_without_end_is_cut_where_it_is_shown() -> None:
    record = Record(ANN_LEADS.round, ("A" * 1000, "Bo", "Cy"))
    shown = RecordedMatch.read(json.dumps(to_json(record))).state.participants[0].name

    assert shown == "A" * MAX_SHOWN_NAME + "…"


def test_players_have_seeds_of_their_file_round_and_place() -> None:
    one, other = (RecordedMatch.read(file_of(each)) for each in (ANN_LEADS, BO_LEADS))
    seeds = {
        match.seed_for(player, number)
        for match in (one, other)
        for player in (0, 1)
        for number in (1, 2)
    }

    assert len(seeds) == 8
    assert one.seed_for(0, 1) == RecordedMatch.read(file_of(ANN_LEADS)).seed_for(0, 1)


@pytest.mark.slow
def test_whatever_is_changed_in_a_file_it_is_shown_or_refused() -> None:
    shown = 0
    for number in range(CHANGED_FILES):
        try:
            state = RecordedMatch.read(json.dumps(mutated(number))).state
        except Refused:
            continue
        shown += 1
        FinishedRound.of(state, 1).reply(0, ENGLISH)

    assert 0 < shown < CHANGED_FILES
