"""The line below the prompt: a refusal, a hint, or why the card under the cursor is not allowed."""

from textual.content import Content

from bottleimp.terminal.session.selection import HandSelection
from bottleimp.terminal.text.words import SceneText


def render_reason(words: SceneText, choosing: HandSelection, refused: str) -> Content:
    """What there is to say; `refused` is why the last choice was not accepted, or empty."""
    cursor, scene = choosing.cursor, words.scene
    if refused:
        return Content.styled(refused, "bold $text-error")
    if choosing.hint_text:
        return Content.styled(choosing.hint_text, "bold")
    if cursor is not None and scene.observation.is_to_act and not choosing.is_ready:
        why = choosing.refusal_text(cursor, words.catalogue)
        if why is not None:
            return Content.styled(words.reason_text(cursor, why), "$text-muted")
    if scene.claim is not None:
        return Content.styled(words.claim_text(scene.claim), "bold")
    if scene.is_preparing:
        return Content(words.preparing_text())
    return Content.styled(words.cost(choosing), "$text-muted")
