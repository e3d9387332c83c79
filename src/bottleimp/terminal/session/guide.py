"""The guide through a first game: which idea the table explains at this moment.

Each condition reads the person's own observation and draft, and nothing else.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from bottleimp.game.round import Phase
from bottleimp.knowledge.observation import Observation
from bottleimp.messages import N_
from bottleimp.rules.seating import IMPS_TRICK

GUIDED_EDITIONS = ("classic/3", "classic/4")
GUIDED_OPPONENT = "first_evening"
FEW_CARDS = 3  # left in the hand, when what is still out can be counted


@dataclass(frozen=True)
class Moment:
    """What the person sees, and how many choices of the exchange are drafted."""

    seen: Observation
    drafted: int = 0

    @property
    def is_passing(self) -> bool:
        """Whether the person is asked to pass cards."""
        return self.seen.phase is Phase.EXCHANGE and self.seen.is_to_act

    @property
    def target(self) -> int | None:
        """Where the next card of the exchange goes; None where none is asked for."""
        owed = self.seen.passes_owed
        return owed[self.drafted].target if self.is_passing and self.drafted < len(owed) else None

    @property
    def is_playing(self) -> bool:
        """Whether cards are played."""
        return self.seen.phase is Phase.PLAY

    @property
    def owner(self) -> int | None:
        """The seat that owns the bottle."""
        return self.seen.owners[0]

    @property
    def has_card_under_price(self) -> bool:
        """Whether a card below the price lies in the trick."""
        return any(play.card.place < self.seen.price for play in self.seen.plays)


@dataclass(frozen=True)
class Idea:
    """One idea: a word for it in the settings, when it fits, and its text.

    The text may name the price.
    """

    key: str
    fits: Callable[[Moment], bool]
    text: str


# The first of these that fits and is not known yet is shown.
IDEAS = (
    Idea(
        "imps-trick",
        lambda now: now.target == IMPS_TRICK,
        N_(
            "Every player puts one card face down into the Imp's Trick. Whoever owns the bottle at"
            " the end gets no points for tricks, and loses the points of these cards."
        ),
    ),
    Idea(
        "low-cards",
        lambda now: now.target is not None,
        N_(
            "Give a card to each neighbour. Low cards are dangerous: a card below the price buys"
            " the bottle, and the lower the price, the fewer cards can take it from you."
        ),
    ),
    Idea(
        "confirm",
        lambda now: now.is_passing,
        N_(
            "You get cards from your neighbours too. Nobody sees what you pass, except who gets it."
        ),
    ),
    Idea(
        "score",
        lambda now: now.seen.phase is Phase.OVER,
        N_(
            "Everybody scores the points of their tricks. Only the owner of the bottle scores none"
            " of them, and loses the points of the Imp's Trick."
        ),
    ),
    Idea(
        "owner",
        lambda now: now.is_playing and now.owner == now.seen.seat,
        N_(
            "The bottle is yours. Get rid of it: somebody else has to take a trick with a card"
            " below {price}. Lead a suit in which such cards are still out, or play a low card"
            " under theirs."
        ),
    ),
    Idea(
        "sold",
        lambda now: now.is_playing and now.owner is not None,
        N_(
            "The bottle is sold, and its price is {price} now. Only cards below {price} can buy it"
            " next. Your cards above {price} are safe; your cards below it are not."
        ),
    ),
    Idea(
        "under-price",
        lambda now: now.is_playing and now.has_card_under_price,
        N_(
            "A card below the price lies in the trick. The highest card below {price} takes the"
            " trick and buys the bottle, whatever else is played."
        ),
    ),
    Idea(
        "last-tricks",
        lambda now: now.is_playing and now.seen.is_to_act and len(now.seen.hand) <= FEW_CARDS,
        N_(
            "Few tricks are left. The number line shows which cards below {price} are still out: if"
            " there are none, the bottle stays where it is."
        ),
    ),
    Idea(
        "following",
        lambda now: now.is_playing and now.seen.is_to_act and bool(now.seen.plays),
        N_(
            "Follow the suit of the first card if you can; else play any card. The highest number"
            " takes the trick, of whatever suit, unless a card is below {price}."
        ),
    ),
    Idea(
        "leading",
        lambda now: now.is_playing and now.seen.is_to_act,
        N_(
            "You lead: play any card. The others follow its suit if they can. You want tricks with"
            " many points, without the bottle."
        ),
    ),
)
IDEA_KEYS = frozenset(idea.key for idea in IDEAS)


def idea_for(moment: Moment, known: Collection[str]) -> Idea | None:
    """The idea that fits this moment and is not known yet."""
    fitting = (idea for idea in IDEAS if idea.fits(moment))
    return next((idea for idea in fitting if idea.key not in known), None)


@dataclass
class Guide:
    """How far the person has come with the guide, and whether it is shown.

    `remember` is called whenever this changes.
    """

    is_on: bool
    known: set[str]
    remember: Callable[["Guide"], None]

    def idea(self, moment: Moment) -> Idea | None:
        """What is explained now; nothing while the guide is skipped."""
        return idea_for(moment, self.known) if self.is_on else None

    def learn(self, moment: Moment) -> None:
        """The person goes on, so what is explained now is known."""
        idea = self.idea(moment)
        if idea is not None:
            self.known.add(idea.key)
            self.remember(self)

    def toggle(self) -> None:
        """Skips the guide, or resumes it; from its beginning where everything is known."""
        if self.known >= IDEA_KEYS:
            self.known.clear()
            self.is_on = True
        else:
            self.is_on = not self.is_on
        self.remember(self)
