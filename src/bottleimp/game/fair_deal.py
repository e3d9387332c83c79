"""Deals that nobody could choose: a committed seed, mixed with what the players contributed.

Before a round the table publishes the SHA-256 of its seed.  Then players may contribute.  The seed
and the contributions determine the deal and, in the first round, the dealer.  After the round the
table publishes the seed.  A released way of mixing never changes; `MIXINGS` lists them all, and the
log says which one was used.
"""

import hashlib
import re
from collections.abc import Sequence

from bottleimp.errors import NotationError
from bottleimp.game.deal import Deal, draw_below, hmac_integers
from bottleimp.rules.edition import Edition

SEED_ALONE, CONTRIBUTIONS = 1, 2
MIXINGS = (SEED_ALONE, CONTRIBUTIONS)
MAX_CONTRIBUTION_LENGTH = 64
DEALER_PREFIX = b"dealer/"
CONTRIBUTION = re.compile(rf"[A-Za-z0-9_-]{{1,{MAX_CONTRIBUTION_LENGTH}}}")


def commitment_to(seed: bytes) -> str:
    """The SHA-256 of the seed, in hex."""
    return hashlib.sha256(seed).hexdigest()


def deal_message(
    mixing: int, table: str, number: int, contributions: Sequence[str | None]
) -> bytes:
    """The message that is mixed with the seed of a round; rounds are counted from 1.

    Mixing 1: `table/number`.  Mixing 2: the same and, for each player clockwise, `/` followed by
    the player's contribution, which may be empty.  Raises NotationError for another mixing, or
    for a contribution that is not 1 to 64 ASCII letters, digits, `-` and `_`.
    """
    parts = [table, str(number)]
    if mixing not in MIXINGS:
        raise NotationError(f"there is no way {mixing!r} of mixing seeds; known are 1 and 2")
    if mixing == CONTRIBUTIONS:
        for contribution in contributions:
            if contribution is not None and not CONTRIBUTION.fullmatch(contribution):
                raise NotationError(f"{contribution!r} is no contribution")
            parts.append(contribution or "")
    return "/".join(parts).encode()


def fair_deal(
    edition: Edition,
    seed: bytes,
    mixing: int,
    table: str,
    number: int,
    contributions: Sequence[str | None],
) -> Deal:
    """The deal of a round, determined by these values alone."""
    return Deal.from_seed(edition, seed, deal_message(mixing, table, number, contributions))


def fair_dealer(
    players: int, seed: bytes, mixing: int, table: str, contributions: Sequence[str | None]
) -> int:
    """The player who deals the first round, drawn from its seed and its contributions.

    The message is `dealer/` and the message of the deal, so the two draws are independent.
    """
    return draw_below(
        hmac_integers(seed, DEALER_PREFIX + deal_message(mixing, table, 1, contributions)), players
    )
