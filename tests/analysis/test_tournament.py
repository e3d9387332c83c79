"""A tournament keeps what it has played, and goes on where it stopped."""

import json
from collections import Counter
from pathlib import Path

import pytest

from bottleimp.analysis.arena.contests import (
    Contest,
    ContestKind,
    decode_deal_results,
    edition_of_each_mode,
    make_contest,
    play_deals,
    pool_lineups,
    rated_rounds,
)
from bottleimp.analysis.arena.head_to_head import (
    CHECKPOINT,
    DEALS_PER_BATCH,
    head_to_head,
)
from bottleimp.analysis.arena.lineups import playing_sides
from bottleimp.analysis.arena.tournament import (
    SETTINGS_FILE,
    StoppingRule,
    Tournament,
    open_tournament,
    play_contests,
    replay_contests,
)
from bottleimp.analysis.arena.tournament_report import (
    CHECKSUM_FILE,
    as_json,
    deals_text,
    edition_reports,
    format_report,
    write_deals,
)
from bottleimp.errors import BottleImpError, UnknownName
from bottleimp.execution.process_pool import process_pool
from bottleimp.rules.editions import edition

HEURISTIC, CHANCE = "rules_of_thumb", "uniform"
LOPAKA = "classic/lopaka"
POOL = ("a", "b", "c", "d", "e")


def small(folder: Path, deals: int = 12, **stops: StoppingRule) -> tuple[Tournament, list[Contest]]:
    """A tournament of one duel and one field."""
    of = make_contest(ContestKind.HEAD_TO_HEAD, LOPAKA, [HEURISTIC, CHANCE])
    field = make_contest(ContestKind.POOL, LOPAKA, [HEURISTIC, CHANCE])
    tournament = open_tournament(folder, 3)
    tournament.stopping_rules.update(
        {of: stops.get("duel", StoppingRule(None, deals)), field: StoppingRule(None, 4)}
    )
    tournament.save()
    return tournament, [of, field]


def texts(folder: Path) -> dict[str, bytes]:
    """All files of a folder."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_every_mode_is_played_once():
    modes = [edition(key).mode for key in edition_of_each_mode()]

    assert 11 == len(modes) == len(set(modes))


def test_the_figures_are_those_of_the_arena(tmp_path):
    tournament, contests = small(tmp_path)
    play_contests(tournament, contests)
    (found,) = edition_reports(tournament)
    alone = head_to_head(edition(LOPAKA), HEURISTIC, CHANCE, deals=12, seed=3)

    assert alone.results == found.head_to_heads[0].results
    assert alone.checksum == found.head_to_heads[0].checksum


@pytest.mark.parametrize("responder", [HEURISTIC, CHANCE])
@pytest.mark.parametrize("key", [LOPAKA, "classic/3"])
def test_one_against_a_population_is_one_way_of_a_head_to_head(tmp_path, responder, key):
    population = CHANCE if responder == HEURISTIC else HEURISTIC
    tournament = open_tournament(tmp_path, 3)
    of = make_contest(ContestKind.ONE_VS_POPULATION, key, [responder, population])
    tournament.stopping_rules[of] = StoppingRule(None, 10)
    play_contests(tournament, [of])
    (found,) = edition_reports(tournament)
    both = head_to_head(edition(key), responder, population, deals=10, seed=3)

    assert both.results[:1] == found.head_to_heads[0].results
    assert len(playing_sides(edition(key))) * 10 == found.head_to_heads[0].rounds
    assert str(of.path) == f"{key}/{responder}~among~{population}.jsonl"
    assert responder in format_report(found)


@pytest.mark.parametrize("cut", [0, 1, 700, 1001])
def test_what_a_killed_tournament_left_is_played_on_to_the_same_bytes(tmp_path, cut):
    tournament, contests = small(tmp_path / "whole")
    play_contests(tournament, contests)
    whole = texts(tmp_path / "whole")
    again, _ = small(tmp_path / "cut")
    file = tmp_path / "cut" / contests[0].path
    file.parent.mkdir(parents=True)
    file.write_bytes(whole[str(contests[0].path)][:cut])
    play_contests(again, contests)

    assert whole == texts(tmp_path / "cut")


def test_a_report_leaves_a_file_alone_that_is_being_written(tmp_path):
    tournament, contests = small(tmp_path, 2 * DEALS_PER_BATCH)
    play_contests(tournament, contests)
    file = tmp_path / contests[0].path
    half = file.read_bytes()[:-7]
    file.write_bytes(half)

    assert edition_reports(tournament)[0].head_to_heads[0].deals == DEALS_PER_BATCH
    assert half == file.read_bytes()


def test_more_deals_go_on_from_those_played(tmp_path):
    first, contests = small(tmp_path / "first", deals=7)
    play_contests(first, contests)
    more, _ = small(tmp_path / "first", deals=12)
    play_contests(more, contests)
    whole, _ = small(tmp_path / "whole", deals=12)
    play_contests(whole, contests)

    assert texts(tmp_path / "whole") == texts(tmp_path / "first")


@pytest.mark.slow
def test_the_number_of_processes_changes_no_byte(tmp_path):
    alone, contests = small(tmp_path / "alone")
    play_contests(alone, contests)
    together, _ = small(tmp_path / "together")
    with process_pool(2) as pool:
        play_contests(together, contests, pool)

    assert texts(tmp_path / "alone") == texts(tmp_path / "together")


def test_play_stops_at_the_first_look_at_which_the_intervals_are_narrow(tmp_path):
    tournament, (of, _) = small(tmp_path, duel=StoppingRule(50, 5 * CHECKPOINT))
    play_contests(tournament, [of])

    assert len(tournament.results(of).deals) == CHECKPOINT


def test_a_tournament_is_not_mixed_with_another_seed(tmp_path):
    small(tmp_path)

    with pytest.raises(BottleImpError, match="begun with the seed 3, not 4"):
        open_tournament(tmp_path, 4)


def test_a_file_that_no_tournament_wrote_is_refused(tmp_path):
    tournament, (of, _) = small(tmp_path)
    file = tmp_path / of.path
    file.parent.mkdir(parents=True)
    file.write_bytes(b'{"deal":0}\n' * DEALS_PER_BATCH)

    with pytest.raises(BottleImpError, match="no tournament wrote"):
        tournament.results(of)
    (tmp_path / SETTINGS_FILE).write_text("[]", encoding="utf-8")
    with pytest.raises(BottleImpError, match="not the record"):
        open_tournament(tmp_path)


@pytest.mark.slow
def test_deals_that_come_out_otherwise_are_found(tmp_path):
    tournament, contests = small(tmp_path)
    play_contests(tournament, contests)
    file = tmp_path / contests[0].path
    lines = file.read_bytes().splitlines(keepends=True)
    line = json.loads(lines[3])  # below the heading and two deals
    line["rounds"][0][1][0] += 1
    lines[3] = json.dumps(line).encode() + b"\n"

    assert all(is_same for _, _, is_same in replay_contests(tournament, contests, 5))
    file.write_bytes(b"".join(lines))
    again = list(replay_contests(tournament, contests, 5))
    assert [(contests[0], 2)] == [(of, number) for of, number, is_same in again if not is_same]
    with process_pool(2) as pool:
        assert again == list(replay_contests(tournament, contests, 5, pool))


def test_unknown_players_are_refused():
    with pytest.raises(UnknownName, match="uniform"):
        make_contest(ContestKind.HEAD_TO_HEAD, LOPAKA, [HEURISTIC, "uniforn"])


def test_a_budget_stands_in_the_name_of_the_file():
    of = make_contest(ContestKind.HEAD_TO_HEAD, "classic/4", ["perfect_information:400", CHANCE])

    assert str(of.path) == "classic/4/perfect_information-400~uniform.jsonl"


@pytest.mark.parametrize("key", ["classic/4", "matagot/6-teams-2211", LOPAKA])
def test_in_mixed_line_ups_each_drawn_player_has_every_side(key):
    of = edition(key)
    seatings = pool_lineups(of, POOL, seed=1, number=5)
    sides = playing_sides(of)
    drawn = {seatings[0][side[0]] for side in sides}

    for name in drawn:
        assert len(sides) == sum(seating[side[0]] == name for seating in seatings for side in sides)
    assert all(len({seating[s] for s in side}) == 1 for seating in seatings for side in sides)


def test_mixed_line_ups_draw_everybody_alike():
    of = edition("classic/4")
    drawn = Counter(name for n in range(400) for name in pool_lineups(of, POOL, 1, n)[0])

    assert all(abs(count - 320) < 40 for count in drawn.values())
    assert set(drawn) == set(POOL)


def test_a_line_says_who_sat_where_and_what_came_of_it():
    of = make_contest(ContestKind.HEAD_TO_HEAD, LOPAKA, [HEURISTIC, CHANCE])
    (text,) = play_deals(of, 3, [7])
    line = decode_deal_results(text)
    found = rated_rounds(of, [line])

    assert line.deal == 7
    assert [word for word, _, _ in line.rounds] == ["0-1", "1-0"]
    assert found.player_indices.tolist() == [[0, 1], [1, 0]]
    assert [[p[0], p[2]] for _, p, _ in line.rounds] == found.points.tolist()


def test_the_deals_are_written_with_a_checksum(tmp_path):
    tournament, contests = small(tmp_path)
    play_contests(tournament, contests)
    found = edition_reports(tournament)
    write_deals(tmp_path, found)
    text = (tmp_path / "deals" / "classic" / "lopaka.txt").read_bytes()

    assert deals_text(edition(LOPAKA), 3, 12) == text
    assert (tmp_path / "deals" / CHECKSUM_FILE).read_text(
        encoding="utf-8"
    ) == f"{found[0].deals_checksum}  classic/lopaka.txt\n"


def test_the_report_has_every_player_and_the_same_figures_as_json(tmp_path):
    tournament, contests = small(tmp_path)
    play_contests(tournament, contests)
    found = edition_reports(tournament)
    text = format_report(found[0])
    (data,) = json.loads(as_json(found))["editions"]

    assert "mixed line-ups, 4 deals" in text
    assert [one["player"] for one in data["strengths"]] == [HEURISTIC, CHANCE]
    assert f"{data['strengths'][0]['value']:+.2f}" in text


def test_results_of_a_player_who_is_not_installed_any_more_are_read() -> None:
    gone = Contest(ContestKind.HEAD_TO_HEAD, "classic/3", ("low_first", "network"))
    known = Contest(ContestKind.HEAD_TO_HEAD, "classic/3", ("network", "uniform"))

    assert gone.weights == known.weights
    assert gone.has_sequential_player
