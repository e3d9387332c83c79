"""A finished round is played on from a choice of one seat, with others that answer."""

import asyncio
from collections.abc import Sequence
from random import Random

import pytest

from bottleimp.errors import IllegalAction
from bottleimp.game.actions import Action
from bottleimp.game.deal import Deal
from bottleimp.game.playing_on import Chooser, is_asked, play_on
from bottleimp.game.replay import choices_between, replayed_positions
from bottleimp.game.round import Phase, Round
from bottleimp.rules.editions import edition, edition_keys
from tests.support.strategies import whole_round


def played_round(key: str) -> tuple[Round, ...]:
    """A round of random play, position by position."""
    random = Random(f"played on: {key}")
    moments = whole_round(Deal.from_seed(edition(key), random.getrandbits(256)), random)
    return replayed_positions(moments[-1])


async def first_choices(now: Round, seat: int) -> Sequence[Action]:
    """The lowest cards, as many as are asked for."""
    chosen: list[Action] = []
    for _ in range(now.choices_owed(seat) or 1):
        chosen.append(now.legal_actions_for(seat)[0])
        now = now.play(chosen[-1], seat) if now.choices_owed(seat) > 1 else now
    return chosen


def positions_after(
    begun: Round,
    seat: int | None,
    actions: Sequence[Action],
    choose: Chooser = first_choices,
    then: Round | None = None,
) -> list[Round]:
    async def collected() -> list[Round]:
        return [now async for now in play_on(begun, seat, actions, choose, then)]

    return asyncio.run(collected())


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("key", edition_keys())
def test_a_round_is_played_on_from_every_choice_of_a_seat(key: str) -> None:
    positions = played_round(key)
    for begun in positions[:-1]:
        if not is_asked(begun, 0):
            continue
        actions = asyncio.run(first_choices(begun, 0))
        now = begun
        for after in positions_after(begun, 0, actions):
            assert replayed_positions(after)[-2:] == (now, after)
            now = after

        assert now.is_over or is_asked(now, 0)
        assert choices_between(begun, now, 0) == tuple(actions)


@pytest.mark.parametrize("key", edition_keys())
def test_without_a_seat_a_round_is_played_to_its_end(key: str) -> None:
    begun = played_round(key)[0]
    positions = positions_after(begun, None, ())

    assert replayed_positions(positions[-1]) == (begun, *positions)
    assert positions[-1].is_over


def test_what_others_chose_at_the_same_time_stays() -> None:
    begun, then = played_round("classic/4")[:2]
    first, *_ = positions_after(begun, 2, asyncio.run(first_choices(begun, 2)), then=then)

    assert begun.phase is Phase.EXCHANGE
    assert choices_between(begun, first, 2) != choices_between(begun, then, 2)
    for seat in (0, 1, 3):
        assert choices_between(begun, first, seat) == choices_between(begun, then, seat)


def test_everybody_is_asked_in_the_position_in_which_a_stage_begins() -> None:
    begun = played_round("classic/4")[0]
    asked: list[tuple[Round, int]] = []

    async def noted(now: Round, seat: int) -> Sequence[Action]:
        asked.append((now, seat))
        return await first_choices(now, seat)

    positions_after(begun, 1, asyncio.run(first_choices(begun, 1)), noted)

    assert asked[:3] == [(begun, 0), (begun, 2), (begun, 3)]


def test_what_the_rules_forbid_is_refused() -> None:
    begun = played_round("classic/4")[0]

    with pytest.raises(IllegalAction):
        positions_after(begun, 0, begun.hands[0][:1])
    with pytest.raises(IllegalAction):
        positions_after(begun, 0, begun.hands[1][:3])
