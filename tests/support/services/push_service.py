"""A push service on this machine, over real TLS, and a browser that has subscribed with it.

It checks what a service checks (the key and the token of the server), and reads the messages as the
browser would (RFC 8291).
"""

import base64
import datetime as dt
import json
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.x509.oid import NameOID

from tests.support.patience import PATIENCE

CREATED, GONE = 201, 410
AUTH_SECRET = b"sixteen letters!"


@dataclass(frozen=True)
class Delivered:
    """A message as the service got it."""

    path: str
    headers: dict[str, str]
    body: bytes = field(repr=False)


class PushReceiver:
    """The service, and the browser behind it: `answers` by path says what is wrong there."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.answers: dict[str, tuple[int, dict[str, str]]] = {}
        self.delivered: list[Delivered] = []
        self.private_key = ec.generate_private_key(ec.SECP256R1())
        self._news = threading.Condition()

    @property
    def host(self) -> str:
        """The host with its port, as a setting names it."""
        return f"localhost:{self.port}"

    def subscription(self, name: str = "phone") -> dict[str, object]:
        """What a browser tells its page of a subscription."""
        keys = {
            "p256dh": encoded(point(self.private_key.public_key())),
            "auth": encoded(AUTH_SECRET),
        }
        return {"endpoint": f"https://{self.host}/{name}", "expirationTime": None, "keys": keys}

    def deliver(self, message: Delivered) -> tuple[int, dict[str, str]]:
        """Takes a message; the answer to it."""
        with self._news:
            self.delivered.append(message)
            self._news.notify_all()
        return self.answers.get(message.path, (CREATED, {}))

    def wait_for(self, count: int) -> list[Delivered]:
        """The messages as soon as there are so many."""
        with self._news:
            assert self._news.wait_for(lambda: len(self.delivered) >= count, PATIENCE)
            return list(self.delivered)

    def read(self, message: Delivered) -> dict[str, str]:
        """The message as the browser reads it."""
        content: dict[str, str] = json.loads(decrypted(message.body, self.private_key, AUTH_SECRET))
        return content


def encoded(content: bytes) -> str:
    """In base64 as addresses write it."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """What such a text writes."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as 65 bytes."""
    return key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def decrypted(body: bytes, private_key: ec.EllipticCurvePrivateKey, secret: bytes) -> bytes:
    """A message of one record, read with the keys of the browser."""
    salt, length = body[:16], body[20]
    sender, sealed = body[21 : 21 + length], body[21 + length :]
    shared = private_key.exchange(
        ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
    )
    info = b"WebPush: info\0" + point(private_key.public_key()) + sender
    material = HKDF(SHA256(), 32, secret, info).derive(shared)
    key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(material)
    nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(material)
    content = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
    assert content[-1:] == b"\2"
    return content[:-1]


def verified_claims(authorization: str) -> dict[str, object]:
    """What the server says of itself, after its signature has been checked."""
    scheme, _, rest = authorization.partition(" ")
    assert scheme == "vapid"
    values = dict(part.strip().split("=", 1) for part in rest.split(","))
    signed, _, signature = values["t"].rpartition(".")
    raw = decoded(signature)
    r, s = int.from_bytes(raw[:32]), int.from_bytes(raw[32:])
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(values["k"]))
    key.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(SHA256()))
    header, claims = (json.loads(decoded(part)) for part in signed.split("."))
    assert header == {"typ": "JWT", "alg": "ES256"}
    return {**claims, "key": values["k"]}


@contextmanager
def push_service(folder: Path) -> Iterator[tuple[PushReceiver, Path]]:
    """A service that listens on this machine, and the file of the certificate to trust."""
    certificate, key = make_certificate(folder)
    server = ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    receiver = PushReceiver(server.server_address[1])

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            status, more = receiver.deliver(Delivered(self.path, headers, body))
            self.send_response(status)
            for name, value in {"Content-Length": "0", **more}.items():
                self.send_header(name, value)
            self.end_headers()

        do_GET = do_POST  # noqa: N815 - a client that follows redirects would come with this

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    server.RequestHandlerClass = Handler
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield receiver, certificate
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """Files with a certificate for this machine, signed by itself, and with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = dt.datetime.now(dt.UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, SHA256())
    )
    paths = folder / "certificate.pem", folder / "key.pem"
    paths[0].write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    paths[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return paths
