"""By which a push service knows this server again: a key of its own (VAPID, RFC 8292)."""

import base64
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from bottleimp.protocol.messages import encode
from bottleimp.server.push.encryption import CURVE, derive, encoded_point

# The order of P-256 (FIPS 186-5): private keys are the numbers below it, but for 0.
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
NUMBER_BYTES = 32
JWT_HEADER = {"typ": "JWT", "alg": "ES256"}
DRAWN_BYTES = 48  # so many more than a key has that no key is likelier than another
VALID_SECONDS = 12 * 3600  # for which a token holds; services refuse more than 24 hours


class VapidKey:
    """The key of a server, which follows from the secret key of its database.

    So it stays the same after a restart, and is the same at all servers with that database: a
    browser accepts messages of the key alone for which it has subscribed.
    """

    def __init__(self, secret_key: bytes, contact: str) -> None:
        """`contact` is where the push service reaches the host: an address of https: or mailto:."""
        drawn = derive(secret_key, b"", b"bottleimp push", DRAWN_BYTES)
        self._private = ec.derive_private_key(int.from_bytes(drawn) % (ORDER - 1) + 1, CURVE)
        self._contact = contact
        self.public_key = encode_base64(encoded_point(self._private.public_key()))

    def authorization(self, endpoint: str, now: float) -> str:
        """The header `Authorization` for messages to this address; `now` in seconds since 1970."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(now) + VALID_SECONDS,
            "sub": self._contact,
        }
        signed = ".".join(encode_base64(encode(part)) for part in (JWT_HEADER, claims))
        r, s = decode_dss_signature(self._private.sign(signed.encode(), ec.ECDSA(SHA256())))
        signature = r.to_bytes(NUMBER_BYTES) + s.to_bytes(NUMBER_BYTES)
        return f"vapid t={signed}.{encode_base64(signature)}, k={self.public_key}"


def encode_base64(content: bytes) -> str:
    """As addresses and tokens write it: other signs for + and /, and nothing at the end."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()
