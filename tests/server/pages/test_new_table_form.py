"""The form for a new table makes what it shows, without JavaScript too."""

import re

import pytest

from bottleimp.protocol.views import View
from bottleimp.rules.editions import edition
from tests.support.live_server import Live

SHOWN_THREE = {"shown": "classic/3", "length": "cycles=3", "deck": "classic", "face_value": "no"}


def made(live: Live, edition: str, **fields: str) -> View:
    """The table that the form makes."""
    table, cookie = live.new_table(edition, **fields)
    with live.client(table, cookie) as client:
        client.receive()
        return client.view


def values(page: str) -> dict[str, str]:
    """What is chosen in each list of a page, by the name of the list."""
    lists = re.findall(r'<select[^>]* name="(\w+)".*?</select>', page, re.DOTALL)
    parts = re.findall(r"<select.*?</select>", page, re.DOTALL)
    chosen = [re.findall(r'value="([^"]*)" selected', part) for part in parts]
    return {name: one[0] if one else "" for name, one in zip(lists, chosen, strict=True)}


@pytest.mark.parametrize(
    "wanted", ["matagot/5-teams", "wikipedia/4", "classic/lopaka", "bambus1995/3", "matagot/6"]
)
def test_a_form_makes_the_edition_that_it_shows_whichever_options_it_shows(
    live: Live, wanted: str
) -> None:
    shown = made(live, wanted, **SHOWN_THREE).table

    assert shown.edition.partition(",")[0] == wanted


def test_what_was_usual_for_one_edition_becomes_what_is_usual_for_the_other(live: Live) -> None:
    length = str(edition("classic/4").length)
    usual = {"shown": "classic/4", "deck": "classic", "face_value": "no", "length": length}

    assert made(live, "wikipedia/4", **usual).table.edition == "wikipedia/4"
    assert made(live, "bambus1995/4", **usual).table.edition == "bambus1995/4"


def test_what_was_chosen_goes_with_another_edition_too(live: Live) -> None:
    chosen = {"length": "target=300", "name": "Ada", "player_3": "rules_of_thumb", "pace": "1500"}
    view = made(live, "matagot/6", shown="classic/4", first_dealer="3", **chosen)

    assert view.table.edition == "matagot/6,target=300"
    assert (view.match.dealer, view.table.pace) == (3, 1500)
    assert [one.level for one in view.players[3:]] == ["rules_of_thumb"] * 3


@pytest.mark.parametrize(
    ("wanted", "chosen"),
    [
        ("matagot/5", {"deck": "bambus1995"}),
        ("matagot/5", {"bga_teams": "yes"}),
        ("matagot/devils-eye", {"first_dealer": "3"}),
    ],
)
def test_what_the_other_edition_lacks_is_said_before_a_table_is_made(
    live: Live, wanted: str, chosen: dict[str, str]
) -> None:
    fields = {"edition": wanted, "shown": "matagot/4-teams", **chosen}
    answer = live.request("POST", "/tables", fields)

    assert answer.status == 422
    assert "This edition lacks some of what you chose." in answer.text
    assert values(answer.text)["edition"] == wanted
    assert f'name="shown" value="{wanted}"' in answer.text


def test_the_options_of_another_edition_are_shown_with_what_was_filled_in(live: Live) -> None:
    query = "edition=matagot/6&shown=classic/4&name=Ada&length=target=300&player_3=open"
    page = live.request("GET", f"/new?{query}").text
    chosen = values(page)

    assert (chosen["edition"], chosen["length"]) == ("matagot/6", "target=300")
    assert [chosen[f"player_{player}"] for player in (3, 4, 5)] == ["open"] * 3
    assert 'value="Ada"' in page


def test_one_form_holds_all_that_makes_a_table(live: Live) -> None:
    page = live.request("GET", "/new?edition=matagot/5-teams").text
    (form,) = re.findall(r"<form.*?</form>", page, re.DOTALL)

    assert {"edition", "player_4", "length", "pace", "level"} < set(values(form))
    assert '<noscript><button formmethod="get" formaction="/new">' in form


def test_a_name_that_is_refused_is_marked_at_its_field(live: Live) -> None:
    fields = {"edition": "classic/4", "name": "Lopaka"}
    page = live.request("POST", "/tables", fields).text

    assert 'aria-invalid="true" aria-describedby="name-wrong"' in page
    assert '<p class="note wrong" id="name-wrong">This name is taken.</p>' in page


def test_a_number_of_rounds_of_your_own_is_the_last_of_the_lengths(live: Live) -> None:
    page = live.request("GET", "/new?edition=classic/4").text
    again = live.request("GET", "/new?edition=classic/4&length=rounds&rounds=7").text
    (lengths,) = re.findall(r'<select id="length".*?</select>', page, re.DOTALL)

    assert re.findall(r'value="([^"]*)"', lengths)[-1] == "rounds"
    assert values(page)["length"] == "cycles=2"
    assert values(again)["length"] == "rounds"
    assert 'name="rounds" value="7"' in again
    missing = live.request("POST", "/tables", {"edition": "classic/4", "length": "rounds"})
    assert missing.status == 422
    assert values(missing.text)["length"] == "rounds"


@pytest.mark.parametrize("rounds", ["", "0", "101", "7.5", "seven", "9" * 5000])
def test_a_wrong_number_of_rounds_is_told_at_its_field(live: Live, rounds: str) -> None:
    wrong = {"edition": "classic/4", "length": "rounds", "rounds": rounds}
    page = live.request("POST", "/tables", wrong).text
    words = "Give the number of rounds, 1 to 100."
    (errors,) = re.findall(r'<ul class="errors".*?</ul>', page, re.DOTALL)
    (field,) = re.findall(r'<input id="rounds"[^>]*>', page)

    assert re.findall(r"<li>(.*?)</li>", errors) == [words]
    assert f'<p class="note wrong" id="rounds-wrong">{words}</p>' in page
    assert 'aria-invalid="true" aria-describedby="rounds-wrong" autofocus' in field


def test_a_target_of_your_own_makes_a_table_and_a_wrong_one_is_told_at_its_field(
    live: Live,
) -> None:
    chosen = {"edition": "classic/4", "length": "target", "rounds": "7"}
    page = live.request("POST", "/tables", chosen | {"target": "275"})
    for target in ("", "0", "7.5", "many"):
        wrong = live.request("POST", "/tables", chosen | {"target": target})
        words = "Give the number of points, 1 to 500."

        assert wrong.status == 422
        assert f'<p class="note wrong" id="target-wrong">{words}</p>' in wrong.text
        assert values(wrong.text)["length"] == "target"
    high = live.request("POST", "/tables", chosen | {"target": "900"})

    assert page.status in (200, 303)
    assert "choose a lower target" in high.text
    again = live.request("GET", "/new?edition=classic/4&length=target&target=275").text
    assert 'name="target" value="275"' in again


def test_speeds_and_strengths_are_listed_alike_everywhere(live: Live) -> None:
    page = live.request("GET", "/new?edition=classic/4").text
    (paces,) = re.findall(r'<select id="pace".*?</select>', page, re.DOTALL)
    (others,) = re.findall(r'<select id="player_1".*?</select>', page, re.DOTALL)
    titles = re.findall(r"<option[^>]*>([^<]*)<", paces)
    settings = live.request("GET", "/settings").text
    of_settings = re.findall(r'name="pace"[^>]*><span>([^<]*)<', settings)
    levels = re.findall(r"<option[^>]*>([^<]*)<", others)[1:]

    assert ["At once", "Fast", "Normal", "Slow", "Very slow"] == titles == of_settings
    assert levels[0] == "First evening (easiest)"
    assert levels[-1].endswith(" (strongest)")
    assert sum("(" in level for level in levels) == 2


@pytest.mark.parametrize(
    ("edition", "counting", "most"),
    [
        ("wikipedia/3", "yes", 1000),
        ("wikipedia/3", "no", 500),
        ("classic/3", "yes", 1000),
        ("classic/3", "no", 500),
    ],
)
def test_the_highest_target_is_that_of_the_options_chosen(
    live: Live, edition: str, counting: str, most: int
) -> None:
    fields = {"edition": edition, "shown": edition, "length": "target", "target": "none"}
    page = live.request("POST", "/tables", fields | {"face_value": counting}).text

    assert f"Number of points, 1 to {most}" in page
    assert f"Give the number of points, 1 to {most}." in page
