"""The pages of commands and of observations say what the program does."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from bottleimp.cli.main import SUBCOMMANDS, subcommand_module
from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.rules.editions import edition, edition_keys
from bottleimp.server.storage.acknowledgements import ACKNOWLEDGEMENTS_FILE
from bottleimp.server.storage.folder_lock import LOCK_FILE
from bottleimp.server.storage.sqlite import FILE_NAME
from bottleimp.server.tables.uptime import UPTIME_FILE
from scripts import command_page, configuration_page, data_page, observation_page
from scripts.observation_page import FIELD_DESCRIPTIONS, Visibility


def test_the_page_of_commands_is_current() -> None:
    assert command_page.page() == command_page.PAGE.read_text(encoding="utf-8")


def test_the_page_of_settings_is_current() -> None:
    assert configuration_page.page() == configuration_page.PAGE.read_text(encoding="utf-8")


def test_the_page_of_data_sets_is_current() -> None:
    assert data_page.page() == data_page.PAGE.read_text(encoding="utf-8")


def test_the_examples_of_data_sets_write_into_different_folders() -> None:
    text = data_page.page()
    written = re.findall(r"--output (\w+)|Path\(\"(\w+)\"\)", text)
    folders = [command or python for command, python in written]

    assert len(folders) == 2
    assert len(set(folders)) == 2


def test_the_page_of_hosting_names_the_files_of_the_data_folder() -> None:
    text = (configuration_page.ROOT / "docs" / "how-to" / "host-a-table.md").read_text("utf-8")
    files = [FILE_NAME, LOCK_FILE, ACKNOWLEDGEMENTS_FILE, UPTIME_FILE]

    assert [name for name in files if f"- `{name}`" not in text] == []


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_a_command_can_be_run(name: str) -> None:
    assert callable(subcommand_module(name).run)


def test_the_page_of_observations_is_current() -> None:
    assert observation_page.page() == observation_page.PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("key", edition_keys())
def test_what_the_page_says_everybody_sees_is_the_same_to_everybody(key: str) -> None:
    for moment in moments(key):
        onlooker, *seated = observations(moment)
        assert [
            name
            for name in said(Visibility.EVERYBODY)
            for seen in seated
            if differ(name, seen, onlooker)
        ] == []


@pytest.mark.parametrize("key", edition_keys())
def test_what_the_page_says_a_seat_alone_sees_is_empty_to_an_onlooker(key: str) -> None:
    for moment in moments(key):
        onlooker = observe(moment, None)
        assert [name for name in said(Visibility.SEAT) if getattr(onlooker, name)] == []


@pytest.mark.parametrize("key", edition_keys())
def test_a_seat_is_shown_the_cards_of_its_own_hands_and_of_open_ones_alone(key: str) -> None:
    for moment in moments(key):
        for seen in observations(moment):
            shown = {number for number, hand in enumerate(seen.hands) if hand is not None}
            assert {*seen.own_hands, *moment.open_hands} == shown


@pytest.mark.parametrize("key", edition_keys())
def test_only_a_seat_itself_sees_its_hands_shrink_while_choices_are_secret(key: str) -> None:
    for moment in moments(key):
        onlooker, *seated = observations(moment)
        others = [
            (seen.hand_sizes[number], onlooker.hand_sizes[number])
            for seen in seated
            for number in range(len(onlooker.hands))
            if number not in seen.own_hands
        ]
        assert [pair for pair in others if pair[0] != pair[1]] == []


def moments(key: str) -> Iterator[Round]:
    """A round from the deal to the end, every choice by lot."""
    draw = Random(key)
    played = Round(Deal.from_seed(edition(key), 11))
    yield played
    while played.phase is not Phase.OVER:
        seat = draw.choice(played.waiting_seats) if played.waiting_seats else played.turn
        assert seat is not None
        action = draw.choice(played.legal_actions_for(seat))
        played = played.play(action, seat)
        yield played


def observations(moment: Round) -> list[Observation]:
    """What an onlooker sees, and then each seat."""
    return [observe(moment, seat) for seat in (None, *range(moment.edition.seats))]


def said(seen: Visibility) -> list[str]:
    """The fields of which the page says that they are seen so."""
    return [name for name, (kind, _) in FIELD_DESCRIPTIONS.items() if kind is seen]


def differ(name: str, one: Observation, other: Observation) -> bool:
    """Whether the field is not the same in both."""
    return bool(getattr(one, name) != getattr(other, name))
