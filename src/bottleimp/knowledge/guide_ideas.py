"""The ideas of the guide through a first round: when each is told, and its words.

Browser and terminal tell the same ideas in the same order.  What an idea asks for is a list of
facts; `guide` says which of them hold of an observation.  `python -m scripts.guide_ideas` writes
the ideas for the browser, which answers the same facts from its view.
"""

from dataclasses import dataclass
from enum import Enum

from bottleimp.messages import N_, NN_

GUIDED_SEATS = (3, 4)  # how many play a game that is guided
FEW_TRICKS = 3  # the last tricks, in which what is still out can be counted


class GuideFact(Enum):
    """What can be true of the moment; `you` is the reader."""

    CHOOSING = "choosing"  # you choose cards for the exchange
    TO_IMP = "to-imp"  # a card for the Imp's Trick is still to be chosen
    TO_PLAYER = "to-player"  # a card for another player is still to be chosen
    LEADING = "leading"  # you are to lead
    FOLLOWING = "following"  # you are to play to a trick that was led
    HIGH_SO_FAR = "high-so-far"  # cards lie in the trick, and none of them is below the price
    YOU_WOULD_BUY = "you-would-buy"  # your card has the trick so far, and would buy the bottle
    OTHER_WOULD_BUY = "other-would-buy"  # the same of another player's card
    YOU_OWN = "you-own"  # the bottle is yours, and the round goes on
    OTHER_OWNS = "other-owns"  # the same of another player
    NONE_OUT = "none-out"  # the table shows that nobody else can hold a card below the price
    YOU_HOLD_NONE = "you-hold-none"  # you hold no card below the price
    LAST_TRICKS = "last-tricks"  # few tricks are left
    YOU_PAY = "you-pay"  # the round is scored, and the bottle was yours
    OTHER_PAYS = "other-pays"  # the same of another player
    SCORED = "scored"  # the round is scored


class GuidePart(Enum):
    """The part of the table that an idea is about."""

    HAND = "hand"
    TO_IMP = "to-imp"
    TO_PLAYER = "to-player"
    WINNING_CARD = "winning-card"
    BOTTLE = "bottle"
    SCORE = "score"


class GuideCount(Enum):
    """What a text counts, as `n`."""

    IMPS_POINTS = "imps-points"  # the points of the Imp's Trick


@dataclass(frozen=True)
class GuideText:
    """The words of an idea if all of these facts hold; with a form for several if they count.

    They may name the `price`, the `card` that would buy the bottle and its `buyer`, the `owner` of
    the bottle, and the `suit` that was led.
    """

    facts: tuple[GuideFact, ...]
    one: str
    many: str = ""
    count: GuideCount | None = None


@dataclass(frozen=True)
class GuideIdea:
    """One idea: its key, the part of the table that it is about, and its texts.

    Its moment has come if the facts of a text hold; the first such text is told.
    """

    key: str
    part: GuidePart
    texts: tuple[GuideText, ...]


def idea(key: str, part: GuidePart, *texts: GuideText) -> GuideIdea:
    """An idea with these texts."""
    return GuideIdea(key, part, texts)


# In the order in which they are told; each text has at most two short sentences.
GUIDE_IDEAS = (
    idea(
        "aim",
        GuidePart.HAND,
        GuideText(
            (GuideFact.CHOOSING,),
            N_(
                "These are your cards. In each trick everybody plays one; whoever wins the trick"
                " takes the points of all its cards."
            ),
        ),
    ),
    idea(
        "winning",
        GuidePart.BOTTLE,
        GuideText(
            (GuideFact.CHOOSING,),
            N_(
                "The highest number wins, unless cards below {price} are played: then the highest"
                " of those wins and buys the bottle."
            ),
        ),
    ),
    idea(
        "low-cards",
        GuidePart.HAND,
        GuideText(
            (GuideFact.CHOOSING,),
            N_(
                "Do not own the bottle at the end: your tricks would count nothing. Give low cards"
                " away: few others are lower."
            ),
        ),
    ),
    idea(
        "imps-trick",
        GuidePart.TO_IMP,
        GuideText(
            (GuideFact.TO_IMP,),
            N_(
                "Everybody puts a card into the Imp's Trick, face down. Whoever owns the bottle"
                " at the end loses the points of these cards."
            ),
        ),
    ),
    idea(
        "passing",
        GuidePart.TO_PLAYER,
        GuideText(
            (GuideFact.TO_PLAYER,),
            N_("Each neighbour gets a card from you too, and you get one from each. Then confirm."),
        ),
    ),
    idea(
        "follow",
        GuidePart.HAND,
        GuideText(
            (GuideFact.FOLLOWING,),
            N_(
                "{suit} was led, which means played first. You must play the same suit if you have"
                " it; if not, play any card."
            ),
        ),
    ),
    idea(
        "sold",
        GuidePart.BOTTLE,
        GuideText(
            (GuideFact.OTHER_OWNS, GuideFact.NONE_OUT, GuideFact.YOU_HOLD_NONE),
            N_(
                "{owner} bought the bottle for {price}, and no lower card is left. Nobody can buy"
                " it any more."
            ),
        ),
        GuideText(
            (GuideFact.OTHER_OWNS,),
            N_(
                "{owner} bought the bottle for {price}: that is the price now. Only a lower card"
                " can buy it next."
            ),
        ),
    ),
    idea(
        "owned",
        GuidePart.BOTTLE,
        GuideText(
            (GuideFact.YOU_OWN, GuideFact.NONE_OUT),
            N_(
                "The bottle is yours, and nobody else holds a card below {price}. It stays with"
                " you."
            ),
        ),
        GuideText(
            (GuideFact.YOU_OWN,),
            N_("The bottle is yours until another player takes a trick with a card below {price}."),
        ),
    ),
    idea(
        "lead",
        GuidePart.HAND,
        GuideText(
            (GuideFact.LEADING, GuideFact.NONE_OUT, GuideFact.YOU_HOLD_NONE),
            N_(
                "You play first (you lead): any card. No card below {price} is left, so the highest"
                " number wins, whatever its suit."
            ),
        ),
        GuideText(
            (GuideFact.LEADING,),
            N_(
                "You play first (you lead): any card. If nobody plays below {price}, the highest"
                " number wins, whatever its suit."
            ),
        ),
    ),
    idea(
        "highest",
        GuidePart.WINNING_CARD,
        GuideText(
            (GuideFact.HIGH_SO_FAR, GuideFact.NONE_OUT, GuideFact.YOU_HOLD_NONE),
            N_("The highest number is winning. No card below {price} is left that could beat it."),
        ),
        GuideText(
            (GuideFact.HIGH_SO_FAR,),
            N_(
                "No card is below {price} so far, so the highest number is winning. A card below"
                " {price} would beat it."
            ),
        ),
    ),
    idea(
        "buyer",
        GuidePart.WINNING_CARD,
        GuideText(
            (GuideFact.YOU_WOULD_BUY,),
            N_(
                "Your {card} is below {price}; the highest card below the price wins. If it stays"
                " so, you buy the bottle."
            ),
        ),
        GuideText(
            (GuideFact.OTHER_WOULD_BUY,),
            N_(
                "The {card} is below {price}; the highest card below the price wins. If it stays"
                " so, {buyer} buys the bottle."
            ),
        ),
    ),
    idea(
        "last-tricks",
        GuidePart.HAND,
        GuideText(
            (GuideFact.LAST_TRICKS, GuideFact.YOU_OWN, GuideFact.NONE_OUT),
            N_("The round ends soon. The bottle stays with you, so your tricks count nothing."),
        ),
        GuideText(
            (GuideFact.LAST_TRICKS, GuideFact.YOU_OWN),
            N_(
                "The round ends soon. Play high: another player must take a trick with a lower"
                " card."
            ),
        ),
        GuideText(
            (GuideFact.LAST_TRICKS, GuideFact.YOU_HOLD_NONE),
            N_(
                "The round ends soon. You hold no card below {price}, so the bottle cannot become"
                " yours."
            ),
        ),
        GuideText(
            (GuideFact.LAST_TRICKS,),
            N_("The round ends soon. A card below {price} can still make the bottle yours."),
        ),
    ),
    idea(
        "score",
        GuidePart.SCORE,
        GuideText(
            (GuideFact.YOU_PAY,),
            *NN_(
                "You were left with the bottle: your tricks score nothing, and you lose the Imp's"
                " Trick, {n} point.",
                "You were left with the bottle: your tricks score nothing, and you lose the Imp's"
                " Trick, {n} points.",
            ),
            GuideCount.IMPS_POINTS,
        ),
        GuideText(
            (GuideFact.OTHER_PAYS,),
            *NN_(
                "{owner} was left with the bottle and loses the Imp's Trick, {n} point. You score"
                " the points you took.",
                "{owner} was left with the bottle and loses the Imp's Trick, {n} points. You score"
                " the points you took.",
            ),
            GuideCount.IMPS_POINTS,
        ),
    ),
    idea(
        "end",
        GuidePart.SCORE,
        GuideText(
            (GuideFact.SCORED,),
            N_(
                "That is the whole game; the highest total wins the match. From now on you play"
                " without the guide."
            ),
        ),
    ),
)
GUIDE_KEYS = frozenset(each.key for each in GUIDE_IDEAS)
LAST_GUIDE_KEY = "end"  # of the idea after which the round is explained
