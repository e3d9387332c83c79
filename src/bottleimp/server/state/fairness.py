"""What a table has promised about its deals, and what players contributed to them.

Folded from the log beside the state of the game.  Contributions are kept from others until the
round that they are for has begun; seeds are not in the log until their round is over.
"""

from dataclasses import dataclass, replace

from bottleimp.game.fair_deal import CONTRIBUTIONS
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.server.state.events import (
    EntropyContributed,
    Fact,
    MatchEnded,
    PlacesSwapped,
    PlayerLeft,
    PlayerRemoved,
    RematchCreated,
    RoundScored,
    RoundStarted,
    TableCreated,
)
from bottleimp.server.state.items_by_player import replace_item, swap_items, swap_number

Contributions = tuple[str | None, ...]  # by player


@dataclass(frozen=True)
class SeedCommitment:
    """The SHA-256 (in hex) of the seed of a round to come, perhaps the first of a rematch."""

    table: str
    round: int
    commitment: str


@dataclass(frozen=True)
class DealtRound:
    """How a round came to be dealt; `seed` (in hex) is None until it is over.

    `is_committed_before` says that the commitment was public before anybody contributed.
    """

    round: int
    commitment: str
    mixing: int
    contributions: Contributions
    is_committed_before: bool
    seed: str | None = None


@dataclass(frozen=True)
class Fairness:
    """The next promise, what was contributed since, and the rounds dealt so far.

    `is_committed_late` says that the promise was first shown with the table itself: too late for
    what its maker contributed, and for a round dealt at once.  `of_others` are the places whose
    contributor has left: whoever sits there now may put one in its place.
    """

    contributions: Contributions
    next_commitment: SeedCommitment | None = None
    dealt_rounds: tuple[DealtRound, ...] = ()
    is_committed_late: bool = False
    of_others: frozenset[int] = frozenset()

    @property
    def contributors(self) -> list[int]:
        """The players who have contributed to the round to come."""
        return [
            player
            for player, value in enumerate(self.contributions)
            if value is not None and player not in self.of_others
        ]

    @classmethod
    def from_creation(cls, table: str, created: TableCreated, players: int) -> "Fairness":
        """As a table begins."""
        given = created.contributions or (None,) * players
        promise = (
            None if created.commitment is None else SeedCommitment(table, 1, created.commitment)
        )
        return cls(given, promise, is_committed_late=not created.is_offered)

    def apply(self, table: str, fact: Fact) -> "Fairness":
        """As it stands after a fact."""
        nothing: Contributions = (None,) * len(self.contributions)
        match fact:
            case EntropyContributed(player=player, value=value):
                given = replace_item(self.contributions, player, value)
                is_late = self.is_committed_late and any(
                    each is not None for each in self.contributions
                )
                of_others = self.of_others - {player}
                return replace(
                    self, contributions=given, is_committed_late=is_late, of_others=of_others
                )
            case PlayerLeft(player=player) | PlayerRemoved(player=player):
                return replace(self, of_others=self.of_others | {player})
            case PlacesSwapped(player=one, other=other):
                given = swap_items(self.contributions, one, other)
                of_others = frozenset(swap_number(each, one, other) for each in self.of_others)
                return replace(self, contributions=given, of_others=of_others)
            case RoundStarted(round=number, commitment=commitment, mixing=mixing):
                mixed = self.contributions if mixing == CONTRIBUTIONS else nothing
                promised = None if self.next_commitment is None else self.next_commitment.commitment
                is_promised = promised == commitment and not self.is_committed_late
                dealt = DealtRound(number, commitment, mixing, mixed, is_promised)
                return Fairness(nothing, None, (*self.dealt_rounds, dealt))
            case RoundScored(seed=seed, next_commitment=commitment):
                *earlier, last = self.dealt_rounds
                over = (*earlier, replace(last, seed=seed))
                promise = (
                    None
                    if commitment is None
                    else SeedCommitment(table, last.round + 1, commitment)
                )
                return replace(self, next_commitment=promise, dealt_rounds=over)
            case MatchEnded(table=following, commitment=commitment):
                if following is None or commitment is None:
                    return replace(self, next_commitment=None)
                return replace(self, next_commitment=SeedCommitment(following, 1, commitment))
            case RematchCreated():  # what comes now comes too late, or is for the new table
                return replace(self, next_commitment=None)
            case _:
                return self

    def decide_contribution(self, player: int, number: int, value: str) -> EntropyContributed:
        """The player's contribution to the round to come; raises Refused."""
        if self.next_commitment is None or self.next_commitment.round != number:
            raise Refused(RefusalCode.STALE)
        if player in self.contributors:
            raise Refused(RefusalCode.STALE, "One contribution is mixed in, the first.")
        return EntropyContributed(player, number, value)
