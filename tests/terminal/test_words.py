"""What the terminal says about tricks and turns to the person at the table."""

from dataclasses import replace
from gettext import NullTranslations

import pytest

from bottleimp.game.match import Match
from bottleimp.game.round import Round
from bottleimp.knowledge.observation import observe
from bottleimp.rules import editions
from bottleimp.rules.seating import IMPS_TRICK, TargetScore
from bottleimp.terminal.screens.overlays import help_text
from bottleimp.terminal.session.selection import HandSelection
from bottleimp.terminal.session.session import Scene
from bottleimp.terminal.text.hint_text import advice_sentence, hint_sentence
from bottleimp.terminal.text.titles import edition_with_options, length_title
from bottleimp.terminal.text.words import SceneText
from tests.support.game.rulebook_table import at_play, dealt, play, play_out

TWO_TRICKS = ("24 30", "20 27", "13 8")
WIDTH_OF_HELP = 68  # between the borders, the margins and the scroll bar


def words(played: Round, seat: int) -> SceneText:
    """What is said to a seat."""
    names, edition = ("Kiano", "Keawe", "Kokua"), played.edition
    match = Match(edition, edition.players - 1)
    scene = Scene(observe(played, seat), match, names[: edition.seats], tuple(range(edition.seats)))
    return SceneText(scene, NullTranslations())


@pytest.mark.parametrize(
    ("hands", "cards", "seat", "told"),
    [
        (("24", "20", "13"), "24 20 13", 0, "Kokua buys the bottle for 13."),
        (("24", "20", "13"), "24 20 13", 2, "You buy the bottle for 13."),
        (TWO_TRICKS, "24 20 13 8 30 27", 0, "Kokua keeps the bottle; its price is 8 now."),
        (TWO_TRICKS, "24 20 13 8 30 27", 2, "You keep the bottle; its price is 8 now."),
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
    prompt = seen.prompt(HandSelection(seen.scene.observation))

    assert prompt == "Your turn. Blue was led; you have none, so play any card."


def test_the_exchange_says_what_a_card_for_the_imps_trick_costs() -> None:
    said = words(dealt("classic/3", "", "", ""), 0)
    choosing = HandSelection(said.scene.observation)
    first = next(card for card in said.scene.observation.hand)
    cost = "Whoever owns the bottle at the end loses the points of the Imp's Trick."
    to_imp = [step.target == IMPS_TRICK for step in said.scene.observation.passes_owed]

    assert [said.cost(choosing), said.cost(choosing.add_choice(first))] == [
        cost if is_asked else "" for is_asked in to_imp[:2]
    ]
    assert any(to_imp[:2])


def test_the_last_trick_has_its_heading_until_the_score_is_shown() -> None:
    said = words(play_out(at_play("classic/3", "", "", "")), 0)

    assert "Trick 11 of 11" in said.heading(waits_for_score=True)
    assert " · Score · " in said.heading()


def test_the_help_fits_a_screen_of_80_columns_without_broken_lines() -> None:
    seen = observe(at_play("classic/3", "", "", ""), 0)
    lines = help_text(seen, NullTranslations()).plain.split("\n")

    assert [line for line in lines if len(line) > WIDTH_OF_HELP] == []


def test_a_match_in_which_everyone_deals_twice_says_so() -> None:
    assert (
        length_title(editions.edition("classic/4").length, NullTranslations())
        == "everyone deals twice"
    )


@pytest.mark.parametrize(
    ("scores", "told"),
    [
        ((1, 0, 0), "Kiano wins the match with 1 point."),
        ((0, 1, 0), "You win the match with 1 point."),
        ((1, 1, 0), "Kiano, Keawe share the win with 1 point."),
        ((2, 0, 0), "Kiano wins the match with 2 points."),
    ],
)
def test_a_match_to_one_point_is_told_of_one_point(scores: tuple[int, ...], told: str) -> None:
    to_one = editions.edition("classic/3", length=TargetScore(1))
    begun = words(at_play(to_one, "", "", ""), 1).scene
    over = replace(begun, match=begun.match.after(scores))

    assert length_title(to_one.length, NullTranslations()) == "to 1 point"
    assert SceneText(begun, NullTranslations()).heading().startswith("Round 1, to 1 point ")
    assert SceneText(over, NullTranslations()).winners_text() == told


def test_the_exchange_says_from_which_hand_the_next_card_comes() -> None:
    said = words(dealt("matagot/devils-eye", "", "", "", ""), 0)
    choosing = HandSelection(said.scene.observation)

    assert said.prompt(choosing) == "Second hand: choose a card for the Imp's Trick (1 of 4)."


def test_a_hint_names_every_place_once() -> None:
    said = words(dealt("matagot/devils-eye", "", "", "", ""), 0)
    seen = said.scene.observation
    actions = [
        (seen.hands[step.source] or ())[number] for number, step in enumerate(seen.passes_owed)
    ]
    hint = hint_sentence(said, "imp", actions)

    assert hint.count("the Imp's Trick") == 1
    assert hint.count(";") == 2


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("classic/4", "Classic, 4 players"),
        ("classic/4,face-value,cycles=1", "Classic, 4 players (Cards count their number)"),
        ("wikipedia/4,face-value=no", "Wikipedia, 4 players (Cards count their points)"),
        ("classic/4,no-aids", "Classic, 4 players"),
    ],
)
def test_a_heading_names_what_changes_cards_and_points(text: str, title: str) -> None:
    assert edition_with_options(editions.edition(text), NullTranslations()) == title


def test_the_strongest_adviser_does_not_speak_as_the_imp() -> None:
    told, card = words(at_play("classic/3", "24"), 0), editions.edition("classic/3").deck.card("24")

    assert (
        hint_sentence(told, "imp", [card])
        == "Hint (strongest computer player): play the 24 of blue."
    )
    assert hint_sentence(told, "self_taught", [card]) == "Hint (Self-taught): play the 24 of blue."
    assert advice_sentence(told, "imp", [card], [card]) == (
        "The strongest computer player would have done the same."
    )
