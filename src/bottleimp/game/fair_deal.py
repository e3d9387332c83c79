"""Deals that nobody could choose: a promised seed, mixed with what the players contributed.

Before a round its seed is promised by its SHA-256; then players may contribute; then the seed and
the contributions fix the deal, and in the first round who deals; and when the round is over the
seed is shown.  A way of mixing that was released never changes: `MIXINGS` names them all, and a log
says which one was used.
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
    """What the seed is mixed with for a round, counted from 1.

    1: `table/number`.  2: the same and, for each player clockwise, `/` and what the player
    contributed, nothing for who did not.  Raises NotationError for another way of mixing, or a
    contribution that is not 1 to 64 letters, digits, `-` and `_` of ASCII.
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
    """The deal of a round, fixed by all of this and nothing else."""
    return Deal.from_seed(edition, seed, deal_message(mixing, table, number, contributions))


def fair_dealer(
    players: int, seed: bytes, mixing: int, table: str, contributions: Sequence[str | None]
) -> int:
    """The player who deals the first round, drawn from its seed and what was contributed to it.

    The message is that of the deal with `dealer/` before it, so the two draws are independent.
    """
    return draw_below(
        hmac_integers(seed, DEALER_PREFIX + deal_message(mixing, table, 1, contributions)), players
    )
