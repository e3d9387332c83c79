"""Nothing a viewer may not know changes a byte of what the viewer is sent.

At every moment of a round the cards hidden from a viewer are dealt anew, as the viewer's own
observation allows; ids, times and the commitment stay.  View and facts must not change.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import msgspec
import pytest

from bottleimp.game.actions import Action
from bottleimp.languages.language import ENGLISH
from bottleimp.protocol.messages import encode
from bottleimp.rules.editions import edition
from bottleimp.server.state.consequences import apply_with_consequences
from bottleimp.server.state.deals import Deals
from bottleimp.server.state.decisions import decide_card_play, decide_choices
from bottleimp.server.state.events import ChoicesCommitted, Fact, Participant, TableCreated
from bottleimp.server.state.table_state import (
    TableState,
    automatic_players,
)
from bottleimp.server.views.projection import event_frame, project_table, public_event
from tests.support.folded_table import rounds
from tests.support.frames import shown_round
from tests.support.live_server import Live
from tests.support.redealing import redealt
from tests.support.short_runs import EDITIONS

VIEWERS = 2  # tried at each moment
Moment = tuple[Fact, TableState]


def created(key: str) -> TableCreated:
    """A table of computer players, so that all of them are asked."""
    played = edition(key)
    seated = tuple(Participant(f"P{n}", "computer", "uniform") for n in range(played.players))
    driven = (Participant("Lopaka", "driven"),) * len(played.driven)
    return TableCreated(played.text, seated + driven, 0, 0)


def moments(key: str, random: Random) -> Iterator[Moment]:
    """A round of random legal play, fact by fact, each with the state after it."""
    seeds = tuple(random.randbytes(32) for _ in range(50))
    deals = Deals("t", edition(key), seeds)
    steps = apply_with_consequences(None, created(key), deals)
    yield from steps
    state = steps[-1][1]
    while players := automatic_players(state):
        player = random.choice(players)
        steps = apply_with_consequences(state, random_fact(state, player, random), deals)
        yield from steps
        state = steps[-1][1]


def random_fact(state: TableState, player: int, random: Random) -> Fact:
    """Something legal that the player does."""
    playing, seat = state.current_round, state.round_start_match.seat_of(player)
    owed = playing.choices_owed(seat)
    if not owed:
        label = random.choice(playing.legal_actions_for(seat)).label
        return decide_card_play(state, player, state.round_number, playing.play_count, label)
    labels = []
    for left in range(owed, 0, -1):
        action = random.choice(playing.legal_actions_for(seat))
        labels.append(action.label)
        if left > 1:
            playing = playing.play(action, seat)
    return decide_choices(state, player, state.round_number, playing.stage, labels)


def some_viewers(state: TableState, random: Random) -> list[int | None]:
    """Two of the players and of those who only watch."""
    return random.sample([*range(state.edition.players), None], VIEWERS)


def elsewhere(state: TableState, viewer: int | None, random: Random) -> TableState:
    """Another state that looks the same to the viewer."""
    seat = None if viewer is None else state.round_start_match.seat_of(viewer)
    played = redealt(state.current_round, seat, random)
    held = state.pending_choices
    if held is not None and held[0] != seat:
        actions: list[Action] = []
        choosing = played
        for left in range(played.choices_owed(held[0]), 0, -1):
            actions.append(random.choice(choosing.legal_actions_for(held[0])))
            if left > 1:
                choosing = choosing.play(actions[-1], held[0])
        held = (held[0], tuple(actions))
    return replace(state, round=played, pending_choices=held)


@pytest.mark.parametrize("key", EDITIONS)
def test_hidden_cards_change_no_byte_of_a_view(key: str) -> None:
    random = Random(f"views of {key}")
    differing = 0
    for _, state in moments(key, random):
        for viewer in some_viewers(state, random) if state.round is not None else ():
            other = elsewhere(state, viewer, random)
            differing += other != state

            assert encode(project_table(state, viewer, ENGLISH)) == encode(
                project_table(other, viewer, ENGLISH)
            )
    assert differing > 0  # else nothing was shown


@pytest.mark.slow
@pytest.mark.parametrize("key", EDITIONS)
def test_hidden_cards_change_no_byte_of_an_event(key: str) -> None:
    random = Random(f"events of {key}")
    before: TableState | None = None
    for fact, state in moments(key, random):
        if before is not None and before.round is not None:
            for viewer in some_viewers(state, random):
                shown = before, state
                views = [project_table(each, viewer, ENGLISH) for each in shown]
                others = [
                    project_table(elsewhere(each, viewer, random), viewer, ENGLISH)
                    for each in shown
                ]
                other_fact = otherwise(fact, state, viewer)

                expected = encode(event_frame(1, fact, views[0], views[1], state))
                assert encode(event_frame(1, other_fact, others[0], others[1], state)) == expected
        before = state


def otherwise(fact: Fact, state: TableState, viewer: int | None) -> Fact:
    """The fact with other secret choices, unless they are the viewer's own."""
    if isinstance(fact, ChoicesCommitted) and fact.player != viewer:
        others = [card.label for card in state.edition.deck.cards if card.label not in fact.actions]
        return ChoicesCommitted(fact.player, tuple(others[: len(fact.actions)]))
    return fact


@pytest.mark.parametrize("key", EDITIONS)
def test_facts_name_no_secret(key: str) -> None:
    secret_names = {"actions", "cards", "deal", "imps_trick", "passes"}
    for fact, state in moments(key, Random(key)):
        if state.round is not None:
            names = set(msgspec.to_builtins(public_event(fact, state)))

            assert names & secret_names == set()


@pytest.mark.slow
def test_who_watches_never_sees_a_hand_that_is_not_open(live: Live) -> None:
    for key in ("classic/4", "classic/bright-house", "matagot/devils-eye"):
        table, cookie = live.new_table(key)
        with live.client(table) as watcher, live.client(table, cookie) as client:
            watcher.until_view(bool)
            client.play_round()
            while watcher.current_round.result is None:
                for hand in watcher.current_round.hands:
                    assert (hand.cards is not None) is hand.open
                assert watcher.current_round.legal == []
                assert watcher.current_round.passed + watcher.current_round.received == []
                watcher.receive()


@pytest.mark.wide
def test_another_guest_sees_what_a_watcher_sees(live: Live) -> None:
    table, _ = live.new_table("classic/4")
    _, stranger = live.new_table("classic/4")
    with live.client(table) as watcher, live.client(table, stranger) as guest:
        watcher.until_view(lambda view: len(shown_round(view).waiting) == 1)
        guest.until_view(lambda view: len(shown_round(view).waiting) == 1)

        assert watcher.view == guest.view


@pytest.mark.slow
def test_a_seed_is_published_only_with_the_score(live: Live) -> None:
    table, cookie = live.new_table("classic/3")
    with live.client(table, cookie) as client:
        client.play_round()

        with_seed = [event.k for event in client.events if event.seed is not None]
        assert with_seed == ["score"]


def test_the_cards_that_were_left_over_are_shown_with_the_score() -> None:
    table = rounds("classic/lopaka", 1)
    result = shown_round(project_table(table.state, 0, ENGLISH)).result

    assert result is not None
    assert result.left_over == [card.label for card in table.state.current_round.deal.left_over]
    assert result.left_over != []
