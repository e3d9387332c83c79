"""What the players at a table are called, in the visitor's language."""

from collections.abc import Sequence

from bottleimp.knowledge.titles import GUEST_NAMES
from bottleimp.languages.language import Language
from bottleimp.server.state.events import OPEN, Participant


def player_name(
    participant: Participant, place: int, language: Language, *, is_you: bool = False
) -> str:
    """What the participant is called; without a name it is `You`, or a guest's name.

    A place at which nobody sits is called by its number.
    """
    if participant.name:
        return participant.name
    if participant.kind == OPEN:
        return language.gettext("Place {n}").format(n=place + 1)
    return language.gettext("You") if is_you else guest_names(language)[place]


def guest_names(language: Language) -> list[str]:
    """What people without a name are called, by their places."""
    return [language.gettext(name) for name in GUEST_NAMES]


def player_names(
    participants: Sequence[Participant], language: Language, you: int | None
) -> tuple[str, ...]:
    """What all of them are called, for the one of them at this place; None is someone else."""
    return tuple(
        [
            player_name(who, place, language, is_you=place == you)
            for place, who in enumerate(participants)
        ]
    )
