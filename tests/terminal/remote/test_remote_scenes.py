"""What comes over the wire is seen at the terminal as if it were played there."""

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from bottleimp.knowledge.observation import observe
from bottleimp.languages.language import ENGLISH
from bottleimp.protocol.messages import encode
from bottleimp.protocol.views import View
from bottleimp.server.views.projection import project_table
from bottleimp.terminal.remote.remote_scene import RemoteView, is_displayable
from bottleimp.terminal.session.selection import CardOrder, HandSelection
from bottleimp.terminal.text.words import SceneText
from bottleimp.terminal.widgets.key_row import KeyOffers, available_keys
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


def after_a_round() -> View:
    """What the first of three people sees when a round has been scored and the match goes on."""
    views = (project_table(state, 0, ENGLISH) for _, state in moments("classic/3", Random(2)))
    view = next(view for view in views if view.round and view.round.result and not view.match.over)
    players = [
        replace(who, name=name, kind="human", stand_in=None)
        for who, name in zip(view.players, ("Tess", "Ann", "Bo"), strict=True)
    ]
    return replace(view, players=players)


@pytest.mark.parametrize(
    ("ready", "present", "prompt", "key"),
    [
        ([], [0, 1, 2], "Press Enter for the next round.", " Enter  next round"),
        ([1], [0, 1, 2], "Press Enter for the next round.", " Enter  next round"),
        ([0], [0, 1, 2], "Waiting for Ann, Bo.", ""),
        ([0, 1], [0, 1, 2], "Waiting for Bo.", ""),
        ([0], [0, 2], "Waiting for Bo.", ""),
    ],
)
def test_whoever_has_asked_for_the_next_round_reads_who_has_not(
    ready: list[int], present: list[int], prompt: str, key: str
) -> None:
    view = after_a_round()
    view = replace(view, match=replace(view.match, ready=ready))
    scene = RemoteView(view, present).scene
    choosing = HandSelection(scene.observation, CardOrder.NUMBER)
    keys = available_keys(scene, choosing, ENGLISH.catalogue, KeyOffers(), 200).plain

    assert SceneText(scene, ENGLISH.catalogue).prompt(choosing) == prompt
    assert keys.startswith(key or " V  replay")
