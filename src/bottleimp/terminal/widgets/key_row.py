"""The row of keys below the table: those that mean something now."""

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from textual.content import Content
from textual.style import Style

from bottleimp.game.round import Phase
from bottleimp.knowledge.claims import Claim
from bottleimp.terminal.session.selection import HandSelection
from bottleimp.terminal.session.session import Scene

OfferedKey = tuple[str, str, str]  # the key, what it does, the action that a click stands for
# Keys that a narrow screen does without; help has them all.
LEFT_OUT_FIRST = ("W", "S", "O", "PgUp PgDn", "X", "R", "I", "U", "M")
GAP = "  "


@dataclass(frozen=True)
class KeyOffers:
    """What the screen offers beside the game itself."""

    waits_for_score: bool = False  # the score is still to come
    gives_hints: bool = False
    explains_hint: bool = False  # a hint is shown, and can say what each choice wins or risks
    is_guided: bool = False  # the guide explains something
    has_menu: bool = True  # there is a first screen to go back to


def available_keys(
    scene: Scene,
    choosing: HandSelection,
    catalogue: NullTranslations,
    offers: KeyOffers,
    width: int,
) -> Content:
    """The keys for this moment, to click on, as many as fit."""
    _ = catalogue.gettext
    phase = scene.observation.phase
    known = main_keys(scene, choosing, catalogue, offers)
    if choosing.draft:
        known.append(("U", _("undo"), "screen.undo"))
    elif scene.may_undo:
        known.append(("U", _("take it back"), "screen.undo"))
    if scene.claim is not None:
        words = _("claim the rest") if scene.claim is Claim.REST else _("play it out")
        known.append(("P", words, "screen.claim"))
    if offers.gives_hints and scene.observation.is_to_act:
        known.append(hint_key(catalogue, explains=offers.explains_hint))
    if offers.is_guided:
        known.append(("G", _("got it"), "screen.guide"))
        known.append(("X", _("skip"), "screen.skip_guide"))
    if phase is Phase.OVER and not offers.waits_for_score:
        known.append(("V", _("replay"), "screen.replay"))
    if phase is not Phase.OVER:
        known.append(("O", _("sort"), "screen.sort"))
    known += [
        ("S", _("scores"), "screen.sheet"),
        ("W", _("story"), "screen.story"),
        ("?", _("help"), "screen.help"),
        *([("M", _("menu"), "app.menu")] if phase is Phase.OVER and offers.has_menu else []),
        ("Q", _("leave"), "app.leave"),
    ]
    return fit_keys(known, width)


def main_keys(
    scene: Scene, choosing: HandSelection, catalogue: NullTranslations, offers: KeyOffers
) -> list[OfferedKey]:
    """The keys for what the prompt asks for."""
    _ = catalogue.gettext
    known = [("B", _("take over"), "app.take_back")] if scene.has_stand_in else []
    if offers.waits_for_score:
        known.append((_("Enter"), _("score"), "screen.choose"))
    elif scene.match.is_over:
        known.append(("R", _("rematch"), "screen.rematch"))
    elif scene.has_stand_in or scene.awaited:
        pass  # nothing else is asked of the person
    elif scene.is_over:
        known.append((_("Enter"), _("next round"), "screen.choose"))
    elif scene.observation.is_to_act:
        known.append(choose_key(choosing, catalogue))
    return known


def choose_key(choosing: HandSelection, catalogue: NullTranslations) -> OfferedKey:
    """The key that chooses a card, or confirms what is chosen."""
    _ = catalogue.gettext
    return _("Enter"), _("confirm") if choosing.is_ready else _("choose"), "screen.choose"


def hint_key(catalogue: NullTranslations, *, explains: bool) -> OfferedKey:
    """The key that asks for a hint, or for what explains the one that is shown."""
    _ = catalogue.gettext
    return "I", _("why") if explains else _("hint"), "screen.hint"


def fit_keys(keys: Sequence[OfferedKey], width: int) -> Content:
    """The row without as many of the keys that can be spared as it takes to fit."""
    row = key_row(keys)
    for spared in LEFT_OUT_FIRST:
        if row.cell_length <= width:
            break
        keys = [key for key in keys if key[0] != spared]
        row = key_row(keys)
    return row


def key_row(keys: Sequence[OfferedKey]) -> Content:
    """Keys to click on: each with what it does, and the action that a click stands for."""
    drawn = [
        Content.assemble((f" {key} ", "reverse"), f" {what}").stylize(
            Style.from_meta({"@click": action})
        )
        for key, what, action in keys
    ]
    return Content(GAP).join(drawn)
