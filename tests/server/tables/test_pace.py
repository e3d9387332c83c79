"""Computer players play at an even pace, whatever they think about and whoever talks."""

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest

from bottleimp.game.actions import Action
from bottleimp.game.round import Phase
from bottleimp.knowledge.observation import Observation
from bottleimp.protocol.messages import Event, SendChatMessage, SetPace
from bottleimp.protocol.refusals import StorageUnavailable
from bottleimp.protocol.views import View
from bottleimp.server.state.storage_interface import Guest
from bottleimp.server.tables.autoplay import MIN_SEARCH_PAUSE
from bottleimp.server.tables.table import Table
from tests.support.card_times import card_times
from tests.support.frames import is_scored, shown_round
from tests.support.in_process import (
    InProcessService,
    Person,
    PlayersHere,
    guest,
    play_until,
    run_service,
)
from tests.support.virtual_time import pass_time, run


class Searchers(PlayersHere):
    """Players who think for as long as they may, and not at all where they have no choice."""

    def __init__(self) -> None:
        super().__init__(1)
        self.forced: list[bool] = []  # for each card, whether it was the only one

    async def choose(
        self,
        _player: str,
        _seed: int,
        observation: Observation,
        seconds: float = 0.0,
        _visitor: str = "",
        /,
    ) -> Action:
        is_forced = len(observation.legal_actions) == 1
        if observation.phase is Phase.PLAY:
            self.forced.append(is_forced)
            await asyncio.sleep(0.0 if is_forced else seconds)
        return observation.legal_actions[0]


def test_what_was_forced_is_not_told_by_its_time(tmp_path: Path) -> None:
    async def play() -> None:
        pool = Searchers()
        times = await card_times(tmp_path, pool, pool.forced)

        assert len(times.forced) > 3
        assert times.forced == pytest.approx([MIN_SEARCH_PAUSE] * len(times.forced))
        assert times.free == pytest.approx([MIN_SEARCH_PAUSE] * len(times.free))

    run(play())


def test_what_cannot_be_written_is_not_thought_about_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = Searchers()

    async def play(service: InProcessService) -> None:
        ann = await service.table("classic/3", "cc")
        while not leads(ann.view):
            await play_until([ann], lambda view: is_scored(view) or leads(view))
            if is_scored(ann.view):
                await ann.next()
        await ann.act()
        step = ann.current_round.step

        async def fail(*_writes: object) -> None:
            raise StorageUnavailable("The database cannot be written: its disk is full.")

        with monkeypatch.context() as context:
            context.setattr(service.store, "append", fail)
            await pass_time(10.0)
            asked = len(pool.forced)
            await pass_time(60.0)
            assert ann.current_round.step == step
            assert len(pool.forced) == asked

        await ann.until(lambda view: shown_round(view).step > step)

    run_service(tmp_path, play, create_pool=lambda: pool)


def now() -> float:
    """Seconds on the clock of the loop."""
    return asyncio.get_running_loop().time()


class TimedPerson(Person):
    """Somebody who notes when each frame came."""

    def __init__(self, table: Table, who: Guest) -> None:
        super().__init__(table, who)
        self.times: list[float] = []

    def send(self, frame: bytes) -> None:
        super().send(frame)
        self.times.append(now())


def test_automatic_plays_are_evenly_paced_and_a_trick_is_seen(tmp_path: Path) -> None:
    async def watch(service: InProcessService) -> None:
        ann = await service.table("matagot/6", "ccccc", pace=600)
        watcher = TimedPerson(ann.table, guest("Wat"))
        watcher.come()
        await play_until([ann], is_scored)
        played = [
            (frame, at)
            for frame, at in zip(watcher.frames, watcher.times, strict=True)
            if isinstance(frame, Event) and frame.k == "play"
        ]
        waits: dict[bool, list[float]] = {False: [], True: []}
        for (before, earlier), (after, later) in pairwise(played):
            if after.player != ann.you:
                waits[before.trick is not None].append(later - earlier)

        assert waits[False] == pytest.approx([0.6] * len(waits[False]))
        assert waits[True] == pytest.approx([1.2] * len(waits[True]))
        assert all(waits.values())

    run_service(tmp_path, watch)


def test_a_pace_that_is_changed_holds_at_once(tmp_path: Path) -> None:
    async def hurry(service: InProcessService) -> None:
        ann = await service.table("classic/4", "ccc", pace=5000)
        await pass_time(1.0)
        assert len(ann.current_round.waiting) == 4
        await ann.do(SetPace, ms=0)
        await ann.until(lambda view: shown_round(view).waiting == [0])

        assert now() == pytest.approx(1.0)

    run_service(tmp_path, hurry)


def is_choosing(view: View) -> bool:
    """Whether the person at place 0 owes a choice of the exchange."""
    return bool(shown_round(view).asks and shown_round(view).committed is None)


def leads(view: View) -> bool:
    """Whether the person at place 0 leads to a trick."""
    shown = shown_round(view)
    return bool(shown.turn == 0 and shown.trick is not None and not shown.trick.plays)


def test_who_talks_does_not_keep_computer_players_from_playing(tmp_path: Path) -> None:
    async def talk(service: InProcessService) -> None:
        ann = await service.table("classic/3", "cc")
        while not leads(ann.view):
            await play_until([ann], lambda view: is_scored(view) or leads(view))
            if is_scored(ann.view):
                await ann.next()
        await ann.do(SetPace, ms=2400)
        step = ann.current_round.step
        await ann.act()
        started = now()
        for phrase in ("hello", "good-luck", "thanks"):
            await pass_time(0.75)
            await ann.do(SendChatMessage, phrase=phrase)
        await ann.until(lambda view: shown_round(view).step > step + 1)

        assert now() - started == pytest.approx(2.4)

    run_service(tmp_path, talk)


def test_a_word_after_a_trick_does_not_shorten_the_time_to_see_it(tmp_path: Path) -> None:
    def ends_a_trick(view: View) -> bool:
        shown = shown_round(view)
        return bool(shown.turn == 0 and shown.trick is not None and len(shown.trick.plays) == 2)

    async def talk(service: InProcessService) -> None:
        ann = await service.table("classic/3", "cc")
        while True:
            await play_until([ann], lambda view: is_scored(view) or ends_a_trick(view))
            if is_scored(ann.view):
                await ann.next()
                continue
            await ann.do(SetPace, ms=400)
            started = now()
            await ann.act()
            if ann.current_round.turn in (1, 2):  # another leads to the next trick
                break
            await ann.do(SetPace, ms=0)
        step = ann.current_round.step
        await ann.do(SendChatMessage, phrase="nice-trick")
        await ann.until(lambda view: shown_round(view).step > step)

        assert now() - started == pytest.approx(0.8)

    run_service(tmp_path, talk)


def test_nobody_leads_before_people_have_seen_what_they_were_passed(tmp_path: Path) -> None:
    async def wait(service: InProcessService) -> None:
        ann = await service.table("classic/3", "cc")
        while True:
            await play_until([ann], is_choosing)
            await ann.do(SetPace, ms=200)
            await ann.act()
            await ann.until(lambda view: shown_round(view).phase == "play")
            started = now()
            if ann.current_round.turn != 0:  # another leads
                break
            await ann.do(SetPace, ms=0)
            await play_until([ann], is_scored)
            await ann.next()
        await ann.until(lambda view: shown_round(view).step > 0)

        assert now() - started == pytest.approx(0.8)

    run_service(tmp_path, wait)
