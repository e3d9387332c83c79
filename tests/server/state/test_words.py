"""Everything that is offered has a name in words, in the visitor's language."""

import pytest

from bottleimp.errors import RefusalReason
from bottleimp.languages.language import (
    ENGLISH,
    Language,
    catalogue_messages,
    language_for,
    parse_accept_language,
)
from bottleimp.protocol.refusals import RefusalCode
from bottleimp.rules.cards import Suit
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition, edition_from_text, edition_keys
from bottleimp.server.pages.preferences import (
    CHOICES,
    MAX_COOKIE_CHARACTERS,
    Preferences,
    updated_preferences,
)
from bottleimp.server.rules_pages import facts as rules_facts
from bottleimp.server.rules_pages import text as rules_text
from bottleimp.server.text.words import (
    edition_title,
    option_titles,
    refusal_text,
    suit_letter,
    with_minus_signs,
)

EDITIONS = [edition(key) for key in edition_keys()]


def test_an_edition_is_called_by_printing_and_mode() -> None:
    assert edition_title(edition("classic/4"), ENGLISH) == "Classic, 4 players"


@pytest.mark.parametrize(
    ("code", "letters"), [("en", ["Y", "B", "R"]), ("de", ["G", "B", "R"]), ("fr", ["J", "B", "R"])]
)
def test_a_suit_has_the_first_letter_of_its_name(code: str, letters: list[str]) -> None:
    assert [suit_letter(suit, Language(code)) for suit in Suit] == letters


def test_suits_that_begin_alike_have_the_letters_of_the_notation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spanish = {"yellow": "amarillo", "blue": "azul", "red": "rojo"}
    monkeypatch.setattr(Language, "gettext", lambda _self, message: spanish[message])

    assert [suit_letter(suit, Language("es")) for suit in Suit] == ["Y", "B", "R"]


def test_every_refusal_of_the_rules_has_its_code() -> None:
    assert {reason.value for reason in RefusalReason} <= {code.value for code in RefusalCode}


@pytest.mark.parametrize("code", RefusalCode)
def test_every_refusal_has_one_sentence(code: RefusalCode) -> None:
    text = refusal_text(code, ENGLISH)

    assert text.endswith(".")
    assert "!" not in text


def test_options_are_said_in_words() -> None:
    played = edition_from_text("matagot/4-teams,deck=classic,face-value,bga-teams,target=300")

    assert option_titles(played, ENGLISH) == [
        "Classic deck",
        "Cards count their number",
        "Teams as on Board Game Arena",
        "Until someone has 300 points",
    ]


@pytest.mark.parametrize("played", EDITIONS, ids=lambda e: e.key)
def test_the_rules_page_counts_what_the_edition_holds(played: Edition) -> None:
    facts = rules_facts.edition_facts(played)

    dealt_out = sum(hand.size for hand in played.hands) + played.left_over
    assert len(played.deck.cards) == facts["cards"] == dealt_out
    assert facts["points"] == sum(card.points for card in played.deck.cards)
    in_play = played.tricks * len(played.plays)
    assert len(played.deck.cards) == in_play + rules_facts.imps_trick_size(played)


def said(key: str) -> str:
    """All sentences of an edition's rules page."""
    shown = edition_from_text(key)
    found = [
        sentence for _, text in rules_text.rules_paragraphs(shown, ENGLISH) for sentence in text
    ]
    goal, advice = (
        make(shown, ENGLISH) for make in (rules_text.goal_text, rules_text.beginner_tips_text)
    )
    return " ".join([*goal, *found, *advice])


def test_the_rules_pages_tell_the_editions_apart() -> None:
    assert len(EDITIONS) == len({said(key) for key in edition_keys()})


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("matagot/5", "Each player is dealt 11 cards, but the dealer only 10."),
        ("matagot/5", "Everyone but the dealer chooses in secret and at the same time: one card"),
        (
            "matagot/5",
            "The dealer passes cards in the same way, but puts none into the Imp's Trick.",
        ),
        ("matagot/6", "it is the first price of both bottles"),
        (
            "matagot/6",
            "There are 2 bottles. At the start of a round nobody owns them, and each costs 19.",
        ),
        ("matagot/6", "A card is below the price if it is below the higher of the two prices."),
        ("matagot/6", "Whoever owns both bottles loses these points twice."),
        ("matagot/6-teams-222", "Each player is dealt 9 cards."),
        ("classic/4", "36 cards in three suits, from 1 to 37 without the 19"),
        ("classic/4", "one card for the left neighbour, one card for the right neighbour"),
        ("classic/4", "Whoever played that card takes all cards of the trick and leads the next"),
        ("classic/4", "the player who had bought the bottle with it; the 19 goes to nobody"),
        ("classic/4", "until then the old price holds"),
        ("classic/4", "The 4 cards of the Imp's Trick lie face down until the round is over"),
        ("classic/4,rounds=1", "The match has 1 round."),
        ("classic/4,rounds=7", "The match has 7 rounds."),
        ("classic/lopaka", "Lopaka is dealt as many. He sits at the dealer's right"),
        ("classic/lopaka", "Both players choose in secret and at the same time: one card for the"),
        ("classic/lopaka", "looks only at his hand and at the trick"),
        ("classic/lopaka,target=150", "but cannot win the match, and his total does not end it."),
        ("classic/bright-house", "Each player is dealt two hands of 9 cards."),
        ("classic/bright-house", "The first card may be of any suit, and the other three follow"),
        (
            "classic/bright-house",
            "one from the other player's open hand, one from the leader's",
        ),
        ("matagot/devils-eye", "The leader begins, and the players take turns"),
        ("matagot/devils-eye", "of 7 cards now, are laid open; the second hands, of 9, stay"),
        ("matagot/5-teams", "so partners change from round to round"),
        ("matagot/5-teams,bga-teams", "Then partners add up their results."),
        ("matagot/5-teams,bga-teams", "First each player has a result of their own"),
        ("matagot/5-teams,bga-teams", "nothing is doubled"),
        ("matagot/5", "18 of the cards are half cards, one for every even number."),
        ("matagot/5", "So the 2½ is higher than the 2 and lower than the 3."),
        ("matagot/6", "The 18½ is below the starting price."),
        ("matagot/6", "even if its new price is lower than the other's"),
        (
            "matagot/4-teams",
            "Whoever plays alone scores twice the points of the tricks taken, or, as",
        ),
        ("matagot/4-teams", "loses twice the points of the Imp's Trick"),
        ("matagot/6-teams-222", "neither scores anything for tricks, and each loses the points"),
        ("matagot/6-teams-222", "and so does the owner's partner"),
        ("matagot/6-teams-222", "Partners stay the same in every round"),
        ("matagot/4-teams", "Sides move with the deal, so"),
        ("matagot/4", "here it counts 4"),
        ("classic/3", "At the start of a round nobody owns the bottle, and it costs 19."),
        ("classic/3", "Play goes clockwise; everyone plays one card."),
        ("classic/3", "unless you play the 1 in the same trick or earlier"),
        ("classic/3", "If one or more cards are below the price, the highest of these takes"),
        ("classic/lopaka", "Nobody puts a card into the Imp's Trick."),
        ("classic/lopaka", "The player who does not deal leads the first trick"),
        ("wikipedia/3", "or after 50 rounds if nobody gets there"),
        ("matagot/devils-eye", "dealt a first hand of 6 cards and a second of 12"),
        ("matagot/devils-eye", "2 cards for the Imp's Trick, one card for the opponent's first"),
        ("classic/bright-house", "Then they choose from their second hands in the same way"),
        ("matagot/5-teams", "the second player and the fourth player. Alone: the dealer."),
        ("classic/4", "Everyone deals twice: 8 rounds."),
        (
            "classic/lopaka",
            "3 cards are left over: they are the Imp's Trick, which nobody sees until",
        ),
        (
            "classic/bright-house",
            "both players choose, at the same moment, which of their hands lies open",
        ),
        ("wikipedia/4", "A card counts as many points as its number."),
        (
            "matagot/5-teams,bga-teams",
            "Partners add up their own results, an owner's loss included",
        ),
        ("bambus1995/4", "The match lasts until someone has 200 points: it ends with the"),
    ],
)
def test_the_rules_page_says_what_is_special(key: str, sentence: str) -> None:
    assert sentence in said(key)


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("matagot/4-teams", "A player who owns no bottle scores"),
        ("classic/4", "earns more tricks"),
        ("classic/4", "half card"),
        ("classic/4", "50 rounds"),
        ("matagot/6", "unless you play the 1"),
        ("matagot/5-teams,bga-teams", "scores twice"),
        ("matagot/4,face-value", "Sources differ"),
        ("matagot/4,deck=matagot17", "Sources differ"),
        ("matagot/5", "Everyone chooses"),
        ("matagot/6-teams-222,bga-teams", "plays alone"),
        ("matagot/5-teams,bga-teams", "A player who owns no bottle scores"),
        ("classic/lopaka", "does not end"),
        ("classic/lopaka", "nor passed on"),
        ("classic/4", "bottles"),
        ("classic/4,no-aids", "number line"),
        ("wikipedia/4", "points stand on the cards"),
        ("wikipedia/4,face-value=no", "as its number"),
    ],
)
def test_the_rules_page_says_nothing_that_does_not_hold(key: str, sentence: str) -> None:
    assert sentence not in said(key)


def test_the_language_is_the_one_chosen_else_the_browsers_first_that_there_is() -> None:
    assert language_for("", "tlh, en;q=0.5") == ENGLISH
    assert language_for("en", "de") == ENGLISH
    assert language_for("xx", "") == ENGLISH


def test_languages_are_tried_in_the_order_of_their_weight() -> None:
    assert parse_accept_language("en;q=0.3, de-AT, de;q=0.8, fr;q=0, ru;q=high") == [
        "de-at",
        "de",
        "en",
    ]


def test_english_needs_no_catalogue() -> None:
    assert catalogue_messages(ENGLISH) == {}
    assert (ENGLISH.direction, Language("ar").direction) == ("ltr", "rtl")


def test_settings_survive_their_cookie() -> None:
    fields = {"theme": "dark", "print": "large", "sort": "suit", "motion": "reduced", "pace": "0"}
    preferences = updated_preferences(fields, Preferences())

    assert (
        preferences.theme,
        preferences.print,
        preferences.sort,
        preferences.motion,
        preferences.pace,
    ) == ("dark", "large", "suit", "reduced", 0)


def test_sounds_are_quiet_and_notifications_off_until_chosen() -> None:
    chosen = {"sound": "off", "vibration": "no", "notifications": "yes", "tricks": "tap"}
    before, after = Preferences(), updated_preferences(chosen, Preferences())

    assert (before.sound, before.vibration, before.notifications) == ("quiet", "yes", "no")
    assert (after.sound, after.vibration, after.notifications, after.tricks) == (
        "off",
        "no",
        "yes",
        "tap",
    )


def test_everything_is_announced_until_less_is_chosen() -> None:
    chosen = [
        updated_preferences({"announcements": value}, Preferences()).announcements
        for value in ("all", "short", "turns", "nothing", "")
    ]

    assert chosen == ["all", "short", "turns", "all", "all"]


def test_all_settings_fit_into_the_cookie() -> None:
    longest = {
        name: max((*values, ""), key=len)
        for name, values in CHOICES.items()
    }  # fmt: skip

    assert len(updated_preferences(longest, Preferences()).text) < MAX_COOKIE_CHARACTERS


@pytest.mark.parametrize("pace", ["5001", "-1", "1e3", "", "٣", "99999999999999"])
def test_a_pace_out_of_range_changes_nothing(pace: str) -> None:
    assert Preferences() == updated_preferences({"pace": pace}, Preferences())


def test_losses_are_written_as_in_print() -> None:
    assert with_minus_signs("Keawe: -8.") == "Keawe: \u22128."
