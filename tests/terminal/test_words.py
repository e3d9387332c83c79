"""What the terminal says about tricks and turns to the person at the table."""

from gettext import NullTranslations

import pytest

from bottleimp.game.match import Match
from bottleimp.game.round import Round
from bottleimp.knowledge.observation import observe
from bottleimp.terminal.choosing import Choosing
from bottleimp.terminal.session import Scene
from bottleimp.terminal.words import Words
from tests.rulebook.table import at_play, play


def words(played: Round, seat: int) -> Words:
    """What is said to a seat."""
    names = ("Kiano", "Keawe", "Kokua")
    scene = Scene(observe(played, seat), Match(played.edition, 2), names, (0, 1, 2))
    return Words(scene, NullTranslations())


@pytest.mark.parametrize(
    ("hands", "cards", "seat", "told"),
    [
        (("24", "20", "13"), "24 20 13", 0, "Kokua buys the bottle: 19 to 13."),
        (("24", "20", "13"), "24 20 13", 2, "You buy the bottle: 19 to 13."),
        (("24 30", "20 27", "13 8"), "24 20 13 8 30 27", 0, "Kokua keeps the bottle: 13 to 8."),
        (("24 30", "20 27", "13 8"), "24 20 13 8 30 27", 2, "You keep the bottle: 13 to 8."),
    ],
)
def test_a_trick_says_who_buys_or_keeps_the_bottle(
    hands: tuple[str, ...], cards: str, seat: int, told: str
) -> None:
    played = play(at_play("classic/3", *hands), cards)

    assert words(played, seat).story()[-1].endswith(told)


def test_a_person_with_none_of_the_colour_led_hears_that_any_card_will_do() -> None:
    played = play(at_play("classic/3", "24", "no blue", "20"), "24")
    seen = words(played, 1)
    prompt = seen.prompt(Choosing(seen.scene.observation))

    assert prompt == "Your turn. Blue was led; you have none, so play any card."
