import asyncio
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bottleimp.errors import MatchError, NotationError
from bottleimp.rules.editions import edition
from bottleimp.terminal.session.local import (
    LocalSession,
    deal_next_round,
    make_table,
    start_match,
)
from bottleimp.terminal.session.match_file import MatchFile
from bottleimp.terminal.session.saved_matches import (
    MatchFolder,
    SavedMatch,
    TerminalSettings,
    match_from_json,
    match_to_json,
)
from tests.support.game.rulebook_table import play_out
from tests.support.strategies import editions, rounds, seeds

ROUNDS = 6  # of a match of three


def with_last_round_over(game: SavedMatch) -> SavedMatch:
    """The match with its last round played to the end."""
    *before, last = game.rounds
    return replace(game, rounds=(*before, play_out(last)))


def after_rounds(number: int) -> SavedMatch:
    """A match of three after so many rounds."""
    game = SavedMatch(make_table(edition("classic/3"), ("You", "Keawe", "Kokua"), ("uniform",), 1))
    for _ in range(number):
        game = with_last_round_over(deal_next_round(game))
    return game


def session(folder, game: SavedMatch) -> LocalSession:
    """The match as it is played in this terminal."""
    return LocalSession(game, MatchFile(folder / "a.match.json"), lambda: 0, lambda _: None)


@given(rounds(), st.integers(0, 5))
def test_a_match_is_read_as_it_was_written(played, dealer):
    names = [f"name {number}" for number in range(played.edition.seats)]
    kinds = ("uniform", "rules_of_thumb")[: played.edition.players - 1]
    table = make_table(played.edition, names, kinds, dealer)
    game = SavedMatch(table, (played,))
    if game.match.is_over:
        return

    assert game == match_from_json(json.loads(json.dumps(match_to_json(game))))


@given(editions(), seeds)
def test_a_seed_fixes_the_first_deal_and_who_deals_it(of, seed):
    names = [f"name {number}" for number in range(of.seats)]
    one, other = (start_match(make_table(of, names, ("uniform",), seed)) for _ in range(2))

    assert one == other


def test_without_a_seed_matches_differ():
    three = edition("classic/3")
    seen = {make_table(three, ("You", "Keawe", "Kokua"), ("uniform",)).seed for _ in range(20)}

    assert len(seen) == 20


@pytest.mark.parametrize("entry", ["names", "players"])
@pytest.mark.parametrize("value", [None, 3, ["x", None, "y"], "uniform"])
def test_players_that_are_no_texts_are_refused(entry, value):
    three = edition("classic/3")
    table = make_table(three, ("You", "Keawe", "Kokua"), ("uniform",))
    content = json.loads(json.dumps(match_to_json(start_match(table))))
    with pytest.raises(NotationError, match="is no list of texts"):
        match_from_json(content | {entry: value})


@pytest.mark.parametrize(
    ("entry", "value"),
    [("edition", "classic/9"), ("players", ["nobody", "uniform"]), ("first_dealer", 7)],
)
def test_whatever_makes_no_sense_is_told_as_one_kind_of_error(entry, value):
    three = edition("classic/3")
    table = make_table(three, ("Ann", "Keawe", "Kokua"), ("uniform",), 1)
    content = match_to_json(start_match(table))

    with pytest.raises(NotationError):
        match_from_json(content | {entry: value})


def test_seats_stay_while_the_score_of_their_round_is_shown():
    under_way = deal_next_round(after_rounds(1))

    assert under_way.seating != after_rounds(1).seating
    assert under_way.seating == with_last_round_over(under_way).seating


def test_after_a_match_there_is_no_next_round(tmp_path):
    playing = session(tmp_path, after_rounds(ROUNDS))
    with pytest.raises(MatchError):
        asyncio.run(playing.next_round())
    playing.close()

    assert playing.match.match.is_over
    assert len(playing.match.rounds) == ROUNDS


def test_a_rematch_deals_other_cards(tmp_path):
    playing = session(tmp_path, after_rounds(ROUNDS))
    before = playing.match.rounds[0].deal
    asyncio.run(playing.rematch())
    playing.close()
    (first,) = playing.match.rounds

    assert first.deal != before


def test_a_match_broken_off_in_the_middle_or_over_cannot_be_continued():
    broken_off = deal_next_round(deal_next_round(SavedMatch(after_rounds(0).table)))
    for game, said in (
        (broken_off, "in the middle is not over"),
        (after_rounds(ROUNDS), "is over"),
    ):
        with pytest.raises(NotationError, match=said):
            match_from_json(json.loads(json.dumps(match_to_json(game))))


def test_settings_are_remembered(tmp_path):
    settings = TerminalSettings(pace=300, dark=False, by_suit=True)
    MatchFolder(tmp_path).save_settings(settings)

    assert settings == MatchFolder(tmp_path).load_settings()


def test_settings_that_another_terminal_has_kept_meanwhile_stay(tmp_path):
    folder = MatchFolder(tmp_path)
    folder.save_settings(TerminalSettings(language="fr"))
    folder.change_settings(dark=False)
    folder.change_settings(pace=300)

    assert folder.load_settings() == TerminalSettings(pace=300, dark=False, language="fr")


def test_settings_that_make_no_sense_are_the_usual_ones(tmp_path):
    for content in ('{"pace": -1}', '{"dark": 3}', '{"colour": "green"}', "[]", "{", "\x00"):
        (tmp_path / "settings.json").write_text(content, encoding="utf-8")

        assert TerminalSettings() == MatchFolder(tmp_path).load_settings()
