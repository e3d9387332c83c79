"""The table on the screen: draws scenes, takes keys and clicks, sends them to the session."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from gettext import NullTranslations
from time import monotonic
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message

from bottleimp.client.errors import ClientError
from bottleimp.errors import BottleImpError
from bottleimp.game.actions import Action, OpenChoice
from bottleimp.game.round import Phase
from bottleimp.protocol.refusals import Refused
from bottleimp.terminal.screens.hint_overlay import HintOverlay
from bottleimp.terminal.screens.letter_keys import in_both_cases
from bottleimp.terminal.screens.overlays import PAGE_COLUMNS, TextOverlay, help_text
from bottleimp.terminal.screens.table_display import TableDisplay
from bottleimp.terminal.session.guide import Guide
from bottleimp.terminal.session.selection import CardOrder, HandSelection, decision_key
from bottleimp.terminal.session.session import ReplayedRound, Scene, Session
from bottleimp.terminal.text.hint_text import THINKING_MESSAGE, HintSession, hint_text
from bottleimp.terminal.text.words import SceneText
from bottleimp.terminal.widgets import results
from bottleimp.terminal.widgets.table_widgets import HandsWidget

LAST_TRICK_PAUSES = 2  # times the pause: so long the last trick stays before the score is shown

PATIENCE = 0.3  # seconds for an answer before keys go on working


class TableScreen(TableDisplay):
    """One session until the person leaves it."""

    BINDINGS: ClassVar[list[BindingType]] = in_both_cases(
        Binding("left", "across(-1)", show=False),
        Binding("right", "across(1)", show=False),
        Binding("up", "down(-1)", show=False),
        Binding("down", "down(1)", show=False),
        Binding("home", "end(0)", show=False),
        Binding("end", "end(1)", show=False),
        Binding("enter,space", "choose", show=False),
        Binding("backspace,u,ctrl+z", "undo", show=False),
        Binding("i", "hint", show=False),
        Binding("p", "claim", show=False),
        Binding("g", "guide", show=False),
        Binding("x", "skip_guide", show=False),
        Binding("o", "sort", show=False),
        Binding("s", "sheet", show=False),
        Binding("w", "story", show=False),
        Binding("question_mark,h,f1", "help", show=False),
        Binding("n", "next_round", show=False),
        Binding("r", "rematch", show=False),
        Binding("v", "replay", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
    )

    def __init__(
        self,
        session: Session,
        catalogue: NullTranslations,
        order: CardOrder,
        pause: Callable[[], float] = lambda: 0.0,
        guide: Guide | None = None,
    ) -> None:
        """`pause` is how many seconds Enter is deaf after a round, so that its score is seen."""
        super().__init__(session.scene, catalogue, order, guide)
        self._pause = pause
        self._over_since = 0.0
        self._session = session
        self._is_doing = False  # what the person does has not been answered yet,
        self._is_waiting = False  # and that takes so long that it is shown

    @property
    def _gives_hints(self) -> bool:
        return isinstance(self._session, HintSession) and self._session.gives_hints

    def on_mount(self) -> None:
        """Begins to follow the session."""
        self.redraw()
        self.run_worker(self._follow(), exclusive=True)

    async def _follow(self) -> None:
        try:
            async for scene in self._session.scenes():
                self.show_scene(scene)
        except BottleImpError as problem:
            self.post_message(self.Failed(problem))

    @dataclass
    class Failed(Message):
        """The match cannot go on: a computer player fails."""

        problem: BottleImpError

    def show_scene(self, scene: Scene) -> None:
        """Shows a scene, unless it is shown already."""
        if scene == self.scene:
            return
        if not scene.is_over:
            self._show_score()
        elif not self.scene.is_over:
            self._over_since = monotonic()
            if self._pause() > 0:
                self._last_trick = self.set_timer(
                    LAST_TRICK_PAUSES * self._pause(), self._show_score
                )
        if decision_key(scene.observation) != decision_key(self.scene.observation):
            self._refused = ""
        self.scene = scene
        self.selection = self.selection.with_observation(scene.observation)
        self.redraw()

    def _show_score(self) -> None:
        """The score takes the place of the last trick, if that is still looked at."""
        if self._last_trick is not None:
            self._last_trick.stop()
            self._last_trick, self._over_since = None, monotonic()
            self.redraw()

    # --- keys and clicks ----------------------------------------------------------------------

    def _choose(self, choosing: HandSelection) -> None:
        self.selection = choosing
        self._refused = ""
        self.redraw()

    def _refuse(self, why: str) -> None:
        self._refused = why
        self.redraw()

    def action_across(self, step: int) -> None:
        """The cursor so many cards to the right."""
        self._choose(self.selection.move_cursor(across=step))

    def action_down(self, step: int) -> None:
        """The cursor so many hands further down; on a page of results, so many lines."""
        if self.scene.is_over:
            self.query_one("#results", VerticalScroll).scroll_relative(y=step, animate=False)
            return
        self._choose(self.selection.move_cursor(down=step))

    def action_page(self, step: int) -> None:
        """The results so many pages further down."""
        results_page = self.query_one("#results", VerticalScroll)
        results_page.scroll_relative(y=step * results_page.size.height, animate=False)

    def action_end(self, last: int) -> None:
        """The cursor on the first card of the hand (0) or on the last one (1)."""
        self._choose(self.selection.move_to_end(last=bool(last)))

    def on_key(self, event: events.Key) -> None:
        """Digits, and a point, a comma or the half itself for half cards."""
        sign = (event.character or "").replace(",", ".").replace("½", ".")
        if len(sign) != 1 or sign not in "0123456789." or not sign.isascii():
            return
        event.stop()
        if self.scene.observation.phase is Phase.CHOICE and sign in "12":
            self._draft_hand(int(sign) - 1)
        else:
            self._choose(self.selection.type_character(sign))

    async def on_hands_widget_clicked(self, message: HandsWidget.Clicked) -> None:
        """The first click on a card points at it, the second chooses it."""
        if message.hand is not None:
            self._draft_hand(message.hand)
        elif message.card is not None:
            card = self.scene.observation.edition.deck.card_at(message.card)
            if card in self.selection.draft and card == self.selection.draft[-1]:
                await self.action_undo()
            elif card == self.selection.cursor:
                await self.action_choose()
            else:
                self._choose(self.selection.with_cursor(card))

    def _draft_hand(self, at: int) -> None:
        choice = tuple(OpenChoice)[at]
        if choice in self.scene.observation.legal_actions:
            self._choose(self.selection.undo_choice().add_choice(choice))

    async def action_choose(self) -> None:
        """Plays or drafts the card under the cursor; commits a full draft; goes on."""
        if self._last_trick is not None:
            self._show_score()
            return
        if self.scene.is_over:
            if monotonic() - self._over_since >= self._pause():
                await self.action_next_round()
            return
        if self.selection.is_ready:
            self._learn()
            draft = self.selection.draft
            await self._done(lambda: self._session.act(draft))
            return
        cursor = self.selection.cursor
        if cursor is None:
            return
        if self.scene.observation.phase is Phase.CHOICE:
            number = next(n for n, cards in self.selection.hands if cursor in cards)
            self._draft_hand(self.scene.observation.own_hands.index(number))
            return
        if not self.scene.observation.is_to_act:
            self._refuse(self.words.not_your_turn_text())
            return
        why = self.selection.refusal_text(cursor, self._catalogue)
        if why is not None:
            self._refuse(self.words.reason_text(cursor, why))
        elif self.scene.observation.phase is Phase.EXCHANGE:
            self._learn()
            self._choose(self.selection.add_choice(cursor))
        else:
            self._learn()
            await self._done(lambda: self._session.act((cursor,)))

    def _learn(self) -> None:
        """The person goes on: what the guide says now is known."""
        if self._guide is not None:
            self._guide.read()

    def action_guide(self) -> None:
        """The idea that is explained has been read; or the guide is resumed."""
        if self._guide is None:
            return
        if self._explained() is None:
            self._guide.resume()
        else:
            self._guide.read()
        self.redraw()

    def action_skip_guide(self) -> None:
        """Takes the guide away until it is resumed."""
        if self._guide is not None:
            self._guide.skip()
            self.redraw()

    @contextmanager
    def _saying_why_not(self) -> Iterator[None]:
        try:
            yield
        except (BottleImpError, Refused, ClientError) as refusal:
            self._refuse(self._catalogue.gettext(str(refusal)))

    async def action_undo(self) -> None:
        """Takes back a sign being typed, a choice of the draft, or what was played or passed."""
        if self.selection.typed_text:
            self._choose(self.selection.erase_character())
        elif self.selection.draft:
            self._choose(self.selection.undo_choice())
        elif self.scene.may_undo:
            await self._done(self._session.undo)
        elif self.scene.observation.phase is not Phase.OVER:
            self._refuse(self._catalogue.gettext("There is nothing that can be taken back."))

    async def action_claim(self) -> None:
        """Has the rest of the round played, where that is certain."""
        if self.scene.claim is not None:
            await self._done(self._session.claim_rest)
        elif self.scene.observation.phase is Phase.PLAY:
            self._refuse(self._catalogue.gettext("The tricks to come are not certain."))

    def action_hint(self) -> None:
        """Asks what a strong player would do now, or why; nothing of it is done."""
        if self._explains_hint:
            self.app.push_screen(HintOverlay(self.selection, self._catalogue))
            return
        if self.scene.observation.is_to_act and isinstance(self._session, HintSession):
            words = self._catalogue.gettext(THINKING_MESSAGE)
            if self.selection.hint_text == words:
                return  # the answer is on its way; to ask again would be refused
            self._choose(replace(self.selection, hint_text=words, hinted_actions=()))
            self.run_worker(self._hint(self._session), group="hint", exclusive=True)

    async def _hint(self, session: HintSession) -> None:
        with self._saying_why_not():
            try:
                player, actions = await session.request_hint()
            except (Refused, ClientError):
                self._choose(replace(self.selection, hint_text=""))
                raise
            if (
                self.selection.hint_text
            ):  # it goes when something else is asked, not when others choose
                words = self._hint_text(player, actions)
                self._choose(replace(self.selection, hint_text=words, hinted_actions=actions))

    def _hint_text(self, player: str, actions: tuple[Action, ...]) -> str:
        return hint_text(self.words, player, actions)

    def action_sort(self) -> None:
        """Sorts the hands the other way."""
        order = CardOrder.SUIT if self.selection.order is CardOrder.NUMBER else CardOrder.NUMBER
        self._choose(self.selection.with_order(order))
        self.post_message(self.Sorted(order))

    @dataclass
    class Sorted(Message):
        """The person likes the hands in this order."""

        order: CardOrder

    async def action_next_round(self) -> None:
        """Deals the next round, if there is one to deal."""
        if self._last_trick is not None:
            self._show_score()
        elif self.scene.is_over and not self.scene.match.is_over:
            self._learn()
            await self._done(self._session.next_round)

    async def action_rematch(self) -> None:
        """Begins another match, if this one is over."""
        if self.scene.match.is_over:
            await self._done(self._session.rematch)

    async def _done(self, doing: Callable[[], Awaitable[None]]) -> None:
        """Does something; if the answer takes its time, keys go on working, but for such ones."""
        if self._is_doing:
            return
        self._is_doing, answered = True, asyncio.Event()
        self.run_worker(self._finish(doing, answered), group="doing")
        with suppress(TimeoutError):
            await asyncio.wait_for(answered.wait(), PATIENCE)
        if self._is_doing:
            self._is_waiting = True
            self.redraw()

    async def _finish(self, doing: Callable[[], Awaitable[None]], answered: asyncio.Event) -> None:
        try:
            with self._saying_why_not():
                await doing()
                self.show_scene(self._session.scene)
        finally:
            self._is_doing = False
            answered.set()
            if self._is_waiting:
                self._is_waiting = False
                self.redraw()

    def _prompt(self, words: SceneText) -> str:
        if self._is_waiting:
            return self._catalogue.gettext("Sent. The answer takes its time…")
        return super()._prompt(words)

    def action_replay(self) -> None:
        """Opens the replay of the round that was over last."""
        finished = len(self.scene.match.results)
        if finished and not self._waits_for_score:
            self.run_worker(self._fetch_replay(finished), group="replay", exclusive=True)
        else:
            self._refuse(self._catalogue.gettext("No round is over yet."))

    async def _fetch_replay(self, number: int) -> None:
        with self._saying_why_not():
            replayed = await self._session.replay(number)
            self.post_message(self.Replayed(replayed, self._session, self.selection.order))

    @dataclass
    class Replayed(Message):
        """The person looks at a finished round again; others can be had from the session."""

        replayed: ReplayedRound
        source: Session
        order: CardOrder

    def action_sheet(self) -> None:
        """Opens the score sheet, where there is one."""
        if not self.HAS_SHEET:
            return
        self._open(
            self._catalogue.gettext("Scores"),
            results.render_score_sheet(self.scene, self._catalogue, PAGE_COLUMNS),
        )

    def action_story(self) -> None:
        """Opens all that happened in this round."""
        story = Content("\n".join(self.words.story()))
        self._open(self._catalogue.gettext("What happened"), story, from_end=True)

    def action_help(self) -> None:
        """Opens the help page."""
        text = help_text(self.scene.observation, self._catalogue)
        self._open(self._catalogue.gettext("Help"), text)

    def _open(self, title: str, content: Content, *, from_end: bool = False) -> None:
        self.app.push_screen(TextOverlay(title, content, self._catalogue, from_end=from_end))
