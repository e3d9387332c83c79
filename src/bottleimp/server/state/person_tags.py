"""The tag of a person: the same at every table and under every name, so that it can be muted.

It is made of the guest with a secret key of the server.  Nobody can get from it to the guest or to
the cookie, and nobody without the key can tell whose it is.
"""

import hmac
from functools import lru_cache

TAG_DIGITS = 16
TAG_CACHE_SIZE = 4096  # tags of people who were shown lately


@lru_cache(TAG_CACHE_SIZE)
def person_tag(key: bytes | None, guest: str | None) -> str | None:
    """The tag of the guest; None where nobody is, or the server has no key."""
    if key is None or not guest:
        return None
    return hmac.digest(key, f"person/{guest}".encode(), "sha256").hex()[:TAG_DIGITS]
