"""The seeds of a match and the deals that follow from them; no other module reads seeds.

A round's seed is drawn when the match is created and stays secret until the round is scored.
Its SHA-256 is published before.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field
from functools import lru_cache

from bottleimp.game.deal import SEED_BYTES, Deal
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text
from bottleimp.rules.seating import MOST_ROUNDS, Target
from bottleimp.server.store import Guest, NewGame

PLAYER_SEED_BYTES = 7
MOST_EDITIONS = 256  # kept, options counted


@lru_cache(MOST_EDITIONS)
def edition_written(text: str) -> Edition:
    """The edition written as in `Edition.text`; the same value for all tables that play it."""
    return edition_from_text(text)


@dataclass(frozen=True)
class Deals:
    """The deals of one match, by number of the round from 1 up."""

    table: str
    edition: Edition
    seeds: tuple[bytes, ...] = field(repr=False)

    @classmethod
    def drawn(cls, table: str, edition: Edition) -> "Deals":
        """Fresh seeds for every round the match can have."""
        length = edition.length
        rounds = MOST_ROUNDS if isinstance(length, Target) else length.cycles * edition.players
        return cls(table, edition, tuple(secrets.token_bytes(SEED_BYTES) for _ in range(rounds)))

    @classmethod
    def stored(cls, table: str, edition: str, seeds: tuple[bytes, ...]) -> "Deals":
        """The deals of a stored match, whose edition is written as in `Edition.text`."""
        return cls(table, edition_written(edition), seeds)

    def deal(self, number: int) -> Deal:
        """The deal of a round."""
        message = f"{self.table}/{number}".encode()
        return Deal.shuffled(self.edition, self.seeds[number - 1], message)

    def commitment(self, number: int) -> str:
        """The SHA-256 of the round's seed, in hex; public from the start."""
        return hashlib.sha256(self.seeds[number - 1]).hexdigest()

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
