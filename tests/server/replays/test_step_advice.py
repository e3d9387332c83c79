"""Advice on a finished round comes from what its player knew, and from nobody else's cards."""

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bottleimp.game.actions import Action
from bottleimp.game.playing_on import is_asked
from bottleimp.game.round import Round
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.languages.language import ENGLISH
from bottleimp.players import default_players
from bottleimp.protocol.http_bodies import StepAdvice
from bottleimp.protocol.messages import encode
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.server.replays import step_advice
from bottleimp.server.replays.round_replay import FinishedRound
from bottleimp.server.replays.step_advice import AdviceService
from bottleimp.server.replays.variation import Variation
from bottleimp.server.tables.table import Table
from tests.support.advisers import Adviser, NoAdviser
from tests.support.folded_table import FinishedTable, choices_of, finished_round
from tests.support.redealing import redealt
from tests.support.short_runs import ONE_OF_EACH_KIND


class Listener(Adviser):
    """An adviser of whom is known what it was shown; it is slow if `gate` is set."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.seen: list[Observation] = []
        self.gate: asyncio.Event | None = None

    async def choose_without_fallback(
        self, player: str, seed: int, observation: Observation, _: float, _visitor: str = "", /
    ) -> Action:
        self.seen.append(observation)
        if self.gate is not None:
            await self.gate.wait()
        return await super().choose_without_fallback(player, seed, observation, _, _visitor)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules of thumb are the strongest: nothing need be compiled."""
    monkeypatch.setattr(default_players, "HINT_PLAYERS", ("rules_of_thumb",))


def give(
    service: AdviceService, finished: FinishedRound, step: int, player: int, visitor: str = "v"
) -> Coroutine[Any, Any, StepAdvice]:
    """The advice on one step."""
    table: Table = FinishedTable()  # type: ignore[assignment]
    return service.give_advice(table, finished, step, player, visitor, ENGLISH)


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_every_choice_of_a_player_is_advised_on(key: str) -> None:
    finished = finished_round(key)
    service = AdviceService(Adviser("rules_of_thumb"))
    for step in choices_of(finished, 0):
        before, chosen = finished.choices(step, 0)
        given = asyncio.run(give(service, finished, step, 0, ""))
        seat = before.round_start_match.seat_of(0)
        owed = before.current_round.choices_owed(seat)

        assert given.chosen == [action.label for action in chosen]
        assert len(given.actions) == len(chosen) == (owed or 1)
        assert len(given.targets) == owed
        legal = [action.label for action in before.current_round.legal_actions_for(seat)]
        assert set(given.actions) <= set(legal)
        assert {row.action for row in given.rows} <= set(legal)
        assert (given.level, given.stands_in) == ("rules_of_thumb", False)


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_the_adviser_sees_what_the_player_saw_then(key: str) -> None:
    finished = finished_round(key)
    adviser = Listener("rules_of_thumb")
    service = AdviceService(adviser)
    for step in choices_of(finished, 0):
        adviser.seen.clear()
        asyncio.run(give(service, finished, step, 0, ""))
        before = finished.positions[step - 1]
        seat = finished.table.round_start_matches[0].seat_of(0)

        assert adviser.seen[0] == observe(before, seat)
        assert all(seen.revealed is None for seen in adviser.seen)


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_hidden_cards_change_no_byte_of_the_advice(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    random, finished, differing = Random(f"advice of {key}"), finished_round(key), 0
    real = FinishedRound.choices
    for step in choices_of(finished, 0):
        given = asyncio.run(give(AdviceService(Adviser("rules_of_thumb")), finished, step, 0, ""))
        before, chosen = real(finished, step, 0)
        other = redealt(before.current_round, before.round_start_match.seat_of(0), random)
        differing += other != before.current_round
        elsewhere = replace(before, round=other)
        monkeypatch.setattr(FinishedRound, "choices", lambda *_, to=(elsewhere, chosen): to)
        again = asyncio.run(give(AdviceService(Adviser("rules_of_thumb")), finished, step, 0, ""))
        monkeypatch.setattr(FinishedRound, "choices", real)

        assert encode(again) == encode(given)
    assert differing > 0


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_a_player_of_a_variation_is_advised_by_somebody_who_sees_no_more(key: str) -> None:
    finished = finished_round(key)
    adviser = Listener("rules_of_thumb")
    variation = Variation(finished, choices_of(finished, 0)[1], 0)
    position, labels = variation.begun, list[str]()
    while not position.is_over:
        adviser.seen.clear()
        given = asyncio.run(give_in(variation, labels, position, AdviceService(adviser)))
        owed = variation.count_owed_choices(position)

        assert adviser.seen[0] == observe(position, variation.seat)
        assert all(seen.revealed is None for seen in adviser.seen)
        assert (given.chosen, len(given.actions)) == ([], owed)
        labels += given.actions
        for action in variation.decide(position, given.actions):
            position = position.play(action, variation.seat)
        position = played_by_others(position, variation.seat)


def give_in(
    variation: Variation, labels: list[str], position: Round, service: AdviceService
) -> Coroutine[Any, Any, StepAdvice]:
    """The advice in a variation that has come to the position."""
    table: Table = FinishedTable()  # type: ignore[assignment]
    state = variation.state(position)
    return service.give_advice_in_variation(table, variation, labels, state, "", ENGLISH)


def played_by_others(position: Round, seat: int) -> Round:
    """The position in which the seat is asked again, the others having played what came first."""
    while not (position.is_over or is_asked(position, seat)):
        owed = [other for other in range(position.edition.seats) if position.choices_owed(other)]
        other = next((other for other in owed if other != seat), position.position.turn)
        position = position.play(position.legal_actions_for(other)[0], other)
    return position


def test_advice_of_the_strongest_is_kept_and_that_of_others_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    finished = finished_round("classic/3")
    step = choices_of(finished, 0)[0]
    adviser = Listener("rules_of_thumb")
    service = AdviceService(adviser)
    first, second = (asyncio.run(give(service, finished, step, 0)) for _ in range(2))
    asked = len(adviser.seen)
    assert (encode(first), asked) == (encode(second), len(first.actions))

    monkeypatch.setattr(default_players, "HINT_PLAYERS", ("imp", "rules_of_thumb"))

    class Unready(Listener):
        """The strongest is not ready."""

        async def choose_without_fallback(
            self, player: str, seed: int, observation: Observation, _: float, _visitor: str = "", /
        ) -> Action:
            if player == "imp":
                return await NoAdviser.choose_without_fallback(
                    self,  # type: ignore[arg-type]
                    player,
                )
            return await super().choose_without_fallback(player, seed, observation, _, _visitor)

    unready = Unready("rules_of_thumb")
    service = AdviceService(unready)
    for _ in range(2):
        given = asyncio.run(give(service, finished, step, 0))
        assert (given.level, given.stands_in) == ("rules_of_thumb", True)
    assert len(unready.seen) == 2 * asked


def test_what_is_no_choice_is_refused() -> None:
    finished = finished_round("classic/3")
    service = AdviceService(Adviser("rules_of_thumb"))
    of_another = set(range(1, len(finished.positions))) - set(choices_of(finished, 0))
    for step in (0, len(finished.positions), *of_another):
        with pytest.raises(Refused) as refusal:
            asyncio.run(give(service, finished, step, 0))
        assert refusal.value.code is RefusalCode.NO_CHOICE


def test_a_visitor_is_answered_one_question_after_another() -> None:
    finished = finished_round("classic/3")
    first, second = choices_of(finished, 0)[:2]

    async def asked() -> RefusalCode:
        adviser = Listener("rules_of_thumb")
        adviser.gate = asyncio.Event()
        service = AdviceService(adviser)
        waiting = asyncio.ensure_future(give(service, finished, first, 0))
        await asyncio.sleep(0)
        with pytest.raises(Refused) as refusal:
            await give(service, finished, second, 0)
        other = asyncio.ensure_future(give(service, finished, second, 0, "another"))
        adviser.gate.set()
        await asyncio.gather(waiting, other)
        await give(service, finished, second, 0)
        return refusal.value.code

    assert asyncio.run(asked()) is RefusalCode.TOO_FAST


def test_a_visitor_may_ask_only_so_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(step_advice, "ADVICE_BURST", 2)
    finished = finished_round("classic/3")
    service = AdviceService(Adviser("rules_of_thumb"))
    one, other, third = choices_of(finished, 0)[:3]
    for step in (one, other, one, other):  # what is known already counts no more
        asyncio.run(give(service, finished, step, 0))
    with pytest.raises(Refused) as refusal:
        asyncio.run(give(service, finished, third, 0))
    assert refusal.value.code is RefusalCode.TOO_FAST


def test_where_nobody_knows_advice_is_refused(tmp_path: Path) -> None:
    del tmp_path
    finished = finished_round("classic/3")
    with pytest.raises(Refused) as refusal:
        asyncio.run(give(AdviceService(NoAdviser()), finished, choices_of(finished, 0)[0], 0))
    assert refusal.value.code is RefusalCode.BUSY


def test_the_browser_knows_who_the_strongest_player_is() -> None:
    names = Path(__file__).parents[3] / "web" / "text" / "names.ts"

    strongest = f'STRONGEST_LEVEL = "{default_players.STRONGEST_PLAYER}"'
    assert strongest in names.read_text(encoding="utf-8")
