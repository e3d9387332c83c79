"""Everything that is offered has a name in words, in the visitor's language."""

import pytest

from bottleimp.errors import Reason
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition, edition_from_text, edition_keys
from bottleimp.server import rules_facts, rules_text
from bottleimp.server.i18n import ENGLISH, Language, language_for, messages_of, preferred
from bottleimp.server.preferences import Preferences, chosen
from bottleimp.server.refusals import Code
from bottleimp.server.words import (
    edition_title,
    option_titles,
    refusal_text,
    with_halves,
    with_minus_signs,
)

EDITIONS = [edition(key) for key in edition_keys()]


def test_an_edition_is_called_by_printing_and_mode() -> None:
    assert "Classic, 4 players" == edition_title(edition("classic/4"), ENGLISH)


def test_every_refusal_of_the_rules_has_its_code() -> None:
    assert {reason.value for reason in Reason} <= {code.value for code in Code}


@pytest.mark.parametrize("code", Code)
def test_every_refusal_has_one_sentence(code: Code) -> None:
    text = refusal_text(code, ENGLISH)

    assert text.endswith(".")
    assert "!" not in text


def test_options_are_said_in_words() -> None:
    played = edition_from_text("matagot/4-teams,deck=classic,face-value,bga-teams,target=300")

    assert [
        "Classic deck",
        "Cards count their number",
        "Teams as on Board Game Arena",
        "Until someone has 300 points",
    ] == option_titles(played, ENGLISH)


@pytest.mark.parametrize("played", EDITIONS, ids=lambda e: e.key)
def test_the_rules_page_counts_what_the_edition_holds(played: Edition) -> None:
    facts = rules_facts.facts(played)

    dealt_out = sum(hand.size for hand in played.hands) + played.left_over
    assert len(played.deck.cards) == facts["cards"] == dealt_out
    assert facts["points"] == sum(card.points for card in played.deck.cards)
    in_play = played.tricks * len(played.plays)
    assert len(played.deck.cards) == in_play + rules_facts.imps_trick(played)


def said(key: str) -> str:
    """All sentences of an edition's rules page."""
    found = rules_text.paragraphs(edition_from_text(key), ENGLISH)
    return " ".join(sentence for _, sentences in found for sentence in sentences)


def test_the_rules_pages_tell_the_editions_apart() -> None:
    assert len(EDITIONS) == len({said(key) for key in edition_keys()})


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("matagot/5", "Each player is dealt 11 cards, the dealer 10."),
        ("matagot/5", "The dealer puts nothing into the Imp's Trick."),
        ("matagot/6", "There are 2 bottles."),
        ("matagot/4-teams", "Who plays alone counts double, plus or minus."),
        ("matagot/devils-eye", "two hands, of 6 and 12 cards"),
        ("matagot/devils-eye", "2 cards into the Imp's Trick, one into the opponent's first hand"),
        ("classic/bright-house", "From the second hand everyone chooses in secret"),
        ("matagot/5-teams", "Partners: the second, the fourth. Alone: the dealer."),
        ("classic/4", "Everyone deals twice: 8 rounds."),
        ("classic/lopaka", "3 cards are left over"),
        ("classic/bright-house", "Then each player chooses which hand lies open"),
        ("wikipedia/4", "A card counts as many points as its number."),
        ("matagot/5-teams,bga-teams", "Partners add up their results, an owner's loss included."),
        ("bambus1995/4", "Until someone has 200 points."),
    ],
)
def test_the_rules_page_says_what_is_special(key: str, sentence: str) -> None:
    assert sentence in said(key)


def test_the_language_is_the_one_chosen_else_the_browsers_first_that_there_is() -> None:
    assert ENGLISH == language_for("", "tlh, en;q=0.5")
    assert ENGLISH == language_for("en", "de")
    assert ENGLISH == language_for("xx", "")


def test_languages_are_tried_in_the_order_of_their_weight() -> None:
    assert ["de-at", "de", "en"] == preferred("en;q=0.3, de-AT, de;q=0.8, fr;q=0, ru;q=high")


def test_english_needs_no_catalogue() -> None:
    assert {} == messages_of(ENGLISH)
    assert ("ltr", "rtl") == (ENGLISH.direction, Language("ar").direction)


def test_settings_survive_their_cookie() -> None:
    fields = {"theme": "dark", "print": "large", "sort": "suit", "motion": "reduced", "pace": "0"}
    preferences = chosen(fields, Preferences())

    assert ("dark", "large", "suit", "reduced", 0) == (
        preferences.theme,
        preferences.print,
        preferences.sort,
        preferences.motion,
        preferences.pace,
    )


@pytest.mark.parametrize("pace", ["5001", "-1", "1e3", "", "٣", "99999999999999"])
def test_a_pace_out_of_range_changes_nothing(pace: str) -> None:
    assert Preferences() == chosen({"pace": pace}, Preferences())


def test_half_cards_and_losses_are_written_as_in_print() -> None:
    assert "The Imp's Trick held 6½ blue, 10 blue" == with_halves(
        "The Imp's Trick held 6.5 blue, 10 blue"
    )
    assert "Keawe: \u22128." == with_minus_signs("Keawe: -8.")
