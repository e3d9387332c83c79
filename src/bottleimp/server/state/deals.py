"""The seeds of a match and the deals that follow from them; no other module reads seeds.

A round's seed is fixed when the match is created and stays secret until the round is scored.
Its SHA-256 is published before anybody contributes to the deal.  All seeds follow from a secret key
and the name of the table, so that a table can be promised before it is made.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from bottleimp.errors import BottleImpError
from bottleimp.game.deal import Deal
from bottleimp.game.fair_deal import CONTRIBUTIONS, commitment_to, fair_deal, fair_dealer
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text
from bottleimp.rules.seating import MAX_ROUNDS, rounds_planned
from bottleimp.server.state.events import MatchEnded, RoundScored, RoundStarted
from bottleimp.server.state.storage_interface import Guest, NewGame

PLAYER_SEED_BYTES = 7
TABLE_ID_BYTES = 8
SIGNATURE_DIGITS = 32
EDITION_CACHE_SIZE = 256  # kept, options counted


@lru_cache(EDITION_CACHE_SIZE)
def cached_edition(text: str) -> Edition:
    """The edition written as in `Edition.text`; the same value for all tables that play it."""
    return edition_from_text(text)


def known_edition(text: str) -> Edition | None:
    """The edition written so; None where this program has none, as when one was taken out."""
    try:
        return cached_edition(text)
    except BottleImpError:
        return None


def round_seed(key: bytes, table: str, number: int) -> bytes:
    """The seed of a round, fixed before there is a table of that name."""
    return hmac.digest(key, f"seed/{table}/{number}".encode(), "sha256")


def first_commitment(key: bytes, table: str) -> str:
    """The commitment to the first round of a table that is not made yet."""
    return commitment_to(round_seed(key, table, 1))


def generate_table_id() -> str:
    """The name of a table to be made; nobody can guess it."""
    return secrets.token_hex(TABLE_ID_BYTES)


def offer_signature(key: bytes, table: str) -> str:
    """What shows that this name was given out by us, for a table to be made."""
    return hmac.digest(key, f"offer/{table}".encode(), "sha256").hex()[:SIGNATURE_DIGITS]


def create_offer(key: bytes) -> tuple[str, str]:
    """A table that a visitor may make, as `name.proof`, and the commitment to its first round."""
    table = generate_table_id()
    return f"{table}.{offer_signature(key, table)}", first_commitment(key, table)


def verify_offer(key: bytes, text: str) -> str | None:
    """The name in an offer of ours, or None."""
    table, _, proof = text.partition(".")
    return (
        table if hmac.compare_digest(proof.encode(), offer_signature(key, table).encode()) else None
    )


def rematch_table_id(table: str) -> str:
    """The name of the table where the same people play again; fixed, so that it can be promised."""
    return hashlib.sha256(f"rematch/{table}".encode()).hexdigest()[: 2 * TABLE_ID_BYTES]


@dataclass(frozen=True)
class Deals:
    """The deals of one match, by number of the round from 1 up."""

    table: str
    edition: Edition
    seeds: tuple[bytes, ...] = field(repr=False)
    secret_key: bytes | None = field(default=None, repr=False)  # None: no rematch is promised

    @classmethod
    def from_key(cls, table: str, edition: Edition, key: bytes) -> "Deals":
        """The seeds of every round the match can have."""
        planned = rounds_planned(edition.length, edition.players)
        rounds = MAX_ROUNDS if planned is None else planned
        seeds = tuple(round_seed(key, table, number) for number in range(1, rounds + 1))
        return cls(table, edition, seeds, key)

    @classmethod
    def from_storage(
        cls, table: str, edition: str, seeds: tuple[bytes, ...], key: bytes | None = None
    ) -> "Deals":
        """The deals of a stored match, whose edition is written as in `Edition.text`."""
        return cls(table, cached_edition(edition), seeds, key)

    def deal(self, number: int, mixing: int, contributions: Sequence[str | None]) -> Deal:
        """The deal of a round, with what players contributed to it."""
        seed = self.seeds[number - 1]
        return fair_deal(self.edition, seed, mixing, self.table, number, contributions)

    def commitment(self, number: int) -> str:
        """The SHA-256 of the round's seed, in hex; public from the start."""
        return commitment_to(self.seeds[number - 1])

    def round_started(
        self, number: int, dealer_contributions: Sequence[str | None] | None = None
    ) -> RoundStarted:
        """The fact that a round is dealt.

        `dealer_contributions` are those to the first round where the first dealer follows from them
        and from the seed.
        """
        dealer = None
        if dealer_contributions is not None:
            players, seed = self.edition.players, self.seeds[number - 1]
            dealer = fair_dealer(players, seed, CONTRIBUTIONS, self.table, dealer_contributions)
        return RoundStarted(number, self.commitment(number), CONTRIBUTIONS, dealer)

    def round_scored(self, number: int) -> RoundScored:
        """The fact that a round is scored, which promises the next if there can be one."""
        following = self.commitment(number + 1) if number < len(self.seeds) else None
        return RoundScored(number, self.seed_hex(number), following)

    def match_ended(self) -> MatchEnded:
        """The fact that the match is over, which promises the table of a rematch."""
        if self.secret_key is None:
            return MatchEnded()
        table = rematch_table_id(self.table)
        return MatchEnded(table, first_commitment(self.secret_key, table))

    def seed_hex(self, number: int) -> str:
        """The round's seed, in hex; to be published only when the round is over."""
        return self.seeds[number - 1].hex()

    def player_seed(self, number: int, player: int) -> int:
        """The seed of a computer player in a round, as secret as the round's own."""
        digest = hmac.digest(self.seeds[number - 1], f"player/{player}".encode(), "sha256")
        return int.from_bytes(digest[:PLAYER_SEED_BYTES])

    def new_game(self, holders: dict[int, Guest]) -> NewGame:
        """The match as it is to be stored, seeds included."""
        return NewGame(self.table, self.edition.text, self.seeds, holders)
