"""People without a name: each is called something else, by their places."""

from pathlib import Path

import pytest

from bottleimp.knowledge.titles import COMPUTER_NAMES, DRIVEN_NAME, GUEST_NAMES
from bottleimp.languages.language import ENGLISH
from bottleimp.protocol.messages import SendChatMessage
from bottleimp.rules.editions import edition, edition_keys
from bottleimp.server.pages.own_matches import OwnMatches
from bottleimp.server.state.events import TableSettings
from bottleimp.server.state.lookalike_names import skeleton
from bottleimp.server.state.names import is_valid_name
from bottleimp.server.views.export import export_match
from tests.support.frames import is_scored
from tests.support.in_process import InProcessService, guest, play_until, run_service

LISTED = TableSettings(is_listed=True, grace=0, level="uniform")


def test_there_is_a_name_for_every_place_and_no_two_are_alike() -> None:
    players = max(edition(key).players for key in edition_keys())
    others = {skeleton(name)[0] for name in (*COMPUTER_NAMES, DRIVEN_NAME, "You")}

    assert players <= len(GUEST_NAMES)
    assert len(GUEST_NAMES) == len({skeleton(name)[0] for name in GUEST_NAMES} - others)


@pytest.mark.parametrize("name", ["Guest", "Gast", "Invit\u00e9", "Du", "You"])
def test_nobody_is_called_as_somebody_without_a_name_is(name: str) -> None:
    assert not is_valid_name(name)


def test_people_without_a_name_are_told_apart_at_the_table(tmp_path: Path) -> None:
    async def meet(service: InProcessService) -> None:
        ann = await service.table("classic/4", "ooc", LISTED, guest(""))
        bob = await service.joined(ann.table, "")

        assert [ann.view.players[p].name for p in (0, 1, 3)] == ["You", "Heron", "Keawe"]
        assert [bob.view.players[p].name for p in (0, 1, 3)] == ["Dolphin", "You", "Keawe"]
        (listed,) = await service.registry.listed_tables()
        standing = await OwnMatches(service.registry, service.store).standing(listed)
        assert standing is not None
        assert standing.people(ENGLISH) == ["Dolphin", "Heron"]
        await bob.do(SendChatMessage, phrase="hello")
        assert [line.name for line in bob.view.talk] == ["You"]
        assert [line.name for line in ann.view.talk] == ["Heron"]

    run_service(tmp_path, meet)


def test_records_tell_people_without_a_name_apart(tmp_path: Path) -> None:
    async def play(service: InProcessService) -> None:
        ann = await service.table("classic/3", "oc", maker=guest(""))
        bob = await service.joined(ann.table, "")
        await play_until([ann, bob], is_scored)
        match = export_match(ann.table.state)

        assert isinstance(match["players"], list)
        assert [player["name"] for player in match["players"]] == ["Dolphin", "Heron", "Keawe"]

    run_service(tmp_path, play)
