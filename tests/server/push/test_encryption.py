"""Messages are encrypted and signed as the standards say."""

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec

from bottleimp.server.push.encryption import MAX_CONTENT_BYTES, RECORD_BYTES, encrypt_message
from bottleimp.server.push.vapid import VapidKey
from tests.support.services.push_service import (
    decoded,
    decrypted,
    encoded,
    point,
    verified_claims,
)

# The example of RFC 8291, appendix A.
CONTENT = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RECEIVER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SALT, SECRET = "DGv6ra1nlYgDCS1FRnbzlw", "BTBZMqHH6r4Tts7J_aSIgg"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
    "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
    "lcy4a-fN"
)
KEY = b"secret key of a database"


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decoded(text)), ec.SECP256R1())


def test_the_example_of_the_standard_comes_out() -> None:
    body = encrypt_message(
        CONTENT, decoded(RECEIVER), decoded(SECRET), sender=private_key(SENDER), salt=decoded(SALT)
    )

    assert encoded(body) == BODY


def test_only_the_browser_reads_a_message_and_no_two_are_alike() -> None:
    browser, secret = ec.generate_private_key(ec.SECP256R1()), bytes(16)
    bodies = [encrypt_message(b"turn", point(browser.public_key()), secret) for _ in range(2)]

    assert [decrypted(body, browser, secret) for body in bodies] == [b"turn"] * 2
    assert bodies[0] != bodies[1]
    assert all(b"turn" not in body for body in bodies)


def test_the_longest_message_fills_a_record_and_a_longer_one_is_refused() -> None:
    browser = ec.generate_private_key(ec.SECP256R1())
    longest = bytes(MAX_CONTENT_BYTES)

    assert len(encrypt_message(longest, point(browser.public_key()), bytes(16))) == RECORD_BYTES
    with pytest.raises(ValueError, match="at most"):
        encrypt_message(longest + b"x", point(browser.public_key()), bytes(16))


def test_padding_makes_messages_alike_in_length_and_changes_none() -> None:
    browser, secret = ec.generate_private_key(ec.SECP256R1()), bytes(16)
    contents = [b"turn", b"somebody else's turn", bytes(range(1, 101))]
    bodies = [
        encrypt_message(each, point(browser.public_key()), secret, padded_to=100)
        for each in contents
    ]

    assert [decrypted(body, browser, secret) for body in bodies] == contents
    assert len({len(body) for body in bodies}) == 1


@pytest.mark.parametrize("key", [b"", bytes(65), b"\4" + bytes(64)])
def test_a_key_that_is_no_point_of_the_curve_is_refused(key: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the words are those of a library
        encrypt_message(b"turn", key, bytes(16))


def test_the_server_says_who_it_is_to_the_service_alone() -> None:
    key = VapidKey(KEY, "mailto:host@imp.example")
    claims = verified_claims(key.authorization("https://push.example:444/send/abc", 1000.7))

    assert claims == {
        "aud": "https://push.example:444",
        "exp": 1000 + 12 * 3600,
        "sub": "mailto:host@imp.example",
        "key": key.public_key,
    }


def test_a_token_that_was_changed_is_no_token() -> None:
    told = VapidKey(KEY, "mailto:host@imp.example").authorization("https://push.example/a", 1000)
    head, claims, rest = told.split(".", 2)
    changed = claims[:-1] + ("A" if claims[-1] != "A" else "B")

    with pytest.raises(InvalidSignature):
        verified_claims(f"{head}.{changed}.{rest}")


def test_the_key_follows_from_that_of_the_database() -> None:
    first, again, other = (VapidKey(key, "").public_key for key in (KEY, KEY, b"another key"))

    assert first == again != other
    assert len(decoded(first)) == 65
