"""Where messages may go: to push services that are known, and nowhere else."""

import json
from typing import Any

import pytest

from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.server.push.subscriptions import (
    MAX_ENDPOINT,
    is_of_service,
    parse_subscription,
    parse_unwanted,
)
from bottleimp.server.settings.config import PUSH_SERVICES
from tests.support.services.push_service import encoded

POINT = b"\4" + bytes(64)


def subscription(**changed: Any) -> dict[str, Any]:  # Any: what a browser would never send, too
    keys = {"p256dh": encoded(POINT), "auth": encoded(bytes(16))}
    return {"endpoint": "https://fcm.googleapis.com/fcm/send/abc", "keys": keys, **changed}


def parsed(content: object) -> object:
    return parse_subscription(json.dumps(content).encode(), PUSH_SERVICES, "en")


@pytest.mark.parametrize("endpoint", [
    "https://fcm.googleapis.com/fcm/send/abc:def",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://web.push.apple.com/QAbc",
    "https://wns2-par02p.notify.windows.com/w/?token=abc",
    "https://fcm.googleapis.com:443/abc",
])  # fmt: skip
def test_messages_go_to_the_services_of_the_usual_browsers(endpoint: str) -> None:
    assert is_of_service(endpoint, PUSH_SERVICES)


@pytest.mark.parametrize("endpoint", [
    "http://fcm.googleapis.com/abc",
    "https://localhost/abc",
    "https://169.254.169.254/latest/meta-data",
    "https://fcm.googleapis.com.evil.example/abc",
    "https://evilfcm.googleapis.com/abc",
    "https://push.apple.com.evil.example/abc",
    "https://evilpush.apple.com/abc",
    "https://fcm.googleapis.com@evil.example/abc",
    "https://evil.example#.push.apple.com",
    "https://evil.example/?.push.apple.com",
    "https://evil.example\\.push.apple.com/",
    "https://fcm.googleapis.com:8443/abc",
    "https://fcm.googleapis.com:99999/abc",
    "https://[::1/abc",
    "https://fcm.googleapis.com/a b",
    "https://fcm.googleapis.com/a\nHost: evil.example",
    "https://fcm.googleapis.com/ä",
    "https://internal%3A22%20HTTP%2F1.1%20%5D.push.apple.com/",
    "https://169.254.169.254[v1.a.push.apple.com]/",
    "https://[v1.a.push.apple.com].evil.example/",
    "https://a..push.apple.com/",
    "https://.push.apple.com/",
    "https://" + "a" * 64 + ".push.apple.com/",
    "ftp://fcm.googleapis.com/abc",
    "",
])  # fmt: skip
def test_messages_go_nowhere_else(endpoint: str) -> None:
    assert not is_of_service(endpoint, PUSH_SERVICES)
    with pytest.raises(Refused) as refused:
        parsed(subscription(endpoint=endpoint))
    assert refused.value.code is RefusalCode.BAD_MESSAGE


@pytest.mark.parametrize("wrong", [
    [], {}, {"endpoint": 7},
    subscription(keys=None),
    subscription(keys={"p256dh": encoded(POINT)}),
    subscription(keys={"p256dh": encoded(POINT[:-1]), "auth": encoded(bytes(16))}),
    subscription(keys={"p256dh": encoded(b"\5" + bytes(64)), "auth": encoded(bytes(16))}),
    subscription(keys={"p256dh": encoded(POINT), "auth": encoded(bytes(15))}),
    subscription(keys={"p256dh": "ä" * 87, "auth": encoded(bytes(16))}),
    subscription(endpoint="https://fcm.googleapis.com/" + "a" * 1000),
])  # fmt: skip
def test_what_is_no_subscription_is_refused(wrong: object) -> None:
    with pytest.raises(Refused) as refused:
        parsed(wrong)

    assert refused.value.code is RefusalCode.BAD_MESSAGE


def test_what_else_a_browser_says_is_passed_over() -> None:
    parsed(subscription(expirationTime=None))


def test_an_address_of_a_service_that_was_allowed_before_can_be_forgotten() -> None:
    former = "https://former.example/abc"

    assert parse_unwanted(json.dumps({"endpoint": former}).encode()) == former


@pytest.mark.parametrize("endpoint", [
    7, "https://push.example/a\0", "https://push.example/\ud800", "https://push.example/ä",
    "https://push.example/a b", "https://push.example/" + "a" * MAX_ENDPOINT,
])  # fmt: skip
def test_what_can_be_no_address_is_refused_where_it_is_to_be_forgotten(endpoint: object) -> None:
    with pytest.raises(Refused) as refused:
        parse_unwanted(json.dumps({"endpoint": endpoint}).encode())

    assert refused.value.code is RefusalCode.BAD_MESSAGE
