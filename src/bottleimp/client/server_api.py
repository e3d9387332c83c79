"""The HTTP interface of a server: guests, tables, events and commands, without a socket."""

import ssl
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from http.client import HTTPException
from typing import TypeVar
from urllib.parse import quote, urlsplit

import msgspec

from bottleimp.client.errors import ClientError, RequestFailed, refusal_error
from bottleimp.errors import BottleImpError
from bottleimp.protocol.hint_messages import HintReply
from bottleimp.protocol.http_bodies import (
    EventPage,
    GuestToken,
    LessonActions,
    LessonReply,
    NewTableRequest,
    RecordFile,
    RoundReplay,
    StepAdvice,
    TableUrls,
)
from bottleimp.protocol.messages import (
    AnyCommand,
    CommandAccepted,
    CommandRefused,
    RequestHint,
    encode,
)

REQUEST_TIMEOUT = 15.0  # seconds beyond the time that the server was asked to wait
JSON_TYPE = "application/json"
FORM_TYPE = "application/x-www-form-urlencoded"
SOCKET_SCHEMES = {"http": "ws", "https": "wss"}

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class ServerApi:
    """A server by its address, such as `http://127.0.0.1:8019`, and who we are there.

    `timeout` is in seconds, for one answer.  `language` is a code such as `de`: in that language
    the server says why it refuses something; in English without it.  Raises ClientError for an
    address that does not begin with `http://` or `https://`.

    Every method raises Refused when the server refuses, with its code and its words, and
    RequestFailed when there is no server of this game or no answer.
    """

    address: str
    token: str | None = None
    timeout: float = REQUEST_TIMEOUT
    language: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "address", self.address.strip().rstrip("/"))
        if not self.address.lower().startswith(("http://", "https://")):
            raise self._no_address()

    def create_guest(self) -> str:
        """A token for somebody whom the server does not know yet."""
        return self._post("/api/guests", b"{}", GuestToken).token

    def as_new_guest(self) -> "ServerApi":
        """The same server with a new token."""
        return replace(self, token=self.create_guest())

    def create_table(self, wanted: NewTableRequest) -> TableUrls:
        """Makes a table at which this guest sits at place 0 and is the host."""
        return self._post("/api/tables", encode(wanted), TableUrls)

    def find_table(self, code: str) -> TableUrls:
        """The table with this code of five letters."""
        return self._get(f"/api/codes/{quote(code, safe='')}", TableUrls)

    def take_over_seat(self, table: str, key: str) -> None:
        """Takes the seat whose link has this key."""
        path = f"/s/{quote(table, safe='')}/{quote(key, safe='')}"
        self._request("POST", path, b"", content_type=FORM_TYPE, accept="text/html")

    def fetch_events(
        self, table: str, after: int | None = None, wait: int = 0, log: str | None = None
    ) -> EventPage:
        """What happened after an event, or the whole view; waits so many seconds for anything.

        `log` is that of the last `Welcome`.
        """
        seen = "" if after is None else f"&after={after}"
        seen += "" if log is None else f"&log={quote(log, safe='')}"
        path = f"/api/tables/{table}/events?wait={wait}{seen}"
        return self._get(path, EventPage, wait=wait)

    def post_command(self, table: str, command: AnyCommand) -> CommandAccepted | HintReply:
        """Sends a command; with the same id it may be sent again and is done once."""
        path = f"/api/tables/{table}/commands"
        content = self._request("POST", path, encode(command))
        if isinstance(command, RequestHint):
            return decode_answer(content, HintReply, self.address)
        return decode_answer(content, CommandAccepted, self.address)

    def fetch_replay(self, table: str, number: int, player: int | None = None) -> RoundReplay:
        """A finished round, counted from 1, as a player saw it; as an onlooker did without one."""
        seen_by = "" if player is None else f"?player={player}"
        return self._get(f"/api/tables/{table}/rounds/{number}{seen_by}", RoundReplay)

    def fetch_advice(self, table: str, number: int, step: int, player: int) -> StepAdvice:
        """What a strong player would have done in a step of a finished round, counted from 1.

        Raises Refused with the code `no-choice` where the player chose nothing in that step.
        """
        path = f"/api/tables/{table}/rounds/{number}/advice/{step}?player={player}"
        return self._get(path, StepAdvice)

    def play_variation(
        self, table: str, number: int, step: int, player: int, actions: Sequence[str]
    ) -> LessonReply:
        """A finished round, played on in another way from what the player chose in a step.

        The actions are all that the player has done since, cards and choices by their labels;
        computer players answer for the others.  Raises Refused for what cannot be done.
        """
        path = f"/api/tables/{table}/rounds/{number}/variations/{step}?player={player}"
        return self._post(path, encode(LessonActions(list(actions))), LessonReply)

    def fetch_advice_in_variation(
        self, table: str, number: int, step: int, player: int, actions: Sequence[str]
    ) -> StepAdvice:
        """What a strong player would do after these actions of a variation.

        Raises Refused with the code `round-over` where the player has nothing to choose.
        """
        path = f"/api/tables/{table}/rounds/{number}/variations/{step}/advice?player={player}"
        return self._post(path, encode(LessonActions(list(actions))), StepAdvice)

    def play_daily_deal(self, day: date, actions: Sequence[str]) -> LessonReply:
        """The deal of a day, from the place of player 0 and after these actions; nothing is stored.

        The actions are all that was done so far, cards and choices by their labels.  Raises
        Refused for what cannot be done, with the code `not-found` where the day has not come.
        """
        path = f"/api/daily/{day.isoformat()}"
        return self._post(path, encode(LessonActions(list(actions))), LessonReply)

    def fetch_daily_record(self, day: date, actions: Sequence[str]) -> str:
        """The record of the round that these actions have finished, as text; raises Refused."""
        path = f"/api/daily/{day.isoformat()}/record"
        return self._post(path, encode(LessonActions(list(actions))), RecordFile).content

    def socket_address(self, table: str) -> str:
        """Where the socket of a table is; raises ClientError where the address is none."""
        try:
            parts = urlsplit(self.address)
            is_address = parts.scheme in SOCKET_SCHEMES and bool(parts.hostname) and parts.port != 0
        except ValueError:  # such as brackets that hold no address, or a port out of range
            raise self._no_address() from None
        if not is_address:
            raise self._no_address()
        path = f"{parts.path}/tables/{table}/socket"
        return parts._replace(scheme=SOCKET_SCHEMES[parts.scheme], path=path).geturl()

    def _no_address(self) -> ClientError:
        return ClientError(
            f"{self.address!r} is no address of a server; write one that begins with http:// or"
            " https://, such as http://127.0.0.1:8019."
        )

    def _get(self, path: str, kind: type[Answer], wait: float = 0.0) -> Answer:
        return decode_answer(self._request("GET", path, wait=wait), kind, self.address)

    def _post(self, path: str, content: bytes, kind: type[Answer]) -> Answer:
        return decode_answer(self._request("POST", path, content), kind, self.address)

    def _request(
        self,
        method: str,
        path: str,
        content: bytes | None = None,
        *,
        content_type: str = JSON_TYPE,
        accept: str = JSON_TYPE,
        wait: float = 0.0,
    ) -> bytes:
        headers = {"Accept": accept}
        if content is not None:
            headers["Content-Type"] = content_type
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        if self.language is not None:
            headers["Accept-Language"] = self.language
        try:
            request = urllib.request.Request(self.address + path, content, headers, method=method)
            with urllib.request.urlopen(request, timeout=wait + self.timeout) as response:
                body: bytes = response.read()
        except urllib.error.HTTPError as response:
            raise http_error(response) from response
        except (OSError, ValueError, HTTPException) as problem:
            at, why = server_name(self.address), failure_reason(problem)
            raise RequestFailed(f"The server {at} cannot be reached: {why}.") from problem
        return body


def server_name(address: str) -> str:
    """What a server is called in sentences: its host and port; the address if it has none."""
    try:
        return urlsplit(address).netloc or address
    except ValueError:  # brackets that hold no address
        return address


def decode_answer(content: bytes, kind: type[Answer], address: str) -> Answer:
    """The answer as its type; raises RequestFailed where something else is there."""
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.MsgspecError, UnicodeError) as problem:
        raise RequestFailed(f"{server_name(address)} is no server of this game.") from problem


def failure_reason(problem: Exception) -> str:
    """Why there is no answer, in words that end a sentence, without the wrapping of Python."""
    inner = problem.reason if isinstance(problem, urllib.error.URLError) else problem
    if isinstance(inner, TimeoutError):
        return "it does not answer in time"
    if isinstance(inner, ssl.SSLCertVerificationError):
        return f"its certificate is not accepted ({inner.verify_message})"
    said = (inner.strerror if isinstance(inner, OSError) else None) or str(inner)
    return (said[:1].lower() + said[1:]).rstrip(".") or "it gives no reason"


def http_error(response: urllib.error.HTTPError) -> BottleImpError:
    """The refusal of a server, in its own words where it has some."""
    try:
        return refusal_error(msgspec.json.decode(response.read(), type=CommandRefused))
    except (msgspec.MsgspecError, UnicodeError, OSError):
        return RequestFailed(f"The server refuses: {response.code} {response.reason}.")
