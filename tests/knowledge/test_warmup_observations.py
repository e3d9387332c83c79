"""What a player is asked first in each phase of a round."""

import pytest

from bottleimp.game.round import Phase
from bottleimp.knowledge.warmup_observations import warmup_observations
from bottleimp.rules.editions import edition, edition_keys


@pytest.mark.parametrize("key", edition_keys())
def test_each_phase_has_a_first_moment_in_which_somebody_is_asked(key: str) -> None:
    playing = edition(key)
    moments = list(warmup_observations(playing))
    choosing = [Phase.CHOICE] if playing.choosers else []

    assert [Phase.EXCHANGE, *choosing, Phase.PLAY] == [seen.phase for seen in moments]
    assert all(seen.is_to_act for seen in moments)
