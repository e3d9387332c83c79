"""The row of keys below the table: those that mean something now."""

from collections.abc import Sequence
from gettext import NullTranslations

from textual.content import Content
from textual.style import Style

from bottleimp.game.round import Phase
from bottleimp.terminal.session.selection import HandSelection
from bottleimp.terminal.session.session import Scene


def available_keys(
    scene: Scene, choosing: HandSelection, catalogue: NullTranslations, *, waits_for_score: bool
) -> Content:
    """The keys for this moment, to click on; the score may be still to come."""
    _ = catalogue.gettext
    phase = scene.observation.phase
    known = []
    if waits_for_score:
        known.append((_("Enter"), _("score"), "screen.choose"))
    elif scene.match.is_over:
        known.append(("R", _("rematch"), "screen.rematch"))
    elif phase is Phase.OVER:
        known.append((_("Enter"), _("next round"), "screen.choose"))
    else:
        known.append((_("Enter"), _("choose"), "screen.choose"))
    if choosing.draft:
        known.append(("U", _("undo"), "screen.undo"))
    if phase is not Phase.OVER:
        known.append(("O", _("sort"), "screen.sort"))
    known += [
        ("S", _("scores"), "screen.sheet"),
        ("W", _("story"), "screen.story"),
        ("?", _("help"), "screen.help"),
        *([("M", _("menu"), "app.menu")] if phase is Phase.OVER else []),
        ("Q", _("leave"), "app.leave"),
    ]
    return key_row(known)


def key_row(keys: Sequence[tuple[str, str, str]]) -> Content:
    """Keys to click on: each with what it does, and the action that a click stands for."""
    drawn = [
        Content.assemble((f" {key} ", "reverse"), f" {what}").stylize(
            Style.from_meta({"@click": action})
        )
        for key, what, action in keys
    ]
    return Content("  ").join(drawn)
