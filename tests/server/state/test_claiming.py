"""A claim is taken from a seat that can be certain, and the rest is played as ordinary plays."""

from random import Random

import pytest

from bottleimp.game.round import Phase
from bottleimp.knowledge.claims import Claim, possible_claim
from bottleimp.knowledge.observation import observe
from bottleimp.languages.language import ENGLISH
from bottleimp.protocol.messages import ClaimRest
from bottleimp.protocol.refusals import RefusalCode
from bottleimp.rules.editions import edition
from bottleimp.server.state.events import (
    PER_MOVE,
    CardPlayed,
    PlayerTimedOut,
    RestClaimed,
    TableSettings,
    TimeControl,
)
from bottleimp.server.state.table_state import TableState
from bottleimp.server.views.projection import project_table
from tests.support.folded_table import Gathering, refusal
from tests.support.redealing import redealt
from tests.support.short_runs import EDITIONS


def company(key: str, seed: int = 0, settings: TableSettings | None = None) -> Gathering:
    """As many people as the edition has places, at the start of their first round."""
    others = edition(key).players - 1
    table = Gathering(key, "o" * others, settings, seed)
    for number in range(1, others + 1):
        table.join(f"g{number}", ["Bob", "Cyd", "Dan", "Eve", "Fay"][number - 1])
    return table


def offer(state: TableState) -> tuple[int, str | None]:
    """Whose turn it is, and what that player is offered."""
    player = state.players_to_act[0]
    shown = project_table(state, player, ENGLISH).round
    assert shown is not None
    return player, shown.claim


def until_offered(table: Gathering, claim: Claim) -> int:
    """Plays rounds until a person in turn is offered this; who it is."""
    while True:
        state = table.state
        if state.is_scored or state.round is None:
            raise LookupError
        if state.round.phase is Phase.PLAY:
            player, offered = offer(state)
            if offered == claim.value and not state.is_automatic(player):
                return player
        table.act()


def claim_now(table: Gathering, player: int) -> list[str]:
    state = table.state
    command = ClaimRest("do", "1", state.round_number, state.current_round.play_count)
    return table.do(table.holder(player), command)


def first_rest(key: str, settings: TableSettings | None = None) -> tuple[Gathering, int]:
    """The first table at which a person is offered every trick to come, and that person."""
    for seed in range(1000):
        table = company(key, seed, settings)
        try:
            return table, until_offered(table, Claim.REST)
        except LookupError:
            continue
    raise AssertionError("nobody is offered the rest")


@pytest.mark.slow
@pytest.mark.parametrize("key", EDITIONS)
def test_whoever_claims_the_rest_takes_every_trick_to_come(key: str) -> None:
    table, player = first_rest(key)
    before = table.state.current_round
    kinds = claim_now(table, player)
    after = table.state.finished_rounds[-1]
    cards = sum(len(hand) for hand in before.hands)
    seat = table.state.round_start_matches[0].seat_of(player)

    assert kinds[0] == "claim"
    assert kinds[1 : 1 + cards] == ["play"] * cards
    assert kinds[1 + cards] == "score"
    assert {trick.taker for trick in after.tricks[len(before.tricks) :]} == {seat}


@pytest.mark.parametrize("key", EDITIONS)
def test_the_last_trick_is_played_for_everybody(key: str) -> None:
    table = company(key)
    player = until_offered(table, Claim.LAST_TRICK)
    claim_now(table, player)

    assert table.state.is_scored
    assert table.state.match.results


def test_the_cards_of_a_claim_are_ordinary_plays_of_those_who_held_them() -> None:
    table, player = first_rest("classic/3")
    before = len(table.steps)
    held = {
        table.state.round_start_match.player_at(seat): {card.label for card in hand}
        for seat, hand in enumerate(table.state.current_round.hands)
    }
    claim_now(table, player)
    facts = [fact for fact, _ in table.steps[before:]]
    plays = [fact for fact in facts if isinstance(fact, CardPlayed)]

    assert facts[0] == RestClaimed(player, "rest")
    assert {owner: {play.card for play in plays if play.player == owner} for owner in held} == held


def test_nobody_is_asked_for_a_card_while_a_claim_is_played_out() -> None:
    table, player = first_rest("classic/3")
    before = len(table.steps)
    claim_now(table, player)
    states = [state for _, state in table.steps[before:] if not state.current_round.is_over]
    shown = [project_table(state, viewer, ENGLISH).round for state in states for viewer in range(3)]
    asked = [(one.legal, one.claim, one.why_not, one.turn_text, one.undo) for one in shown if one]

    assert len(asked) > 3
    assert asked == [([], None, {}, "", False)] * len(asked)


def test_a_claim_that_is_not_certain_is_refused() -> None:
    table = company("classic/4")
    while table.state.waiting_seats:
        table.act()
    player, offered = offer(table.state)

    assert offered is None
    assert refusal(lambda: claim_now(table, player)) is RefusalCode.NOT_CERTAIN


def test_only_the_player_in_turn_claims_and_only_the_trick_on_the_table() -> None:
    table, player = first_rest("classic/3")
    state = table.state
    playing = state.current_round
    late = ClaimRest("do", "1", state.round_number, playing.play_count - 1)

    assert refusal(lambda: claim_now(table, (player + 1) % 3)) is RefusalCode.NOT_YOUR_TURN
    assert refusal(lambda: table.do(table.holder(player), late)) is RefusalCode.STALE


def test_nothing_is_claimed_in_the_exchange_or_when_the_round_is_over() -> None:
    table = company("classic/3")
    assert refusal(lambda: claim_now(table, 0)) is RefusalCode.NOT_THIS_PHASE
    table.play_round()

    assert refusal(lambda: claim_now(table, 0)) is RefusalCode.ROUND_OVER


def test_an_offer_and_a_refusal_depend_on_the_observation_alone() -> None:
    for seed in range(4):
        table, random = company("classic/4", seed), Random(seed)
        while not table.state.is_scored:
            playing = table.state.current_round
            if playing.phase is Phase.PLAY:
                seat = playing.turn
                other = redealt(playing, seat, random)

                assert possible_claim(observe(other, seat)) is possible_claim(
                    observe(playing, seat)
                )
            table.act()


def test_nobody_whose_time_is_up_claims_the_rest() -> None:
    clock = TimeControl(PER_MOVE, seconds=30)
    table, player = first_rest("classic/3", TableSettings(clock=clock))
    table.happens(PlayerTimedOut(player))

    assert refusal(lambda: claim_now(table, player)) is RefusalCode.TIME_UP
