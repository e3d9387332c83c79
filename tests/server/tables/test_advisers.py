"""How questions to the strong players of a server are let in."""

from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.server.engines.pool import WorkerPool
from bottleimp.server.tables.advisers import Turnstile
from tests.support.virtual_time import VirtualClock


class CrowdedPool(WorkerPool):
    """A pool of no processes, in which there is room or not as the test says."""

    is_crowded = False

    @property
    def is_busy(self) -> bool:
        """Whether too many wait already."""
        return self.is_crowded


def ask(turnstile: Turnstile, asker: str) -> RefusalCode | None:
    """The code with which a question is refused, if it is."""
    try:
        with turnstile.admit(asker):
            return None
    except Refused as refusal:
        return refusal.code


def test_whoever_is_told_to_come_back_later_has_used_up_no_question() -> None:
    pool = CrowdedPool(1)
    turnstile = Turnstile(pool, 2, 0.001, VirtualClock())
    pool.is_crowded = True
    crowded = [ask(turnstile, "one") for _ in range(3)]
    pool.is_crowded = False
    answers = [ask(turnstile, "one") for _ in range(3)]

    assert crowded == [RefusalCode.BUSY] * 3
    assert answers == [None, None, RefusalCode.TOO_FAST]


def test_one_asker_has_one_question_at_a_time_and_the_nameless_any_number() -> None:
    turnstile = Turnstile(CrowdedPool(1), 20, 0.001, VirtualClock())
    with turnstile.admit("one"), turnstile.admit("other"):
        assert ask(turnstile, "one") is RefusalCode.TOO_FAST
    with turnstile.admit(""):
        assert ask(turnstile, "") is None
    assert ask(turnstile, "one") is None
