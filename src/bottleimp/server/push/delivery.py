"""Handing messages to push services, one request each (RFC 8030)."""

import asyncio
import logging
import ssl
import time
from concurrent.futures import ThreadPoolExecutor
from enum import Enum
from http import HTTPStatus
from http.client import HTTPException
from typing import IO
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, HTTPSHandler, OpenerDirector, Request, build_opener
from weakref import WeakValueDictionary

from bottleimp.server.push.encryption import CONTENT_ENCODING, encrypt_message
from bottleimp.server.push.subscriptions import decode_base64
from bottleimp.server.push.vapid import VapidKey
from bottleimp.server.state.storage_interface import StoredSubscription

log = logging.getLogger(__name__)

THREADS = 8
MESSAGES_PER_HOST = 2  # under way at once: a service that is slow keeps no more threads
TIMEOUT = 5.0  # seconds, for connecting and for each read; a whole answer may take longer
HANGING_SECONDS = 60.0  # for which a host is left alone that did not answer in time
PADDED_BYTES = 1024  # of a message: else its length would tell which table it is about
GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)


class PushOutcome(Enum):
    """What became of a message."""

    ACCEPTED = "accepted"  # the service passes it on as soon as it can
    GONE = "gone"  # there is no such subscription any more
    TRY_LATER = "try later"  # the service is busy, or cannot be reached
    REFUSED = "refused"


class PushDelivery:
    """Sends messages; each is encrypted for its receiver.

    Those for one host wait for each other, so that they hold up no others.
    """

    def __init__(self, key: VapidKey) -> None:
        self._key = key
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="push")
        self._opener = opener_without_redirects()
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._hanging_until: dict[str, float] = {}  # by host, in the time of the loop

    async def send(
        self, receiver: StoredSubscription, content: bytes, topic: str, lifetime: int
    ) -> PushOutcome:
        """Sends the content, which takes the place of what waits there with the same topic.

        The service keeps it for `lifetime` seconds at most.  `topic` has up to 32 letters that
        addresses may have.
        """
        loop, host = asyncio.get_running_loop(), urlsplit(receiver.endpoint).netloc.lower()
        turn = self._turns.setdefault(host, asyncio.Semaphore(MESSAGES_PER_HOST))
        async with turn:
            if self._hanging_until.get(host, 0.0) > loop.time():
                return PushOutcome.TRY_LATER
            self._hanging_until.pop(host, None)
            try:
                return await self.send_now(receiver, content, topic, lifetime)
            except TimeoutError:
                self._hanging_until[host] = loop.time() + HANGING_SECONDS
                log.info("a push service does not answer", extra={"reason": host})
                return PushOutcome.TRY_LATER

    async def send_now(
        self, receiver: StoredSubscription, content: bytes, topic: str, lifetime: int
    ) -> PushOutcome:
        """Sends the content in a thread, without waiting for other messages to the same host.

        Raises TimeoutError where the service does not answer.
        """
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(
            self._threads, self._post_blocking, receiver, content, topic, lifetime
        )

    def _post_blocking(
        self, receiver: StoredSubscription, content: bytes, topic: str, lifetime: int
    ) -> PushOutcome:
        try:
            body = encrypt_message(
                content,
                decode_base64(receiver.receiver_key),
                decode_base64(receiver.auth_secret),
                padded_to=PADDED_BYTES,
            )
        except ValueError:  # a key that is no point of the curve
            return PushOutcome.GONE
        headers = {
            "Authorization": self._key.authorization(receiver.endpoint, time.time()),
            "Content-Encoding": CONTENT_ENCODING,
            "Content-Type": "application/octet-stream",
            "TTL": str(lifetime),
            "Topic": topic,
            "Urgency": "high",  # a phone that sleeps is woken for it
        }
        asked = Request(receiver.endpoint, body, headers, method="POST")
        try:
            with self._opener.open(asked, timeout=TIMEOUT):
                return PushOutcome.ACCEPTED
        except HTTPError as answer:
            answer.close()
            outcome = outcome_of_status(answer.code)
            if outcome is PushOutcome.REFUSED:
                facts = {"status": answer.code, "reason": asked.host}
                log.warning("a push service refuses messages", extra=facts)
            return outcome
        except (OSError, HTTPException, ValueError) as problem:
            if isinstance(getattr(problem, "reason", problem), TimeoutError):
                raise TimeoutError from problem
            return PushOutcome.TRY_LATER  # of a name that cannot be asked for, too

    def close(self) -> None:
        """Sends nothing more; what is being sent is not waited for."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def outcome_of_status(status: int) -> PushOutcome:
    """What an answer that is no success says."""
    if status in GONE:
        return PushOutcome.GONE
    if status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return PushOutcome.TRY_LATER
    return PushOutcome.REFUSED


class NoRedirects(HTTPRedirectHandler):
    """Goes nowhere else: only the address that was subscribed has been checked."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: object, newurl: str
    ) -> None:
        """No request: the answer counts as an error."""


def opener_without_redirects() -> OpenerDirector:
    """What opens addresses, through the proxy that the environment names if there is one."""
    return build_opener(NoRedirects, HTTPSHandler(context=ssl.create_default_context()))
