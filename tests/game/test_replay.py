"""A round is replayed step by step, and each step says who chose what."""

from itertools import pairwise
from random import Random

import pytest

from bottleimp.game.deal import Deal
from bottleimp.game.replay import choices_between, replayed_positions
from bottleimp.game.round import Phase, Round
from bottleimp.rules.editions import edition, edition_keys
from tests.support.strategies import Moments, whole_round


def played_round(key: str) -> tuple[Moments, Round]:
    """All moments of a round of random play, and the round when it is over."""
    random = Random(f"replay of {key}")
    moments = whole_round(Deal.from_seed(edition(key), random.getrandbits(256)), random)
    return moments, moments[-1]


@pytest.mark.parametrize("key", edition_keys())
def test_the_positions_are_those_without_choices_that_wait(key: str) -> None:
    moments, over = played_round(key)
    wanted = [moment for moment in moments if not any(moment.pending)]

    assert over.is_over
    assert list(replayed_positions(over)) == wanted
    assert replayed_positions(moments[0]) == (moments[0],)


@pytest.mark.parametrize("key", edition_keys())
def test_every_choice_belongs_to_the_seat_that_made_it(key: str) -> None:
    moments, over = played_round(key)
    positions = replayed_positions(over)
    for before, after in pairwise(positions):
        made = [choices_between(before, after, seat) for seat in range(over.edition.seats)]
        owed = [before.choices_owed(seat) for seat in range(over.edition.seats)]
        if before.phase is Phase.PLAY:
            owed[before.position.turn] = 1

        assert [len(choices) for choices in made] == owed
        again = before
        for seat, choices in enumerate(made):
            again = (
                again.replay(choices)
                if before.phase is Phase.PLAY
                else (again.commit(seat, choices) if choices else again)
            )
        assert again == after
    assert choices_between(over, over, 0) == ()
    assert moments[-1].actions == over.actions
