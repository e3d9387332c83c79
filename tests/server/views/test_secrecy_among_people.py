"""What is hidden stays hidden among several people, stand-ins, and those who only watch.

Two rounds are played by people who come, go and change devices.  At every moment the cards hidden
from a viewer are dealt anew; nothing that the viewer is sent may change by it.
"""

from random import Random

import pytest

from bottleimp.languages.language import ENGLISH
from bottleimp.protocol.messages import encode
from bottleimp.server.state.events import (
    ANYONE,
    LAST_ROUND_HANDS,
    NOBODY,
    Fact,
    HostTransferred,
    PlaceTakenOver,
    PlayerReplaced,
    PlayerReturned,
    TableSettings,
)
from bottleimp.server.state.table_state import TableState
from bottleimp.server.views.projection import event_frame, project_table
from tests.server.views.test_secrecy import elsewhere, otherwise
from tests.support.folded_table import Gathering

COMPANY = {
    "classic/lopaka": "o",
    "classic/bright-house": "o",
    "matagot/devils-eye": "o",
    "classic/4": "ooc",
    "matagot/5": "oooc",
}
# A mode and a rule for those who watch go together in turn; all pairs in the long run.
WATCHED = [
    pytest.param(key, watch, marks=() if place % 3 == turn else pytest.mark.long)
    for place, key in enumerate(COMPANY)
    for turn, watch in enumerate((ANYONE, NOBODY, LAST_ROUND_HANDS))
]
GUESTS_COME = 0.1  # of the moments are followed by something that people do


def two_rounds(key: str, watch: str) -> Gathering:
    """Two rounds in which people are lost, come back, move to other devices and change the host."""
    table = Gathering(key, COMPANY[key], TableSettings(watch=watch, level="uniform"))
    others = COMPANY[key].count("o")
    for number in range(1, others + 1):
        table.join(f"g{number}", f"P{number}")
    for number in (1, 2):
        while table.state.players_to_act:
            table.act()
            if table.random.random() < GUESTS_COME:
                table.happens(*something(table, table.random.randint(0, others)))
        for player in table.state.seating.seated_players if number == 1 else ():
            if table.state.seating.is_played_for(player):
                table.happens(PlayerReturned(player))
        for player in table.state.seating.seated_players if number == 1 else ():
            table.next(table.holder(player))
    return table


def something(table: Gathering, player: int) -> tuple[Fact, str]:
    """Something that happens to a person, and who acts."""
    if table.state.seating.is_played_for(player):
        return PlayerReturned(player), table.holder(player)
    made: list[tuple[Fact, str]] = [
        (PlayerReplaced(player), "table"),
        (PlaceTakenOver(player), f"device-{len(table.steps)}"),
        (HostTransferred(player), "table"),
    ]
    return table.random.choice(made)


def viewers(state: TableState, random: Random) -> list[int | None]:
    """Somebody who only watches, and one of the players."""
    return [None, random.randrange(state.edition.players)]


@pytest.mark.slow
@pytest.mark.parametrize(("key", "watch"), WATCHED)
def test_hidden_cards_change_no_byte_among_people(key: str, watch: str) -> None:
    random = Random(f"{key} {watch}")
    before: TableState | None = None
    differing = 0
    for fact, state in two_rounds(key, watch).steps:
        if before is not None and before.round is not None:
            for viewer in viewers(state, random):
                others = [elsewhere(each, viewer, random) for each in (before, state)]
                differing += others[1] != state
                shown = [project_table(each, viewer, ENGLISH) for each in (before, state)]
                again = [project_table(each, viewer, ENGLISH) for each in others]
                told = event_frame(1, fact, shown[0], shown[1], state)
                told_again = event_frame(
                    1, otherwise(fact, state, viewer), again[0], again[1], state
                )

                assert encode(shown) == encode(again)
                assert encode(told) == encode(told_again)
        before = state
    assert differing > 0  # else nothing was shown


@pytest.mark.parametrize("key", COMPANY)
def test_a_watcher_sees_the_hands_of_a_round_only_after_it(key: str) -> None:
    for _, state in two_rounds(key, LAST_ROUND_HANDS).steps:
        late = project_table(state, None, ENGLISH).late
        rounds = len(state.match.results)

        assert (rounds or None) == (None if late is None else late.round)


@pytest.mark.parametrize("key", COMPANY)
def test_no_player_is_shown_the_hands_that_watchers_are(key: str) -> None:
    for _, state in two_rounds(key, LAST_ROUND_HANDS).steps:
        shown = [
            project_table(state, player, ENGLISH).late for player in range(state.edition.players)
        ]

        assert [None] * state.edition.players == shown


@pytest.mark.parametrize("key", COMPANY)
def test_who_may_not_watch_is_told_nothing_of_the_cards(key: str) -> None:
    before: TableState | None = None
    for fact, state in two_rounds(key, NOBODY).steps:
        if before is not None:
            shown = [project_table(each, None, ENGLISH) for each in (before, state)]
            event = event_frame(1, fact, shown[0], shown[1], state)

            assert [each.round for each in shown] == [None, None]
            assert [event.card, event.hand, event.trick, event.seed] == [None] * 4
        before = state


def test_who_may_not_watch_is_told_who_comes() -> None:
    table = Gathering("classic/3", "oo", TableSettings(watch=NOBODY))
    before = project_table(table.state, None, ENGLISH)
    table.join("g1", "Bob")
    fact, state = table.steps[-1]
    event = event_frame(1, fact, before, project_table(state, None, ENGLISH), state)

    assert (event.k, event.player, event.name) == ("join", 1, "Bob")


def test_no_guest_is_named_to_anybody() -> None:
    for _, state in two_rounds("classic/4", ANYONE).steps:
        guests = [guest for guest in state.seating.holders if guest]
        for viewer in (None, *range(4)):
            text = encode(project_table(state, viewer, ENGLISH)).decode()

            assert [guest for guest in guests if f'"{guest}"' in text] == []
