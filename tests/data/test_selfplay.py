"""Data sets of rounds: what is written, how it is read, and that cut-off work goes on."""

import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from bottleimp.analysis.arena.whole_rounds import play_round
from bottleimp.data import COLUMNS, Dataset, SelfplaySettings, open_dataset, selfplay, write_dataset
from bottleimp.data.selfplay import play_facts, player_seed
from bottleimp.errors import BottleImpError, UnknownName
from bottleimp.execution.process_pool import process_pool
from bottleimp.game.notation import read_records
from bottleimp.game.record import Record
from bottleimp.players.catalogue import create_player
from bottleimp.rules.editions import edition_keys

SHARD = 40  # rounds, so that a test has several files


@pytest.fixture(autouse=True)
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "SHARD_ROUNDS", SHARD)


def settings(key: str = "classic/3", *players: str, seed: int = 5) -> SelfplaySettings:
    return SelfplaySettings(key, players or ("uniform", "rules_of_thumb"), seed)


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


@pytest.mark.slow
@pytest.mark.parametrize("key", edition_keys())
def test_every_edition_is_written_and_read_back_as_legal_rounds(key: str, tmp_path: Path) -> None:
    dataset = write_dataset(tmp_path, settings(key, "uniform"), 6)
    records = list(dataset.records())

    assert dataset.rounds == len(records) == 6
    assert all(record.round.is_over for record in records)
    for number, record in enumerate(records):
        assert_row_tells_of(dataset, number, record)


def assert_row_tells_of(dataset: Dataset, number: int, record: Record) -> None:
    """What the columns of a round say is what the rules say of its record."""
    played, tricks = record.round, record.round.tricks
    plays = [play for trick in tricks for play in trick.plays]
    prices = dataset.numpy("prices")[number]

    assert dataset.numpy("scores")[number].tolist() == list(played.scores or ())
    assert dataset.numpy("plays")[number].tolist() == [play.card.place for play in plays]
    assert dataset.numpy("play_seats")[number].tolist() == [play.seat for play in plays]
    assert dataset.numpy("takers")[number].tolist() == [trick.taker for trick in tricks]
    assert dataset.numpy("owners")[number].tolist() == list(played.owners)
    assert prices[-1].tolist() == list(played.position.prices)
    before = [tuple(row) for row in prices[:-1].tolist()]
    assert before == [trick.prices_before for trick in tricks[1:]]
    sold = [-1 if trick.bottle is None else trick.bottle for trick in tricks]
    assert dataset.numpy("sold")[number].tolist() == sold
    taken = [
        sum(trick.points for trick in tricks if trick.taker == seat)
        for seat in range(played.edition.seats)
    ]
    assert dataset.numpy("points_taken")[number].tolist() == taken


def test_the_columns_are_those_of_the_schema_with_its_types(tmp_path: Path) -> None:
    dataset = write_dataset(tmp_path, settings("classic/bright-house", "uniform"), 3)
    table = dataset.arrow()

    assert table.column_names == [column.name for column in COLUMNS]
    for column in COLUMNS:
        field = table.schema.field(column.name)
        length = column.length(dataset.edition)
        found = field.type if length is None else field.type.value_type
        assert str(found.value_type if found == table.schema.field("edition").type else found) == (
            column.value_type.value
        )
        assert length is None or field.type.list_size == length
        assert field.metadata[b"meaning"].decode() == column.meaning


def test_a_column_without_values_is_left_out(tmp_path: Path) -> None:
    dataset = write_dataset(tmp_path, settings(), 2)

    assert "hand_choices" not in dataset.columns
    with pytest.raises(UnknownName, match="column of this data set"):
        dataset.numpy("hand_choices")
    with pytest.raises(TypeError, match="`columns` is a list of names, not the text 'plays'"):
        dataset.arrow("plays")


@pytest.mark.slow
def test_the_same_seed_writes_the_same_bytes_however_many_processes_play(tmp_path: Path) -> None:
    write_dataset(tmp_path / "one", settings(), 3 * SHARD + 7)
    with process_pool(2) as pool:
        # The processes begin anew, with the usual size of files: so one file is compared.
        write_dataset(tmp_path / "pool", settings(), SHARD, pool=pool)
    write_dataset(tmp_path / "again", settings(), 3 * SHARD + 7)
    write_dataset(tmp_path / "other", settings(seed=6), 3 * SHARD + 7)

    one = contents(tmp_path / "one")
    assert list(one) == ["dataset.json", *(f"rounds-0000{number}.parquet" for number in range(4))]
    assert contents(tmp_path / "again") == one
    assert contents(tmp_path / "pool")["rounds-00000.parquet"] == one["rounds-00000.parquet"]
    assert contents(tmp_path / "other")["rounds-00000.parquet"] != one["rounds-00000.parquet"]


def test_a_data_set_without_rounds_yet_can_be_read(tmp_path: Path) -> None:
    dataset = write_dataset(tmp_path, settings(), 3)
    dataset.files[0].unlink()
    empty = open_dataset(tmp_path)

    assert (empty.rounds, empty.is_complete) == (0, False)
    assert empty.numpy("plays").shape == (0, 33)
    assert empty.arrow().num_rows == 0


def test_a_longer_data_set_begins_as_a_shorter_one(tmp_path: Path) -> None:
    write_dataset(tmp_path / "long", settings(), 3 * SHARD)
    write_dataset(tmp_path / "short", settings(), SHARD + 9, records=True)
    write_dataset(tmp_path / "short", settings(), 3 * SHARD)

    long, short = contents(tmp_path / "long"), contents(tmp_path / "short")
    assert {name: short[name] for name in long} == long
    assert set(short) - set(long) == {"rounds-00000.txt", "rounds-00001.txt"}
    with pytest.raises(BottleImpError, match="120 rounds; ask for as many or for more"):
        write_dataset(tmp_path / "short", settings(), SHARD)


def test_what_is_missing_is_played_and_what_is_there_is_not(tmp_path: Path) -> None:
    write_dataset(tmp_path, settings(), 3 * SHARD, records=True)
    whole = contents(tmp_path)
    (tmp_path / "rounds-00001.parquet").unlink()
    (tmp_path / "rounds-00001.txt").unlink()
    (tmp_path / "rounds-00001.parquet.123.part").write_bytes(b"half a file")
    untouched = (tmp_path / "rounds-00000.parquet").stat().st_mtime_ns
    broken = open_dataset(tmp_path)
    told: list[int] = []
    mended = write_dataset(tmp_path, settings(), 3 * SHARD, records=True, progress=told.append)

    assert (broken.rounds, broken.is_complete) == (2 * SHARD, False)
    assert (mended.rounds, mended.is_complete) == (3 * SHARD, True)
    assert told == [2 * SHARD, SHARD]
    assert contents(tmp_path) == whole
    assert (tmp_path / "rounds-00000.parquet").stat().st_mtime_ns == untouched


def test_a_longer_data_set_that_was_interrupted_shows_what_is_there(tmp_path: Path) -> None:
    write_dataset(tmp_path, settings(), SHARD + 10)

    def interrupt(_written: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_dataset(tmp_path, settings(), 2 * SHARD, progress=interrupt)
    found = open_dataset(tmp_path)

    assert (found.rounds, found.rounds_wanted, found.is_complete) == (SHARD + 10, 2 * SHARD, False)
    assert len(list(found.records())) == SHARD + 10


def test_what_no_data_set_can_hold_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BottleImpError, match="0 rounds or more, not -5"):
        write_dataset(tmp_path / "new", settings(), -5)
    with pytest.raises(BottleImpError, match=r"from 0 to 2\*\*63 - 1"):
        settings(seed=2**63)
    for wrong in (1.5, "a", None):
        with pytest.raises(TypeError, match=f"whole number from 0 to .*, not {wrong!r}"):
            settings(seed=wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="`players` is a list of names, not the text 'uniform'"):
        SelfplaySettings("classic/3", "uniform", 1)  # type: ignore[arg-type]
    assert not (tmp_path / "new").exists()


def test_a_seed_of_another_library_is_kept_as_a_whole_number() -> None:
    assert type(settings(seed=np.int64(5)).seed) is int  # type: ignore[arg-type]


def test_a_round_follows_from_its_seed_and_number_alone() -> None:
    (facts,) = play_facts(settings(), 0, 12)
    (later,) = play_facts(settings(), 7, 5)

    assert facts.plays[7:].tolist() == later.plays.tolist()
    assert facts.deal[7:].tolist() == later.deal.tolist()


@pytest.mark.parametrize(
    "names", [("rules_of_thumb", "uniform"), ("flat_monte_carlo:20", "uniform")]
)
def test_players_choose_as_they_do_at_a_table(names: tuple[str, ...], tmp_path: Path) -> None:
    asked = settings("classic/4", *names)
    records = list(write_dataset(tmp_path, asked, 4).records())

    for number, record in enumerate(records):
        agents = [
            create_player(name, player_seed(asked.seed, number, seat))
            for seat, name in enumerate(asked.seat_players(number))
        ]
        assert play_round(record.round.deal, agents) == record.round


def test_players_change_seats_from_round_to_round(tmp_path: Path) -> None:
    dataset = write_dataset(tmp_path, settings("classic/lopaka"), 3)

    assert dataset.arrow(["players"])["players"].to_pylist() == [
        ["rules_of_thumb", "Lopaka", "uniform"],
        ["uniform", "Lopaka", "rules_of_thumb"],
        ["rules_of_thumb", "Lopaka", "uniform"],
    ]


def test_records_tell_the_same_rounds(tmp_path: Path) -> None:
    dataset = write_dataset(tmp_path, settings("classic/4", "uniform"), 3, records=True)
    text = (tmp_path / "rounds-00000.txt").read_text(encoding="utf-8")

    assert read_records(text) == list(dataset.records())
    assert read_records(text)[0].names == ("uniform 2", "uniform 3", "uniform 4", "uniform 1")


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (settings(seed=6), "begun with seed 5, not 6"),
        (settings("classic/4"), "begun with edition classic/3, not classic/4"),
        (settings("classic/3", "uniform"), "begun with players"),
    ],
)
def test_a_folder_holds_one_data_set(other: SelfplaySettings, said: str, tmp_path: Path) -> None:
    write_dataset(tmp_path, settings(), 3)

    with pytest.raises(BottleImpError, match=said):
        write_dataset(tmp_path, other, 3)


def test_what_is_no_data_set_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BottleImpError, match=r"dataset\.json is missing"):
        open_dataset(tmp_path)
    (tmp_path / "dataset.json").write_text("{}", encoding="utf-8")
    with pytest.raises(BottleImpError, match="cannot be read"):
        open_dataset(tmp_path)
    (tmp_path / "dataset.json").unlink()
    write_dataset(tmp_path, settings(), 3)
    (tmp_path / "rounds-00000.parquet").write_bytes(b"half a file")
    with pytest.raises(BottleImpError, match=r"rounds-00000\.parquet cannot be read"):
        open_dataset(tmp_path)


def test_the_format_of_a_later_program_is_refused(tmp_path: Path) -> None:
    write_dataset(tmp_path, settings(), 3)
    file = tmp_path / "dataset.json"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('"format_version": 1', '"format_version": 2'), encoding="utf-8")

    with pytest.raises(BottleImpError, match="bottleimp-rounds 2; this program reads"):
        open_dataset(tmp_path)


def test_any_reader_of_parquet_reads_a_file_and_what_it_says_of_itself(tmp_path: Path) -> None:
    dataset = write_dataset(tmp_path, settings(), 5)
    table = pq.read_table(dataset.files[0])

    assert table.num_rows == 5
    assert b'"edition":"classic/3"' in table.schema.metadata[b"bottleimp"]
    assert np.array(table["plays"].to_pylist()).tolist() == dataset.numpy("plays").tolist()


def test_file_by_file_is_the_same_as_all_at_once(tmp_path: Path) -> None:
    dataset = write_dataset(tmp_path, settings(), 2 * SHARD + 1)
    rounds = [row for batch in dataset.batches(["round"]) for row in batch["round"].to_pylist()]

    assert rounds == dataset.numpy("round").tolist() == list(range(2 * SHARD + 1))


def test_polars_and_pandas_read_it(tmp_path: Path) -> None:
    polars, pandas = pytest.importorskip("polars"), pytest.importorskip("pandas")
    dataset = write_dataset(tmp_path, settings(), SHARD + 2)
    scores = dataset.numpy("scores").tolist()

    assert isinstance(dataset.polars(), polars.DataFrame)
    assert dataset.polars(["scores"])["scores"].to_list() == scores
    assert isinstance(dataset.pandas(), pandas.DataFrame)
    assert [row.tolist() for row in dataset.pandas(["scores"])["scores"]] == scores
    assert set(dataset.pandas()["edition"]) == {"classic/3"}


@pytest.mark.wide
def test_a_killed_command_leaves_whole_files_and_the_next_one_goes_on(tmp_path: Path) -> None:
    players, rounds = ("flat_monte_carlo:2", "uniform"), 3 * selfplay.SEQUENTIAL_SHARD_ROUNDS
    folder = tmp_path / "killed"
    words = [
        sys.executable, "-m", "bottleimp", "selfplay", *players, "--edition", "classic/3",
        "--rounds", str(rounds), "--seed", "5", "--output", str(folder),
    ]  # fmt: skip
    # One process: workers that were not killed would go on writing.
    with subprocess.Popen([*words, "--processes", "1"], stderr=subprocess.DEVNULL) as running:
        while not list(folder.glob("*.parquet")) and running.poll() is None:
            time.sleep(0.01)
        running.kill()
    left = len(list(folder.glob("*.parquet")))
    subprocess.run([*words, "--processes", "2"], check=True, capture_output=True)
    write_dataset(tmp_path / "whole", settings("classic/3", *players), rounds)

    assert 1 <= left < 3
    assert contents(folder) == contents(tmp_path / "whole")


def test_a_name_that_nobody_has_leaves_no_folder_that_refuses_the_right_one(tmp_path: Path) -> None:
    with pytest.raises(UnknownName):
        write_dataset(tmp_path / "rounds", settings("classic/3", "no_such_player"), 3)
    assert not (tmp_path / "rounds").exists()
    write_dataset(tmp_path / "rounds", settings("classic/3", "uniform"), 0)

    assert (
        write_dataset(tmp_path / "rounds", settings("classic/3", "rules_of_thumb"), 3).rounds == 3
    )


def test_rounds_of_a_player_who_is_not_installed_any_more_have_names() -> None:
    gone = SelfplaySettings("classic/3", ("low_first",), 1)

    assert set(gone.seat_names(0)) == {"low_first 1", "low_first 2", "low_first 3"}
    assert gone.weights == {}
    with pytest.raises(UnknownName):
        gone.require_players()
