"""A finished round is shown as it was while it was played, by the same projection."""

from collections.abc import Iterator
from random import Random

import pytest

from bottleimp.client.view_tracker import apply_changes
from bottleimp.game.round import Phase
from bottleimp.languages.language import ENGLISH
from bottleimp.protocol.messages import encode
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.protocol.views import View
from bottleimp.rules.editions import edition
from bottleimp.server.replays.round_replay import FinishedRound
from bottleimp.server.replays.shown_round import replay_view
from bottleimp.server.state.events import CardPlayed
from bottleimp.server.state.table_state import TableState
from bottleimp.server.views.projection import project_table
from tests.support.folded_table import rounds
from tests.support.frames import shown_round
from tests.support.redealing import redealt
from tests.support.short_runs import KINDS, ONE_OF_EACH_KIND

VIEWERS: tuple[int | None, ...] = (0, 1, None)
REDEALS = 3


def is_choosing(state: TableState) -> bool:
    """Whether some have made the choices of a stage and others have not."""
    return any(state.current_round.pending) or state.pending_choices is not None


def replayed_views(finished: FinishedRound, viewer: int | None) -> Iterator[View]:
    """What the viewer is shown, as a client keeps it: the view, then each event's changes."""
    shown = finished.reply(viewer, ENGLISH)
    view = shown.view
    yield view
    for step in shown.steps:
        view = apply_changes(view, step.event.set)
        yield view


@pytest.mark.parametrize("key", KINDS)
def test_every_step_shows_the_round_as_it_was_shown_then(key: str) -> None:
    played = rounds(key, 2)
    table = played.state
    for viewer in VIEWERS:
        finished = FinishedRound.of(table, 2)
        then = {
            state.current_round.actions: shown_round(
                replay_view(project_table(state, viewer, ENGLISH))
            )
            for _, state in played.steps
            if state.round_number == 2 and not (state.is_scored or is_choosing(state))
        }
        shown = [shown_round(view) for view in replayed_views(finished, viewer)]
        actions = [position.actions for position in finished.positions]

        assert len(shown) == len(actions) + 1
        assert (
            len(actions)
            == len(edition(key).stages)
            + sum(position.phase is Phase.CHOICE for position in finished.positions)
            + len(finished.played.tricks) * len(edition(key).plays)
            + 1
        )
        for step, (round_view, done) in enumerate(zip(shown, actions, strict=False)):
            assert encode(round_view) == encode(then[done]), step
        assert shown[-1].result == shown_round(project_table(table, viewer, ENGLISH)).result


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_hidden_cards_change_no_byte_of_a_step(key: str) -> None:
    """The view of a step is what was known then, although the round is over now."""
    random = Random(f"steps of {key}")
    table = rounds(key, 1).state
    finished, differing = FinishedRound.of(table, 1), 0
    states = list(finished.shown.states)[:-1]
    for viewer in VIEWERS:
        views = list(replayed_views(finished, viewer))
        for state, view in zip(states, views, strict=False):
            if state.current_round.is_over:
                continue
            seat = None if viewer is None else state.round_start_match.seat_of(viewer)
            for _ in range(REDEALS):
                other = redealt(state.current_round, seat, random)
                differing += other != state.current_round
                again = replay_view(
                    project_table(
                        # The same table with another deal of what is hidden.
                        state.__class__(**{**vars(state), "round": other}),
                        viewer,
                        ENGLISH,
                    )
                )

                assert encode(again) == encode(view)
    assert differing > 0


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_the_hands_of_a_step_are_those_of_everybody(key: str) -> None:
    table = rounds(key, 1).state
    finished = FinishedRound.of(table, 1)
    shown = finished.reply(0, ENGLISH)
    result = shown_round(list(replayed_views(finished, 0))[-1]).result

    assert result is not None
    assert shown.hands == result.deal
    held = [len(hand.cards) for hand in shown.hands]
    for step in shown.steps:
        now = [len(hand.cards) for hand in step.hands]
        if step.event.k == "play":
            assert sum(held) - sum(now) == 1
        held = now
    assert held == [0] * len(held)


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_nothing_is_offered_in_a_replay(key: str) -> None:
    table = rounds(key, 1).state
    for viewer in VIEWERS:
        for view in replayed_views(FinishedRound.of(table, 1), viewer):
            shown = shown_round(view)
            assert (shown.claim, shown.committed) == (None, None)
            assert (view.table.hints, view.table.talk, view.talk) == ("never", "off", [])
            assert (shown.undo, view.fair.next, view.match.rematch) == (False, None, None)


def test_the_match_stands_as_it_stood_when_the_round_began() -> None:
    table = rounds("classic/4", 3).state
    for number in (1, 2, 3):
        first, *_, last = replayed_views(FinishedRound.of(table, number), 0)
        seating = table.round_start_matches[number - 1]
        assert [row.round for row in first.match.sheet] == list(range(1, number))
        assert [row.round for row in last.match.sheet] == list(range(1, number + 1))
        assert (first.match.dealer, first.match.totals) == (seating.dealer, list(seating.totals))
        if number == 3:
            assert last.match.totals == list(table.match.totals)


@pytest.mark.parametrize("number", [0, 2, -1, 99])
def test_a_round_that_is_not_finished_is_refused(number: int) -> None:
    played = rounds("classic/3", 1)
    table = played.state
    with pytest.raises(Refused) as refusal:
        FinishedRound.of(table, number)
    assert refusal.value.code is RefusalCode.NO_SUCH_ROUND
    running = next(state for _, state in played.steps if state.round is not None)
    with pytest.raises(Refused):
        FinishedRound.of(running, 1)


def choosers(finished: FinishedRound, step: int) -> set[int]:
    """The players who chose something in the step."""
    before = finished.positions[step - 1]
    seats = (before.position.turn,) if before.phase is Phase.PLAY else before.waiting_seats
    return {finished.table.round_start_matches[0].player_at(seat) for seat in seats}


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_the_choices_of_a_step_are_those_of_the_player(key: str) -> None:
    played = rounds(key, 1)
    table = played.state
    finished = FinishedRound.of(table, 1)
    cards = [(fact.player, fact.card) for fact, _ in played.steps if isinstance(fact, CardPlayed)]
    found = list[tuple[int, str]]()
    passed = list[tuple[int, str]]()
    for step in range(1, len(finished.positions)):
        for player in range(len(table.participants)):
            if player not in choosers(finished, step):
                with pytest.raises(Refused) as refusal:
                    finished.choices(step, player)
                assert refusal.value.code is RefusalCode.NO_CHOICE
                continue
            before, chosen = finished.choices(step, player)
            is_card = before.current_round.phase is Phase.PLAY
            (found if is_card else passed).extend((player, action.label) for action in chosen)
    assert found == cards
    result = shown_round(list(replayed_views(finished, 0))[-1]).result
    assert result is not None
    made = [choice for choice in passed if not choice[1].startswith("open")]
    assert sorted(made) == sorted((each.player, each.card) for each in result.passes)
    for step in (0, len(finished.positions), 99):
        with pytest.raises(Refused):
            finished.choices(step, 0)
