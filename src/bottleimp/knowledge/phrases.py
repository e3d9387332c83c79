"""The phrases and emotes that everybody at a table may use, by id.

Messages and logs hold only the id, so everybody reads the phrase in their own language.
"""

from dataclasses import dataclass

from bottleimp.messages import N_


@dataclass(frozen=True)
class Phrase:
    """A phrase; an emote has an emoji besides its words."""

    text: str
    emoji: str = ""


PHRASES = {
    "hello": Phrase(N_("Hello")),
    "good-luck": Phrase(N_("Good luck")),
    "have-fun": Phrase(N_("Have fun")),
    "one-moment": Phrase(N_("One moment, please")),
    "back": Phrase(N_("I am back")),
    "no-hurry": Phrase(N_("Take your time")),
    "well-played": Phrase(N_("Well played")),
    "nice-trick": Phrase(N_("What a trick")),
    "poor-me": Phrase(N_("The bottle is mine, alas")),
    "oops": Phrase(N_("Oops")),
    "sorry": Phrase(N_("Sorry")),
    "thanks": Phrase(N_("Thank you")),
    "good-game": Phrase(N_("That was a good game")),
    "another": Phrase(N_("Another round?")),
    "must-go": Phrase(N_("I have to go after this round")),
    "goodbye": Phrase(N_("Goodbye")),
    "smiles": Phrase(N_("smiles"), "🙂"),
    "laughs": Phrase(N_("laughs"), "😄"),
    "wonders": Phrase(N_("wonders"), "🤔"),
    "is-amazed": Phrase(N_("is amazed"), "😮"),
    "weeps": Phrase(N_("weeps"), "😢"),
    "sweats": Phrase(N_("sweats"), "😅"),
    "applauds": Phrase(N_("applauds"), "👏"),
    "is-an-imp": Phrase(N_("feels like an imp"), "😈"),
}
