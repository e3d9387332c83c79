"""What a seat cannot see changes nothing on its screen, neither a letter nor a colour."""

import asyncio
from pathlib import Path
from random import Random

import pytest
from textual.strip import Strip

from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.rules.editions import edition
from bottleimp.terminal.session.saved_matches import SavedMatch
from tests.support.redealing import redealt
from tests.support.short_runs import KINDS
from tests.support.strategies import whole_round
from tests.support.terminal.sitting import game_at, sitting


def seat_of_person(played: Round, first_dealer: int) -> int:
    """The seat of participant 0 when this participant deals."""
    edition = played.edition
    forehand = (first_dealer + 1) % edition.players
    return edition.controllers.index(-forehand % edition.players)


async def screens(
    folder: Path, games: list[SavedMatch], size: tuple[int, int]
) -> list[list[Strip]]:
    """For each match, the table as it stands and what happened."""
    seen = []
    async with sitting(folder, size=size) as at:
        for game in games:
            at.app._sit_down(folder / "match", game)
            await at.pilot.pause()
            await at.asked()
            seen.append(at.strips)
            await at.press("w")
            await at.pilot.pause()
            seen.append(at.strips)
            await at.press("escape")
            at.app.pop_screen()
            await at.pilot.pause()
    return seen


def moments(key: str, dealer: int, random: Random) -> list[Round]:
    """Moments at which the person is asked: in the exchange, early and late in the play."""
    rounds = whole_round(Deal.from_seed(edition(key), random.getrandbits(256)), random)
    seat = seat_of_person(rounds[0], dealer)
    exchange = [
        r for r in rounds if r.waiting_seats and not r.pending[seat] and r.legal_actions_for(seat)
    ]
    play = [r for r in rounds if not r.waiting_seats and r.turn == seat]
    return [exchange[-1], play[1], play[-3]]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), pytest.param((120, 40), marks=pytest.mark.wide)])
@pytest.mark.parametrize("key", KINDS)
def test_other_hidden_cards_change_nothing_on_the_screen(key, size, tmp_path):
    random = Random(key)
    dealer = random.randrange(edition(key).players)
    rounds = moments(key, dealer, random)
    anew = [redealt(played, seat_of_person(played, dealer), random) for played in rounds]
    games = [game_at(played, first_dealer=dealer) for played in (*rounds, *anew)]
    seen = asyncio.run(screens(tmp_path, games, size))

    assert [r.position.hands for r in rounds] != [r.position.hands for r in anew]
    assert seen[: len(seen) // 2] == seen[len(seen) // 2 :]
