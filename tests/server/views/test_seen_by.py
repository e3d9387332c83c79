"""Every field of a stored fact says who may see it, and no event shows more than that."""

from typing import Annotated, Any, get_args, get_origin, get_type_hints

import pytest
from msgspec import Struct
from msgspec.structs import replace

from bottleimp.protocol.messages import Event
from bottleimp.server.state.events import (
    Fact,
    FieldVisibility,
    LogEvent,
    Participant,
    Public,
    TableSettings,
    TimeControl,
    fact_kind,
)
from bottleimp.server.views.projection import public_event
from tests.support.folded_table import Gathering

FACTS: tuple[type[Fact], ...] = get_args(Fact)
STORED: tuple[type, ...] = (*FACTS, Participant, TimeControl, TableSettings, LogEvent)
# Not from the fact: its number, its kind, and what the table shows anew after it.
ADDED = {"seq", "k", "set", "hand", "trick"}
ONE, OTHER = 1, 2


# Any: the hint of a field, as `typing` gives it.
def tags(stored: type) -> dict[str, list[Any]]:
    """The tags of each field; none for a field that says nothing."""
    hints = get_type_hints(stored, include_extras=True)
    return {
        name: [tag for tag in get_args(hint)[1:] if isinstance(tag, FieldVisibility)]
        if get_origin(hint) is Annotated
        else []
        for name, hint in hints.items()
    }


def untagged(stored: type) -> set[str]:
    """The fields that do not say who may see them; what is tagged inside needs no tag."""
    return {name for name, given in tags(stored).items() if len(given) != 1} - {"fact"}


def public(stored: type) -> set[str]:
    """The fields that everybody may see."""
    return {name for name, given in tags(stored).items() if given == [FieldVisibility.EVERYBODY]}


def example(kind: type[Fact], n: int) -> Fact:
    """A fact of the kind, each of its fields with a value of its own; the n-th one."""
    hints = get_type_hints(kind)
    return kind(**{name: value(hint, f"{name} {n}") for name, hint in hints.items()})


def value(hint: Any, text: str) -> Any:
    """A value of the type, other than those for other texts."""
    options = [option for option in get_args(hint) if option is not type(None)]
    if hint is int:
        return int.from_bytes(text.encode())
    if hint is str:
        return text
    if hint is bool:
        return text.endswith(str(ONE))
    if hint is TableSettings:
        return TableSettings(grace=int.from_bytes(text.encode()))
    if hint is Participant:
        return Participant(text, text)
    if get_origin(hint) is tuple:
        return (value(options[0], text),)
    return value(options[0], text)


@pytest.fixture(scope="module")
def played() -> Gathering:
    """A table at which a card has just been played."""
    made = Gathering("classic/3", "cc")
    made.play_round()
    steps = [index for index, (fact, _) in enumerate(made.steps) if fact_kind(fact) == "play"]
    del made.steps[steps[0] + 1 :]
    return made


@pytest.mark.parametrize("stored", STORED, ids=lambda stored: stored.__name__)
def test_every_stored_field_says_who_may_see_it(stored: type) -> None:
    assert untagged(stored) == set()


def test_a_field_without_a_tag_is_noticed() -> None:
    class Careless(Struct):
        player: Public[int]
        cards: tuple[str, ...]

    assert untagged(Careless) == {"cards"}


@pytest.mark.parametrize("kind", FACTS, ids=lambda kind: kind.__name__)
def test_an_event_shows_only_fields_that_are_for_everybody(
    kind: type[Fact], played: Gathering
) -> None:
    fact = example(kind, ONE)
    event = public_event(fact, played.state)
    shown = [getattr(event, name) for name in Event.__struct_fields__ if name not in ADDED]

    allowed = [getattr(fact, name) for name in public(kind)]
    assert [each for each in shown if each is not None and each not in allowed] == []


@pytest.mark.parametrize("kind", FACTS, ids=lambda kind: kind.__name__)
def test_what_is_not_for_everybody_changes_no_event(kind: type[Fact], played: Gathering) -> None:
    fact, other = example(kind, ONE), example(kind, OTHER)
    secret = {name: getattr(other, name) for name in set(tags(kind)) - public(kind)}

    assert public_event(fact, played.state) == public_event(replace(fact, **secret), played.state)


def test_secret_choices_and_contributions_are_their_owners() -> None:
    owned = {
        (kind.__name__, name)
        for kind in FACTS
        for name, given in tags(kind).items()
        if given == [FieldVisibility.OWNER]
    }

    assert owned == {("ChoicesCommitted", "actions"), ("EntropyContributed", "value")}
