"""What a player is asked first in each phase of a round."""

import pytest

from bottleimp.game.round import Phase
from bottleimp.knowledge.warmup_observations import first_moments
from bottleimp.rules.editions import edition, edition_keys


@pytest.mark.parametrize("key", edition_keys())
def test_each_phase_has_a_first_moment_in_which_somebody_is_asked(key: str) -> None:
    playing = edition(key)
    moments = list(first_moments(playing))
    choosing = [Phase.CHOICE] if playing.choosers else []

    assert [Phase.EXCHANGE, *choosing, Phase.PLAY] == [seen.phase for seen in moments]
    assert all(seen.is_asked for seen in moments)
