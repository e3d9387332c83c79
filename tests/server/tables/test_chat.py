"""People talk in set phrases, in free words where the host lets them, and not to their partners."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bottleimp.knowledge.phrases import PHRASES
from bottleimp.protocol.messages import MOST_SAID, AnyCommand, Say, client_frame
from bottleimp.protocol.refusals import Code, Refused
from bottleimp.protocol.views import SaidView
from bottleimp.server.state.chat import KEPT, MOST_AT_ONCE, WITHIN_MS, is_sayable
from bottleimp.server.state.events import FREE, NOBODY, OFF, Said, Settings, read_fact, write_fact
from bottleimp.server.state.person_tags import tag_of
from bottleimp.server.storage.erasure import erase
from bottleimp.server.text.i18n import ENGLISH
from bottleimp.server.views.projection import view
from tests.support.folded_table import KEY, Gathering, refusal
from tests.support.in_process import House, in_house

FREELY = Settings(talk=FREE)
WITH_PARTNERS = "matagot/4-teams"


def table(settings: Settings = FREELY, key: str = "classic/3") -> Gathering:
    """Ann, Bob and others at a table."""
    made = Gathering(key, "o" * (2 if key == "classic/3" else 3), settings)
    made.join("g1", "Bob")
    return made


def phrase(name: str) -> Say:
    return Say("do", "1", phrase=name)


def text(words: str) -> Say:
    return Say("do", "1", text=words)


def lines(made: Gathering, viewer: int | None = 0) -> list[SaidView]:
    return view(made.state, viewer, ENGLISH).talk


def test_a_phrase_travels_by_its_id() -> None:
    made = table()
    made.do("g1", phrase("good-luck"))

    assert [SaidView(1, 0, 1, "Bob", tag_of(KEY, "g1"), "good-luck", None)] == lines(made)


def test_a_person_is_known_by_one_tag_at_every_table_and_under_every_name() -> None:
    one, other = table(), Gathering("classic/4", "ooo")
    other.join("g1", "Somebody else")
    one.do("g1", phrase("hello"))
    [line] = lines(one)
    shown = view(other.state, None, ENGLISH).players

    assert line.person == shown[1].person
    assert 2 == len({who.person for who in shown[:2]})
    assert [None, None] == [who.person for who in shown[2:]]


def test_a_tag_needs_the_key_of_the_server() -> None:
    assert tag_of(KEY, "g1") != tag_of(b"of another server", "g1")
    assert None is tag_of(None, "g1")


def test_words_travel_as_they_are() -> None:
    made = table()
    made.do("g0", text("  Nice\tto  see you "))

    assert ["Nice to see you"] == [line.text for line in lines(made, 1)]


def test_words_are_for_where_the_host_allows_them() -> None:
    made = table(Settings())

    assert Code.NO_TALK is refusal(lambda: made.do("g1", text("Hello")))
    assert ["say"] == made.do("g1", phrase("hello"))


def test_where_nobody_talks_nobody_says_a_phrase() -> None:
    made = table(Settings(talk=OFF))

    assert Code.NO_TALK is refusal(lambda: made.do("g1", phrase("hello")))


def test_who_watches_does_not_talk() -> None:
    made = table()

    assert Code.NOT_ALLOWED is refusal(lambda: made.do("stranger", phrase("hello")))


def test_who_is_played_for_may_talk() -> None:
    made = table(key="classic/3")
    made.join("g2", "Cyd")
    made.do("g0", client_command("replace", player=1), 0, 2)

    assert ["say"] == made.do("g1", phrase("sorry"))


def client_command(kind: str, **fields: object) -> AnyCommand:
    read = client_frame(json.dumps({"t": "do", "id": "1", "k": kind, **fields}))
    assert isinstance(read, AnyCommand)
    return read


@pytest.mark.parametrize(
    "say",
    [
        Say("do", "1"),
        Say("do", "1", "hello", "Hello"),
        phrase("bonjour"),
        text(" "),
        text("a\u202eb"),
    ],
)
def test_what_is_no_phrase_and_no_words_is_refused(say: Say) -> None:
    made = table()

    assert Code.BAD_WORDS is refusal(lambda: made.do("g1", say))


def test_too_many_words_are_not_understood() -> None:
    frame = {"t": "do", "id": "1", "k": "say", "text": "a" * (MOST_SAID + 1)}
    with pytest.raises(Refused) as refused:
        client_frame(json.dumps(frame))

    assert Code.BAD_MESSAGE is refused.value.code


@given(st.text(st.characters(categories=["Cc", "Cs", "Co", "Cn", "Zl", "Zp"]), min_size=1))
def test_signs_that_control_others_are_not_said(sign: str) -> None:
    assert not is_sayable(f"a{sign}b")


@pytest.mark.parametrize(
    "words", ["Grüß dich", "Γεια σου", "שלום", "👨‍👩‍👧 🙂", "e\u0301te\u0301", "❤️ 1️⃣"]
)
def test_all_alphabets_and_signs_of_feeling_are_said(words: str) -> None:
    assert is_sayable(words)


def test_signs_may_be_shown_as_emoji() -> None:
    assert is_sayable("❤️ 1️⃣")


@pytest.mark.parametrize("letter", ["Z\u0301", "\u0e01\u0e47"])
def test_marks_are_not_piled_up(letter: str) -> None:
    assert not is_sayable(letter[0] + letter[1] * 9)


@pytest.mark.parametrize("sign", ["\u3164", "\u115f", "\uffa0", "\u2800"])
def test_letters_that_show_nothing_are_not_said(sign: str) -> None:
    assert not is_sayable(f"a{sign}")


@pytest.mark.parametrize("text", ["\u200d", "\ufe0f \u200c"])
def test_something_can_be_seen_of_what_is_said(text: str) -> None:
    assert not is_sayable(text)


def test_nobody_says_too_much_at_once() -> None:
    made = table()
    for _ in range(MOST_AT_ONCE):
        made.do("g1", phrase("hello"))

    assert Code.TOO_FAST is refusal(lambda: made.do("g1", phrase("hello")))
    assert ["say"] == made.do("g0", phrase("hello"))  # others may
    made.now += WITHIN_MS
    assert ["say"] == made.do("g1", phrase("hello"))


def with_partners(settings: Settings) -> Gathering:
    made = Gathering(WITH_PARTNERS, "occ", settings)
    made.join("g1", "Bob")
    return made


def test_partners_do_not_talk_while_a_round_is_played() -> None:
    made = with_partners(FREELY)

    assert Code.NO_TALK is refusal(lambda: made.do("g1", phrase("hello")))
    made.play_round()
    assert ["say"] == made.do("g1", phrase("good-game"))


def test_partners_talk_where_the_host_allows_it() -> None:
    made = with_partners(Settings(talk=FREE, partners_talk=True))

    assert ["say"] == made.do("g1", text("I lead"))


def test_some_dozen_lines_are_kept() -> None:
    made = table()
    for _ in range(KEPT + 5):
        made.now += WITHIN_MS
        made.do("g1", phrase("hello"))

    assert list(range(6, KEPT + 6)) == [line.n for line in lines(made)]


def test_who_watches_reads_along_where_that_is_allowed() -> None:
    made, shut = table(), table(Settings(watch=NOBODY))
    for each in (made, shut):
        each.do("g1", phrase("hello"))

    assert 1 == len(lines(made, None))
    assert [] == lines(shut, None)


def test_what_was_said_before_stays_with_who_said_it() -> None:
    made = table()
    made.do("g1", phrase("goodbye"))
    made.do("g1", client_command("leave"))
    made.join("g2", "Cyd")

    assert ["Bob"] == [line.name for line in lines(made)]


@pytest.mark.parametrize("said", [Said(1, phrase="hello"), Said(0, text="Grüß dich")])
def test_what_was_said_is_read_from_the_log(said: Said) -> None:
    assert said == read_fact(2, write_fact(said))


def test_every_phrase_is_short_and_has_words() -> None:
    assert all(0 < len(each.text) <= 40 and len(name) <= 32 for name, each in PHRASES.items())


def test_the_reference_lists_every_phrase() -> None:
    page = Path(__file__).parents[3] / "docs" / "reference" / "protocol.md"
    _, _, listed = page.read_text("utf-8").partition("### Phrases")

    assert set(PHRASES) <= set(re.findall(r"`([a-z-]+)`", listed))


def test_words_of_somebody_erased_are_gone(tmp_path: Path) -> None:
    async def forget(rooms: House) -> None:
        ann = await rooms.table("classic/3", "oc", FREELY)
        bob = await rooms.joined(ann.table, "Bob")
        await bob.do("say", text="I live at the harbour")
        await ann.do("say", text="And I at the mill")
        erase(rooms.store.database, bob.guest)
        log = await rooms.store.read(lambda store: store.events(ann.table.id, 0))
        said = [event.fact for event in log if isinstance(event.fact, Said)]

        assert [Said(1, text=""), Said(0, text="And I at the mill")] == said

    in_house(tmp_path, forget)
