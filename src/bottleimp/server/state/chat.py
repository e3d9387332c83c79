"""What people say to each other at a table, folded from the log, and who may say what.

Set phrases are for everybody who plays, free words only where the host allows them.  While a
round with sides is being played nobody talks, unless the host allows that too.
"""

from dataclasses import dataclass, replace

from bottleimp.knowledge.phrases import PHRASES
from bottleimp.protocol.messages import SendChatMessage
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.server.state.events import (
    CHAT_OFF,
    FREE_TEXT,
    ChatMessageSent,
    MessageReported,
    TableSettings,
)
from bottleimp.server.state.items_by_player import swap_number
from bottleimp.server.state.lookalike_names import EMOJI_SELECTOR
from bottleimp.server.state.names import has_stacked_marks, is_invisible, normalize_text

MAX_MESSAGES_KEPT = 36  # lines
BURST_MESSAGES = 5  # lines of one person within so many ms
WINDOW_MS = 15_000
JOINERS = frozenset("\u200c\u200d")  # within words of some alphabets, and within emoji


@dataclass(frozen=True)
class ChatMessage:
    """Something that was said: a phrase by its id, or free words; `name` is as it was then.

    `person` is the tag of who said it.
    """

    number: int  # from 1 up
    at: int  # ms since 1970
    player: int
    name: str
    person: str | None
    phrase: str | None
    text: str | None


@dataclass(frozen=True)
class Chat:
    """The last lines, how many there have been, and who has reported which of them."""

    messages: tuple[ChatMessage, ...] = ()
    count: int = 0
    reports: frozenset[tuple[int, int]] = frozenset()  # player, number of the line

    def add_message(self, said: ChatMessageSent, name: str, person: str | None, at: int) -> "Chat":
        """With one more line; one whose words were erased is passed over."""
        count = self.count + 1
        if said.phrase is None and not said.text:
            return replace(self, count=count)
        line = ChatMessage(count, at, said.player, name, person, said.phrase, said.text)
        return replace(self, messages=(*self.messages, line)[-MAX_MESSAGES_KEPT:], count=count)

    def add_report(self, report: MessageReported) -> "Chat":
        """With a report by a player."""
        return replace(self, reports=self.reports | {(report.player, report.message)})

    def with_places_swapped(self, one: int, other: int) -> "Chat":
        """With what two players said and reported under the numbers of their new places."""
        messages = (replace(m, player=swap_number(m.player, one, other)) for m in self.messages)
        reports = ((swap_number(player, one, other), line) for player, line in self.reports)
        return replace(self, messages=tuple(messages), reports=frozenset(reports))

    def decide_report(self, player: int, person: str | None, number: int) -> MessageReported:
        """The fact that a player, who has this tag, reports a line; raises Refused."""
        line = next((each for each in self.messages if each.number == number), None)
        if line is None or (person is not None and line.person == person):
            raise Refused(RefusalCode.NOBODY_THERE)
        if (player, number) in self.reports:
            raise Refused(RefusalCode.STALE, "You have reported that.")
        return MessageReported(player, number)

    def decide_message(
        self,
        player: int,
        command: SendChatMessage,
        settings: TableSettings,
        at: int,
        *,
        among_partners: bool,
    ) -> ChatMessageSent:
        """The fact that a player says this; raises Refused.

        `among_partners` says that a round with sides is being played.
        """
        is_silent = among_partners and not settings.partners_talk
        is_free = command.text is not None
        if settings.talk == CHAT_OFF or is_silent or (is_free and settings.talk != FREE_TEXT):
            raise Refused(RefusalCode.NO_TALK)
        recent = [
            line for line in self.messages if line.player == player and line.at > at - WINDOW_MS
        ]
        if len(recent) >= BURST_MESSAGES:
            raise Refused(RefusalCode.TOO_FAST)
        if command.text is None:
            if command.phrase not in PHRASES:
                raise Refused(RefusalCode.BAD_WORDS)
            return ChatMessageSent(player, phrase=command.phrase)
        text = normalize_text(command.text)
        if command.phrase is not None or not is_valid_message(text):
            raise Refused(RefusalCode.BAD_WORDS)
        return ChatMessageSent(player, text=text)


EMPTY_CHAT = Chat()


def is_valid_message(text: str) -> bool:
    """Whether a tidied text can be seen, and does no more than be read."""
    return (
        any(map(is_visible, text))
        and all(map(is_plain_character, text))
        and not has_stacked_marks(text)
    )


def is_plain_character(sign: str) -> bool:
    """Whether a sign is none that controls others, turns the text around or shows nothing."""
    return sign in JOINERS or (sign.isprintable() and not is_invisible(sign))


def is_visible(sign: str) -> bool:
    """Whether there is anything to see of a sign."""
    return sign not in JOINERS and sign != EMOJI_SELECTOR and not sign.isspace()
