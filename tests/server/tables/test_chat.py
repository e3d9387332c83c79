"""People talk in set phrases, in free words where the host lets them, and not to their partners."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bottleimp.knowledge.phrases import PHRASES
from bottleimp.languages.language import ENGLISH
from bottleimp.protocol.messages import (
    MAX_CHAT_LENGTH,
    AnyCommand,
    ReportMessage,
    SendChatMessage,
    decode_client_frame,
)
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.protocol.views import ChatMessageView
from bottleimp.server.state.chat import (
    BURST_MESSAGES,
    MAX_MESSAGES_KEPT,
    WINDOW_MS,
    is_valid_message,
)
from bottleimp.server.state.events import (
    CHAT_OFF,
    FREE_TEXT,
    NOBODY,
    ChatMessageSent,
    TableSettings,
    read_fact,
    write_fact,
)
from bottleimp.server.state.person_tags import person_tag
from bottleimp.server.storage.erasure import erase_person
from bottleimp.server.views.projection import project_table, public_event
from tests.support.folded_table import KEY, Gathering, refusal
from tests.support.in_process import InProcessService, run_service

FREELY = TableSettings(talk=FREE_TEXT)
WITH_PARTNERS = "matagot/4-teams"


def table(settings: TableSettings = FREELY, key: str = "classic/3") -> Gathering:
    """Ann, Bob and others at a table."""
    made = Gathering(key, "o" * (2 if key == "classic/3" else 3), settings)
    made.join("g1", "Bob")
    return made


def phrase(name: str) -> SendChatMessage:
    return SendChatMessage("do", "1", phrase=name)


def text(words: str) -> SendChatMessage:
    return SendChatMessage("do", "1", text=words)


def lines(made: Gathering, viewer: int | None = 0) -> list[ChatMessageView]:
    return project_table(made.state, viewer, ENGLISH).talk


def test_a_phrase_travels_by_its_id() -> None:
    made = table()
    made.do("g1", phrase("good-luck"))

    assert [ChatMessageView(1, 0, 1, "Bob", person_tag(KEY, "g1"), "good-luck", None)] == lines(
        made
    )


def test_a_person_is_known_by_one_tag_at_every_table_and_under_every_name() -> None:
    one, other = table(), Gathering("classic/4", "ooo")
    other.join("g1", "Somebody else")
    one.do("g1", phrase("hello"))
    [line] = lines(one)
    shown = project_table(other.state, None, ENGLISH).players

    assert line.person == shown[1].person
    assert len({who.person for who in shown[:2]}) == 2
    assert [who.person for who in shown[2:]] == [None, None]


def test_a_tag_needs_the_key_of_the_server() -> None:
    assert person_tag(KEY, "g1") != person_tag(b"of another server", "g1")
    assert None is person_tag(None, "g1")


def test_words_travel_as_they_are() -> None:
    made = table()
    made.do("g0", text("  Nice\tto  see you "))

    assert [line.text for line in lines(made, 1)] == ["Nice to see you"]


def test_words_are_for_where_the_host_allows_them() -> None:
    made = table(TableSettings())

    assert RefusalCode.NO_TALK is refusal(lambda: made.do("g1", text("Hello")))
    assert made.do("g1", phrase("hello")) == ["say"]


def test_where_nobody_talks_nobody_says_a_phrase() -> None:
    made = table(TableSettings(talk=CHAT_OFF))

    assert RefusalCode.NO_TALK is refusal(lambda: made.do("g1", phrase("hello")))


def test_who_watches_does_not_talk() -> None:
    made = table()

    assert RefusalCode.NOT_ALLOWED is refusal(lambda: made.do("stranger", phrase("hello")))


def test_who_is_played_for_may_talk() -> None:
    made = table(key="classic/3")
    made.join("g2", "Cyd")
    made.do("g0", client_command("replace", player=1), 0, 2)

    assert made.do("g1", phrase("sorry")) == ["say"]


def client_command(kind: str, **fields: object) -> AnyCommand:
    read = decode_client_frame(json.dumps({"t": "do", "id": "1", "k": kind, **fields}))
    assert isinstance(read, AnyCommand)
    return read


@pytest.mark.parametrize(
    "say",
    [
        SendChatMessage("do", "1"),
        SendChatMessage("do", "1", "hello", "Hello"),
        phrase("bonjour"),
        text(" "),
        text("a\u202eb"),
    ],
)
def test_what_is_no_phrase_and_no_words_is_refused(say: SendChatMessage) -> None:
    made = table()

    assert RefusalCode.BAD_WORDS is refusal(lambda: made.do("g1", say))


def test_too_many_words_are_not_understood() -> None:
    frame = {"t": "do", "id": "1", "k": "say", "text": "a" * (MAX_CHAT_LENGTH + 1)}
    with pytest.raises(Refused) as refused:
        decode_client_frame(json.dumps(frame))

    assert RefusalCode.BAD_MESSAGE is refused.value.code


@given(st.text(st.characters(categories=["Cc", "Cs", "Co", "Cn", "Zl", "Zp"]), min_size=1))
def test_signs_that_control_others_are_not_said(sign: str) -> None:
    assert not is_valid_message(f"a{sign}b")


@pytest.mark.parametrize(
    "words", ["Grüß dich", "Γεια σου", "שלום", "👨‍👩‍👧 🙂", "e\u0301te\u0301", "❤️ 1️⃣"]
)
def test_all_alphabets_and_signs_of_feeling_are_said(words: str) -> None:
    assert is_valid_message(words)


def test_signs_may_be_shown_as_emoji() -> None:
    assert is_valid_message("❤️ 1️⃣")


@pytest.mark.parametrize("letter", ["Z\u0301", "\u0e01\u0e47"])
def test_marks_are_not_piled_up(letter: str) -> None:
    assert not is_valid_message(letter[0] + letter[1] * 9)


@pytest.mark.parametrize("sign", ["\u3164", "\u115f", "\uffa0", "\u2800"])
def test_letters_that_show_nothing_are_not_said(sign: str) -> None:
    assert not is_valid_message(f"a{sign}")


@pytest.mark.parametrize("text", ["\u200d", "\ufe0f \u200c"])
def test_something_can_be_seen_of_what_is_said(text: str) -> None:
    assert not is_valid_message(text)


def test_nobody_says_too_much_at_once() -> None:
    made = table()
    for _ in range(BURST_MESSAGES):
        made.do("g1", phrase("hello"))

    assert RefusalCode.TOO_FAST is refusal(lambda: made.do("g1", phrase("hello")))
    assert made.do("g0", phrase("hello")) == ["say"]  # others may
    made.now += WINDOW_MS
    assert made.do("g1", phrase("hello")) == ["say"]


def with_partners(settings: TableSettings) -> Gathering:
    made = Gathering(WITH_PARTNERS, "occ", settings)
    made.join("g1", "Bob")
    return made


def test_partners_do_not_talk_while_a_round_is_played() -> None:
    made = with_partners(FREELY)

    assert RefusalCode.NO_TALK is refusal(lambda: made.do("g1", phrase("hello")))
    made.play_round()
    assert made.do("g1", phrase("good-game")) == ["say"]


def test_partners_talk_where_the_host_allows_it() -> None:
    made = with_partners(TableSettings(talk=FREE_TEXT, partners_talk=True))

    assert made.do("g1", text("I lead")) == ["say"]


def test_some_dozen_lines_are_kept() -> None:
    made = table()
    for _ in range(MAX_MESSAGES_KEPT + 5):
        made.now += WINDOW_MS
        made.do("g1", phrase("hello"))

    assert list(range(6, MAX_MESSAGES_KEPT + 6)) == [line.n for line in lines(made)]


def test_who_watches_reads_along_where_that_is_allowed() -> None:
    made, shut = table(), table(TableSettings(watch=NOBODY))
    for each in (made, shut):
        each.do("g1", phrase("hello"))

    assert len(lines(made, None)) == 1
    assert lines(shut, None) == []


def test_what_was_said_before_stays_with_who_said_it() -> None:
    made = table()
    made.do("g1", phrase("goodbye"))
    made.do("g1", client_command("leave"))
    made.join("g2", "Cyd")

    assert [line.name for line in lines(made)] == ["Bob"]


@pytest.mark.parametrize(
    "said", [ChatMessageSent(1, phrase="hello"), ChatMessageSent(0, text="Grüß dich")]
)
def test_what_was_said_is_read_from_the_log(said: ChatMessageSent) -> None:
    assert said == read_fact(2, write_fact(said))


def test_every_phrase_is_short_and_has_words() -> None:
    assert all(0 < len(each.text) <= 40 and len(name) <= 32 for name, each in PHRASES.items())


def test_the_reference_lists_every_phrase() -> None:
    page = Path(__file__).parents[3] / "docs" / "reference" / "protocol.md"
    _, _, listed = page.read_text("utf-8").partition("### Phrases")

    assert set(PHRASES) <= set(re.findall(r"`([a-z-]+)`", listed))


def test_words_of_somebody_erased_are_gone(tmp_path: Path) -> None:
    async def forget(opened: InProcessService) -> None:
        ann = await opened.table("classic/3", "oc", FREELY)
        bob = await opened.joined(ann.table, "Bob")
        await bob.do(SendChatMessage, text="I live at the harbour")
        await ann.do(SendChatMessage, text="And I at the mill")
        erase_person(opened.store.database, bob.guest)
        log = await opened.store.read(lambda store: store.events(ann.table.id, 0))
        said = [event.fact for event in log if isinstance(event.fact, ChatMessageSent)]

        assert [ChatMessageSent(1, text=""), ChatMessageSent(0, text="And I at the mill")] == said

    run_service(tmp_path, forget)


def test_a_line_is_reported_once_and_nobody_learns_who_did() -> None:
    made = table()
    made.do("g1", text("You cheat"))
    before = project_table(made.state, 1, ENGLISH)
    kinds = made.do("g0", ReportMessage("do", "1", 1))
    fact, after = made.steps[-1]
    event = public_event(fact, after)

    assert kinds == ["report"]
    assert (event.player, event.text, event.name) == (None, None, None)
    assert project_table(after, 1, ENGLISH) == before
    assert refusal(lambda: made.do("g0", ReportMessage("do", "2", 1))) is RefusalCode.STALE


def test_own_lines_and_lines_that_are_not_there_cannot_be_reported() -> None:
    made = table()
    made.do("g0", text("I cheat"))

    own, missing = (ReportMessage("do", "1", number) for number in (1, 2))
    assert refusal(lambda: made.do("g0", own)) is RefusalCode.NOBODY_THERE
    assert refusal(lambda: made.do("g0", missing)) is RefusalCode.NOBODY_THERE


def test_who_only_watches_reports_nothing() -> None:
    made = table()
    made.do("g0", text("I cheat"))

    assert (
        refusal(lambda: made.do("stranger", ReportMessage("do", "1", 1))) is RefusalCode.NOT_ALLOWED
    )
