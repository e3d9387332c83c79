"""Whom the search takes the others for: what is believed of them, and how they then play."""

from math import exp, log

import numpy as np
import pytest

from bottleimp.analysis.evaluation.panel import Half, read_panel
from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.kernel.sampling.world_template import world_template_of
from bottleimp.kernel.search.one_ply import sample_uniform_worlds
from bottleimp.kernel.styles.batch import batch_favourite_actions
from bottleimp.kernel.styles.style import STYLE_NUMBERS
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.players.budget import Budget
from bottleimp.players.catalogue import create_player
from bottleimp.players.network import network_for
from bottleimp.players.search.belief_search import BeliefSearchPlayer, SearchConfig
from bottleimp.players.search.beliefs import OpponentModel, replay_with_likelihoods
from bottleimp.players.search.opponent_types import (
    NETWORK,
    NETWORK_ALONE,
    OpponentTypes,
    SeatTypes,
    TypeBeliefs,
)
from bottleimp.players.style_names import STYLE_PREFIX
from bottleimp.rules.editions import edition

PLAYING = edition("classic/4")
TYPES = OpponentTypes()
STRANGER, OWN = 1, 0  # seats


def last_choice(number: int, stranger: str) -> Observation:
    """The last choice in play of a seat, in a round with a stranger to the left of it."""
    names = ["network"] * PLAYING.seats
    names[STRANGER] = stranger
    players = {seat: create_player(name, number) for seat, name in enumerate(names)}
    played, seen = Round(Deal.from_seed(PLAYING, number)), []
    while not played.is_over:
        seat = played.turn
        assert seat is not None
        now = observe(played, seat)
        if seat == OWN and played.phase is Phase.PLAY and len(now.legal_actions) > 1:
            seen.append(now)
        played = played.play(players[seat].choose(now))
    return seen[-1]


def chances_of_types(stranger: str) -> np.ndarray:
    """What is believed at last of the seat to the left, in the mean over some rounds."""
    found = []
    for number in range(4):
        seen = last_choice(number, stranger)
        template = world_template_of(seen)
        worlds = sample_uniform_worlds(template, 64, 1)
        _, beliefs = replay_with_likelihoods(
            network_for(PLAYING), seen, template, worlds, 2, OpponentModel()
        )
        of_seat = np.exp(beliefs.log_chances[:, STRANGER])
        found.append((of_seat / of_seat.sum(axis=1, keepdims=True)).mean(axis=0))
    chances: np.ndarray = np.mean(found, axis=0)
    return chances


@pytest.mark.slow
@pytest.mark.parametrize("style", ["highest", "greedy"])
def test_a_stranger_is_told_by_how_it_plays(style: str) -> None:
    chances = chances_of_types(f"style_{style}")

    before = (1 - TYPES.network_share) / len(TYPES.styles)
    assert chances[1:].argmax() == TYPES.styles.index(style)
    assert chances[1:].max() > 3 * before
    assert chances[NETWORK] < TYPES.network_share


@pytest.mark.slow
def test_a_copy_of_the_network_is_taken_for_one() -> None:
    assert chances_of_types("network")[NETWORK] > TYPES.network_share


def favourites(rounds: RoundBatch, rows: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """The sets of the actions that styles like best, each row by its own style."""
    return batch_favourite_actions(PLAYING, numbers, rounds.info_state_rows(rows))


def dealt(count: int = 4) -> RoundBatch:
    rounds = RoundBatch.allocate(PLAYING, count)
    rounds.deal(seed=3, first=0)
    rounds.next_decisions()
    return rounds


def test_worlds_and_types_are_weighed_together() -> None:
    types = OpponentTypes(("highest",), network_share=0.75, epsilon=0.2)
    rounds, free = dealt(2), np.arange(2)
    best = int(favourites(rounds, free[:1], types.numbers)[0]).bit_length() - 1
    legal = [int(cards).bit_count() for cards in rounds.legal]
    worst = int(rounds.legal[1]) & -int(rounds.legal[1])
    actions = np.array([best, worst.bit_length() - 1])
    beliefs = TypeBeliefs.before_play(types, 2, PLAYING.seats)
    beliefs.note(rounds, free, 0, actions, np.log([0.5, 0.1]))

    by_hand = [
        log(0.75 * 0.5 + 0.25 * (0.8 + 0.2 / legal[0])),
        log(0.75 * 0.1 + 0.25 * 0.2 / legal[1]),
    ]
    assert beliefs.log_likelihood == pytest.approx(by_hand)
    assert exp(beliefs.log_chances[0, 1].max()) == pytest.approx(0.75)


def test_without_styles_everybody_plays_as_the_network_does() -> None:
    types = OpponentTypes(())
    rounds, free = dealt(), np.arange(4)
    beliefs = TypeBeliefs.before_play(types, 4, PLAYING.seats)
    own = np.log([0.1, 0.2, 0.3, 0.4])
    beliefs.note(rounds, free, 0, np.zeros(4, np.int64), own)
    drawn = beliefs.draw(free, 5)
    actions = np.full(4, 7, np.int64)
    drawn.replace_actions(rounds, free, actions, own_seat=3)

    assert beliefs.log_likelihood == pytest.approx(own)
    assert (drawn.of_seats == NETWORK).all()
    assert (actions == 7).all()


def test_types_are_drawn_as_often_as_they_are_likely() -> None:
    worlds = np.zeros(20_000, np.int64)
    drawn = TypeBeliefs.before_play(TYPES, 1, PLAYING.seats).draw(worlds, 9).of_seats
    shares = np.bincount(drawn.ravel(), minlength=TYPES.count) / drawn.size

    assert shares[NETWORK] == pytest.approx(TYPES.network_share, abs=0.01)
    assert shares[1:] == pytest.approx((1 - TYPES.network_share) / len(TYPES.styles), abs=0.01)


def test_a_stranger_does_what_its_style_likes_and_the_own_seat_never() -> None:
    rounds = dealt()
    seat = int(rounds.turns[0])
    of_seats = np.full((4, PLAYING.seats), TYPES.styles.index("highest") + 1)
    of_seats[0, seat] = NETWORK
    who = SeatTypes(TYPES, of_seats).select(np.arange(4))
    actions = np.full(4, -5, np.int64)
    who.replace_actions(rounds, np.arange(3), actions, own_seat=(seat + 1) % PLAYING.seats)
    as_own = np.full(4, -5, np.int64)
    who.replace_actions(rounds, np.arange(3), as_own, own_seat=seat)

    highest = np.full(3, STYLE_NUMBERS["highest"])
    liked = favourites(rounds, np.arange(3), highest)
    assert actions.tolist() == [-5, *(int(cards).bit_length() - 1 for cards in liked[1:]), -5]
    assert (as_own == -5).all()


def test_no_style_of_the_measuring_half_is_reckoned_with() -> None:
    allowed = read_panel().player_names(Half.TRAINING, PLAYING.mode)

    assert {STYLE_PREFIX + style for style in TYPES.styles} <= set(allowed)


@pytest.mark.slow
def test_with_two_players_the_exchange_takes_the_other_for_the_network() -> None:
    playing = edition("classic/lopaka")
    seen = observe(Round(Deal.from_seed(playing, 3)), 0)
    alone = SearchConfig(opponent_model=OpponentModel(types=NETWORK_ALONE))
    found = [
        BeliefSearchPlayer(Budget(32), config=config).evaluate_actions(seen, 1).values.tolist()
        for config in (SearchConfig(), alone)
    ]

    assert found[0] == found[1]
