"""What a table has promised about its deals, and what players contributed to them.

Folded from the log beside the state of the game.  Contributions are kept from others until the
round that they are for has begun; seeds are not in the log until their round is over.
"""

from dataclasses import dataclass, replace

from bottleimp.game.fair_deal import CONTRIBUTIONS
from bottleimp.protocol.refusals import Code, Refused
from bottleimp.server.state.events import Contributed, Created, Ended, Fact, Scored, Started

Contributions = tuple[str | None, ...]  # by player


@dataclass(frozen=True)
class Promise:
    """The SHA-256 (in hex) of the seed of a round to come, perhaps the first of a rematch."""

    table: str
    round: int
    commitment: str


@dataclass(frozen=True)
class DealtRound:
    """How a round came to be dealt; `seed` (in hex) is None until it is over.

    `is_promised` says that the commitment was public before anybody contributed.
    """

    round: int
    commitment: str
    mixing: int
    contributions: Contributions
    is_promised: bool
    seed: str | None = None


@dataclass(frozen=True)
class Fairness:
    """The next promise, what was contributed since, and the rounds dealt so far.

    `is_late` says that the promise was first shown with the table itself: too late for what its
    maker contributed, and for a round dealt at once.
    """

    given: Contributions
    promise: Promise | None = None
    dealt: tuple[DealtRound, ...] = ()
    is_late: bool = False

    @classmethod
    def begun(cls, table: str, created: Created, players: int) -> "Fairness":
        """As a table begins."""
        given = created.contributions or (None,) * players
        promise = None if created.commitment is None else Promise(table, 1, created.commitment)
        return cls(given, promise, is_late=not created.is_offered)

    def after(self, table: str, fact: Fact) -> "Fairness":
        """As it stands after a fact."""
        nothing: Contributions = (None,) * len(self.given)
        match fact:
            case Contributed(player=player, value=value):
                given = (*self.given[:player], value, *self.given[player + 1 :])
                is_late = self.is_late and any(each is not None for each in self.given)
                return replace(self, given=given, is_late=is_late)
            case Started(round=number, commitment=commitment, mixing=mixing):
                mixed = self.given if mixing == CONTRIBUTIONS else nothing
                promised = None if self.promise is None else self.promise.commitment
                is_promised = promised == commitment and not self.is_late
                dealt = DealtRound(number, commitment, mixing, mixed, is_promised)
                return Fairness(nothing, None, (*self.dealt, dealt))
            case Scored(seed=seed, next_commitment=commitment):
                *earlier, last = self.dealt
                over = (*earlier, replace(last, seed=seed))
                promise = None if commitment is None else Promise(table, last.round + 1, commitment)
                return replace(self, promise=promise, dealt=over)
            case Ended(table=following, commitment=commitment):
                if following is None or commitment is None:
                    return replace(self, promise=None)
                return replace(self, promise=Promise(following, 1, commitment))
            case _:
                return self

    def contributed(self, player: int, number: int, value: str) -> Contributed:
        """The player's contribution to the round to come; raises Refused."""
        if self.promise is None or self.promise.round != number:
            raise Refused(Code.STALE)
        if self.given[player] is not None:
            raise Refused(Code.STALE, "One contribution is mixed in, the first.")
        return Contributed(player, number, value)
