"""The pages about the rules say what the tests and the catalogue say."""

import json
import re
from pathlib import Path

import pytest

from bottleimp.errors import NotationError
from bottleimp.game.notation import read_record, write_record
from bottleimp.game.record import from_json, to_json
from scripts import edition_pages, rulings_page
from tests.support.sources import pages

NOTATION = "reference/notation.md"
RECORDS = pages.blocks(NOTATION, "text")
RULINGS = [ruling for subject in rulings_page.subjects() for ruling in subject.rulings]


def test_the_page_of_rulings_is_current() -> None:
    assert rulings_page.page() == rulings_page.PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", edition_pages.writers(), ids=pages.name)
def test_the_pages_of_editions_are_current(path: Path) -> None:
    assert edition_pages.writers()[path]() == path.read_text(encoding="utf-8")


def test_a_ruling_cites_texts_and_headings_that_there_are() -> None:
    known = {
        (text, heading)
        for text, (_, all_of) in rulings_page.RULE_TEXTS.items()
        for heading in all_of
    }
    unfounded = [
        ruling.test
        for ruling in RULINGS
        if not (ruling.sources.startswith("ours") or ruling.citations)
    ]

    assert unfounded == []
    assert {one for ruling in RULINGS for one in ruling.citations} - known == set()


# What our copies of the texts do not say, or have lost, though they tell of the same thing.
NOT_SAID = {
    "test_the_short_decks_run_from_1_to_37_without_the_19": {"Gameteko"},
    "test_each_suit_of_a_short_deck_has_twelve_cards": {"Gameteko", "Rules Bank 1996"},
    "test_there_are_a_yellow_a_blue_and_a_red_suit": {"Wikipedia"},
    "test_who_gets_the_one_back_for_the_two_can_be_left_with_the_bottle": {"Gameteko"},
    "test_the_one_played_to_the_trick_of_the_two_is_safe": {"Gameteko"},
    "test_the_one_played_before_the_two_buys_is_safe": {"Matagot", "Bambus 1995"},
    "test_the_17_wins_against_24_15_and_32": {"Gameteko"},
    "test_a_very_low_card_takes_a_rich_trick": {"Gameteko"},
    "test_at_first_nobody_owns_the_bottle_and_it_costs_19": {"Gameteko"},
    "test_a_match_is_over_when_everyone_has_dealt_twice": {"Bambus 1995", "Rules Bank 1996"},
    "test_who_holds_the_one_knows_that_nobody_else_undercuts_the_two": {"Gameteko"},
}
OURS = {
    "test_below_the_price_means_below_the_higher_price",
    "test_each_player_is_dealt_two_hands_of_nine",
    "test_the_leader_alternates_with_the_other_player",
    "test_there_are_eight_tricks_and_four_cards_under_the_bottle",
    "test_lopaka_plays_the_10_of_the_example",
    "test_lopaka_plays_the_highest_card_that_wins_at_this_moment",
    "test_each_of_the_three_hands_has_eleven_cards",
    "test_eleven_tricks_as_with_three_players",
    "test_another_number_of_rounds_may_be_agreed",
    "test_all_is_laid_open_when_the_round_is_over",
}


def test_no_text_is_cited_for_what_it_does_not_say() -> None:
    cited = {ruling.test: {text for text, _ in ruling.citations} for ruling in RULINGS}

    assert {
        test: cited[test] & texts for test, texts in NOT_SAID.items() if cited[test] & texts
    } == {}
    assert OURS - {ruling.test for ruling in RULINGS if ruling.sources.startswith("ours")} == set()


def test_no_two_rulings_are_worded_alike() -> None:
    rules = [ruling.rule for ruling in RULINGS]

    assert [rule for rule in rules if rules.count(rule) > 1] == []


def test_the_rules_name_every_rulebook_test_and_no_other() -> None:
    found = re.findall(r"^\[([^\]]+)\]\[(\w+)\]", pages.read("reference/rules.md"), re.MULTILINE)
    named = {(f"test_{words.replace(' ', '_')}", f"test_{subject}.py") for words, subject in found}

    assert {(ruling.test, ruling.file) for ruling in RULINGS} == named


@pytest.mark.parametrize("text", RECORDS)
def test_the_records_shown_can_be_read_back(text: str) -> None:
    assert text == write_record(read_record(text))


def test_the_record_shown_as_json_is_the_one_shown_as_text() -> None:
    (content,) = (json.loads(block) for block in pages.blocks(NOTATION, "json"))
    record = read_record(RECORDS[0])

    assert record == from_json(content)
    assert content == to_json(record)


def test_the_error_shown_is_the_one_that_comes() -> None:
    damaged = RECORDS[0].replace("B27 B17; Cy buys", "B27 Y9; Bo takes")

    with pytest.raises(NotationError) as refusal:
        read_record(damaged)

    assert pages.blocks(NOTATION, "error") == [f"{refusal.value}\n"]


@pytest.mark.parametrize("code", pages.blocks(NOTATION, "python"))
def test_the_python_shown_runs(code: str) -> None:
    # Our own page; a failing assertion in it fails here.
    exec(compile(code, NOTATION, "exec"), {})
