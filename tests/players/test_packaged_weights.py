"""The weights in the package play every edition, through the code of the player processes.

A player process that meets an error says so, and `rules_of_thumb` takes the choice over;
nobody at the table would notice.  Here it must not happen.
"""

import asyncio

import pytest

from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.knowledge.observation import observe
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text, edition_keys
from bottleimp.server.engines.ipc import ChoiceRequest
from bottleimp.server.engines.main import answer_request
from bottleimp.server.engines.pool import WorkerPool
from bottleimp.server.settings.metrics import counts_by_labels
from tests.support.short_runs import ONE_OF_EACH_KIND, sparing

LIGHT = ("network", "self_taught")
QUICK = "imp:4"
OPTIONS = ("matagot/5-teams,bga-teams", "matagot/4-teams,face-value", "classic/lopaka,face-value")
TEXTS = (*edition_keys(), *OPTIONS)
# The search is compiled for each edition, which takes seconds.
SEARCHED = sparing(TEXTS, ONE_OF_EACH_KIND)


def played_by(name: str, playing: Edition, every: int = 1) -> None:
    """A round of the player in all seats, asked at so few of the choices; others are the first."""
    played = Round(Deal.from_seed(playing, 17))
    number = 0
    while (seat := played.turn) is not None:
        action = played.legal_actions[0]
        if seat not in playing.driven and len(played.legal_actions) > 1:
            if number % every == 0:
                answer = answer_request(ChoiceRequest(name, 7, observe(played, seat)))
                assert answer.problem == ""
                assert answer.action in played.legal_actions
                action = answer.action
            number += 1
        played = played.play(action)
    assert number >= every


@pytest.mark.slow
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("name", LIGHT)
def test_a_trained_network_plays_a_round_of_every_edition(name: str, text: str) -> None:
    played_by(name, edition_from_text(text))


@pytest.mark.slow
@pytest.mark.parametrize("text", SEARCHED)
def test_the_imp_plays_a_round_of_every_edition(text: str) -> None:
    played_by(QUICK, edition_from_text(text))


@pytest.mark.slow
@pytest.mark.wide
def test_in_a_process_of_their_own_they_are_never_replaced() -> None:
    asyncio.run(asked_in_a_process(edition_from_text("classic/4"), (*LIGHT, QUICK)))


async def asked_in_a_process(playing: Edition, names: tuple[str, ...]) -> None:
    """A round whose choices these players make in turn, in a process that the server would use."""
    pool = WorkerPool(1, deadline=120.0, late_seconds=120.0)
    try:
        pool.warm_up(names, playing)
        await pool.wait_until_warm()
        played, number = Round(Deal.from_seed(playing, 18)), 0
        while (seat := played.turn) is not None:
            action = played.legal_actions[0]
            if len(played.legal_actions) > 1:
                name = names[number % len(names)]
                action = await pool.choose(name, 7, observe(played, seat))
                number += 1
            played = played.play(action)
        (answers,) = pool.choice_seconds.collect()
        assert set(names) == {sample.labels["level"] for sample in answers.samples}  # nobody else
        assert counts_by_labels(pool.failures) == {}
    finally:
        await pool.close()
