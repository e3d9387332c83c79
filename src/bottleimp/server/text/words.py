"""What the table calls things, in the visitor's language: editions, options, players, refusals."""

import re

from bottleimp.game.refusals import REFUSAL_SENTENCES
from bottleimp.knowledge import narration, titles
from bottleimp.knowledge.narration import COLOURS
from bottleimp.knowledge.phrases import PHRASES
from bottleimp.knowledge.titles import DECK_TITLES, OPTION_TITLES
from bottleimp.languages.language import Language
from bottleimp.messages import gettext_noop
from bottleimp.parsing import shorten
from bottleimp.players.catalogue import (
    PLAYER_KINDS,
    offered_player_kinds,
    offered_player_names,
)
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.rules.cards import Suit
from bottleimp.rules.edition import Edition
from bottleimp.rules.seating import IMPS_TRICK, MatchLength, Rounds, TargetScore

SUIT_KEYS = {Suit.LOW: "low", Suit.MID: "mid", Suit.HIGH: "high"}

TWICE = 2
MAX_DETAIL = 200  # characters of what is wrong with a message
MINUS = re.compile(r"(?<!\w)-(?=\d)")

REFUSAL_TEXTS = {
    **{RefusalCode(reason.value): text for reason, text in REFUSAL_SENTENCES.items()},
    # The code does not tell the two apart.
    RefusalCode.WRONG_HAND: gettext_noop(
        "The card must come from another hand, or you have already chosen it."
    ),
    RefusalCode.STALE: gettext_noop("The table has moved on."),
    RefusalCode.NOT_CERTAIN: gettext_noop(
        "It is not certain, from what you know, that you take every trick to come."
    ),
    RefusalCode.TOO_LATE: gettext_noop(
        "That cannot be taken back any more: somebody has seen it or acted since."
    ),
    RefusalCode.BAD_MESSAGE: gettext_noop("The message was not understood."),
    RefusalCode.UNKNOWN_COMMAND: gettext_noop("There is no such command."),
    RefusalCode.NOT_ALLOWED: gettext_noop("You do not sit at this table."),
    RefusalCode.ROUND_NOT_OVER: gettext_noop("The round is not over yet."),
    RefusalCode.MATCH_OVER: gettext_noop("The match is over."),
    RefusalCode.MATCH_NOT_OVER: gettext_noop("The match is not over yet."),
    RefusalCode.TABLE_CLOSED: gettext_noop("The table is closed."),
    RefusalCode.SEATED: gettext_noop("You sit at this table already."),
    RefusalCode.NOT_FREE: gettext_noop("This place is not free."),
    RefusalCode.TABLE_FULL: gettext_noop("No place is free; try again between two rounds."),
    RefusalCode.BAD_NAME: gettext_noop(
        "A name has at most 24 visible letters, no bars or semicolons, and only one"
        " alphabet in each word. You, Guest and the names of guests, such as Heron, cannot be used."
    ),
    RefusalCode.NAME_TAKEN: gettext_noop(
        "Somebody at this table has that name, or one that looks like it."
    ),
    RefusalCode.REMOVED: gettext_noop("The host has removed you from this table."),
    RefusalCode.NOT_HOST: gettext_noop("Only the host may do that."),
    RefusalCode.NOBODY_THERE: gettext_noop("That is not possible: no other player sits there."),
    RefusalCode.IS_HERE: gettext_noop("This person has not been waited for long enough."),
    RefusalCode.NO_SUCH_LEVEL: gettext_noop("There is no such computer player."),
    RefusalCode.PLAYED_FOR: gettext_noop(
        "A computer player plays for you; take your place back first."
    ),
    RefusalCode.TIME_UP: gettext_noop("Your time is up; a computer player makes this choice."),
    RefusalCode.NO_TALK: gettext_noop("Nobody can talk here at the moment."),
    RefusalCode.BAD_WORDS: gettext_noop(
        "That cannot be said here: only a set phrase or one short line of text."
    ),
    RefusalCode.ALREADY_BEGUN: gettext_noop("The match has begun."),
    RefusalCode.NO_HINTS: gettext_noop("No hints are given at this table."),
    RefusalCode.TOO_FAST: gettext_noop("Too many messages; wait a moment."),
    RefusalCode.TOO_MANY: gettext_noop(
        "That is more than is allowed at the moment; try again later."
    ),
    RefusalCode.TOO_MANY_TABLES: gettext_noop("Finish or leave some of your matches first."),
    RefusalCode.TOO_LARGE: gettext_noop("The message is too large."),
    RefusalCode.NOT_JSON: gettext_noop("The message is not JSON, or does not say so."),
    RefusalCode.NOT_FOUND: gettext_noop("There is no such page or table."),
    RefusalCode.NO_SUCH_ROUND: gettext_noop("No round with this number is over."),
    RefusalCode.NO_SUCH_PLAYER: gettext_noop("There is no such player at this table."),
    RefusalCode.NO_CHOICE: gettext_noop("This player chose nothing in this step."),
    RefusalCode.UNKNOWN_GUEST: gettext_noop("The server does not know who you are."),
    RefusalCode.ANOTHER_SITE: gettext_noop("This was sent from another site."),
    RefusalCode.WRONG_HOST: gettext_noop("This server does not go by that name."),
    RefusalCode.BAD_TABLE: gettext_noop("There cannot be such a table."),
    RefusalCode.BAD_RECORD: gettext_noop("This file cannot be opened."),
    RefusalCode.NO_RECORD: gettext_noop("There is no round of The Bottle Imp in this file."),
    RefusalCode.UNFINISHED_RECORD: gettext_noop(
        "A round in this file is not over. Only finished rounds can be replayed."
    ),
    RefusalCode.SEVERAL_MATCHES: gettext_noop(
        "The rounds in this file do not all belong to one match."
    ),
    RefusalCode.BUSY: gettext_noop("The server is busy; try again later."),
    RefusalCode.UNAVAILABLE: gettext_noop(
        "The server cannot reach or save matches at the moment. Try again in a minute."
    ),
    RefusalCode.SERVER_ERROR: gettext_noop(
        "Something went wrong here; nothing has changed. Try again."
    ),
}


def refusal_text(code: RefusalCode, language: Language) -> str:
    """The refusal in one sentence."""
    return language.gettext(REFUSAL_TEXTS[code])


def explained_refusal(refusal: Refused, language: Language) -> str:
    """The refusal in one sentence, with what is wrong with a table, host name, message or file.

    What is wrong with a message or a file is told in English, in the words of whatever reads it.
    """
    said = str(refusal)
    if refusal.code in (RefusalCode.BAD_TABLE, RefusalCode.WRONG_HOST):
        return said
    text = refusal_text(refusal.code, language)
    is_read = refusal.code in (RefusalCode.BAD_MESSAGE, RefusalCode.BAD_RECORD)
    if not is_read or said == refusal.code.value:
        return text
    detail = shorten(said, MAX_DETAIL)
    end = "" if detail.endswith("…") else "."
    explained = language.gettext("{text}: {detail}")
    return explained.format(text=text.rstrip("."), detail=detail.rstrip(".")) + end


def unknown_player_text(name: str, language: Language) -> str:
    """That no computer player has this name."""
    text = language.gettext("There is no computer player called {name}.")
    return text.format(name=shorten(repr(name)))


def phrase_entries(language: Language) -> list[dict[str, str]]:
    """What may be said by a click: id, words, and the sign of an emote."""
    return [
        {"id": name, "text": language.gettext(phrase.text), "sign": phrase.emoji}
        for name, phrase in PHRASES.items()
    ]


def edition_title(edition: Edition, language: Language) -> str:
    """Preset and mode, such as `Classic, 4 players`."""
    return titles.edition_title(edition, language.gettext)


def level_title(level: str, language: Language) -> str:
    """The name of a kind of computer player; its own name where nobody described it."""
    kinds = {**PLAYER_KINDS, **offered_player_kinds()}
    return language.gettext(kinds[level].title if level in kinds else level)


def level_entries(language: Language, chosen: str = "") -> list[dict[str, object]]:
    """All kinds of computer players, from the weakest on: what pages say of them."""
    return [
        {
            "name": name,
            "title": language.gettext(kind.title),
            "text": language.gettext(kind.about),
            "chosen": name == chosen,
            "offered": name in offered_player_names(),
        }
        for name, kind in {**PLAYER_KINDS, **offered_player_kinds()}.items()
    ]


def offered_level_entries(language: Language, chosen: str = "") -> list[dict[str, object]]:
    """Those of them that people may choose."""
    _ = language.gettext
    offered = [level for level in level_entries(language, chosen) if level["offered"]]
    own = [number for number, level in enumerate(offered) if level["name"] in PLAYER_KINDS]
    # Nobody knows how strong those of other packages are, which come last.
    ends = {own[0]: _("{level} (easiest)"), own[-1]: _("{level} (strongest)")}
    return [
        {**level, "title": ends.get(number, "{level}").format(level=level["title"])}
        for number, level in enumerate(offered)
    ]


def option_titles(edition: Edition, language: Language) -> list[str]:
    """The table options that differ from the preset."""
    titles = []
    for option in edition.options:
        name, _, _ = option.partition("=")
        if option in OPTION_TITLES:
            titles.append(language.gettext(OPTION_TITLES[option]))
        elif name == "deck":
            titles.append(language.gettext(DECK_TITLES[edition.deck.name]))
        else:
            titles.append(length_text(edition.length, edition.players, language))
    return titles


def length_text(length: MatchLength, players: int, language: Language) -> str:
    """How long a match is."""
    if isinstance(length, TargetScore):
        text = language.ngettext(
            "Until someone has {points} point", "Until someone has {points} points", length.points
        )
        return text.format(points=length.points)
    if isinstance(length, Rounds):
        text = language.ngettext("{rounds} round", "{rounds} rounds", length.rounds)
        return text.format(rounds=length.rounds)
    rounds = length.cycles * players
    if length.cycles == TWICE:
        return language.gettext("Everyone deals twice: {rounds} rounds").format(rounds=rounds)
    text = language.ngettext(
        "Everyone deals once: {rounds} rounds",
        "Everyone deals {cycles} times: {rounds} rounds",
        length.cycles,
    )
    return text.format(cycles=length.cycles, rounds=rounds)


def suit_name(suit: Suit, language: Language) -> str:
    """The suit's colour."""
    return language.gettext(COLOURS[suit])


def suit_letter(suit: Suit, language: Language) -> str:
    """The letter that stands for the suit on a card."""
    return narration.suit_letter(suit, language.gettext)


def pass_destination_text(
    edition: Edition, target: int, name: str, language: Language, *, is_own: bool
) -> str:
    """Where a passed card goes: the Imp's Trick, a player, or one of a player's hands."""
    if target == IMPS_TRICK:
        return language.gettext("the Imp's Trick")
    numbers = edition.hands_of(edition.hands[target].seat)
    if len(numbers) == 1:
        return name
    if is_own and target == numbers[0]:
        return language.gettext("your first hand")
    if is_own:
        return language.gettext("your second hand")
    if target == numbers[0]:
        return language.gettext("{name}, first hand").format(name=name)
    return language.gettext("{name}, second hand").format(name=name)


def with_minus_signs(text: str) -> str:
    """The text with a minus sign before negative numbers, where a hyphen stood."""
    return MINUS.sub("\u2212", text)
