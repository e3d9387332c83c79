"""What comes over the wire is seen at the terminal as if it were played there."""

from random import Random

import msgspec
import pytest

from bottleimp.knowledge.observation import observe
from bottleimp.languages.language import ENGLISH
from bottleimp.protocol.messages import encode
from bottleimp.protocol.views import View
from bottleimp.server.views.projection import project_table
from bottleimp.terminal.remote.remote_scene import RemoteView, is_displayable
from tests.server.views.test_secrecy import moments
from tests.support.short_runs import EDITIONS


@pytest.mark.parametrize("key", EDITIONS)
def test_every_seat_sees_over_the_wire_what_it_sees_at_home(key: str) -> None:
    compared = 0
    for _, state in moments(key, Random(f"remote {key}")):
        if state.round is None or state.pending_choices is not None:
            continue
        for player in range(state.edition.players):
            sent = encode(project_table(state, player, ENGLISH))
            shown = msgspec.json.decode(sent, type=View)
            if is_displayable(shown.round):
                compared += 1
                scene = RemoteView(shown).scene
                seat = state.round_start_match.seat_of(player)

                assert scene.observation == observe(state.round, seat)
                assert scene.match == state.match
    assert compared > 0
