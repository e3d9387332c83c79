"""What is made from the view before is what would be made afresh, to the byte."""

from collections.abc import Iterator
from random import Random

import pytest

from bottleimp.errors import IllegalAction
from bottleimp.game.round import Phase
from bottleimp.languages.language import ENGLISH
from bottleimp.protocol.messages import encode
from bottleimp.protocol.refusals import Refused
from bottleimp.rules.editions import edition_from_text
from bottleimp.server.state.consequences import apply_with_consequences
from bottleimp.server.state.deals import Deals
from bottleimp.server.state.events import (
    ANYONE,
    DRIVEN,
    HUMAN,
    LAST_ROUND_HANDS,
    NOBODY,
    ActionUndone,
    CardPlayed,
    ChatMessageSent,
    ChoicesCommitted,
    Fact,
    LogEvent,
    PaceChanged,
    Participant,
    PlayerLeft,
    PlayerReady,
    RematchCreated,
    TableClosed,
    TableCreated,
    TableSettings,
    TimeControl,
)
from bottleimp.server.state.storage_interface import CLOSED, OVER, PLAYING
from bottleimp.server.state.table_state import TableState, apply_fact, table_status
from bottleimp.server.state.undo import may_undo
from bottleimp.server.tables.replay import LogEntry
from bottleimp.server.views.projection import project_table
from tests.support.folded_table import MAKER, Gathering
from tests.support.short_runs import EDITIONS

ROUNDS = 2
UNTOLD = 0.1  # of the facts are not about the cards
UNDONE = 0.3  # of the choices and cards that can be taken back
WISHED = 0.7  # of the facts between rounds are wishes for the next


def chosen(state: TableState, deals: Deals, dice: Random) -> Fact:
    """Something that may happen next."""
    if state.is_scored:
        waited_for = set(range(state.edition.players)) - state.ready_players
        if waited_for and dice.random() < WISHED:
            return PlayerReady(dice.choice(sorted(waited_for)))
        return deals.round_started(state.round_number + 1)
    player = dice.choice(state.players_to_act)
    undoing = [each for each in range(state.edition.players) if may_undo(state, each)]
    if undoing and dice.random() < UNDONE:
        plays = state.current_round.plays
        return ActionUndone(dice.choice(undoing), plays[-1].card.label if plays else None)
    if dice.random() < UNTOLD:
        facts: list[Fact] = [PaceChanged(dice.randrange(9)), ChatMessageSent(player, None, "Well")]
        if state.seating.seated_players != (player,):  # the last would close the table
            facts.append(PlayerLeft(player))
        return dice.choice(facts)
    seat, playing = state.round_start_match.seat_of(player), state.current_round
    if playing.phase is Phase.PLAY:
        return CardPlayed(player, dice.choice(playing.legal_actions_for(seat)).label)
    cards = dice.sample(playing.legal_actions_for(seat), playing.choices_owed(seat))
    return ChoicesCommitted(player, tuple(card.label for card in cards))


def moments(key: str, dice: Random) -> Iterator[LogEntry]:
    """All that happens in the first rounds at a table."""
    edition = edition_from_text(key)
    deals = Deals.from_key("t", edition, dice.randbytes(32))
    names = [Participant("" if p == 1 else f"P{p}", HUMAN) for p in range(edition.players)]
    settings = TableSettings(
        watch=dice.choice((ANYONE, LAST_ROUND_HANDS, NOBODY)),
        clock=dice.choice((TimeControl("move", 30), TimeControl())),
    )
    driven = (Participant("Lopaka", DRIVEN),) * len(edition.driven)
    fact: Fact = TableCreated(
        edition.text, (*names, *driven), 0, 0, deals.commitment(1), (),
        dice.choice((0, None)), "ABCDE", settings,
    )  # fmt: skip
    state, seq = None, 0
    while state is None or not (
        state.is_ended or (state.is_scored and state.round_number == ROUNDS)
    ):
        try:
            steps = apply_with_consequences(state, fact, deals, MAKER, at=1000 + seq)
        except (IllegalAction, Refused):
            steps = ()  # one card cannot be passed twice
        for happened, state in steps:
            seq += 1
            yield LogEntry(LogEvent(seq, 1000, "table", None, happened), state)
        assert state is not None
        fact = chosen(state, deals, dice)
    for last in (RematchCreated("u"), TableClosed()):
        state, seq = apply_fact(state, last, deals), seq + 1
        yield LogEntry(LogEvent(seq, 1000, "table", None, last), state)


@pytest.mark.slow
@pytest.mark.parametrize("key", EDITIONS)
def test_what_is_shown_further_is_what_is_shown_afresh(key: str) -> None:
    before = None
    for moment in moments(key, Random(key)):
        for viewer in (*range(edition_from_text(key).players), None):
            afresh = project_table(moment.state, viewer, ENGLISH)
            assert encode(afresh) == encode(moment.view((viewer, ENGLISH.code), before))
        before = moment


def table_after_match() -> Gathering:
    """A table whose match is over, and whose players are still there."""
    table = Gathering("classic/3", "cc")
    while not table.state.is_ended:
        table.play_round()
        if not table.state.is_ended:
            table.next(MAKER)
    return table


def test_after_the_match_a_table_is_over_in_lists_and_its_view_says_so_of_the_match() -> None:
    state = table_after_match().state
    view = project_table(state, 0, ENGLISH)

    assert (table_status(state), view.table.status, view.match.over) == (OVER, PLAYING, True)


def test_a_table_that_is_closed_after_the_match_is_shown_closed() -> None:
    table = table_after_match()
    before = LogEntry(LogEvent(1, 1000, "table", None, table.steps[-1][0]), table.state)
    viewer = (0, ENGLISH.code)
    before.view(viewer, None)
    table.happens(TableClosed(), MAKER)
    closed = LogEntry(LogEvent(2, 1000, MAKER, None, table.steps[-1][0]), table.state)

    assert closed.view(viewer, before).table.status == CLOSED
