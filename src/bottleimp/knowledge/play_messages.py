"""The sentences about play that browser and terminal share, as messages for the catalogues.

Where the reader acts, a sentence has a form of its own that says `you`.
`python -m scripts.play_messages` writes them for the browser.
"""

from bottleimp.messages import N_, NN_

YOU_PLAY = N_("You play {card}.")
NAME_PLAYS = N_("{name} plays {card}.")
YOU_TAKE = NN_(
    "You take the trick: {points} point.",
    "You take the trick: {points} points.",
)
NAME_TAKES = NN_(
    "{name} takes the trick: {points} point.",
    "{name} takes the trick: {points} points.",
)
YOU_TAKE_WITH = NN_(
    "You take the trick with {card}: {points} point.",
    "You take the trick with {card}: {points} points.",
)
NAME_TAKES_WITH = NN_(
    "{name} takes the trick with {card}: {points} point.",
    "{name} takes the trick with {card}: {points} points.",
)
YOU_BUY = N_("You buy the bottle for {after}.")
NAME_BUYS = N_("{name} buys the bottle for {after}.")
YOU_KEEP = N_("You keep the bottle; its price is {after} now.")
NAME_KEEPS = N_("{name} keeps the bottle; its price is {after} now.")
WAITING_FOR_NAMES = N_("Waiting for {names}.")
WAITING_FOR_YOU = N_("Waiting for you.")
WAITING_FOR_YOU_AND_NAMES = N_("Waiting for you, and for {names}.")
ROUND_OVER = N_("The round is over.")


def play_messages() -> dict[str, str]:
    """Each sentence that has one form, by the name of its constant."""
    return {
        name: text for name, text in globals().items() if name.isupper() and isinstance(text, str)
    }
