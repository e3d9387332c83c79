"""The reference of the protocol names every frame, field and code there is."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from bottleimp.protocol import messages
from bottleimp.protocol.refusals import RefusalCode
from bottleimp.protocol.views import View
from bottleimp.server.api.record_files import FILE_BURST
from bottleimp.server.settings.config import ServerSettings
from bottleimp.server.state.events import Fact, TableCreated
from bottleimp.server.tables.replay import MAX_ENTRIES_KEPT

PAGE = (Path(__file__).parents[3] / "docs" / "reference" / "protocol.md").read_text("utf-8")
NAMED = set(re.findall(r"`([a-z][a-z0-9_.-]*)`", PAGE))
SHOWN = set(re.findall(r'"([a-z_]+)":', PAGE)) | set(re.findall(r'"(?:t|k)":"([a-z]+)"', PAGE))


def fields(kind: type[msgspec.Struct]) -> Iterator[str]:
    """The names on the wire of a type's fields and of those below."""
    schemas, components = msgspec.json.schema_components([kind])
    del schemas
    for component in components.values():
        yield from component.get("properties", {})


@pytest.mark.parametrize("code", [code.value for code in RefusalCode])
def test_every_code_is_explained(code: str) -> None:
    assert f"| `{code}` |" in PAGE


@pytest.mark.parametrize("name", messages.COMMAND_TAGS)
def test_every_command_is_explained(name: str) -> None:
    assert f"| `{name}` |" in PAGE


@pytest.mark.parametrize("fact", [fact for fact in get_args(Fact) if fact is not TableCreated])
def test_every_event_is_explained(fact: type[msgspec.Struct]) -> None:
    assert f"| `{fact.__struct_config__.tag}` |" in PAGE


@pytest.mark.parametrize(
    "kind", [View, *get_args(messages.ServerFrame), *get_args(messages.AnyCommand)]
)
def test_every_field_is_named(kind: type[msgspec.Struct]) -> None:
    assert set(fields(kind)) - NAMED - SHOWN == set()


def test_limits_are_those_of_the_server() -> None:
    settings = ServerSettings()

    assert f"{settings.message_burst} frames at once" in PAGE
    assert f"{settings.messages_per_second:.0f} a second" in PAGE
    assert (
        f"{settings.table_command_burst} commands at once and"
        f" {settings.table_commands_per_second:.0f} a second"
    ) in PAGE
    assert (
        f"{settings.address_message_burst} frames at once and"
        f" {settings.address_messages_per_second:.0f} a second"
    ) in PAGE
    assert f"try {settings.wrong_codes_per_hour} codes an hour" in PAGE
    assert f"send {FILE_BURST} files of records at once" in PAGE
    assert f"{settings.max_queued_messages} frames may wait" in PAGE
    assert f"keeps the last {MAX_ENTRIES_KEPT} events" in PAGE
    assert f"at most {messages.MAX_FRAME_BYTES} bytes" in PAGE
