"""A finished round played on in another way, over its replay: V or Escape leads back there."""

from collections.abc import Callable
from gettext import NullTranslations
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from bottleimp.knowledge.narration import VARIATION_RESULT
from bottleimp.terminal.screens.letter_keys import in_both_cases
from bottleimp.terminal.screens.table_screen import TableScreen
from bottleimp.terminal.session.selection import CardOrder
from bottleimp.terminal.session.variation_session import VariationSession
from bottleimp.terminal.text.words import SceneText
from bottleimp.terminal.widgets.key_row import OfferedKey, fit_keys


class VariationScreen(TableScreen):
    """One choice made anew, and what comes of it."""

    BINDINGS: ClassVar[list[BindingType]] = in_both_cases(
        Binding("escape,m,b", "replay", show=False),
    )

    def __init__(
        self,
        session: VariationSession,
        catalogue: NullTranslations,
        order: CardOrder,
        pause: Callable[[], float],
    ) -> None:
        super().__init__(session, catalogue, order, pause)
        self._variation = session

    # --- what is shown --------------------------------------------------------------------

    def _heading(self) -> str:
        _ = self._catalogue.gettext
        return _("Played on · {table}").format(table=super()._heading())

    def _sheet(self) -> Content | None:
        return None

    def _prompt(self, words: SceneText) -> str:
        _ = self._catalogue.gettext
        if self.scene.is_over and not self._waits_for_score:
            this_way, then = self._variation.points
            return _(VARIATION_RESULT).format(now=this_way, then=then)
        asked = super()._prompt(words)
        if self._variation.has_acted or self.selection.draft:
            return asked
        return " ".join((_("Choose again; nothing counts."), asked))

    def _keys(self, width: int) -> Content:
        _ = self._catalogue.gettext
        known: list[OfferedKey] = []
        if not self.scene.is_over:
            known.append((_("Enter"), _("choose"), "screen.choose"))
        if self.selection.draft or self.scene.may_undo:
            known.append(("U", _("undo"), "screen.undo"))
        if self._variation.has_acted:
            known.append(("R", _("try again"), "screen.rematch"))
        known += [
            ("O", _("sort"), "screen.sort"),
            ("W", _("story"), "screen.story"),
            ("?", _("help"), "screen.help"),
            ("V", _("replay"), "screen.replay"),
        ]
        return fit_keys(known, width)

    # --- what the person does ---------------------------------------------------------------

    async def action_next_round(self) -> None:
        """Shows the score that is still waited for; no round follows."""
        if self._last_trick is not None:
            self._show_score()

    async def action_rematch(self) -> None:
        """Chooses once more from the same place."""
        if self._variation.has_acted:
            await self._done(self._variation.rematch())

    async def action_claim(self) -> None:
        """Nothing: here every card is to be seen."""

    def action_replay(self) -> None:
        """Back to the replay."""
        self.dismiss()
