"""What the host decides about the places of a table, and nobody else."""

import pytest

from bottleimp.languages.language import ENGLISH
from bottleimp.protocol.messages import (
    ChangeSettings,
    OpenPlace,
    RemovePlayer,
    ReplacePlayer,
    SeatComputerPlayer,
    SendChatMessage,
    SetPace,
    StartMatch,
    TransferHost,
)
from bottleimp.protocol.refusals import RefusalCode
from bottleimp.server.state.decisions import decide_takeover
from bottleimp.server.state.events import (
    LOG_VERSION,
    SettingsChanged,
    TableSettings,
    read_fact,
    write_fact,
)
from bottleimp.server.views.projection import event_frame, project_table
from tests.support.folded_table import Gathering, command, full, refusal


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (StartMatch, {}),
        (SeatComputerPlayer, {"player": 2, "level": "uniform"}),
        (OpenPlace, {"player": 3}),
        (RemovePlayer, {"player": 0}),
        (TransferHost, {"player": 1}),
        (ReplacePlayer, {"player": 0}),
        (SetPace, {"ms": 5}),
        (ChangeSettings, {"talk": "free"}),
    ],
)
def test_only_the_host_decides_about_the_table(kind: type, fields: dict[str, object]) -> None:
    table = Gathering("classic/4", "ooc")
    table.join("g1", "Bob")

    assert RefusalCode.NOT_HOST is refusal(lambda: table.do("g1", command(kind, **fields)))


def test_the_host_puts_a_computer_player_in_a_free_place() -> None:
    table = Gathering("classic/4", "ooo")

    assert table.do("g0", command(SeatComputerPlayer, player=2, level="rules_of_thumb")) == ["fill"]
    assert table.kinds == "hoco"


def test_the_match_begins_when_the_host_fills_the_last_place() -> None:
    table = Gathering("classic/3", "co")

    assert table.do("g0", command(SeatComputerPlayer, player=2, level="rules_of_thumb")) == [
        "fill",
        "begin",
        "start",
    ]


def test_the_host_changes_the_level_of_a_computer_player() -> None:
    table = full()
    table.do("g0", command(SeatComputerPlayer, player=2, level="rules_of_thumb"))
    who = table.state.participants[2]

    assert (who.name, who.level) == ("Keawe", "rules_of_thumb")


def test_a_level_that_nobody_offers_is_refused() -> None:
    table = Gathering("classic/4", "ooo")
    wish = command(SeatComputerPlayer, player=2, level="nobody")

    assert RefusalCode.NO_SUCH_LEVEL is refusal(lambda: table.do("g0", wish))


def test_no_computer_player_takes_a_persons_place() -> None:
    table = full()
    wish = command(SeatComputerPlayer, player=1, level="rules_of_thumb")

    assert RefusalCode.NOT_FREE is refusal(lambda: table.do("g0", wish))


def test_the_host_makes_a_computer_players_place_free() -> None:
    table = Gathering("classic/4", "occ")
    table.do("g0", command(OpenPlace, player=3))

    assert table.kinds == "hoco"


def test_a_place_is_not_made_free_while_a_round_is_played() -> None:
    table = full()

    assert RefusalCode.NOT_THIS_PHASE is refusal(
        lambda: table.do("g0", command(OpenPlace, player=3))
    )


def test_a_place_still_free_when_the_next_round_begins_is_filled() -> None:
    table = full()
    table.play_round()
    table.do("g0", command(OpenPlace, player=3))
    table.next("g0")

    assert table.next("g1") == ["ready", "start", "fill"]
    assert table.kinds == "hhcc"


def test_who_was_sent_away_cannot_come_back() -> None:
    table = Gathering("classic/4", "ooo")
    table.join("g1", "Bob")
    table.do("g0", command(RemovePlayer, player=1))

    assert table.kinds == "hooo"
    assert RefusalCode.REMOVED is refusal(lambda: table.join("g1", "Robert"))


def test_who_was_sent_away_cannot_take_over_the_place_of_another() -> None:
    table = Gathering("classic/4", "ooo")
    table.join("g1", "Bob")
    table.join("g2", "Cyd", 2)
    table.do("g0", command(RemovePlayer, player=1))

    assert RefusalCode.REMOVED is refusal(lambda: decide_takeover(table.state, "g1", 2, "g2"))


def test_a_computer_player_plays_on_for_someone_sent_away_in_a_round() -> None:
    table = full()

    assert table.do("g0", command(RemovePlayer, player=1)) == ["remove", "fill"]
    table.play_round()


@pytest.mark.parametrize("player", [0, 2, 4])
def test_the_host_sends_away_only_other_people(player: int) -> None:
    table = full()

    assert RefusalCode.NOBODY_THERE is refusal(
        lambda: table.do("g0", command(RemovePlayer, player=player))
    )


def test_hosting_is_handed_on() -> None:
    table = full()
    table.do("g0", command(TransferHost, player=1))

    assert table.state.seating.host == 1
    assert RefusalCode.NOT_HOST is refusal(lambda: table.do("g0", command(TransferHost, player=1)))


def test_hosting_is_not_handed_to_a_computer_player() -> None:
    table = full()

    assert RefusalCode.NOBODY_THERE is refusal(
        lambda: table.do("g0", command(TransferHost, player=2))
    )


def test_a_match_begins_once() -> None:
    table = full()

    assert RefusalCode.ALREADY_BEGUN is refusal(lambda: table.do("g0", command(StartMatch)))


def test_the_host_allows_free_talk_even_while_a_round_is_played() -> None:
    table = full()
    words = command(SendChatMessage, text="Hello")

    assert RefusalCode.NO_TALK is refusal(lambda: table.do("g1", words))
    assert table.do("g0", command(ChangeSettings, talk="free")) == ["allow"]
    assert table.do("g1", words) == ["say"]


def test_the_host_ends_the_talk() -> None:
    table = full()
    table.do("g0", command(ChangeSettings, talk="off"))

    assert RefusalCode.NO_TALK is refusal(
        lambda: table.do("g1", command(SendChatMessage, phrase="good-luck"))
    )


def test_the_host_allows_hints_between_rounds_alone() -> None:
    table = full()
    wish = command(ChangeSettings, hints="always")

    assert RefusalCode.NOT_THIS_PHASE is refusal(lambda: table.do("g0", wish))
    table.play_round()
    table.do("g0", wish)
    assert table.state.seating.has_hints


def test_hints_are_changed_before_the_match_and_talk_stays_as_it_was() -> None:
    table = Gathering("classic/4", "ooc", TableSettings(talk="free"))
    table.do("g0", command(ChangeSettings, hints="never"))
    settings = table.state.seating.settings

    assert (settings.talk, settings.hints) == ("free", "never")


def test_the_host_lets_partners_talk_between_rounds_alone() -> None:
    table = Gathering("matagot/4-teams", "occ", TableSettings(talk="free"))
    wish = command(ChangeSettings, partners_talk=True)
    table.do("g0", wish)
    table.join("g1", "Bob")

    assert table.do("g1", command(SendChatMessage, text="I lead")) == ["say"]
    assert RefusalCode.NOT_THIS_PHASE is refusal(
        lambda: table.do("g0", command(ChangeSettings, partners_talk=False))
    )
    table.play_round()
    table.do("g0", command(ChangeSettings, partners_talk=False))
    assert not table.state.seating.settings.partners_talk


def test_a_change_of_nothing_is_not_understood() -> None:
    table = full()

    assert RefusalCode.BAD_MESSAGE is refusal(lambda: table.do("g0", command(ChangeSettings)))


def test_what_is_allowed_is_for_everybody_to_see() -> None:
    table = full()
    before = project_table(table.state, 1, ENGLISH)
    fact = SettingsChanged(talk="off")
    table.happens(fact, "g0")
    shown = event_frame(2, fact, before, project_table(table.state, 1, ENGLISH), table.state)

    assert (shown.k, shown.talk, shown.hints) == ("allow", "off", None)
    assert shown.set == {"table.talk": "off"}


@pytest.mark.parametrize(
    "fact",
    [
        SettingsChanged(talk="off"),
        SettingsChanged(hints="never"),
        SettingsChanged(partners_talk=True),
    ],
)
def test_what_was_allowed_is_read_from_the_log(fact: SettingsChanged) -> None:
    assert fact == read_fact(LOG_VERSION, write_fact(fact))
