"""The computer players of a match in this process: where they sit, and how they are asked."""

import asyncio
import hashlib

from bottleimp.errors import BottleImpError
from bottleimp.game.actions import Action
from bottleimp.game.round import Round
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.players.catalogue import create_player
from bottleimp.players.default_players import hint_players
from bottleimp.players.outside_players import failure_text
from bottleimp.players.player import SeatAgent
from bottleimp.terminal.session.saved_matches import SavedMatch, SavedTable
from bottleimp.terminal.session.session import Advice

PERSON = 0  # the participant who sits at this terminal
SEED_BYTES = 6  # short enough to be read out


def player_seed(table: SavedTable, number: int, participant: int) -> int:
    """The seed of a computer player in one round; no card of the deal follows from it."""
    return derive_seed(f"{table.seed} round {number} player {participant}")


def derive_seed(text: str) -> int:
    """A seed that the text fixes."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=SEED_BYTES).digest())


def computer_players(game: SavedMatch) -> dict[int, str]:
    """The kinds of computer players, by their seats in the last round."""
    kinds = dict(enumerate(game.table.opponents, start=PERSON + 1))
    return {
        seat: kinds[participant]
        for seat, participant in enumerate(game.seating)
        if participant in kinds
    }


def seat_players(game: SavedMatch) -> dict[int, SeatAgent]:
    """The computer players in their seats of the last round."""
    table, number = game.table, len(game.rounds)
    return {
        seat: create_player(kind, player_seed(table, number, game.seating[seat]))
        for seat, kind in computer_players(game).items()
    }


async def advise(game: SavedMatch, played: Round) -> Advice:
    """What the strongest player would do in the person's place, in a position of the last round."""
    name, seat = hint_players()[0], game.seating.index(PERSON)
    player = create_player(name, player_seed(game.table, len(game.rounds), PERSON))
    return name, await ask_choices(name, player, played, seat)


async def ask_choices(name: str, player: SeatAgent, played: Round, seat: int) -> tuple[Action, ...]:
    """The card of a computer player, or all its choices of the running stage, as `ask_player`."""
    shown, actions = played, list[Action]()
    for left in range(played.choices_owed(seat) or 1, 0, -1):
        actions.append(await ask_player(name, player, observe(shown, seat)))
        if left > 1:
            shown = shown.play(actions[-1], seat)
    return tuple(actions)


async def ask_player(name: str, player: SeatAgent, observation: Observation) -> Action:
    """What a computer player does, asked in a thread; BottleImpError if it fails in any way."""
    try:
        return await asyncio.to_thread(player.choose, observation)
    except BottleImpError:
        raise
    except Exception as problem:  # whatever an outside player does
        raise BottleImpError(failure_text(name, problem)) from problem
