"""What the table shows on the screen, drawn for the present size."""

from contextlib import suppress
from gettext import NullTranslations
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.css.query import NoMatches
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from bottleimp.game.round import Phase
from bottleimp.knowledge.memory_aids import hides_hint_reasons
from bottleimp.terminal.screens.window_size import SizedApp
from bottleimp.terminal.session.guide import Guide, Moment
from bottleimp.terminal.session.selection import CardOrder, HandSelection
from bottleimp.terminal.session.session import Scene
from bottleimp.terminal.text.words import SceneText
from bottleimp.terminal.widgets import hands, results
from bottleimp.terminal.widgets.key_row import KeyOffers, available_keys
from bottleimp.terminal.widgets.number_line import NumberLine, legend
from bottleimp.terminal.widgets.reason import render_reason
from bottleimp.terminal.widgets.round_table import RoundTable
from bottleimp.terminal.widgets.seat_grid import SeatGrid, render_bottles
from bottleimp.terminal.widgets.table_widgets import MARGIN_COLUMNS, HandsWidget, RoundLog

SIDE_PANEL_MIN_COLUMNS = 152  # columns from which score sheet and story stand beside the table
SIDE_PANEL_COLUMNS = 52
SCROLL_BAR_COLUMNS = 2
SIDE_PANEL_TEXT_COLUMNS = SIDE_PANEL_COLUMNS - MARGIN_COLUMNS - SCROLL_BAR_COLUMNS - 1  # border
LARGE_CARDS_MIN_LINES = 36  # lines from which cards are drawn large
ROUND_TABLE_MIN_COLUMNS = 98  # columns from which the seats stand round the table
HAND_LINES = 3  # of a row of small cards and its marks
TWO_PLAYERS = 2  # only they have open hands
GUIDE_LINES = 3  # at most, of what is explained where the seats stand round the table
LINES_WITH_LONG_HINT = 7  # heading, prompt, four lines of the hint, keys
FIXED_LINES = 6  # heading, news of the others, prompt, two lines for reasons, keys


class TableDisplay(Screen[None]):
    """Draws one scene and what the person has drafted in it."""

    HAS_SHEET: ClassVar[bool] = True  # a score sheet belongs to what is played

    def __init__(
        self,
        scene: Scene,
        catalogue: NullTranslations,
        order: CardOrder,
        guide: Guide | None,
    ) -> None:
        super().__init__()
        self._catalogue = catalogue
        self._last_trick: Timer | None = None  # while the last trick of a round is looked at
        self.scene = scene
        self.selection = HandSelection(scene.observation, order).with_observation(scene.observation)
        self._large_hands = False  # whether the person's own cards are drawn large
        self._guide = guide
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
        yield Static(id="guide")
        yield Static(id="status")
        yield Static(id="others")
        yield HandsWidget(id="hands")
        yield Static(id="prompt")
        yield Static(id="reason")
        yield Static(id="keys")

    def on_resize(self) -> None:
        """Draws again for the new size."""
        self.redraw()

    def show_status(self, status: Content | None) -> None:
        """Shows a line about the others, where they are at the end of a wire."""
        if self.is_mounted:
            with suppress(NoMatches):  # widgets are still coming, or going already
                self._show("status", status)

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
        over = self.scene.is_over and not self._waits_for_score
        exchange = observation.phase is Phase.EXCHANGE
        self._show("heading", Content(self._heading()))
        is_long = exchange and bool(self.selection.hint_text)
        self.query_one("#reason").set_class(is_long, "long")
        self._draw_seats(words, width, roomy=roomy, over=over)
        self._draw_hands(words)
        line = None if over else NumberLine(observation, width).render()
        self._show("line", None if is_long and not self._has_room_for(line) else line)
        signs = Content(legend(observation, self._catalogue))
        self._show("legend", signs if roomy and not over else None)
        self.query_one("#results").display = over
        story = self.query_one("#story", RoundLog)
        story.display = not over and not has_side
        story.show_lines(words.story())
        self.query_one("#side").display = has_side
        self.query_one("#whole-story", RoundLog).show_lines(words.story())
        self._show("sheet", self._sheet(SIDE_PANEL_TEXT_COLUMNS))
        self._show("result", self._result(width, has_side=has_side) if over else None)
        self._draw_prompt(words)

    def _has_room_for(self, line: Content | None) -> bool:
        """Whether the number line has room beside a long hint."""
        shown = [self._drawn.get(name) for name in ("seats", "bottles", "slots", "others", "hands")]
        parts = [part.plain for part in (line, *shown) if part]
        taken = sum(part.count("\n") + 1 for part in parts)
        return taken + LINES_WITH_LONG_HINT <= self.size.height

    def _draw_seats(self, words: SceneText, width: int, *, roomy: bool, over: bool) -> None:
        """The seats round the table, or in a list where there is less room."""
        self._large_hands = roomy
        table = None if over else self._round_table(width, roomy=roomy)
        is_list = not over and table is None
        if is_list:
            table = SeatGrid(self.scene, self._catalogue, width).render()
        self._show("seats", table)
        self._show("bottles", render_bottles(words, width) if is_list else None)
        observation = self.scene.observation
        choosing = is_list and observation.phase is Phase.EXCHANGE and observation.is_to_act
        slots = hands.render_exchange_slots(words, self.selection) if choosing else None
        self._show("slots", slots)
        self._show("trick", hands.render_trick(words) if roomy and is_list else None)

    def _round_table(self, width: int, *, roomy: bool) -> Content | None:
        """The seats round the table with cards as large as fit; None where they do not fit."""
        if width < ROUND_TABLE_MIN_COLUMNS:
            return None
        large, small = hands.LARGE, hands.SMALL
        sizes = ((large, large), (large, small), (small, small)) if roomy else ((small, small),)
        for own, on_table in sizes:
            free = self.size.height - self._lines_around(width, own, roomy=roomy)
            drawn = RoundTable(self.scene, self.selection, self._catalogue, width, on_table)
            table = drawn.render()
            if table is not None and len(table.plain.split("\n")) <= free:
                self._large_hands = own is large
                return table
        return None

    def _lines_around(self, width: int, size: hands.CardSize, *, roomy: bool) -> int:
        """The most lines that everything but the seats takes in this round."""
        edition = self.scene.observation.edition
        fitting = max(1, (self.size.width - MARGIN_COLUMNS) // size.step)
        rows = -(-(edition.tricks + 1) // fitting)
        own = len(self.scene.observation.own_hands)
        hand_lines = own * rows * (HAND_LINES + 2 * size.blank) + (own if own > 1 else 0)
        line = NumberLine(self.scene.observation, width).render().plain.count("\n") + 1
        open_hands = len(edition.hands) - own if edition.players == TWO_PLAYERS else 0
        extra = 4 if roomy else 0  # the legend, and space
        extra += GUIDE_LINES if self._explained() else 0
        return FIXED_LINES + line + hand_lines + open_hands + extra

    @property
    def _waits_for_score(self) -> bool:
        """Whether the last trick of a round is looked at, before its score is shown."""
        return self._last_trick is not None

    def _heading(self) -> str:
        """Where the match and the round are."""
        return self.words.heading(waits_for_score=self._waits_for_score)

    def _sheet(self, width: int) -> Content | None:
        """The score sheet in so many screen columns, where there is one."""
        if not self.HAS_SHEET:
            return None
        return results.render_score_sheet(self.scene, self._catalogue, width)

    def _result(self, width: int, *, has_side: bool) -> Content:
        width -= SCROLL_BAR_COLUMNS
        result = results.render_result(self.words, width, has_totals=self.HAS_SHEET)
        sheet = self._sheet(width)
        if has_side or sheet is None:
            return result
        return Content("\n\n").join([result, sheet])

    def _draw_hands(self, words: SceneText) -> None:
        width = self.size.width - MARGIN_COLUMNS
        self._show("others", hands.render_open_hands(words, self.selection, width))
        own = hands.render_own_hands(words, self.selection, width, roomy=self._large_hands)
        self._show("hands", own)

    def _draw_prompt(self, words: SceneText) -> None:
        typed = f"  [{self.selection.typed_text}]" if self.selection.typed_text else ""
        waits = self._waits_for_score
        prompt = self._prompt(words)
        self._show("prompt", Content(prompt + typed))
        refused = "" if self._refused == prompt else self._refused  # said already
        self._show("reason", render_reason(words, self.selection, refused))
        explained = None if waits else self._explained()
        self._show("guide", explained)
        self._show("keys", self._keys(self.size.width - MARGIN_COLUMNS))

    def _keys(self, width: int) -> Content:
        """The keys that mean something now, as many as fit."""
        waits = self._waits_for_score
        offers = KeyOffers(
            waits_for_score=waits,
            gives_hints=self._gives_hints,
            explains_hint=self._explains_hint,
            is_guided=not waits and self._explained() is not None,
            has_menu=not isinstance(self.app, SizedApp) or self.app.HAS_MENU,
        )
        return available_keys(self.scene, self.selection, self._catalogue, offers, width)

    @property
    def _gives_hints(self) -> bool:
        """Whether a hint can be asked for, where it is the person's turn."""
        return False

    @property
    def _explains_hint(self) -> bool:
        """Whether a hint is shown that can say more than its reason."""
        is_hinted = bool(self.selection.hinted_actions)
        return is_hinted and not hides_hint_reasons(self.scene.observation)

    def _prompt(self, words: SceneText) -> str:
        """What is asked for now."""
        return words.prompt(self.selection, waits_for_score=self._waits_for_score)

    def _explained(self) -> Content | None:
        """What the guide says now."""
        if self._guide is None:
            return None
        scene = self.scene
        moment = Moment(scene.observation, scene.seat_names, len(self.selection.draft))
        said = self._guide.words(moment)
        return None if said is None else Content(said)

    def _show(self, name: str, content: Content | None) -> None:
        widget, shown = self.query_one(f"#{name}", Static), content or Content("")
        widget.display = content is not None
        if not shown.is_same(self._drawn.get(name, Content(""))):
            self._drawn[name] = shown
            widget.update(shown)
