"""Turns that could not be told at once: later, after a restart too, they are, and only once."""

from pathlib import Path

import pytest

from bottleimp.protocol.refusals import StorageUnavailable
from bottleimp.server.push.delivery import PushDelivery, PushOutcome
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
from tests.support.virtual_time import VirtualClock, pass_time

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
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
