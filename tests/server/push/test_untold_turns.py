"""Turns that could not be told at once: later, after a restart too, they are, and only once."""

import asyncio
import socket
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from bottleimp.protocol.refusals import StorageUnavailable
from bottleimp.server.push import delivery as delivery_module
from bottleimp.server.push.delivery import (
    HANGING_SECONDS,
    MESSAGES_PER_HOST,
    TIMEOUT,
    PushDelivery,
    PushOutcome,
)
from bottleimp.server.push.turn_notices import AWAY_SECONDS, RETRY_PAUSES, TurnNotices
from bottleimp.server.push.vapid import VapidKey
from bottleimp.server.state.events import DAYS_PER_MOVE, TableSettings, TimeControl
from bottleimp.server.state.storage_interface import (
    DropSubscription,
    SaveSubscription,
    StorageWrite,
    StoredSubscription,
)
from tests.support.in_process import InProcessService, Person, run_service
from tests.support.services.push_service import AUTH_SECRET, encoded, point
from tests.support.virtual_time import VirtualClock, loop_clock, pass_time, run

OFTEN = TableSettings(clock=TimeControl(DAYS_PER_MOVE, days=3))
WITHOUT_CLOCK = TableSettings(grace=86400)
SERVICES = ("push.example",)
FIRST_TRY, SECOND_TRY = AWAY_SECONDS + 1, RETRY_PAUSES[0]


class FakeDelivery(PushDelivery):
    """Notes what is sent; `outcomes` and `takes`, in seconds, by address: else accepted at once."""

    def __init__(
        self,
        outcomes: dict[str, PushOutcome] | None = None,
        takes: dict[str, float] | None = None,
    ) -> None:
        super().__init__(VapidKey(b"secret key", "mailto:host@imp.example"))
        self.outcomes = outcomes or {}
        self.sent: list[str] = []
        self.takes = takes or {}

    async def send(
        self, receiver: StoredSubscription, _content: bytes, _topic: str, _lifetime: int
    ) -> PushOutcome:
        self.sent.append(receiver.endpoint)
        await pass_time(self.takes.get(receiver.endpoint, 0))
        return self.outcomes.get(receiver.endpoint, PushOutcome.ACCEPTED)


def telling(
    service: InProcessService, delivery: PushDelivery, services: tuple[str, ...] = SERVICES
) -> TurnNotices:
    """What tells people at tables that are read from now on."""
    return TurnNotices(service.store, service.registry, delivery, services)


def address(name: str = "phone") -> str:
    return f"https://push.example/{name}"


async def table_with_phone(
    service: InProcessService, settings: TableSettings = OFTEN, *names: str
) -> list[Person]:
    """Three people at a table who are all asked; the first has subscribed."""
    ann = await service.table("classic/3", "oo", settings)
    people = [ann, *[await service.joined(ann.table, name) for name in ("Ben", "Cem")]]
    for at, name in enumerate(names or ("phone",)):
        kept = StoredSubscription(address(name), "", "", "en")
        await service.store.append(SaveSubscription(ann.guest, kept, at))
    assert ann.is_asked
    return people


@pytest.mark.parametrize(("outcome", "takes", "tried"), [
    (PushOutcome.REFUSED, 0, 1),
    (PushOutcome.TRY_LATER, 0, 2),
    (PushOutcome.ACCEPTED, 3600, 1),
])  # fmt: skip
def test_who_could_not_be_told_is_told_after_a_restart_and_once(
    tmp_path: Path, outcome: PushOutcome, takes: float, tried: int
) -> None:
    clock, tables = VirtualClock(), []
    delivery = FakeDelivery({address(): outcome}, {address(): takes})

    async def fail(service: InProcessService) -> None:
        notices = telling(service, delivery)
        (ann, *_) = await table_with_phone(service)
        tables.append(ann.table.id)
        ann.go()
        await pass_time(FIRST_TRY + SECOND_TRY)
        await notices.close()

    def restart() -> int:
        after = FakeDelivery()

        async def tell(service: InProcessService) -> None:
            notices = telling(service, after)
            assert await service.registry.table(tables[0]) is not None
            await pass_time(3600)
            await notices.close()

        run_service(tmp_path, tell, clock)
        return len(after.sent)

    run_service(tmp_path, fail, clock)
    assert len(delivery.sent) == tried
    assert [restart(), restart()] == [1, 0]


@pytest.mark.parametrize("takes", [
    {address("first"): 1.5},  # which the server waits for
    {address("other"): 3600},  # which it does not, but the first has arrived
])  # fmt: skip
def test_what_was_being_sent_when_the_server_stops_counts_where_it_arrives(
    tmp_path: Path, takes: dict[str, float]
) -> None:
    clock, tables = VirtualClock(), []
    before, after = FakeDelivery(takes=takes), FakeDelivery()

    async def stop(service: InProcessService) -> None:
        notices = telling(service, before)
        (ann, *_) = await table_with_phone(service, OFTEN, "other", "first")
        tables.append(ann.table.id)
        ann.go()
        await pass_time(FIRST_TRY)
        await notices.close()

    async def restart(service: InProcessService) -> None:
        notices = telling(service, after)
        assert await service.registry.table(tables[0]) is not None
        await pass_time(3600)
        await notices.close()

    run_service(tmp_path, stop, clock)
    run_service(tmp_path, restart, clock)
    assert (before.sent[0], after.sent) == (address("first"), [])


def test_who_comes_before_a_message_is_taken_and_goes_again_is_told(tmp_path: Path) -> None:
    delivery = FakeDelivery({address(): PushOutcome.TRY_LATER})

    async def look_in(service: InProcessService) -> None:
        notices = telling(service, delivery)
        (ann, *_) = await table_with_phone(service)
        ann.go()
        await pass_time(FIRST_TRY)
        ann.come()
        await pass_time(3600)
        assert len(delivery.sent) == 1
        delivery.outcomes.clear()
        ann.go()
        await pass_time(3600)
        await notices.close()

    run_service(tmp_path, look_in)
    assert len(delivery.sent) == 2


def test_nobody_is_told_twice_because_an_old_address_cannot_be_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", "bottleimp.server.push.turn_notices")
    outcomes = {address("old"): PushOutcome.GONE, address("busy"): PushOutcome.TRY_LATER}
    delivery = FakeDelivery(outcomes)

    async def fail(service: InProcessService) -> None:
        append = service.store.append

        async def append_some(*writes: StorageWrite) -> None:
            if any(isinstance(each, DropSubscription) for each in writes):
                raise StorageUnavailable("The database cannot be written.")
            await append(*writes)

        monkeypatch.setattr(service.store, "append", append_some)
        notices = telling(service, delivery)
        (ann, *_) = await table_with_phone(service, OFTEN, "busy", "old", "new")
        ann.go()
        await pass_time(3600)
        await notices.close()

    run_service(tmp_path, fail)
    tries = [address("busy")] * (1 + len(RETRY_PAUSES))
    assert delivery.sent == [address("new"), address("old"), *tries]
    assert caplog.messages.count("a change was not saved") == 1


def test_one_message_to_each_person_is_under_way(tmp_path: Path) -> None:
    names = ("one", "two", "three")
    delivery = FakeDelivery(takes={address(name): 10 for name in names})

    async def leave_two_tables(service: InProcessService) -> None:
        notices = telling(service, delivery)
        people = await table_with_phone(service, OFTEN, *names)
        again = await service.table("classic/3", "oo", OFTEN, people[0].who)
        for name in ("Ben", "Cem"):
            await service.joined(again.table, name)
        people[0].go()
        again.go()
        for count in range(1, 7):
            await pass_time(AWAY_SECONDS + 1 if count == 1 else 10)
            assert len(delivery.sent) == count
        await notices.close()

    run_service(tmp_path, leave_two_tables)
    assert sorted(delivery.sent) == sorted([address(name) for name in names] * 2)


class HangingDelivery(PushDelivery):
    """Notes what is sent, and when; a host that hangs is waited for in vain."""

    def __init__(self) -> None:
        super().__init__(VapidKey(b"secret key", "mailto:host@imp.example"))
        self.sent: list[tuple[float, str]] = []

    async def send_now(
        self, receiver: StoredSubscription, _content: bytes, _topic: str, _lifetime: int
    ) -> PushOutcome:
        self.sent.append((loop_clock().monotonic(), receiver.endpoint))
        if "hanging" in receiver.endpoint:
            await pass_time(TIMEOUT)
            raise TimeoutError
        return PushOutcome.ACCEPTED


def subscription(endpoint: str) -> StoredSubscription:
    """An address that has a key, as far as is looked at."""
    return StoredSubscription(endpoint, "", "", "en")


def test_a_service_that_does_not_answer_holds_up_no_other() -> None:
    async def send() -> None:
        delivery = HangingDelivery()
        endpoints = [f"https://hanging.example/{number}" for number in range(20)]
        outcomes = await asyncio.gather(
            *(delivery.send(subscription(each), b"", "", 0) for each in (*endpoints, address()))
        )

        assert outcomes == [PushOutcome.TRY_LATER] * 20 + [PushOutcome.ACCEPTED]
        assert sorted(delivery.sent) == [
            (0.0, each) for each in (*endpoints[:MESSAGES_PER_HOST], address())
        ]

    run(send())


def test_a_service_that_did_not_answer_is_asked_again_after_a_while() -> None:
    async def send() -> None:
        delivery, slow = HangingDelivery(), subscription("https://hanging.example/")
        for _ in range(10):
            assert await delivery.send(slow, b"", "", 0) is PushOutcome.TRY_LATER
            await pass_time(HANGING_SECONDS / 4)

        again = TIMEOUT + HANGING_SECONDS
        assert [at for at, _ in delivery.sent] == [0.0, again, 2 * again]

    run(send())


def test_a_connection_on_which_nothing_is_said_counts_as_no_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(delivery_module, "TIMEOUT", 0.01)
    key = ec.generate_private_key(ec.SECP256R1()).public_key()

    async def send() -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            endpoint = f"https://127.0.0.1:{silent.getsockname()[1]}/"
            receiver = StoredSubscription(endpoint, encoded(point(key)), encoded(AUTH_SECRET), "en")
            delivery = PushDelivery(VapidKey(b"secret key", "mailto:host@imp.example"))
            with pytest.raises(TimeoutError):
                await delivery.send_now(receiver, b"", "topic", 0)
            delivery.close()

    asyncio.run(send())


def test_nothing_is_sent_to_a_service_that_is_no_longer_allowed(tmp_path: Path) -> None:
    delivery = FakeDelivery()

    async def narrow(service: InProcessService) -> None:
        notices = telling(service, delivery, ("other.example",))
        (ann, *_) = await table_with_phone(service)
        ann.go()
        await pass_time(3600)
        await notices.close()

    run_service(tmp_path, narrow)
    assert delivery.sent == []


def test_a_message_is_not_tried_again_where_the_turn_is_over_at_a_table_read_anew(
    tmp_path: Path,
) -> None:
    delivery = FakeDelivery({address(): PushOutcome.TRY_LATER})

    async def act_elsewhere(service: InProcessService) -> None:
        notices = telling(service, delivery)
        people = await table_with_phone(service, WITHOUT_CLOCK)
        ann = people[0]
        for person in people:
            person.go()
        await pass_time(FIRST_TRY + SECOND_TRY)
        assert len(delivery.sent) == 2
        service.registry.evict(lambda _table: True)
        again = await service.registry.table(ann.table.id)
        assert again is not None
        assert again is not ann.table
        ann.table = again
        ann.come()
        await ann.act()
        ann.go()
        await pass_time(3600)
        await notices.close()

    run_service(tmp_path, act_elsewhere)
    assert len(delivery.sent) == 2
