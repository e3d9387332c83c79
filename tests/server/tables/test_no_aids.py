"""At a table without aids nobody is shown earlier tricks before the round is over."""

import json
from collections.abc import Iterator
from random import Random

import pytest
from msgspec import Struct

from bottleimp.game.round import Phase
from bottleimp.languages.language import ENGLISH
from bottleimp.protocol.http_bodies import EventPage
from bottleimp.protocol.messages import Event, Welcome, encode
from bottleimp.protocol.views import InferenceView
from bottleimp.rules.edition import Edition
from bottleimp.server.state.table_state import TableState
from bottleimp.server.views.projection import TableProjection, event_frame, project_table
from bottleimp.server.views.view_reuse import PreviousView
from tests.server.views.test_secrecy import moments
from tests.support.frames import shown_round
from tests.support.http_player import Program, ask, stream
from tests.support.live_server import Live
from tests.support.short_runs import EDITIONS


def shown_cards(told: Struct | None, deck: frozenset[str]) -> set[str]:
    """Every text in what is told, as it is on the wire, that is the number of a card."""
    return set(cards_in(json.loads(encode(told)), deck))


def cards_in(value: object, deck: frozenset[str]) -> Iterator[str]:
    """Every text in the JSON value that is the number of a card."""
    if isinstance(value, str) and value in deck:
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from cards_in(each, deck)
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from cards_in([name, each], deck)


def known_cards(state: TableState, viewer: int | None) -> set[str]:
    """The cards that the viewer may be shown while a round is played."""
    playing = state.current_round
    latest = playing.plays or (playing.tricks[-1].plays if playing.tricks else ())
    known = {play.card.label for play in latest}
    known |= {state.edition.deck.label_at(price) for price in playing.position.prices}
    if playing.tricks and not playing.plays:  # what the trick on the table was played for
        known |= {state.edition.deck.label_at(price) for price in playing.tricks[-1].prices_before}
    seat = None if viewer is None else state.round_start_match.seat_of(viewer)
    seen = shown_round(project_table(state, viewer, ENGLISH))
    known |= {card for hand in seen.hands for card in hand.cards or ()}
    if seat is not None:
        known |= {one.card for one in seen.passed} | {one.card for one in seen.received}
    return known


@pytest.mark.parametrize("key", EDITIONS)
def test_no_view_or_event_holds_a_card_of_an_earlier_trick(key: str) -> None:
    random, was = Random(key), None
    labels: frozenset[str] = frozenset()
    for fact, state in moments(f"{key},no-aids", random):
        labels = labels or numbers(state.edition)
        if was is not None and state.round is not None and state.round.phase is Phase.PLAY:
            for viewer in (None, random.randrange(state.edition.players)):
                known = known_cards(state, viewer)
                before = TableProjection(was, ENGLISH)
                further = TableProjection(state, ENGLISH, PreviousView(was, before.public_round))
                now = further.view(viewer, before.view(viewer))
                shown = shown_round(now)
                event = event_frame(1, fact, before.view(viewer), now, state)

                assert encode(project_table(state, viewer, ENGLISH)) == encode(now)
                assert shown_cards(shown, labels) <= known
                assert shown_cards(event, labels) <= known | {event.card}
                assert (
                    shown.taken, shown.undercut, shown.memory,
                ) == ([], None, InferenceView([], []))  # fmt: skip
        was = state


def numbers(edition: Edition) -> frozenset[str]:
    """The numbers of all cards."""
    return frozenset(card.label for card in edition.deck.cards)


@pytest.mark.parametrize("key", EDITIONS)
def test_everything_is_shown_when_the_round_is_over(key: str) -> None:
    *_, (_, state) = moments(f"{key},no-aids", Random(key))
    shown = shown_round(project_table(state, None, ENGLISH))

    assert (state.edition.tricks, state.edition.seats) == (
        len(shown.tricks), len(shown.taken),
    )  # fmt: skip


def played_without_aids(program: Program) -> None:
    """Plays until the third trick of a round has been led and the program is to play."""
    program.make("classic/3,no-aids")
    for _ in range(500):
        shown = program.view.round if program.has_view else None
        if shown is not None and shown.legal:
            if shown.phase == "play" and shown.step > 6:
                return
            program.act()
        program.fetch(wait=5)
    raise AssertionError("the third trick was not reached")


@pytest.mark.slow
@pytest.mark.parametrize("after", ["1", "9", "2"])
def test_events_of_earlier_tricks_are_not_told_again(live: Live, after: str) -> None:
    program = Program(live)
    played_without_aids(program)
    deck = frozenset(card.c for card in program.view.table.deck)
    played = {event.card for event in program.events if event.k == "play"}
    earlier = played - shown_cards(program.view.round, deck)
    path = f"/api/tables/{program.table}/events"
    page = ask(live, "GET", f"{path}?after={after}", **program.token).read(EventPage)
    with stream(live, program.table, **program.token, **{"Last-Event-ID": after}) as told:
        _, first = next(told)

    for frame in (page.frames[0], first):
        assert isinstance(frame, Welcome)
        assert earlier
        assert earlier & shown_cards(frame.view.round, deck) == set()


def test_who_missed_a_part_of_the_trick_is_told_the_rest(live: Live) -> None:
    program = Program(live)
    played_without_aids(program)
    path = f"/api/tables/{program.table}/events?after={program.seq - 1}"
    page = ask(live, "GET", path, **program.token).read(EventPage)

    assert {type(frame) for frame in page.frames} == {Event}
