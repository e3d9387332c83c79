"""A finished round played on in another way, over its replay: V or Escape leads back there."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from gettext import NullTranslations
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from bottleimp.knowledge.narration import VARIATION_RESULT
from bottleimp.terminal.screens.letter_keys import in_both_cases
from bottleimp.terminal.screens.table_screen import TableScreen
from bottleimp.terminal.session.selection import CardOrder
from bottleimp.terminal.session.session import Scene
from bottleimp.terminal.session.variation_session import VariationSession
from bottleimp.terminal.text.words import SceneText
from bottleimp.terminal.widgets.key_row import OfferedKey, choose_key, fit_keys, hint_key

LOOK_SECONDS = 0.5  # how often it is looked what happens at the table


@dataclass(frozen=True)
class Reminders:
    """What is said beside a variation: what was chosen then, and what happens at the table."""

    then: str
    news: Callable[[], str]


class VariationScreen(TableScreen):
    """One choice made anew, and what comes of it."""

    HAS_SHEET = False
    BINDINGS: ClassVar[list[BindingType]] = in_both_cases(
        Binding("escape,m,b", "replay", show=False),
        Binding("a", "go_on", show=False),
    )

    def __init__(
        self,
        session: VariationSession,
        catalogue: NullTranslations,
        order: CardOrder,
        pause: Callable[[], float],
        reminders: Reminders,
    ) -> None:
        super().__init__(session, catalogue, order, pause)
        self._variation = session
        self._reminders = reminders
        self._news = ""
        self._is_advised = False  # whether a strong player chooses for the person
        self._scene_shown = asyncio.Event()

    def on_mount(self) -> None:
        """Begins to look for news now and then; Textual calls that of the table screen too."""
        self.set_interval(LOOK_SECONDS, self._look_for_news)

    def _look_for_news(self) -> None:
        if self._reminders.news() != self._news:
            self._news = self._reminders.news()
            self.redraw()

    # --- what is shown --------------------------------------------------------------------

    def _heading(self) -> str:
        _ = self._catalogue.gettext
        return _("Variation · {table}").format(table=super()._heading())

    def _explained(self) -> Content | None:
        """What was chosen in the round itself, until something is chosen; and the news."""
        _ = self._catalogue.gettext
        is_fresh = not self._variation.has_acted
        said = [self._reminders.then, _("Nothing counts here.")] if is_fresh else []
        text = " ".join(filter(None, (self._news, *said)))
        return Content(text) if text else None

    def _prompt(self, words: SceneText) -> str:
        if self._goes_on():
            return self._catalogue.gettext("A strong player chooses for you, until you do.")
        if not self.scene.is_over or self._waits_for_score:
            return super()._prompt(words)
        this_way, then = self._variation.points
        return self._catalogue.gettext(VARIATION_RESULT).format(now=this_way, then=then)

    def _keys(self, width: int) -> Content:
        _ = self._catalogue.gettext
        known: list[OfferedKey] = []
        if self._waits_for_score:
            known.append((_("Enter"), _("score"), "screen.choose"))
        elif self.scene.observation.is_to_act:
            known.append(choose_key(self.selection, self._catalogue))
        if self.selection.draft or self.scene.may_undo:
            known.append(("U", _("undo"), "screen.undo"))
        if self._variation.has_acted:
            known.append(("R", _("try again"), "screen.rematch"))
        if self.scene.observation.is_to_act and not self._is_advised:
            known.append(hint_key(self._catalogue, explains=self._explains_hint))
        if not self.scene.is_over:
            known.append(("A", _("stop") if self._is_advised else _("play for me"), "screen.go_on"))
        known += [
            ("O", _("sort"), "screen.sort"),
            ("W", _("story"), "screen.story"),
            ("?", _("help"), "screen.help"),
            ("V", _("replay"), "screen.replay"),
        ]
        return fit_keys(known, width)

    # --- what the person does ---------------------------------------------------------------

    def action_go_on(self) -> None:
        """Has a strong player choose in the person's place from now on, or no longer."""
        if self._is_advised:
            self._stop()
        elif not self.scene.is_over:
            self._is_advised = True
            self._choose(self.selection.with_observation(self.scene.observation))
            self.run_worker(self._go_on(), group="go-on", exclusive=True)

    def _goes_on(self) -> bool:
        return self._is_advised and not self.scene.is_over

    async def _go_on(self) -> None:
        with self._saying_why_not():
            while self._goes_on():
                asked = self.scene
                if asked.observation.is_to_act:
                    _, actions = await self._variation.request_hint()
                    if self._goes_on() and self.scene == asked:
                        await self._variation.act(actions)
                self._scene_shown.clear()
                await self._scene_shown.wait()
        self._stop()

    def show_scene(self, scene: Scene) -> None:
        """Shows a scene; where it is the person's turn, a strong player may go on."""
        super().show_scene(scene)
        self._scene_shown.set()

    def _stop(self) -> None:
        """The person goes on."""
        self._is_advised = False
        self.redraw()

    async def action_choose(self) -> None:
        """Chooses; a strong player does so no longer."""
        self._stop()
        await super().action_choose()

    async def action_undo(self) -> None:
        """Takes back; a strong player goes on no longer."""
        self._stop()
        await super().action_undo()

    async def action_next_round(self) -> None:
        """Shows the score that is still waited for; no round follows."""
        if self._last_trick is not None:
            self._show_score()

    async def action_rematch(self) -> None:
        """Chooses once more from the same place."""
        self._stop()
        if self._variation.has_acted:
            await self._done(self._variation.rematch)

    async def action_claim(self) -> None:
        """Nothing: here every card is to be seen."""

    def action_replay(self) -> None:
        """Back to the replay."""
        self.dismiss()
