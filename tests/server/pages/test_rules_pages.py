"""The rules page of a table: found by its whole text, true to its options, made from its cards."""

import re

import pytest

from bottleimp.game.examples import examples
from bottleimp.languages.language import ENGLISH
from bottleimp.rules.editions import edition, edition_from_text, edition_keys
from bottleimp.server.rules_pages import page as rules_page
from bottleimp.server.rules_pages.edition_list import new_table_path
from bottleimp.server.rules_pages.examples import score_example, trick_examples
from bottleimp.server.rules_pages.options import length_without_option_text, option_lines
from bottleimp.server.rules_pages.score_text import sides_text
from bottleimp.server.rules_pages.text import beginner_tips_text, goal_text, rules_paragraphs
from bottleimp.server.text.words import option_titles
from bottleimp.server.views.edition_view import rules_path
from tests.support.live_server import Live

WITH_OPTIONS = [
    "matagot/5-teams,bga-teams",
    "matagot/4-teams,bga-teams,cycles=1",
    "matagot/6-teams-2211,bga-teams,target=300",
    "classic/4,deck=matagot36",
    "classic/3,deck=bambus1995,face-value",
    "classic/lopaka,face-value,target=500",
    "matagot/devils-eye,deck=classic",
    "classic/bright-house,cycles=3",
    "bambus1995/4,deck=classic,cycles=2",
    "wikipedia/4,face-value=no,target=150",
]
BAD = [
    "/rules/classic/9",
    "/rules/classic/4,deck=tarot",
    "/rules/classic/4,deck=matagot",
    "/rules/classic/4,bga-teams",
    "/rules/classic/4,target=0",
    "/rules/classic/4,target=" + "9" * 5000,
    "/rules/classic/4,face-value=perhaps",
    "/rules/classic/4,",
    "/rules/classic/4%2Ctarget%3D%D9%A3%D9%A0%D9%A0",
    "/rules/classic/%3Cscript%3E",
    "/rules/classic/4%00",
]


@pytest.mark.parametrize("text", WITH_OPTIONS)
def test_a_table_with_options_has_its_own_rules_page(live: Live, text: str) -> None:
    played = edition_from_text(text)
    page = live.request("GET", rules_path(played))

    assert page.status == 200
    assert "Options of this table" in page.text
    for title in option_titles(played, ENGLISH):
        assert f"<b>{title}.</b>" in page.text
    assert f"{played.deck.points} in all" in page.text or "as its number" in page.text


@pytest.mark.parametrize("key", edition_keys())
def test_the_page_of_an_edition_names_no_options(live: Live, key: str) -> None:
    assert "Options of this table" not in live.request("GET", rules_path(edition(key))).text


def test_the_table_links_to_the_rules_of_its_options(live: Live) -> None:
    table, cookie = live.new_table("matagot/5-teams", bga_teams="yes", length="cycles=1")
    page = live.request("GET", f"/tables/{table}", headers={"Cookie": cookie})
    linked = re.search(r'data-rules="([^"]+)"', page.text)
    assert linked is not None
    with live.client(table, cookie) as client:
        client.receive()

        assert linked[1] == client.view.table.rules

    rules = live.request("GET", linked[1])
    assert "an owner&#39;s loss included" in rules.text
    assert "Teams as on Board Game Arena" in rules.text


@pytest.mark.parametrize("path", BAD)
def test_a_text_that_names_no_edition_is_said_so(live: Live, path: str) -> None:
    answer = live.request("GET", path)

    assert answer.status == 404
    assert "No edition has this name, or it does not take these options." in answer.text
    assert '<a class="button primary" href="/rules">All rules</a>' in answer.text


@pytest.mark.parametrize("named", ["", "?table=", "?table=..%2Fjoin", "?table=0123456789abcdeF"])
def test_rules_that_were_not_opened_from_a_table_lead_to_a_new_one(live: Live, named: str) -> None:
    page = live.request("GET", f"/rules/classic/4{named}")

    assert "Play this edition" in page.text
    assert "Back to the table" not in page.text


@pytest.mark.parametrize("text", WITH_OPTIONS)
def test_to_play_from_the_page_fills_in_the_options(live: Live, text: str) -> None:
    form = live.request("GET", new_table_path(edition_from_text(text))).text
    fields = re.findall(r'name="(\w+)" value="([^"]+)" checked', form)
    for select, options in re.findall(r'<select [^>]*name="(\w+)">(.*?)</select>', form, re.DOTALL):
        fields += [(select, value) for value in re.findall(r'value="([^"]+)" selected', options)]

    for option in edition_from_text(text).options:
        name, _, value = option.partition("=")
        if name == "deck":
            assert ("deck", value) in fields
        elif name in ("cycles", "target"):
            assert ("length", option) in fields
        else:
            assert (name.replace("-", "_"), value or "yes") in fields


@pytest.mark.parametrize("text", [*edition_keys(), *WITH_OPTIONS])
def test_an_example_shows_cards_as_the_deck_has_them(text: str) -> None:
    played = edition_from_text(text)

    for example in trick_examples(played, ENGLISH):
        assert len(played.plays) == len(example.cards)
        for shown in example.cards:
            card = played.deck.card(shown.c)
            assert (card.points, card.suit.letter) == (shown.p, shown.letter)


def test_pages_that_were_made_are_not_kept_without_end() -> None:
    for points in range(1, 2 * rules_page.PAGE_CACHE_SIZE):
        rules_page.rules_context(edition_from_text(f"classic/4,target={points}"), ENGLISH)

    assert rules_page.rules_context.cache_info().currsize == rules_page.PAGE_CACHE_SIZE
    assert examples(edition("classic/4")) is examples(edition_from_text("classic/4,target=7"))


def test_the_deck_of_1995_is_called_a_stand_in_wherever_it_is_used(live: Live) -> None:
    for path in ("/rules/bambus1995/4", "/rules/classic/4,deck=bambus1995"):
        assert "are a stand-in" in live.request("GET", path).text
    for path in ("/rules/bambus1995/4,deck=classic", "/rules/classic/4,deck=bambus1995,face-value"):
        assert "points here are a stand-in" not in live.request("GET", path).text
    for path in ("/", "/new", "/rules"):
        assert "a stand-in" in live.request("GET", path).text


def test_another_deck_is_told_by_the_cards_that_differ() -> None:
    (line,) = option_lines(edition_from_text("classic/4,deck=bambus1995"), ENGLISH)
    assert line["text"] == "These cards have other points than without the option: 1, 2, 3."

    (line,) = option_lines(edition_from_text("classic/4,deck=matagot36"), ENGLISH)
    suits = "These cards have another suit than without the option: 3, 4, 23, 24, 34, 35."
    assert line["text"].startswith(suits)

    (line,) = option_lines(edition_from_text("matagot/6,deck=matagot17"), ENGLISH)
    assert line["text"] == "This card has other points than without the option: 17."

    (line,) = option_lines(edition_from_text("wikipedia/4,deck=bambus1995"), ENGLISH)
    assert line["text"] == "The points of this deck do not matter, since cards count their number."

    line, _ = option_lines(edition_from_text("wikipedia/4,deck=bambus1995,face-value=no"), ENGLISH)
    assert line["text"] == "These cards have other points than without the option: 1, 2, 3."


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("classic/4,rounds=7", "Without the option there are 8 rounds."),
        ("matagot/devils-eye,target=100", "Without the option there are 4 rounds."),
        ("wikipedia/4,cycles=2", "Without the option it lasts until someone has 500 points."),
    ],
)
def test_another_length_is_told_beside_the_usual_one(text: str, before: str) -> None:
    (line,) = option_lines(edition_from_text(text), ENGLISH)

    assert before == line["text"]


def test_one_point_is_told_as_one() -> None:
    to_one = edition_from_text("classic/4,target=1")

    assert length_without_option_text(to_one, ENGLISH) == (
        "Without the option it lasts until someone has 1 point."
    )


@pytest.mark.parametrize(
    ("mode", "said"),
    [
        ("4-teams", "The partner of an owner keeps the points taken. Nobody counts double."),
        (
            "5-teams",
            (
                "Different players are partners. The partner of an owner keeps the points taken."
                " Nobody counts double."
            ),
        ),
        ("6-teams-222", "The partner of an owner keeps the points taken."),
    ],
)
def test_teams_as_online_are_told_by_what_they_change(mode: str, said: str) -> None:
    (line,) = option_lines(edition_from_text(f"matagot/{mode},bga-teams"), ENGLISH)

    assert said == line["text"]


def test_an_option_says_nothing_twice() -> None:
    (line,) = option_lines(edition_from_text("classic/4,no-aids"), ENGLISH)

    assert line["text"] == "So are the marks of the number line, for players and onlookers alike."


@pytest.mark.parametrize("text", [*edition_keys(), *WITH_OPTIONS])
def test_the_scored_example_counts_its_seats(text: str) -> None:
    played = edition_from_text(text)
    example = score_example(played, ENGLISH)
    assert example is not None
    page = " ".join([*example.text, *sides_text(played, ENGLISH)])

    assert played.seats == len(example.rows)
    says_how = "Seats are counted clockwise from the leader of the first trick." in page
    assert ("second player" in page or "second player" in example.rows[1][0]) == says_how


@pytest.mark.parametrize(
    ("text", "lead"),
    [
        ("bambus1995/4", "The first printing, Bambus 1995; most of its points are a stand-in"),
        ("bambus1995/4,deck=classic", "The first printing, Bambus 1995"),
        ("wikipedia/4", "As Wikipedia tells it: cards count their number"),
        ("wikipedia/4,face-value=no", "As Wikipedia tells it"),
    ],
)
def test_the_lead_says_nothing_that_an_option_changes(live: Live, text: str, lead: str) -> None:
    page = live.request("GET", rules_path(edition_from_text(text)))

    assert f'<p class="lead">{lead}</p>' in page.text


@pytest.mark.parametrize("path", ["/", "/rules"])
def test_the_example_of_the_texts_is_drawn_with_the_cards_of_the_classic_deck(
    live: Live, path: str
) -> None:
    page = live.request("GET", path).text
    drawn = re.findall(r'aria-label="(\d+), (\w+), (\d+) points?"', page)
    deck = edition("classic/4").deck

    assert [number for number, _, _ in drawn] == ["24", "15", "17", "32"]
    for number, suit, points in drawn:
        card = deck.card(number)
        assert (card.suit.colour, card.points) == (suit, int(points))
    assert page.count('<span class="card mid wins"') == 1
    assert "The highest of them, the 17, takes all the cards and the bottle" in page


@pytest.mark.parametrize("text", [*edition_keys(), *WITH_OPTIONS])
def test_every_sentence_of_a_page_is_whole(text: str) -> None:
    shown = edition_from_text(text)
    score = score_example(shown, ENGLISH)
    assert score is not None
    sentences = [
        *(line for _, lines in rules_paragraphs(shown, ENGLISH) for line in lines),
        *goal_text(shown, ENGLISH),
        *beginner_tips_text(shown, ENGLISH),
        *(option["text"] for option in option_lines(shown, ENGLISH)),
        *(line for example in trick_examples(shown, ENGLISH) for line in example.text),
        *score.text,
    ]

    assert [line for line in sentences if not line.endswith(".") or "{" in line] == []
    assert [line for line in sentences if shown.bottles == 1 and "bottles" in line] == []


def test_the_page_of_lopaka_shows_how_he_plays(live: Live) -> None:
    page = live.request("GET", "/rules/classic/lopaka").text

    assert "<h3>Lopaka plays by rule</h3>" in page
    assert "He must follow suit, so he may play these: " in page
    assert "With each of these he would be winning the trick at that moment: " in page
    assert "plays by rule</h3>" not in live.request("GET", "/rules/classic/3").text
