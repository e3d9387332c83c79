"""A claim is offered where the outcome is certain, and only there: small endings are played out."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from bottleimp.game.actions import Action, action_from_number
from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.claims import (
    Claim,
    StrongerCards,
    all_lines_agree,
    position_in,
    positions_left,
    possible_claim,
    takes_the_rest,
)
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.knowledge.world_enumeration import all_worlds, world_count
from bottleimp.rules.cardsets import members, set_of
from bottleimp.rules.editions import edition_from_text
from bottleimp.rules.position import Position
from bottleimp.rules.turns import advance, legal_actions
from tests.support.random_rounds import asked_in_turn
from tests.support.redealing import redealt
from tests.support.small_decks import SMALL

NO_LIMIT = 10**9
ROUNDS = 12
FEW_CARDS = 8  # left in all hands together
FEW_WORLDS = 60


def results(observation: Observation, position: Position) -> set[tuple[bool, tuple[int, ...]]]:
    """For each line of play: whether the seat takes every trick, and who owns the bottles."""
    layout, seat = observation.edition.layout, observation.seat
    legal = legal_actions(layout, position)
    if not legal:
        taken = all(not cards for other, cards in enumerate(position.won) if other != seat)
        return {(taken, position.owners)}
    found = set()
    for card in members(legal):
        found |= results(observation, advance(layout, position, card))
    return found


def is_certain(observation: Observation) -> bool:
    """Whether all lines of play of all worlds give the seat all tricks, and the same owners."""
    for world in all_worlds(observation):
        found = results(observation, position_in(observation, world))
        if len(found) > 1 or not all(takes for takes, _ in found):
            return False
    return True


def seen_in_play(mode: str, rounds: int) -> Iterator[tuple[Round, Observation]]:
    """Every position of random small rounds with a card to play, and what its seat sees."""
    for seed in range(rounds):
        for played, seat in asked_in_turn(SMALL[mode], seed):
            if played.phase is Phase.PLAY:
                yield played, observe(played, seat)


def cards_left(seen: Observation) -> int:
    """The cards in all hands and in the trick on the table."""
    return sum(seen.hand_sizes) + len(seen.plays)


def small_endings(mode: str, rounds: int) -> Iterator[Observation]:
    """What seats see where few cards are left, before the last trick."""
    for _, seen in seen_in_play(mode, rounds):
        is_late = sum(seen.hand_sizes) <= FEW_CARDS and world_count(seen) <= FEW_WORLDS
        if is_late and cards_left(seen) > len(seen.edition.plays):
            yield seen


@pytest.mark.slow
@pytest.mark.parametrize("mode", SMALL)
def test_the_rest_is_claimed_exactly_where_all_worlds_and_all_plays_agree(mode: str) -> None:
    for seen in small_endings(mode, ROUNDS):
        claimed = takes_the_rest(seen, max_unseen=NO_LIMIT, max_positions=NO_LIMIT)

        assert claimed == is_certain(seen)


@pytest.mark.parametrize("mode", ["3", "lopaka", "bright-house", "devils-eye", "6"])
def test_some_seats_are_offered_the_rest(mode: str) -> None:
    assert any(possible_claim(seen) is Claim.REST for _, seen in seen_in_play(mode, 200))


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("mode", SMALL)
def test_what_is_offered_within_the_limits_is_certain(mode: str) -> None:
    for _, seen in seen_in_play(mode, ROUNDS):
        if possible_claim(seen) is Claim.REST:
            assert takes_the_rest(seen, max_unseen=NO_LIMIT, max_positions=NO_LIMIT)


@pytest.mark.parametrize("mode", SMALL)
def test_the_last_trick_is_offered_to_everybody_in_turn(mode: str) -> None:
    for _, seen in seen_in_play(mode, 3):
        is_last = cards_left(seen) == len(seen.edition.plays)

        assert (possible_claim(seen) is Claim.LAST_TRICK) == is_last


@pytest.mark.parametrize("mode", SMALL)
def test_in_the_last_trick_nobody_can_change_anything(mode: str) -> None:
    for played, seen in seen_in_play(mode, 4):
        if possible_claim(seen) is Claim.LAST_TRICK:
            ends = {
                (after.scores, after.owners)
                for after in (played.replay(line) for line in lines(played))
            }

            assert len(ends) == 1


def lines(played: Round) -> Iterator[list[Action]]:
    """Every way to play the round to its end."""
    if played.is_over:
        yield []
        return
    for action in played.legal_actions:
        for rest in lines(played.play(action)):
            yield [action, *rest]


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("mode", SMALL)
def test_an_offer_depends_on_the_observation_alone(mode: str) -> None:
    for number, (played, seen) in enumerate(seen_in_play(mode, 4)):
        other = redealt(played, seen.seat, Random(number))

        assert possible_claim(observe(other, seen.seat)) is possible_claim(seen)


def test_nothing_is_offered_to_who_is_not_to_play() -> None:
    for played, seat in asked_in_turn(SMALL["4"], 1):
        for other in range(4):
            if played.phase is not Phase.PLAY or other != seat:
                assert possible_claim(observe(played, other)) is None
        assert possible_claim(observe(played, None)) is None


def test_without_aids_only_the_last_trick_is_offered() -> None:
    plain, hard = edition_from_text("classic/3"), edition_from_text("classic/3,no-aids")
    offers = []
    for seed in range(6):
        for played, seat in asked_in_turn(plain, seed):
            if possible_claim(observe(played, seat)) is Claim.REST:
                deal = replace(played.deal, edition=hard)
                same = Round(deal).replay([action_from_number(hard, n) for n in played.actions])
                offers.append(possible_claim(observe(same, seat)))

    assert set(offers) == {None}


def test_a_claim_needs_owners_that_do_not_depend_on_the_plays() -> None:
    two_bottles = replace(SMALL["bright-house"], key="small/two-bottles", bottles=2)
    seen = next(
        observe(played, seat)
        for played, seat in asked_in_turn(two_bottles, 181)
        if len(played.actions) == 12
    )
    worlds = [position_in(seen, world) for world in all_worlds(seen)]
    unsure = [
        world
        for world, start in zip(all_worlds(seen), worlds, strict=True)
        if {taken for taken, _ in results(seen, start)} == {True} and len(results(seen, start)) > 1
    ]

    assert unsure
    assert [positions_left(seen, world, NO_LIMIT) for world in unsure] == [0] * len(unsure)


def test_worlds_that_are_not_all_played_out_prove_nothing() -> None:
    for seen in small_endings("3", ROUNDS):
        assert not all_lines_agree(seen, 1)
        if takes_the_rest(seen):
            assert positions_left(seen, all_worlds(seen)[0], 1) == 0


def stronger(hand: set[int], rivals: set[int], own_plays: int = 1, **bottles: int) -> StrongerCards:
    """Cards of a seat that leads; the prices by the names of the bottles, 18 without a name."""
    prices = tuple(bottles.values()) or (18,)
    return StrongerCards(
        seat=0,
        hand=set_of(hand),
        legal=set_of(hand),
        rivals=set_of(rivals),
        own_table=0,
        rival_table=0,
        own_plays=own_plays,
        left_now=own_plays,
        bottles=(prices, tuple(range(1, len(prices) + 1))),
    )


def test_cards_above_all_others_take_the_rest_and_leave_the_owner() -> None:
    assert stronger({30, 31, 35}, {20, 29}).owners_at_the_end() == (1,)


def test_whoever_holds_the_last_card_under_the_price_buys_the_bottle() -> None:
    assert stronger({10, 30, 31}, {20, 29}).owners_at_the_end() == (0,)


def test_two_cards_under_the_price_may_be_played_in_the_wrong_order() -> None:
    assert stronger({10, 15}, {20, 29}).owners_at_the_end() is None
    assert stronger({10, 15, 30, 31}, {20, 29}).owners_at_the_end() is None


def test_the_wrong_order_may_come_later() -> None:
    cards = replace(stronger({10, 15, 16}, {20, 29}), legal=set_of({16}))

    assert cards.owners_at_the_end() is None


def test_cards_under_the_price_that_beat_all_others_keep_the_bottle() -> None:
    assert stronger({10, 15}, {2}, low=18).owners_at_the_end() is None
    assert stronger({36, 35}, {2}, low=2).owners_at_the_end() == (1,)


def test_pairs_of_cards_may_sell_one_bottle_or_two() -> None:
    assert stronger({0, 1, 4, 5}, set(), 2, one=3, other=3).owners_at_the_end() is None
