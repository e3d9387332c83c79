"""What every player must keep to, and that this one is better than chance."""

import pytest

from bottleimp import Deal, Observation, create_player, edition, edition_keys, observe, play_round
from bottleimp.analysis import head_to_head
from bottleimp.game import Round
from bottleimp.players import SeatPlayer
from own_player import LowFirst


@pytest.mark.parametrize("key", edition_keys())
def test_it_plays_a_whole_round_by_the_rules_in_every_edition(key: str) -> None:
    played_edition = edition(key)
    players = [SeatPlayer(LowFirst(), seed) for seed in range(played_edition.seats)]

    assert play_round(Deal.from_seed(played_edition, seed=1), players).is_over


def test_it_chooses_the_same_for_the_same_observation_and_seed() -> None:
    seen: Observation = observe(Round(Deal.from_seed(edition("classic/4"), seed=1)), seat=0)

    assert LowFirst().choose(seen, 7) == LowFirst().choose(seen, 7)


def test_it_is_known_by_its_name() -> None:
    seen = observe(Round(Deal.from_seed(edition("classic/4"), seed=1)), seat=0)

    assert create_player("low_first", 7).choose(seen) == LowFirst().choose(seen, 7)


def test_it_beats_random_play() -> None:
    found = head_to_head(edition("classic/4"), "low_first", "uniform", deals=30)

    assert found.results[0].difference.low > 0
