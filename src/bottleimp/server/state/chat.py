"""What people say to each other at a table, folded from the log, and who may say what.

Set phrases are for everybody who plays, free words only where the host allows them.  While a
round with sides is being played nobody talks, unless the host allows that too.
"""

from dataclasses import dataclass, replace

from bottleimp.knowledge.phrases import PHRASES
from bottleimp.protocol.messages import Say
from bottleimp.protocol.refusals import Code, Refused
from bottleimp.server.state.events import FREE, OFF, Said, Settings
from bottleimp.server.state.lookalike_names import EMOJI_SELECTOR
from bottleimp.server.state.names import has_towers, is_invisible, tidied

KEPT = 36  # lines
MOST_AT_ONCE = 5  # lines of one person within so many ms
WITHIN_MS = 15_000
JOINERS = frozenset("\u200c\u200d")  # within words of some alphabets, and within emoji


@dataclass(frozen=True)
class Line:
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
class Talk:
    """The last lines, and how many there have been."""

    lines: tuple[Line, ...] = ()
    count: int = 0

    def after(self, said: Said, name: str, person: str | None, at: int) -> "Talk":
        """With one more line; one whose words were erased is passed over."""
        count = self.count + 1
        if said.phrase is None and not said.text:
            return replace(self, count=count)
        line = Line(count, at, said.player, name, person, said.phrase, said.text)
        return Talk((*self.lines, line)[-KEPT:], count)

    def said(
        self, player: int, command: Say, settings: Settings, at: int, *, among_partners: bool
    ) -> Said:
        """The fact that a player says this; raises Refused.

        `among_partners` says that a round with sides is being played.
        """
        is_silent = among_partners and not settings.partners_talk
        is_free = command.text is not None
        if settings.talk == OFF or is_silent or (is_free and settings.talk != FREE):
            raise Refused(Code.NO_TALK)
        recent = [line for line in self.lines if line.player == player and line.at > at - WITHIN_MS]
        if len(recent) >= MOST_AT_ONCE:
            raise Refused(Code.TOO_FAST)
        if command.text is None:
            if command.phrase not in PHRASES:
                raise Refused(Code.BAD_WORDS)
            return Said(player, phrase=command.phrase)
        text = tidied(command.text)
        if command.phrase is not None or not is_sayable(text):
            raise Refused(Code.BAD_WORDS)
        return Said(player, text=text)


NOTHING_SAID = Talk()


def is_sayable(text: str) -> bool:
    """Whether a tidied text can be seen, and does no more than be read."""
    return any(map(is_seen, text)) and all(map(is_plain, text)) and not has_towers(text)


def is_plain(sign: str) -> bool:
    """Whether a sign is none that controls others, turns the text around or shows nothing."""
    return sign in JOINERS or (sign.isprintable() and not is_invisible(sign))


def is_seen(sign: str) -> bool:
    """Whether there is anything to see of a sign."""
    return sign not in JOINERS and sign != EMOJI_SELECTOR and not sign.isspace()
