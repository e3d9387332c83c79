"""The table on the screen: draws scenes, takes keys and clicks, sends them to the session."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from gettext import NullTranslations
from time import monotonic
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.css.query import NoMatches
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from bottleimp.client.errors import ClientError
from bottleimp.errors import IllegalAction
from bottleimp.game.actions import OpenChoice
from bottleimp.game.round import Phase
from bottleimp.protocol.refusals import Refused
from bottleimp.terminal.screens.overlays import TextOverlay, help_text
from bottleimp.terminal.session.selection import CardOrder, HandSelection, decision_key
from bottleimp.terminal.session.session import Scene, Session
from bottleimp.terminal.text.hint_text import THINKING_MESSAGE, HintSession, hint_text
from bottleimp.terminal.text.words import SceneText
from bottleimp.terminal.widgets import hands, results
from bottleimp.terminal.widgets.key_row import available_keys
from bottleimp.terminal.widgets.number_line import NumberLine, legend
from bottleimp.terminal.widgets.reason import render_reason
from bottleimp.terminal.widgets.seat_grid import SeatGrid, render_bottles
from bottleimp.terminal.widgets.table_widgets import MARGIN_COLUMNS, HandsWidget, RoundLog

SIDE_PANEL_MIN_COLUMNS = 132  # columns from which score sheet and story stand beside the table
SIDE_PANEL_COLUMNS = 52
LARGE_CARDS_MIN_LINES = 36  # lines from which cards are drawn large
LAST_TRICK_PAUSES = 2  # times the pause: so long the last trick stays before the score is shown


class TableScreen(Screen[None]):
    """One session until the person leaves it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "across(-1)", show=False),
        Binding("right", "across(1)", show=False),
        Binding("up", "down(-1)", show=False),
        Binding("down", "down(1)", show=False),
        Binding("home", "end(0)", show=False),
        Binding("end", "end(1)", show=False),
        Binding("enter,space", "choose", show=False),
        Binding("backspace,u,ctrl+z", "undo", show=False),
        Binding("i", "hint", show=False),
        Binding("o", "sort", show=False),
        Binding("s", "sheet", show=False),
        Binding("w", "story", show=False),
        Binding("question_mark,h,f1", "help", show=False),
        Binding("n", "next_round", show=False),
        Binding("r", "rematch", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
    ]

    def __init__(
        self,
        session: Session,
        catalogue: NullTranslations,
        order: CardOrder,
        pause: Callable[[], float] = lambda: 0.0,
    ) -> None:
        """`pause` is how many seconds Enter is deaf after a round, so that its score is seen."""
        super().__init__()
        self._pause = pause
        self._over_since = 0.0
        self._last_trick: Timer | None = None  # while the last trick of a round is looked at
        self._session = session
        self._catalogue = catalogue
        self.scene = session.scene
        self.selection = HandSelection(self.scene.observation, order).with_observation(
            self.scene.observation
        )
        self._refused = ""
        self._drawn: dict[str, Content] = {}  # what every part shows, so that little is redrawn

    def compose(self) -> ComposeResult:
        """Everything that is ever shown; what is not wanted now is hidden."""
        yield Static(id="heading")
        with Horizontal(id="body"):
            with Vertical(id="main"):
                yield Static(id="seats")
                yield Static(id="bottles")
                yield Static(id="line")
                yield Static(id="legend")
                yield Static(id="slots")
                yield Static(id="trick")
                yield RoundLog(id="story")
                with VerticalScroll(id="results", can_focus=False):
                    yield Static(id="result")
            with VerticalScroll(id="side", can_focus=False):
                yield Static(id="sheet")
                yield RoundLog(id="whole-story")
        yield Static(id="status")
        yield Static(id="others")
        yield HandsWidget(id="hands")
        yield Static(id="prompt")
        yield Static(id="reason")
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Begins to follow the session."""
        self.redraw()
        self.run_worker(self._follow(), exclusive=True)

    def on_resize(self) -> None:
        """Draws again for the new size."""
        self.redraw()

    async def _follow(self) -> None:
        async for scene in self._session.scenes():
            self.show_scene(scene)

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

    def show_status(self, status: Content | None) -> None:
        """Shows a line about the others, where they are at the end of a wire."""
        if self.is_mounted:
            with suppress(NoMatches):  # widgets are still coming, or going already
                self._show("status", status)

    # --- drawing ----------------------------------------------------------------------------

    @property
    def words(self) -> SceneText:
        """Speaks of the present scene."""
        return SceneText(self.scene, self._catalogue)

    def redraw(self) -> None:
        """Everything, for the present size."""
        if self.is_mounted and self.size.width:
            try:
                self._draw()
            except NoMatches:  # widgets are still coming, or going already
                self.call_after_refresh(self.redraw)

    def _draw(self) -> None:
        has_side = self.size.width >= SIDE_PANEL_MIN_COLUMNS
        width = self.size.width - MARGIN_COLUMNS - (SIDE_PANEL_COLUMNS if has_side else 0)
        roomy = self.size.height >= LARGE_CARDS_MIN_LINES
        self.set_class(roomy, "roomy")
        words, observation = self.words, self.scene.observation
        over = self.scene.is_over and self._last_trick is None
        exchange = observation.phase is Phase.EXCHANGE
        self._show("heading", Content(words.heading(waits_for_score=self._last_trick is not None)))
        self._show("seats", None if over else SeatGrid(self.scene, self._catalogue, width).render())
        self._show("bottles", None if over else render_bottles(words, width))
        is_long = exchange and bool(self.selection.hint_text)
        self.query_one("#reason").set_class(is_long, "long")
        hides_line = over or (is_long and not roomy)
        self._show("line", None if hides_line else NumberLine(observation, width).render())
        self._show("legend", Content(legend(self._catalogue)) if roomy and not over else None)
        choosing = exchange and observation.is_to_act
        self._show(
            "slots", hands.render_exchange_slots(words, self.selection) if choosing else None
        )
        self._show("trick", hands.render_trick(words) if roomy and not over else None)
        self.query_one("#results").display = over
        story = self.query_one("#story", RoundLog)
        story.display = not over and not has_side
        story.show_lines(words.story())
        self.query_one("#side").display = has_side
        self.query_one("#whole-story", RoundLog).show_lines(words.story())
        self._show("sheet", results.render_score_sheet(self.scene, self._catalogue))
        self._show("result", self._result(has_side=has_side) if over else None)
        self._draw_hands(words)
        self._draw_prompt(words)

    def _result(self, *, has_side: bool) -> Content:
        result = results.render_result(self.words)
        if has_side:
            return result
        return Content("\n\n").join(
            [result, results.render_score_sheet(self.scene, self._catalogue)]
        )

    def _draw_hands(self, words: SceneText) -> None:
        width = self.size.width - MARGIN_COLUMNS
        self._show("others", hands.render_open_hands(words, self.selection, width))
        roomy = self.size.height >= LARGE_CARDS_MIN_LINES
        self._show("hands", hands.render_own_hands(words, self.selection, width, roomy=roomy))

    def _draw_prompt(self, words: SceneText) -> None:
        typed = f"  [{self.selection.typed_text}]" if self.selection.typed_text else ""
        waits = self._last_trick is not None
        prompt = words.prompt(self.selection, waits_for_score=waits)
        self._show("prompt", Content(prompt + typed))
        self._show("reason", render_reason(words, self.selection, self._refused))
        keys = available_keys(self.scene, self.selection, self._catalogue, waits_for_score=waits)
        self._show("keys", keys)

    def _show(self, name: str, content: Content | None) -> None:
        widget, shown = self.query_one(f"#{name}", Static), content or Content("")
        widget.display = content is not None
        if not shown.is_same(self._drawn.get(name, Content(""))):
            self._drawn[name] = shown
            widget.update(shown)

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
        """Digits and the point of half cards."""
        sign = (event.character or "").replace(",", ".")
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
                self.action_undo()
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
            await self._done(self._session.act(self.selection.draft))
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
            self._refuse(f"{self.words.narrator.card(cursor)}: {why}")
        elif self.scene.observation.phase is Phase.EXCHANGE:
            self._choose(self.selection.add_choice(cursor))
        else:
            await self._done(self._session.act((cursor,)))

    @contextmanager
    def _saying_why_not(self) -> Iterator[None]:
        try:
            yield
        except (IllegalAction, Refused, ClientError) as refusal:
            self._refuse(str(refusal))

    def action_undo(self) -> None:
        """Takes back the last sign of a number being typed, else the last choice of the draft."""
        if self.selection.typed_text:
            self._choose(self.selection.erase_character())
        elif self.selection.draft:
            self._choose(self.selection.undo_choice())
        elif self.scene.observation.phase is not Phase.OVER:
            self._refuse(self._catalogue.gettext("There is nothing that can be taken back."))

    def action_hint(self) -> None:
        """Asks what a strong player would do now; nothing of it is done."""
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
                words = hint_text(self.words, player, actions)
                self._choose(replace(self.selection, hint_text=words, hinted_actions=actions))

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
            await self._done(self._session.next_round())

    async def action_rematch(self) -> None:
        """Begins another match, if this one is over."""
        if self.scene.match.is_over:
            await self._done(self._session.rematch())

    async def _done(self, doing: Awaitable[None]) -> None:
        with self._saying_why_not():
            await doing
            self.show_scene(self._session.scene)

    def action_sheet(self) -> None:
        """Opens the score sheet."""
        self._open(
            self._catalogue.gettext("Scores"),
            results.render_score_sheet(self.scene, self._catalogue),
        )

    def action_story(self) -> None:
        """Opens all that happened in this round."""
        story = Content("\n".join(self.words.story()))
        self._open(self._catalogue.gettext("What happened"), story, from_end=True)

    def action_help(self) -> None:
        """Opens the help page."""
        self._open(self._catalogue.gettext("Help"), help_text(self._catalogue))

    def _open(self, title: str, content: Content, *, from_end: bool = False) -> None:
        self.app.push_screen(TextOverlay(title, content, self._catalogue, from_end=from_end))
