"""A finished round is played on in another way: by the rules, and with nobody's secrets."""

import asyncio
from random import Random

import pytest

from bottleimp.client.view_tracker import apply_changes
from bottleimp.game.actions import Action
from bottleimp.game.round import Round
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.languages.language import ENGLISH
from bottleimp.protocol.http_bodies import LessonReply
from bottleimp.protocol.messages import encode
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.protocol.views import View
from bottleimp.server.engines.fair_queue import FairThreads
from bottleimp.server.engines.pool import WorkerPool
from bottleimp.server.replays.variation import Variation, VariationService
from bottleimp.server.tables.table import Table
from tests.support.folded_table import FinishedTable, choices_of, finished_round
from tests.support.frames import shown_round
from tests.support.redealing import redealt
from tests.support.short_runs import ONE_OF_EACH_KIND

THREADS = FairThreads(1, "test")


class Others(WorkerPool):
    """Computer players that choose by chance, from what they are shown, in this process."""

    def __init__(self) -> None:
        super().__init__(1)
        self.seen: list[Observation] = []

    async def choose(self, _player: str, seed: int, observation: Observation, *_: object) -> Action:
        self.seen.append(observation)
        random = Random(f"{seed} {observation.stage} {len(observation.played_cards)}")
        return random.choice(observation.legal_actions)


def answer(
    service: VariationService, variation: Variation, labels: list[str], visitor: str = ""
) -> LessonReply:
    """What the player is shown after these actions."""
    table: Table = FinishedTable()  # type: ignore[assignment]
    return asyncio.run(service.reply(table, variation, labels, visitor, ENGLISH))


def next_labels(view: View) -> list[str]:
    """The first cards that may be chosen, as many as are asked for."""
    shown = shown_round(view)
    return list(shown.legal[: len(shown.asks) or 1])


def played_out(service: VariationService, variation: Variation) -> list[LessonReply]:
    """All answers until the round is over."""
    labels: list[str] = []
    replies = [answer(service, variation, labels)]
    while replies[-1].outcome == "open":
        labels += next_labels(replies[-1].view)
        replies.append(answer(service, variation, labels))
    return replies


def points(view: View) -> str:
    """What player 0 has for the only round of the sheet."""
    return str(view.match.sheet[0].scores[0]).replace("-", "\u2212")


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_a_round_is_played_on_to_its_score(key: str) -> None:
    finished = finished_round(key)
    then = finished.shown.show(0, ENGLISH)[0][-1]
    for step in choices_of(finished, 0)[::3]:
        replies = played_out(VariationService(Others(), THREADS), Variation(finished, step, 0))
        view = replies[0].view
        for reply in replies[1:]:
            for event in reply.events:
                view = apply_changes(view, event.set)
            assert view == reply.view
        last = replies[-1].view
        assert replies[0].events == []
        assert shown_round(last).phase == "over"
        assert len(last.match.sheet) == 1
        assert replies[-1].said == (
            f"Points this way: {points(last)}. In the round itself: {points(then)}."
        )
        assert [reply.said for reply in replies[:-1]] == [""] * (len(replies) - 1)


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_it_begins_as_the_round_stood_and_the_same_choice_of_a_stage_leads_to_the_same(
    key: str,
) -> None:
    finished = finished_round(key)
    first = choices_of(finished, 0)[0]
    before, chosen = finished.choices(first, 0)
    labels = [action.label for action in chosen]
    begun = answer(VariationService(Others(), THREADS), Variation(finished, first, 0), [])
    then = finished.reply(0, ENGLISH)

    assert shown_round(begun.view) == shown_round(then.view)
    assert before.current_round == finished.positions[0]
    after = answer(VariationService(Others(), THREADS), Variation(finished, first, 0), labels)
    assert (
        shown_round(apply_changes(begun.view, after.events[0].set)).hands
        == shown_round(apply_changes(then.view, then.steps[0].event.set)).hands
    )


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_the_others_see_what_they_would_see_at_a_table(key: str) -> None:
    finished = finished_round(key)
    step = choices_of(finished, 0)[-3]
    others = Others()
    played_out(VariationService(others, THREADS), Variation(finished, step, 0))

    assert others.seen
    assert all(seen.revealed is None for seen in others.seen)
    assert all(seen.seat != finished.start.round_start_match.seat_of(0) for seen in others.seen)


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_hidden_cards_change_no_byte_until_somebody_has_answered(key: str) -> None:
    random, finished, differing = Random(f"variation of {key}"), finished_round(key), 0
    for step in choices_of(finished, 0):
        variation = Variation(finished, step, 0)
        shown = variation.reply(variation.begun, variation.begun, ENGLISH)
        other = redealt(variation.begun, variation.seat, random)
        differing += other != variation.begun
        again = variation.reply(other, other, ENGLISH)

        assert encode(again) == encode(shown)
        assert observe(other, variation.seat) == observe(variation.begun, variation.seat)
    assert differing > 0


def test_the_same_actions_lead_to_the_same_answers_and_are_asked_for_once() -> None:
    finished = finished_round("classic/3")
    variation = Variation(finished, choices_of(finished, 0)[2], 0)
    others = Others()
    service = VariationService(others, THREADS)
    first = played_out(service, variation)
    asked = len(others.seen)
    again = played_out(service, variation)
    afresh = played_out(VariationService(Others(), THREADS), variation)

    assert [encode(reply) for reply in again] == [encode(reply) for reply in first]
    assert [encode(reply) for reply in afresh] == [encode(reply) for reply in first]
    assert len(others.seen) == asked


def test_what_cannot_be_done_is_refused() -> None:
    finished = finished_round("classic/3")
    first, *_, last = choices_of(finished, 0)
    exchange, card = Variation(finished, first, 0), Variation(finished, last, 0)
    (only,) = next_labels(answer(VariationService(Others(), THREADS), card, []).view)
    for variation, labels, code in (
        (exchange, next_labels(answer(VariationService(Others(), THREADS), exchange, []).view)[:2],
         RefusalCode.WRONG_COUNT),
        (card, ["open-1"], None),
        (card, ["99"], None),
        (card, [only, only], RefusalCode.ROUND_OVER),
    ):  # fmt: skip
        with pytest.raises(Refused) as refusal:
            answer(VariationService(Others(), THREADS), variation, labels)
        assert code is None or refusal.value.code is code
    with pytest.raises(Refused) as refusal:
        Variation(finished, len(finished.positions), 0)
    assert refusal.value.code is RefusalCode.NO_CHOICE


def test_the_real_table_is_left_as_it_is() -> None:
    finished = finished_round("classic/3")
    before = finished.table
    replies = played_out(
        VariationService(Others(), THREADS), Variation(finished, choices_of(finished, 0)[0], 0)
    )

    assert replies[-1].view.table.id == f"variation-{before.table}"
    assert finished.table == before
    assert isinstance(finished.played, Round)


def test_answers_that_are_asked_for_again_are_kept_longest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bottleimp.server.replays.variation.MAX_CACHED", 2)
    finished = finished_round("classic/4")
    step = next(
        step
        for step in choices_of(finished, 0)[1:]
        if len(finished.positions[step - 1].plays) < 3
        and len(finished.positions[step - 1].legal_actions) > 2
    )
    others, again = Others(), Variation(finished, step, 0)
    service = VariationService(others, THREADS)
    first, second, third, *_ = finished.positions[step - 1].legal_actions
    for card in (first, second, first, third):
        answer(service, again, [card.label])
    asked = len(others.seen)
    answer(service, again, [first.label])

    assert len(others.seen) == asked
    answer(service, again, [second.label])
    assert len(others.seen) > asked
