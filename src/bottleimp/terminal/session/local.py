"""A match in this process: one person, computer players in a worker thread, a file for it all."""

import asyncio
import hashlib
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from bottleimp.errors import MatchError
from bottleimp.game.actions import Action
from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.memory_aids import without_aids
from bottleimp.knowledge.observation import observe
from bottleimp.players.catalogue import player_named
from bottleimp.players.default_players import advisers
from bottleimp.players.player import Player
from bottleimp.rules.edition import Edition
from bottleimp.terminal.session.saved_matches import Game, Table, replaced, written
from bottleimp.terminal.session.session import Scene
from bottleimp.terminal.session.warmup import SOON, compiled_players, prepare

PERSON = 0  # the participant who sits at this terminal
DRAWN_BYTES = 6  # of a seed that nobody has chosen: short enough to be read out
PAUSE_AFTER_TRICK = 2  # times the usual pause
PAUSE_AFTER_EXCHANGE = 4  # times the usual pause, to see which cards were received


def laid(
    edition: Edition, names: Sequence[str], kinds: Sequence[str], seed: int | None = None
) -> Table:
    """A table; the kinds of computer players are repeated as often as it takes.

    Names go by participant.  Without a seed one is drawn; the first dealer follows from it.
    """
    drawn = int.from_bytes(secrets.token_bytes(DRAWN_BYTES)) if seed is None else seed
    opponents = edition.players - 1
    return Table(
        edition=edition,
        names=tuple(names),
        kinds=tuple(kinds[number % len(kinds)] for number in range(opponents)),
        seed=drawn,
        first_dealer=Random(drawn).randrange(edition.players),
    )


def begun(table: Table) -> Game:
    """A match with its first round dealt."""
    return dealt(Game(table))


def dealt(game: Game) -> Game:
    """The game with one more round dealt."""
    number = len(game.rounds) + 1
    deal = Deal.shuffled(game.table.edition, game.table.seed, f"round {number}".encode())
    return replace(game, rounds=(*game.rounds, Round(deal)))


def player_seed(table: Table, number: int, participant: int) -> int:
    """The seed of a computer player in one round; no card of the deal follows from it."""
    return derived(f"{table.seed} round {number} player {participant}")


def derived(text: str) -> int:
    """A seed that the text fixes."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=DRAWN_BYTES).digest())


@dataclass
class LocalSession:
    """A session whose computer players are asked here; every step is saved before it is shown.

    `kept` is told of a problem with the file, or of None once it can be written again.
    """

    game: Game
    path: Path
    pace: Callable[[], int]  # ms between automatic plays
    kept: Callable[[OSError | None], None]

    def __post_init__(self) -> None:
        self._changed = asyncio.Event()
        self._is_preparing = False
        self._players = self._seated()
        self._save()

    # --- what is shown --------------------------------------------------------------------

    @property
    def _round(self) -> Round:
        return self.game.rounds[-1]

    @property
    def _seat(self) -> int:
        return self.game.seating.index(PERSON)

    @property
    def scene(self) -> Scene:
        """How things stand now."""
        return Scene(
            observation=without_aids(observe(self._round, self._seat)),
            match=self.game.match,
            names=self.game.table.names,
            seating=self.game.seating,
            is_preparing=self._is_preparing,
        )

    async def scenes(self) -> AsyncIterator[Scene]:
        """The scene of now and every later one."""
        yield self.scene
        async for scene in self._preparing():
            yield scene
        while True:
            seat = self._automatic_seat()
            if seat is None:
                await self._changed.wait()
                self._changed.clear()
            else:
                await self._pause()
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

    async def next_round(self) -> None:
        """Deals the next round."""
        if not self._round.is_over or self.game.match.is_over:
            raise MatchError("There is no next round now.")
        self._begin(dealt(self.game))

    async def rematch(self) -> None:
        """Begins another match at the same table."""
        if not self.game.match.is_over:
            raise MatchError("The match is not over.")
        table = self.game.table
        seed = derived(f"{table.seed} rematch")
        self._begin(begun(laid(table.edition, table.names, table.kinds, seed)))

    async def advice(self) -> tuple[str, tuple[Action, ...]]:
        """The player that was asked, and what it would do in the person's place now."""
        name, table, played = advisers()[0], self.game.table, self._round
        seed = player_seed(table, len(self.game.rounds), PERSON)
        return name, await asyncio.to_thread(self._choices, player_named(name, seed), played)

    def _choices(self, player: Player, played: Round) -> tuple[Action, ...]:
        """A card, or all choices of the running stage."""
        actions: list[Action] = []
        for left in range(played.owed(self._seat) or 1, 0, -1):
            actions.append(player.choose(observe(played, self._seat)))
            if left > 1:
                played = played.play(actions[-1], self._seat)
        return tuple(actions)

    # --- what happens by itself -------------------------------------------------------------

    async def _preparing(self) -> AsyncIterator[Scene]:
        """Gets the computer players ready; scenes that say so, if it takes a while."""
        edition = self.game.table.edition
        kinds = compiled_players(self.game.table.kinds, edition)
        if not kinds:
            return
        task = asyncio.create_task(prepare(kinds, edition))
        try:
            await asyncio.wait((task,), timeout=SOON)
            self._is_preparing = not task.done()
            if self._is_preparing:
                yield self.scene
                await task
                self._is_preparing = False
                yield self.scene
        finally:
            task.cancel()

    def _automatic_seat(self) -> int | None:
        """A seat that has something to do and is not the person's."""
        played = self._round
        if played.is_over:
            return None
        asked = played.waiting or (played.position.turn,)
        return next((seat for seat in asked if seat != self._seat), None)

    async def _pause(self) -> None:
        """Waits as long as the pace says; secret choices need no pause."""
        played = self._round
        if played.phase is not Phase.PLAY:
            return
        leading = PAUSE_AFTER_TRICK if played.step else PAUSE_AFTER_EXCHANGE
        factor = 1 if played.plays else leading
        await asyncio.sleep(factor * self.pace() / 1000)

    async def _automatic(self, seat: int) -> None:
        """One choice of a computer player or a rule, made off the event loop."""
        of_round, observation = self._round.deal, observe(self._round, seat)
        if seat in self._round.edition.driven:
            action = observation.legal[0]
        else:
            action = await asyncio.to_thread(self._players[seat].choose, observation)
        assert of_round is self._round.deal  # no new round can begin while a seat owes a choice
        self._go_to(self._round.play(action, seat))

    def _seated(self) -> dict[int, Player]:
        table, number = self.game.table, len(self.game.rounds)
        kinds = dict(enumerate(table.kinds, start=PERSON + 1))
        return {
            seat: player_named(kinds[participant], player_seed(table, number, participant))
            for seat, participant in enumerate(self.game.seating)
            if participant in kinds
        }

    def _begin(self, game: Game) -> None:
        self.game = game
        self._players = self._seated()
        self._save()
        self._changed.set()

    def _go_to(self, played: Round) -> None:
        self.game = replace(self.game, rounds=(*self.game.rounds[:-1], played))
        self._save()
        self._changed.set()

    def _save(self) -> None:
        try:
            if self.game.match.is_over:
                self.path.unlink(missing_ok=True)
            else:
                replaced(self.path, written(self.game))
        except OSError as problem:
            self.kept(problem)
        else:
            self.kept(None)
