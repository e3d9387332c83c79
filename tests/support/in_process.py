"""Tables with people at them in one process, without sockets: the service and who sits there.

Time is virtual there (see `virtual_time`): waiting for it takes none.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path

from bottleimp.game.actions import Action
from bottleimp.knowledge.observation import Observation
from bottleimp.languages.language import ENGLISH
from bottleimp.players.catalogue import create_player
from bottleimp.protocol.messages import (
    AnyCommand,
    CommandAccepted,
    CommitChoices,
    JoinTable,
    PlayCard,
    PresenceUpdate,
    RequestNextRound,
    decode_command,
    encode,
)
from bottleimp.protocol.views import View
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text
from bottleimp.server.access import guests
from bottleimp.server.engines.pool import WorkerPool
from bottleimp.server.state.events import (
    COMPUTER,
    HUMAN,
    TIME_BANK,
    Participant,
    TableSettings,
    TimeControl,
)
from bottleimp.server.state.seating import OPEN_PLACE
from bottleimp.server.state.storage_interface import Guest, StorageWrite
from bottleimp.server.storage.event_store import EventStore
from bottleimp.server.storage.sqlite import open_database
from bottleimp.server.tables.registry import TableRegistry, TableSetup
from bottleimp.server.tables.table import Table
from bottleimp.server.tables.uptime import Uptime
from tests.support.frames import TrackedView, build_command, first_choices, read_frame
from tests.support.patience import PATIENCE
from tests.support.virtual_time import VirtualClock, VirtualTimeLoop, loop_clock, run

A_MONTH = 30 * 24 * 3600.0  # seconds
AT_ONCE = TableSettings(grace=0, level="uniform")  # nobody is waited for
A_BANK = TimeControl(TIME_BANK, bank=60, increment=5)


def patience() -> float:
    """Seconds to wait for what should happen; virtual ones cost nothing."""
    is_virtual = isinstance(asyncio.get_running_loop(), VirtualTimeLoop)
    return A_MONTH if is_virtual else PATIENCE


def guest(name: str) -> Guest:
    """A visitor whom nobody knows yet."""
    return guests.with_name(guests.new_guest(guests.generate_token(b"any key")), name)


class Person(TrackedView):
    """Someone connected to a table, who keeps a view from the frames."""

    def __init__(self, table: Table, who: Guest) -> None:
        super().__init__()
        self.table = table
        self.who = who
        self.guest = who.id
        self.language = ENGLISH
        self.presence: PresenceUpdate | None = None
        self._news = asyncio.Event()
        self.commands = 0

    def come(self, after: int | None = None) -> "Person":
        self.table.subscribe(self, after)
        return self

    def go(self, lingers: float = 0.0) -> None:
        self.table.unsubscribe(self, lingers)

    def send(self, frame: bytes) -> None:
        """Takes a frame from the table."""
        told = read_frame(frame)
        self.apply(told)
        if isinstance(told, PresenceUpdate):
            self.presence = told
        self._news.set()

    async def do(self, kind: type[AnyCommand], **fields: object) -> CommandAccepted:
        """Gives a command as it would come over the wire; raises Refused."""
        self.commands += 1
        command = build_command(kind, id=f"{self.guest}-{self.commands}", **fields)
        return await self.table.execute(self.who, decode_command(encode(command)))

    async def until(self, wanted: Callable[[View], bool]) -> None:
        """Waits until the view is wanted."""
        async with asyncio.timeout(patience()):
            while not wanted(self.view):
                self._news.clear()
                await self._news.wait()

    async def until_present(self, *players: int) -> None:
        """Waits until just these players are said to be present."""
        async with asyncio.timeout(patience()):
            while self.present_players != list(players):
                self._news.clear()
                await self._news.wait()

    @property
    def present_players(self) -> list[int] | None:
        """Who is said to be present; None before anything was said."""
        return None if self.presence is None else self.presence.players

    @property
    def is_asked(self) -> bool:
        shown = self.view.round
        if shown is None or not shown.legal:
            return False
        return self.view.players[self.you].stand_in is None

    @property
    def you(self) -> int:
        player = self.view.you
        assert player is not None
        return player

    async def act(self) -> None:
        """Does the first thing that is legal."""
        shown = self.current_round
        if shown.phase == "play":
            await self.do(PlayCard, round=shown.number, step=shown.step, card=shown.legal[0])
        else:
            actions = first_choices(shown)
            await self.do(CommitChoices, round=shown.number, stage=shown.stage, actions=actions)

    async def next(self) -> None:
        await self.do(RequestNextRound, round=self.current_round.number)


async def play_until(people: Sequence[Person], wanted: Callable[[View], bool]) -> None:
    """All of these play whatever is legal until the first one's view is wanted."""
    first = people[0]
    async with asyncio.timeout(patience()):
        while not wanted(first.view):
            asked = [person for person in people if person.is_asked]
            if asked:
                await asked[0].act()
            else:
                await first.until(
                    lambda view: wanted(view) or any(person.is_asked for person in people)
                )


class PlayersHere(WorkerPool):
    """Computer players who think in this process: no test of this kind is about processes."""

    thinks_for = 0.0  # seconds for each choice; others go on meanwhile

    def warm_up(self, _players: Iterable[str], _edition: Edition) -> None:
        """Does nothing: they need no process that is ready."""

    async def choose(
        self,
        player: str,
        seed: int,
        observation: Observation,
        _seconds: float = 0.0,
        _visitor: str = "",
        /,
    ) -> Action:
        await asyncio.sleep(self.thinks_for)
        return create_player(player, seed).choose(observation)


class VirtualTimeStore(EventStore):
    """An event store whose writes take no virtual time."""

    async def append(self, *writes: StorageWrite) -> None:
        """As that of every store."""
        loop = asyncio.get_running_loop()
        with loop.working_elsewhere() if isinstance(loop, VirtualTimeLoop) else nullcontext():
            await super().append(*writes)


class InProcessService:
    """A service, and ways to bring people to its tables."""

    def __init__(self, registry: TableRegistry, store: EventStore) -> None:
        self.registry = registry
        self.store = store

    async def table(
        self,
        key: str,
        company: str,
        settings: TableSettings = AT_ONCE,
        maker: Guest | None = None,
        pace: int = 0,
    ) -> Person:
        """The maker of a table, connected; `company` has `o` for free places, `c` for computers."""
        who = maker or guest("Ann")
        letters = {"o": OPEN_PLACE, "c": Participant("Keawe", COMPUTER, "uniform")}
        places = (Participant(who.name, HUMAN), *(letters[each] for each in company))
        made = TableSetup(edition_from_text(key), places, 0, pace, settings)
        table = await self.registry.create(made, {0: who})
        return Person(table, who).come()

    async def visitor(self, table: Table, name: str) -> Person:
        """Somebody who is connected and watches."""
        return Person(table, guest(name)).come()

    async def joined(self, table: Table, name: str, who: Guest | None = None) -> Person:
        """Somebody who sits down; without `who` a guest nobody knows yet."""
        person = Person(table, who or guest(name)).come()
        await person.do(JoinTable, name=name)
        return person

    async def at_rematch(self, answer: CommandAccepted, people: Iterable[Person]) -> list[Person]:
        """These people at the table that the answer to a wish for a rematch names."""
        table = await self.registry.table(answer.table or "")
        assert table is not None
        return [Person(table, person.who).come() for person in people]


@asynccontextmanager
async def in_process_service(
    folder: Path,
    uptime: Uptime | None = None,
    create_pool: Callable[[], WorkerPool] = lambda: PlayersHere(1),
) -> AsyncIterator[InProcessService]:
    """A service on the folder, which ends with the test."""
    clock = loop_clock()
    store = VirtualTimeStore(open_database(folder))
    pool = create_pool()
    registry = TableRegistry(store, pool, uptime, clock)
    try:
        yield InProcessService(registry, store)
    finally:
        await registry.close()
        await pool.close()
        store.close()


def run_service(
    folder: Path,
    doing: Callable[[InProcessService], Awaitable[None]],
    clock: VirtualClock | None = None,
    *,
    create_pool: Callable[[], WorkerPool] = lambda: PlayersHere(1),
) -> None:
    """Does something with a service, in virtual time; a clock that is given goes on."""

    async def main() -> None:
        async with in_process_service(folder, create_pool=create_pool) as opened:
            await doing(opened)

    run(main(), clock)
