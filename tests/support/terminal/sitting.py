"""Sitting down at a table in a terminal that is not there, and looking at what it shows."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from gettext import NullTranslations
from pathlib import Path

from textual import events
from textual.pilot import Pilot
from textual.strip import Strip

from bottleimp.game.actions import Action, OpenChoice
from bottleimp.game.round import Phase, Round
from bottleimp.languages.language import ENGLISH, Language
from bottleimp.rules.cards import Card
from bottleimp.rules.editions import edition_from_text
from bottleimp.terminal.screens.app import LaunchOptions, TerminalApp
from bottleimp.terminal.screens.replay_screen import ReplayScreen
from bottleimp.terminal.screens.table_screen import TableScreen
from bottleimp.terminal.session.local import LocalSession
from bottleimp.terminal.session.saved_matches import (
    MATCH_SUFFIX,
    MatchFolder,
    SavedMatch,
    SavedTable,
    TerminalSettings,
)
from bottleimp.terminal.session.selection import HandSelection
from bottleimp.terminal.session.session import Scene
from bottleimp.terminal.text.titles import participant_names
from tests.support.patience import PATIENCE

HOPS = 3  # of a key: application, screen, whatever it sets off
SCREENS = Path(__file__).parents[2] / "terminal" / "screens"
EXPERIENCED = TerminalSettings(pace=0, guide=False)  # somebody who has played before
UPDATE = "BOTTLEIMP_UPDATE_SCREENS"  # set it to write the screens down anew


def first_choices(choosing: HandSelection) -> tuple[Action, ...]:
    """The first card that is allowed, the first for every choice of a stage, or the second hand."""
    if choosing.observation.phase is Phase.CHOICE:
        return (tuple(OpenChoice)[1],)
    cards = [card for _, hand in choosing.hands for card in hand]
    if not choosing.choices_owed:
        return (next(filter(choosing.allows, cards)),)
    while not choosing.is_ready:
        choosing = choosing.add_choice(next(filter(choosing.allows, cards)))
    return choosing.draft


@dataclass
class Sitting:
    """A person at the terminal: presses keys, clicks, and sees the screen."""

    app: TerminalApp
    pilot: Pilot[None]

    @property
    def table(self) -> TableScreen:
        """The table on the screen."""
        assert isinstance(self.app.screen, TableScreen)
        return self.app.screen

    @property
    def session(self) -> LocalSession:
        """The match, also while something else lies over the table."""
        assert self.app._session is not None
        return self.app._session

    @property
    def scene(self) -> Scene:
        """What the table shows."""
        return self.table.scene

    @property
    def strips(self) -> list[Strip]:
        """The screen line by line, with its styles."""
        return self.app.screen._compositor.render_strips()

    @property
    def lines(self) -> list[str]:
        """The screen line by line, as text."""
        return [strip.text.rstrip() for strip in self.strips]

    @property
    def text(self) -> str:
        """The whole screen as text."""
        return "\n".join(self.lines)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Waits for something to become true, and for the screen to show it."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await self.pilot.pause(0.001)
        for _ in range(HOPS):
            await self.pilot.pause(0)

    async def asked(self) -> None:
        """Waits until the person is asked for something, and the others are not."""
        await self.until(self.is_person_alone)

    async def moved_on(self, before: Scene) -> None:
        """Waits until something has happened and the person is asked again."""
        await self.until(lambda: self.scene != before)
        await self.asked()

    def is_person_alone(self) -> bool:
        """Whether nobody but the person has anything to do, or the round is over."""
        observation = self.scene.observation
        others = [seat for seat in self.scene.seats_clockwise if seat != self.scene.seat]
        done = all(observation.committed[seat] for seat in others)
        return self.scene.is_over or (observation.is_to_act and done)

    async def press(self, *keys: str) -> None:
        """Presses keys one after another, and waits until each is dealt with.

        As `Pilot.press` does, but without its fixed pauses, which would make up most of a round.
        """
        driver = self.app._driver
        assert driver is not None
        for key in keys:
            sign = {"full_stop": "."}.get(key, key)
            event = events.Key(key, sign if len(sign) == 1 else None)
            event.set_sender(self.app)
            driver.send_message(event)
            for _ in range(HOPS):
                await self.pilot.pause(0)

    async def type(self, card: Card) -> None:
        """Types the number of a card."""
        await self.press(*("full_stop" if sign == "." else sign for sign in card.label))

    async def choose_something(self) -> None:
        """Does whatever is asked for, without keys: each of those draws the screen."""
        await self.table._session.act(first_choices(self.table.selection))

    async def choose_by_keys(self) -> None:
        """Does whatever is asked for, by keys alone."""
        choosing = self.table.selection
        if self.scene.observation.phase is Phase.CHOICE:
            await self.press("2", "enter")
            return
        for _ in range(choosing.choices_owed or 1):
            cards = [card for _, hand in self.table.selection.hands for card in hand]
            await self.type(next(card for card in cards if self.table.selection.allows(card)))
            await self.press("enter")
        if self.table.selection.is_ready:
            await self.press("enter")

    async def play_until(
        self, condition: Callable[[Scene], bool], *, by_keys: bool = False, is_drawn: bool = False
    ) -> None:
        """Plays until the condition holds, or the round is over.

        The screen is drawn only then, except where keys are pressed or the condition looks at it.
        """
        with nullcontext() if by_keys or is_drawn else self.app.batch_update():
            await self.asked()
            while not (condition(self.scene) or self.scene.is_over):
                before = self.scene
                await (self.choose_by_keys() if by_keys else self.choose_something())
                await self.moved_on(before)
        await self.asked()

    async def play_round(self) -> None:
        """Plays until the round is over."""
        await self.play_until(lambda scene: scene.is_over)

    async def open_replay(self) -> None:
        """Opens the replay of the round that is over."""
        await self.press("v")
        await self.until(lambda: isinstance(self.app.screen, ReplayScreen))

    def place_of(self, card: Card) -> tuple[int, int]:
        """Column and line of a card of the person's hands on the screen."""
        width, height = self.app.screen.size
        return next(
            (x, y)
            for y in range(height)
            for x in range(width)
            if self.app.screen.get_style_at(x, y).meta.get("card") == card.place
        )

    def parts_out_of_sight(self) -> list[str]:
        """What does not fit on the screen: parts cut off below, or lines cut off at the right."""
        width, height = self.app.screen.size
        cut = []
        parts = "seats bottles line slots guide others hands prompt keys"
        for name in parts.split():
            widget = self.table.query_one(f"#{name}")
            if not widget.display:
                continue
            region = widget.region
            drawn = str(widget.render()).splitlines()
            longest = max((len(line) for line in drawn), default=0)
            is_wrapped = name == "guide"
            if region.bottom > height or region.y < 0 or (longest > width - 2 and not is_wrapped):
                cut.append(name)
            if region.height < len(drawn):
                cut.append(name)
        main = self.table.query_one("#main")
        inside = [child for child in main.children if child.display and child.id != "story"]
        cut += [str(child.id) for child in inside if child.region.bottom > main.region.bottom]
        return cut

    def looks_as(self, name: str) -> None:
        """Compares the screen with the one written down under this name."""
        path = SCREENS / f"{name}.txt"
        if os.environ.get(UPDATE):
            path.parent.mkdir(exist_ok=True)
            path.write_text(self.text + "\n", encoding="utf-8")

        assert path.read_text(encoding="utf-8").splitlines() == self.lines


@asynccontextmanager
async def sitting(
    folder: Path,
    edition: str | None = None,
    *,
    seed: int = 1,
    settings: TerminalSettings | None = None,
    is_new: bool = True,
    size: tuple[int, int] = (80, 24),
    language: Language = ENGLISH,
) -> AsyncIterator[Sitting]:
    """A person who has called the command; the others play anything at once."""
    wish = LaunchOptions(
        None if edition is None else edition_from_text(edition), ("uniform",), seed, is_new
    )
    app = TerminalApp(MatchFolder(folder), wish, settings or EXPERIENCED, language)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Sitting(app, pilot)


def kept_match(folder: Path) -> bytes:
    """What the file of the only match in the folder holds."""
    (path,) = folder.glob(f"*{MATCH_SUFFIX}")
    return path.read_bytes()


def game_at(played: Round, *, first_dealer: int) -> SavedMatch:
    """A match that has come to this moment of its first round."""
    edition = played.edition
    kinds = ("uniform",) * (edition.players - 1)
    names = participant_names(edition, NullTranslations())
    return SavedMatch(SavedTable(edition, names, kinds, 1, first_dealer), (played,))
