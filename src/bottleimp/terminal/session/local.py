"""A match in this process: one person, computer players in a worker thread, a file for it all."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from bottleimp.errors import BottleImpError, MatchError
from bottleimp.game.actions import Action
from bottleimp.game.deal import Deal
from bottleimp.game.replay import choices_between
from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.claims import possible_claim
from bottleimp.knowledge.memory_aids import without_aids
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.messages import N_
from bottleimp.rules.edition import Edition
from bottleimp.terminal.session.local_players import (
    PERSON,
    SEED_BYTES,
    advise,
    ask_player,
    computer_players,
    derive_seed,
    seat_players,
)
from bottleimp.terminal.session.local_replay import replayed_round
from bottleimp.terminal.session.match_file import MatchFile
from bottleimp.terminal.session.saved_matches import SavedMatch, SavedTable
from bottleimp.terminal.session.session import Advice, ReplayedRound, Scene
from bottleimp.terminal.session.warmup import NOTICE_DELAY, compiled_players, warm_up_players

PAUSE_AFTER_TRICK = 2  # times the usual pause
PAUSE_AFTER_EXCHANGE = 4  # times the usual pause, to see which cards were received


def make_table(
    edition: Edition, names: Sequence[str], kinds: Sequence[str], seed: int | None = None
) -> SavedTable:
    """A table; the kinds of computer players are repeated as often as it takes.

    Names go by participant.  Without a seed one is drawn; the first dealer follows from it.
    Raises BottleImpError where there are more kinds than computer players.
    """
    require_places(edition, kinds)
    drawn = int.from_bytes(secrets.token_bytes(SEED_BYTES)) if seed is None else seed
    opponents = edition.players - 1
    return SavedTable(
        edition=edition,
        names=tuple(names),
        opponents=tuple(kinds[number % len(kinds)] for number in range(opponents)),
        seed=drawn,
        first_dealer=Random(drawn).randrange(edition.players),
    )


def require_places(edition: Edition, kinds: Sequence[str]) -> None:
    """Raises BottleImpError if more computer players are named than the edition has places."""
    places = edition.players - 1
    if len(kinds) > places:
        raise BottleImpError(
            f"{edition.text} has {places} {'place' if places == 1 else 'places'} for computer"
            f" players, but {len(kinds)} are named."
        )


def start_match(table: SavedTable) -> SavedMatch:
    """A match with its first round dealt."""
    return deal_next_round(SavedMatch(table))


def deal_next_round(game: SavedMatch) -> SavedMatch:
    """The game with one more round dealt."""
    number = len(game.rounds) + 1
    deal = Deal.from_seed(game.table.edition, game.table.seed, f"round {number}".encode())
    return replace(game, rounds=(*game.rounds, Round(deal)))


def has_acted(played: Round, seat: int) -> bool:
    """Whether the seat has done anything in the round."""
    return bool(played.pending[seat] or choices_between(Round(played.deal), played, seat))


@dataclass
class LocalSession:
    """A session whose computer players are asked here; every step is saved before it is shown.

    `on_saved` is told of a problem with the file, or of None once it can be written again.
    Raises BottleImpError where a computer player cannot be built.
    """

    gives_hints: ClassVar[bool] = True
    match: SavedMatch
    file: MatchFile
    pace: Callable[[], int]  # ms between automatic plays
    on_saved: Callable[[OSError | None], None]

    def __post_init__(self) -> None:
        self._changed = asyncio.Event()
        self._is_preparing = False
        self._is_claimed = False  # whether the rest of the round is played for everybody
        self._players = seat_players(self.match)
        self.save()

    def close(self) -> None:
        """Gives the file back; what happens from now on is not kept."""
        self.file.release()

    @property
    def has_begun(self) -> bool:
        """Whether the person has done anything in this match."""
        return len(self.match.rounds) > 1 or has_acted(self._round, self._seat)

    def discard(self) -> None:
        """Removes the match, where the system lets us."""
        with suppress(OSError):
            self.file.remove()

    # --- what is shown --------------------------------------------------------------------

    @property
    def _round(self) -> Round:
        return self.match.rounds[-1]

    @property
    def _seat(self) -> int:
        return self.match.seating.index(PERSON)

    @property
    def scene(self) -> Scene:
        """How things stand now."""
        observation = observe(self._round, self._seat)
        return Scene(
            observation=without_aids(observation),
            match=self.match.match,
            names=self.match.table.names,
            seating=self.match.seating,
            is_preparing=self._is_preparing,
            claim=None if self._is_claimed else possible_claim(observation),
            may_undo=self._may_undo,
        )

    @property
    def _may_undo(self) -> bool:
        """Whether the last card, or the choices of this stage, can be taken back."""
        played, seat = self._round, self._seat
        if played.is_over or self._is_claimed:
            return False
        if played.phase is not Phase.PLAY:
            return bool(played.pending[seat]) and not played.choices_owed(seat)
        return bool(played.plays) and played.plays[-1].seat == seat

    async def scenes(self) -> AsyncIterator[Scene]:
        """The scene of now and every later one; raises BottleImpError if a player fails."""
        yield self.scene
        async for scene in self._preparing():
            yield scene
        while True:
            seat = self._automatic_seat()
            if seat is None:
                await self._changed.wait()
                self._changed.clear()
            else:
                of_round = self._round
                await self._pause()
                if self._round is of_round:  # nothing was taken back meanwhile
                    await self._automatic(seat)
            yield self.scene

    # --- what the person does ---------------------------------------------------------------

    async def act(self, actions: Sequence[Action]) -> None:
        """Plays a card, or makes all secret choices that are owed in this stage."""
        if self._round.phase in (Phase.EXCHANGE, Phase.CHOICE):
            self._go_to(self._round.commit(self._seat, actions))
        else:
            after = self._round
            for action in actions:
                after = after.play(action, self._seat)
            self._go_to(after)

    async def claim_rest(self) -> None:
        """Has the rest of the round played; raises MatchError where it is not certain."""
        if self.scene.claim is None:
            raise MatchError(N_("The tricks to come are not certain."))
        self._is_claimed = True
        self._changed.set()

    async def undo(self) -> None:
        """Takes back the last card or the choices of this stage; raises IllegalAction if late."""
        self._go_to(self._round.undo(self._seat))

    async def next_round(self) -> None:
        """Deals the next round."""
        if not self._round.is_over or self.match.match.is_over:
            raise MatchError(N_("There is no next round now."))
        self._begin(deal_next_round(self.match))

    async def rematch(self) -> None:
        """Begins another match at the same table."""
        if not self.match.match.is_over:
            raise MatchError("The match is not over.")
        table = self.match.table
        seed = derive_seed(f"{table.seed} rematch")
        self._begin(start_match(make_table(table.edition, table.names, table.opponents, seed)))

    async def request_hint(self) -> Advice:
        """The player that was asked, and what it would do in the person's place now."""
        return await advise(self.match, self._round)

    async def replay(self, number: int) -> ReplayedRound:
        """The finished round of this number; raises MatchError where there is none."""
        return replayed_round(self.match, number)

    # --- what happens by itself -------------------------------------------------------------

    async def _preparing(self) -> AsyncIterator[Scene]:
        """Gets the computer players ready; scenes that say so, if it takes a while."""
        edition = self.match.table.edition
        kinds = compiled_players(self.match.table.opponents, edition)
        if not kinds:
            return
        task = asyncio.create_task(warm_up_players(kinds, edition))
        try:
            await asyncio.wait((task,), timeout=NOTICE_DELAY)
            self._is_preparing = not task.done()
            if self._is_preparing:
                yield self.scene
                await task
                self._is_preparing = False
                yield self.scene
        finally:
            task.cancel()

    def _automatic_seat(self) -> int | None:
        """A seat that has something to do and is not the person's, or any after a claim."""
        played = self._round
        if played.is_over:
            return None
        if self._is_claimed:
            return played.position.turn
        asked = played.waiting_seats or (played.position.turn,)
        return next((seat for seat in asked if seat != self._seat), None)

    async def _pause(self) -> None:
        """Waits as long as the pace says; secret choices need no pause."""
        played = self._round
        if played.phase is not Phase.PLAY:
            return
        leading = PAUSE_AFTER_TRICK if played.play_count else PAUSE_AFTER_EXCHANGE
        factor = 1 if played.plays else leading
        await asyncio.sleep(factor * self.pace() / 1000)

    async def _automatic(self, seat: int) -> None:
        """One choice of a computer player or a rule, made off the event loop."""
        played = self._round
        observation = observe(played, seat)
        if seat in played.edition.driven or self._is_claimed:  # a claim proves: any card will do
            action = observation.legal_actions[0]
        else:
            action = await self._ask(seat, observation)
        # A card was chosen for one moment; it is void if something was taken back meanwhile.
        if played.phase is not Phase.PLAY or self._round is played:
            self._go_to(self._round.play(action, seat))

    async def _ask(self, seat: int, observation: Observation) -> Action:
        """What the computer player does; raises BottleImpError if it fails, however it does."""
        name = computer_players(self.match)[seat]
        return await ask_player(name, self._players[seat], observation)

    def _begin(self, game: SavedMatch) -> None:
        self._players = seat_players(game)
        self.match = game
        self._is_claimed = False
        self.save()
        self._changed.set()

    def _go_to(self, played: Round) -> None:
        self.match = replace(self.match, rounds=(*self.match.rounds[:-1], played))
        self.save()
        self._changed.set()

    def save(self) -> None:
        """Keeps the match as it is now, and says whether that was possible."""
        try:
            self.file.write(self.match)
        except OSError as problem:
            self.on_saved(problem)
        else:
            self.on_saved(None)
