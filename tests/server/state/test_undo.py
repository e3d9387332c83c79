"""What nobody has seen yet can be taken back: choices until all have chosen, a card beside no one.

The rules are in `docs/adr/0045-claims-and-undo.md`.
"""

import pytest

from bottleimp.game.round import Phase
from bottleimp.languages.language import ENGLISH
from bottleimp.protocol.messages import CommitChoices, UndoAction
from bottleimp.protocol.refusals import RefusalCode
from bottleimp.server.state.events import (
    PER_MOVE,
    ActionUndone,
    ChoicesCommitted,
    PlayerReplaced,
    TableSettings,
    TimeControl,
)
from bottleimp.server.state.undo import may_undo
from bottleimp.server.views.projection import project_table
from tests.support.folded_table import Gathering, refusal


def alone(key: str = "classic/4", settings: TableSettings | None = None) -> Gathering:
    """Ann beside computer players, at the start of their first round."""
    others = {"classic/3": 2, "classic/4": 3, "classic/bright-house": 1}[key]
    return Gathering(key, "c" * others, settings)


def two(settings: TableSettings | None = None) -> Gathering:
    """Ann, Bob and a computer player."""
    table = Gathering("classic/3", "oc", settings)
    table.join("g1", "Bob")
    return table


def choose(table: Gathering, player: int) -> None:
    """The player makes all choices of the stage."""
    state = table.state
    playing, seat = state.current_round, state.round_start_match.seat_of(player)
    labels = []
    for _ in range(playing.choices_owed(seat)):
        labels.append(playing.legal_actions_for(seat)[0].label)
        playing = playing.play(playing.legal_actions_for(seat)[0], seat)
    command = CommitChoices("do", "1", state.round_number, state.current_round.stage, labels)
    if state.is_automatic(player):
        table.happens(ChoicesCommitted(player, tuple(labels)), f"player:{player}")
    else:
        table.do(table.holder(player), command)


def undo(table: Gathering, guest: str = "g0") -> list[str]:
    state = table.state
    playing = state.current_round
    is_play = playing.phase is Phase.PLAY
    stage, step = (None, playing.play_count) if is_play else (playing.stage, None)
    return table.do(guest, UndoAction("do", "1", state.round_number, stage, step))


def play_until_last_by(table: Gathering, player: int) -> None:
    """Plays until the last card of a running trick is this player's."""
    while True:
        table.act()
        state = table.state
        playing = state.current_round
        assert not state.is_scored
        if playing.plays:
            seat = playing.plays[-1].seat
            if state.round_start_match.player_at(seat) == player:
                return


@pytest.mark.parametrize("key", ["classic/4", "classic/bright-house"])
def test_choices_are_taken_back_until_all_have_chosen(key: str) -> None:
    table = alone(key)
    before = table.state.current_round
    choose(table, 0)
    view = project_table(table.state, 0, ENGLISH).round

    assert view is not None
    assert (view.undo, view.committed is None) == (True, False)
    assert undo(table) == ["undo"]
    assert table.state.current_round == before
    assert 0 in table.state.players_to_act


def test_choices_that_everybody_has_made_stand() -> None:
    table = alone()
    while table.state.waiting_seats:
        table.act()

    assert not may_undo(table.state, 0)
    assert refusal(lambda: undo(table)) is RefusalCode.TOO_LATE


def test_people_take_choices_back_beside_other_people() -> None:
    table = two()
    choose(table, 0)
    choose(table, 2)

    assert undo(table) == ["undo"]
    assert refusal(lambda: undo(table, "g1")) is RefusalCode.TOO_LATE


def test_a_card_is_taken_back_beside_computer_players_before_the_next_one() -> None:
    table = alone()
    play_until_last_by(table, 0)
    playing = table.state.current_round
    card = playing.plays[-1].card
    undo(table)
    fact, after = table.steps[-1]

    assert fact == ActionUndone(0, card.label)
    assert after.current_round.actions == playing.actions[:-1]
    assert card in after.current_round.legal_actions
    assert after.players_to_act == (0,)


def test_a_card_that_has_been_followed_stands() -> None:
    table = alone()
    play_until_last_by(table, 0)
    table.act()

    assert refusal(lambda: undo(table)) is RefusalCode.TOO_LATE


def test_a_card_that_another_person_has_seen_stands() -> None:
    table = two()
    play_until_last_by(table, 0)

    assert not may_undo(table.state, 0)
    assert refusal(lambda: undo(table)) is RefusalCode.TOO_LATE


def test_nothing_is_taken_back_at_a_table_with_a_clock() -> None:
    table = alone(settings=TableSettings(clock=TimeControl(PER_MOVE, seconds=30)))
    choose(table, 0)

    assert refusal(lambda: undo(table)) is RefusalCode.TOO_LATE


def test_nothing_is_taken_back_by_somebody_who_is_played_for() -> None:
    table = two()
    choose(table, 0)
    table.happens(PlayerReplaced(0))

    assert not may_undo(table.state, 0)
    assert refusal(lambda: undo(table)) is RefusalCode.PLAYED_FOR


def test_an_undo_for_another_moment_is_refused() -> None:
    table = alone()
    choose(table, 0)

    next_stage = UndoAction("do", "1", 1, 1, None)
    first_card = UndoAction("do", "1", 1, None, 0)
    assert refusal(lambda: table.do("g0", next_stage)) is RefusalCode.STALE
    assert refusal(lambda: table.do("g0", first_card)) is RefusalCode.STALE


def test_the_last_card_of_a_round_stands() -> None:
    table = alone()
    table.play_round()
    last = UndoAction("do", "1", 1, None, table.state.current_round.play_count)

    assert refusal(lambda: table.do("g0", last)) is RefusalCode.TOO_LATE


def test_nobody_learns_what_was_taken_back_from_the_exchange() -> None:
    table = two()
    choose(table, 0)
    before = table.steps[-1][1]
    undo(table)
    fact, _ = table.steps[-1]

    assert fact == ActionUndone(0)
    assert before.current_round.pending[before.round_start_match.seat_of(0)]
