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

from bottleimp.game.deal import Deal
from bottleimp.game.fair_deal import CONTRIBUTIONS, commitment_to, fair_deal, fair_dealer
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text
from bottleimp.rules.seating import MOST_ROUNDS, rounds_planned
from bottleimp.server.state.events import Ended, Scored, Started
from bottleimp.server.state.storage_interface import Guest, NewGame

PLAYER_SEED_BYTES = 7
TABLE_ID_BYTES = 8
PROOF_DIGITS = 32
MOST_EDITIONS = 256  # kept, options counted


@lru_cache(MOST_EDITIONS)
def edition_written(text: str) -> Edition:
    """The edition written as in `Edition.text`; the same value for all tables that play it."""
    return edition_from_text(text)


def seed_of(key: bytes, table: str, number: int) -> bytes:
    """The seed of a round, fixed before there is a table of that name."""
    return hmac.digest(key, f"seed/{table}/{number}".encode(), "sha256")


def promised(key: bytes, table: str) -> str:
    """The commitment to the first round of a table that is not made yet."""
    return commitment_to(seed_of(key, table, 1))


def fresh_table() -> str:
    """The name of a table to be made; nobody can guess it."""
    return secrets.token_hex(TABLE_ID_BYTES)


def proof_of(key: bytes, table: str) -> str:
    """What shows that this name was given out by us, for a table to be made."""
    return hmac.digest(key, f"offer/{table}".encode(), "sha256").hex()[:PROOF_DIGITS]


def offer(key: bytes) -> tuple[str, str]:
    """A table that a visitor may make, as `name.proof`, and the commitment to its first round."""
    table = fresh_table()
    return f"{table}.{proof_of(key, table)}", promised(key, table)


def offered(key: bytes, text: str) -> str | None:
    """The name in an offer of ours, or None."""
    table, _, proof = text.partition(".")
    return table if hmac.compare_digest(proof.encode(), proof_of(key, table).encode()) else None


def rematch_of(table: str) -> str:
    """The name of the table where the same people play again; fixed, so that it can be promised."""
    return hashlib.sha256(f"rematch/{table}".encode()).hexdigest()[: 2 * TABLE_ID_BYTES]


@dataclass(frozen=True)
class Deals:
    """The deals of one match, by number of the round from 1 up."""

    table: str
    edition: Edition
    seeds: tuple[bytes, ...] = field(repr=False)
    key: bytes | None = field(default=None, repr=False)  # None: no rematch is promised

    @classmethod
    def drawn(cls, table: str, edition: Edition, key: bytes) -> "Deals":
        """The seeds of every round the match can have."""
        planned = rounds_planned(edition.length, edition.players)
        rounds = MOST_ROUNDS if planned is None else planned
        seeds = tuple(seed_of(key, table, number) for number in range(1, rounds + 1))
        return cls(table, edition, seeds, key)

    @classmethod
    def stored(
        cls, table: str, edition: str, seeds: tuple[bytes, ...], key: bytes | None = None
    ) -> "Deals":
        """The deals of a stored match, whose edition is written as in `Edition.text`."""
        return cls(table, edition_written(edition), seeds, key)

    def deal(self, number: int, mixing: int, contributions: Sequence[str | None]) -> Deal:
        """The deal of a round, with what players contributed to it."""
        seed = self.seeds[number - 1]
        return fair_deal(self.edition, seed, mixing, self.table, number, contributions)

    def commitment(self, number: int) -> str:
        """The SHA-256 of the round's seed, in hex; public from the start."""
        return commitment_to(self.seeds[number - 1])

    def started(self, number: int, drawing: Sequence[str | None] | None = None) -> Started:
        """The fact that a round is dealt.

        `drawing` are the contributions to the first round where the first dealer follows from them
        and from the seed.
        """
        dealer = None
        if drawing is not None:
            players, seed = self.edition.players, self.seeds[number - 1]
            dealer = fair_dealer(players, seed, CONTRIBUTIONS, self.table, drawing)
        return Started(number, self.commitment(number), CONTRIBUTIONS, dealer)

    def scored(self, number: int) -> Scored:
        """The fact that a round is scored, which promises the next if there can be one."""
        following = self.commitment(number + 1) if number < len(self.seeds) else None
        return Scored(number, self.revealed(number), following)

    def ended(self) -> Ended:
        """The fact that the match is over, which promises the table of a rematch."""
        if self.key is None:
            return Ended()
        table = rematch_of(self.table)
        return Ended(table, promised(self.key, table))

    def revealed(self, number: int) -> str:
        """The round's seed, in hex; to be published only when the round is over."""
        return self.seeds[number - 1].hex()

    def player_seed(self, number: int, player: int) -> int:
        """The seed of a computer player in a round, as secret as the round's own."""
        digest = hmac.digest(self.seeds[number - 1], f"player/{player}".encode(), "sha256")
        return int.from_bytes(digest[:PLAYER_SEED_BYTES])

    def new_game(self, holders: dict[int, Guest]) -> NewGame:
        """The match as it is to be stored, seeds included."""
        return NewGame(self.table, self.edition.text, self.seeds, holders)
