"""What only the browser can read: messages encrypted for one subscription (RFC 8291, RFC 8188)."""

import secrets
import struct

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from bottleimp.server.push.subscriptions import POINT_BYTES

CONTENT_ENCODING = "aes128gcm"
CURVE = ec.SECP256R1()
SALT_BYTES, KEY_BYTES, NONCE_BYTES, SHARED_BYTES = 16, 16, 12, 32
RECORD_BYTES = 4096  # one record holds all; push services accept no longer body
HEADER = struct.Struct(f">{SALT_BYTES}sIB")  # salt, size of a record, length of the key after it
TAG_BYTES = 16
LAST_RECORD = b"\2"
# What a message may have: a body also holds the header and the key of the sender before the record,
# and in that a mark and the tag.
MAX_CONTENT_BYTES = RECORD_BYTES - HEADER.size - POINT_BYTES - TAG_BYTES - len(LAST_RECORD)


def encrypt_message(
    content: bytes,
    receiver_key: bytes,
    auth_secret: bytes,
    *,
    sender: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
    padded_to: int = 0,
) -> bytes:
    """The body of a message to a subscription, whose keys are `p256dh` and `auth`.

    `receiver_key` is a point of P-256 as 65 bytes, `auth_secret` has 16; `sender` and `salt` are
    drawn anew for each message and given by tests alone.  Content with fewer than `padded_to` bytes
    makes a body as long as content with so many.  Raises ValueError for a key that is no such
    point, and for content that is too long.
    """
    length = max(len(content), padded_to)
    if length > MAX_CONTENT_BYTES:
        raise ValueError(f"a message has at most {MAX_CONTENT_BYTES} bytes, not {length}")
    receiver = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, receiver_key)
    sender = sender or ec.generate_private_key(CURVE)
    salt = salt or secrets.token_bytes(SALT_BYTES)
    sender_key = encoded_point(sender.public_key())
    info = b"WebPush: info\0" + receiver_key + sender_key
    shared = derive(sender.exchange(ec.ECDH(), receiver), auth_secret, info, SHARED_BYTES)
    key = derive(shared, salt, b"Content-Encoding: aes128gcm\0", KEY_BYTES)
    nonce = derive(shared, salt, b"Content-Encoding: nonce\0", NONCE_BYTES)
    padded = (content + LAST_RECORD).ljust(length + len(LAST_RECORD), b"\0")
    sealed = AESGCM(key).encrypt(nonce, padded, None)
    return HEADER.pack(salt, RECORD_BYTES, len(sender_key)) + sender_key + sealed


def encoded_point(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def derive(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """So many bytes by HKDF with SHA-256 (RFC 5869)."""
    return HKDF(SHA256(), length, salt, info).derive(material)
