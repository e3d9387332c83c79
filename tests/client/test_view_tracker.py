"""A client's view after every event is the one that the server would send as a whole."""

import json
from itertools import pairwise
from random import Random

import msgspec
import pytest

from bottleimp.client.errors import ProtocolError
from bottleimp.client.view_tracker import ViewTracker, apply_changes
from bottleimp.languages.language import ENGLISH
from bottleimp.protocol.messages import Event, Welcome, encode
from bottleimp.protocol.view_changes import view_changes
from bottleimp.protocol.views import View
from bottleimp.server.views.projection import project_table
from tests.server.views.test_secrecy import moments
from tests.support.short_runs import EDITIONS


def views(edition: str, player: int | None) -> list[View]:
    """What a player sees at the moments of a round, as it comes over the wire."""
    found = [
        project_table(state, player, ENGLISH) for _, state in moments(edition, Random("views"))
    ]
    return [msgspec.json.decode(encode(view), type=View) for view in found]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("player", [None, 0])
def test_changes_lead_from_each_view_to_the_next(edition: str, player: int | None) -> None:
    found = views(edition, player)
    for before, after in pairwise(found):
        changes = json.loads(encode(view_changes(before, after)))

        assert apply_changes(before, changes) == after


def event(seq: int, **changes: object) -> Event:
    return Event(seq=seq, k="play", set=changes)


def test_what_comes_twice_is_passed_over_and_a_gap_is_an_error() -> None:
    view = views("classic/3", 0)[-1]
    tracker = ViewTracker()
    with pytest.raises(ProtocolError, match="before the first view"):
        tracker.apply(event(1))

    assert tracker.apply(Welcome(4, view)) is True
    assert tracker.apply(event(4, you=1)) is False
    assert tracker.apply(event(5, you=1)) is True
    assert tracker.view is not None
    assert (tracker.seq, tracker.view.you, tracker.view.table) == (5, 1, view.table)
    with pytest.raises(ProtocolError, match="Event 7 came after 5"):
        tracker.apply(event(7))
    with pytest.raises(ProtocolError, match="you"):
        tracker.apply(event(6, you="nobody"))
    assert (tracker.seq, tracker.view.you) == (5, 1)


def test_a_path_of_a_later_version_is_passed_over() -> None:
    view = views("classic/3", 0)[-1]

    assert apply_changes(view, {"weather": "fine", "match.weather": "fine"}) == view
