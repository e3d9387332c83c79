"""What the table calls things, in the visitor's language: editions, options, players, refusals."""

import re
from collections.abc import Sequence

from bottleimp.knowledge import titles
from bottleimp.knowledge.narration import COLOURS, REASONS
from bottleimp.knowledge.phrases import PHRASES
from bottleimp.knowledge.titles import DECK_TITLES
from bottleimp.players.catalogue import KINDS, offered_names
from bottleimp.protocol.refusals import Code
from bottleimp.rules.cards import Suit
from bottleimp.rules.edition import Edition
from bottleimp.rules.seating import IMPS_TRICK, Length, Rounds, Target
from bottleimp.server.state.events import Participant
from bottleimp.server.text.i18n import Language, marked

SUIT_KEYS = {Suit.LOW: "low", Suit.MID: "mid", Suit.HIGH: "high"}

OPTION_TITLES = {
    "face-value": marked("Cards count their number"),
    "face-value=no": marked("Cards count their points"),
    "bga-teams": marked("Teams as on Board Game Arena"),
    "no-aids": marked("Earlier tricks and points taken are hidden until the round is over"),
}
TWICE = 2
MINUS = re.compile(r"(?<!\w)-(?=\d)")
HALF = re.compile(r"(?<=\d)\.5\b")

REFUSALS = {
    Code.MUST_FOLLOW: marked("You must follow suit."),
    Code.WRONG_HAND: marked("This card must come from your other hand."),
    Code.WRONG_COUNT: marked("That is not the number of choices you are asked for."),
    Code.DRIVEN: marked("This seat plays by rule."),
    Code.STALE: marked("The table has moved on."),
    Code.BAD_MESSAGE: marked("The message was not understood."),
    Code.UNKNOWN_COMMAND: marked("There is no such command."),
    Code.NOT_ALLOWED: marked("You do not sit at this table."),
    Code.ROUND_NOT_OVER: marked("The round is not over yet."),
    Code.MATCH_OVER: marked("The match is over."),
    Code.MATCH_NOT_OVER: marked("The match is not over yet."),
    Code.TABLE_CLOSED: marked("The table is closed."),
    Code.SEATED: marked("You sit at this table already."),
    Code.NOT_FREE: marked("This place is not free."),
    Code.TABLE_FULL: marked("No place is free; try again between two rounds."),
    Code.BAD_NAME: marked(
        "A name has at most 24 letters that can be seen, no bars or semicolons, and one alphabet"
        " in each word. You, Guest and what guests are called, such as Heron, are no names."
    ),
    Code.NAME_TAKEN: marked("Somebody at this table has that name, or one that looks like it."),
    Code.REMOVED: marked("The host has sent you away from this table."),
    Code.NOT_HOST: marked("Only the host may do that."),
    Code.NOBODY_THERE: marked("Nobody sits there whom this could be about."),
    Code.IS_HERE: marked("This person is here and has not been waited for long enough."),
    Code.NO_SUCH_LEVEL: marked("There is no such computer player."),
    Code.PLAYED_FOR: marked("A computer player plays for you; take your place back first."),
    Code.TIME_UP: marked("Your time is up; a computer player makes this choice."),
    Code.NO_TALK: marked("Nobody talks here now."),
    Code.BAD_WORDS: marked("That cannot be said here: a set phrase, or one short line of text."),
    Code.ALREADY_BEGUN: marked("The match has begun."),
    Code.NO_HINTS: marked("No hints are given at this table."),
    Code.TOO_FAST: marked("Too many messages; wait a moment."),
    Code.TOO_MANY: marked("There are too many of these from you; try again later."),
    Code.TOO_LARGE: marked("The message is too large."),
    Code.NOT_JSON: marked("The message is not JSON, or does not say so."),
    Code.NOT_FOUND: marked("There is no such page or table."),
    Code.UNKNOWN_GUEST: marked("It is not known who asks."),
    Code.ANOTHER_SITE: marked("This was sent from another site."),
    Code.BAD_TABLE: marked("There cannot be such a table."),
    Code.BUSY: marked("The server is busy; try again later."),
    Code.SERVER_ERROR: marked("Something went wrong here; nothing has changed. Try again."),
}


def refusal_text(code: Code, language: Language) -> str:
    """The refusal in one sentence."""
    by_rule = {reason.value: text for reason, text in REASONS.items()}
    return language.gettext(REFUSALS.get(code) or by_rule[code.value])


def phrases(language: Language) -> list[dict[str, str]]:
    """What may be said by a click: id, words, and the sign of an emote."""
    return [
        {"id": name, "text": language.gettext(phrase.text), "sign": phrase.sign}
        for name, phrase in PHRASES.items()
    ]


def edition_title(edition: Edition, language: Language) -> str:
    """Preset and mode, such as `Classic, 4 players`."""
    return titles.edition_title(edition, language.gettext)


def level_title(level: str, language: Language) -> str:
    """The name of a kind of computer player; its own name where nobody described it."""
    return language.gettext(KINDS[level].title if level in KINDS else level)


def levels(language: Language, chosen: str = "") -> list[dict[str, object]]:
    """All kinds of computer players, from the weakest on: what pages say of them."""
    return [
        {
            "name": name,
            "title": language.gettext(kind.title),
            "text": language.gettext(kind.about),
            "chosen": name == chosen,
            "offered": name in offered_names(),
        }
        for name, kind in KINDS.items()
    ]


def offered_levels(language: Language, chosen: str = "") -> list[dict[str, object]]:
    """Those of them that people may choose."""
    _ = language.gettext
    offered = [level for level in levels(language, chosen) if level["offered"]]
    ends = {0: _("{level} (easiest)"), len(offered) - 1: _("{level} (strongest)")}
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


def length_text(length: Length, players: int, language: Language) -> str:
    """How long a match is."""
    if isinstance(length, Target):
        text = language.gettext("Until someone has {points} points")
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


def player_name(
    participant: Participant, place: int, language: Language, *, is_you: bool = False
) -> str:
    """What the participant is called; without a name it is `You`, or a guest's name."""
    if participant.name:
        return participant.name
    return language.gettext("You") if is_you else guest_names(language)[place]


def guest_names(language: Language) -> list[str]:
    """What people without a name are called, by their places."""
    return [language.gettext(name) for name in titles.GUEST_NAMES]


def player_names(
    participants: Sequence[Participant], language: Language, you: int | None
) -> tuple[str, ...]:
    """What all of them are called, for the one of them at this place; None is someone else."""
    return tuple(
        [
            player_name(who, place, language, is_you=place == you)
            for place, who in enumerate(participants)
        ]
    )


def hand_place(
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


def with_halves(text: str) -> str:
    """The text with `6\u00bd` where `6.5` stood: half cards, as they are printed."""
    return HALF.sub("\u00bd", text)
