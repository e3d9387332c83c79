import asyncio
import json
import sys

import pytest
from textual.widgets import Select

from bottleimp.game.round import Phase
from bottleimp.knowledge.observation import Observation
from bottleimp.server.settings.config import DEFAULT_EDITION
from bottleimp.terminal.screens.table_screen import TableScreen
from bottleimp.terminal.session.saved_matches import MATCH_SUFFIX, MatchFolder
from bottleimp.terminal.session.session import Scene
from tests.support.terminal.sitting import sitting


def interrupted(folder, edition, until) -> Observation:
    """What the person last saw before the terminal was closed."""

    async def left() -> Observation:
        async with sitting(folder, edition) as at:
            await at.play_until(until)
            return at.scene.observation

    return asyncio.run(left())


def in_play(scene: Scene) -> bool:
    """As soon as all cards have been passed."""
    return scene.observation.phase is Phase.PLAY


def continued(folder) -> Observation:
    """What the person sees after choosing the first line of the first screen."""

    async def back() -> Observation:
        async with sitting(folder, is_new=False) as at:
            assert "Go on: Classic, 3 players" in at.text
            await at.press("enter")
            await at.asked()
            return at.scene.observation

    return asyncio.run(back())


@pytest.mark.slow
def test_a_match_left_in_the_middle_of_a_trick_goes_on_there(tmp_path):
    seen = interrupted(tmp_path, "classic/3", lambda scene: len(scene.observation.tricks) > 1)

    assert seen == continued(tmp_path)


@pytest.mark.slow
def test_a_match_left_in_the_exchange_goes_on_there(tmp_path):
    async def left() -> Observation:
        async with sitting(tmp_path, "classic/3") as at:
            await at.play_round()
            await at.press("enter")
            await at.until(lambda: not at.scene.is_over)
            await at.asked()
            return at.scene.observation

    seen = asyncio.run(left())

    assert Phase.EXCHANGE is seen.phase
    assert seen == continued(tmp_path)


@pytest.mark.slow
def test_a_match_that_was_only_looked_at_is_not_kept(tmp_path):
    async def looked() -> str:
        async with sitting(tmp_path) as at:
            for _ in range(3):
                await at.press("enter")
                await at.asked()
                await at.press("m")
            return at.text

    assert "Go on" not in asyncio.run(looked())
    assert MatchFolder(tmp_path).unfinished_matches() == ((), ())


@pytest.mark.slow
def test_an_unfinished_match_is_removed_when_the_key_is_pressed_twice(tmp_path):
    interrupted(tmp_path, "classic/3", in_play)
    confirm = "Press Delete once more to remove this match for good."

    async def removed() -> list[bool]:
        async with sitting(tmp_path, is_new=False) as at:
            assert "Del: remove" in at.lines[-1]
            await at.press("delete")
            assert confirm in at.text
            await at.press("down")
            assert confirm not in at.text
            assert "Del: remove" not in at.lines[-1]
            await at.press("delete", "up", "delete")
            before = "Go on" in at.text
            await at.press("delete")
            await at.until(lambda: "Go on" not in at.text)
            return [before, "Go on" in at.text]

    assert asyncio.run(removed()) == [True, False]
    assert MatchFolder(tmp_path).unfinished_matches() == ((), ())


def test_a_match_that_is_open_in_another_terminal_is_not_removed(tmp_path):
    async def tried() -> str:
        async with sitting(tmp_path, "classic/3") as at:
            await at.play_until(in_play)
            async with sitting(tmp_path, is_new=False) as other:
                await other.press("delete", "delete")
                await other.until(lambda: "open in another terminal" in other.text)
                return other.text

    assert "Go on" in asyncio.run(tried())
    assert len(MatchFolder(tmp_path).unfinished_matches()[0]) == 1


@pytest.mark.slow
def test_a_match_left_at_the_score_of_a_round_goes_on_there(tmp_path):
    seen = interrupted(tmp_path, "classic/3", lambda scene: scene.is_over)

    assert Phase.OVER is seen.phase
    assert seen == continued(tmp_path)


@pytest.mark.slow
def test_a_match_that_is_over_is_no_longer_offered(tmp_path):
    async def played() -> None:
        async with sitting(tmp_path, "classic/lopaka,cycles=1") as at:
            await at.play_round()
            await at.press("enter")
            await at.play_round()

    asyncio.run(played())

    assert MatchFolder(tmp_path).unfinished_matches() == ((), ())


@pytest.mark.slow
def test_the_edition_asked_for_begins_at_once_unless_a_match_of_it_can_go_on(tmp_path):
    async def first_lines(edition: str) -> str:
        async with sitting(tmp_path, edition, is_new=False) as at:
            await at.pilot.pause()
            first = at.lines[0]
            if isinstance(at.app.screen, TableScreen):
                await at.play_until(in_play)
            return first

    assert "Round 1 of 6" in asyncio.run(first_lines("classic/3"))
    assert "What do you want to play" in asyncio.run(first_lines("classic/3"))
    assert "Round 1 of 8" in asyncio.run(first_lines("classic/4"))


@pytest.mark.slow
def test_from_the_menu_the_match_just_left_can_go_on(tmp_path):
    async def there_and_back() -> tuple[Observation, Observation]:
        async with sitting(tmp_path, "classic/3") as at:
            await at.play_until(lambda scene: len(scene.observation.tricks) > 0)
            before = at.scene.observation
            await at.press("m")
            await at.press("enter")
            await at.asked()
            return before, at.scene.observation

    before, after = asyncio.run(there_and_back())

    assert before == after


def test_a_file_that_cannot_be_read_is_named_and_left_alone(tmp_path):
    damaged = tmp_path / f"old{MATCH_SUFFIX}"
    damaged.write_text('{"format": "bottle', encoding="utf-8")

    async def looked() -> str:
        async with sitting(tmp_path, is_new=False) as at:
            return at.text

    assert f"cannot be read and stay as they are: {damaged.name}" in asyncio.run(looked())
    assert damaged.exists()


def lose(folder) -> None:
    """Puts a file in the place of the folder, so that nothing can be kept there."""
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
    folder.write_text("a file in its place", encoding="utf-8")


def give_back(folder) -> None:
    """Puts an empty folder in its place again."""
    folder.unlink()
    folder.mkdir()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps files that are open")
def test_that_a_match_cannot_be_kept_is_shown_as_long_as_it_is_so(tmp_path):
    folder = tmp_path / "gone"

    async def played() -> list[bool]:
        async with sitting(folder, "classic/3") as at:
            await at.asked()
            lose(folder)
            await at.play_until(in_play)
            await at.press("question_mark", "escape")
            before = "This match cannot be kept: " in at.text
            give_back(folder)
            await at.choose_something()
            await at.until(lambda: "cannot be kept" not in at.text)
            await at.press("m")
            return [before, "Go on: " in at.text, bool(at.app.lost_match)]

    assert asyncio.run(played()) == [True, True, False]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps files that are open")
@pytest.mark.parametrize("key", ["m", "q"])
def test_a_match_is_tried_to_be_kept_once_more_when_it_is_left(key, tmp_path):
    folder = tmp_path / "gone"

    async def left(*, is_mended: bool) -> str:
        async with sitting(folder, "classic/3") as at:
            await at.asked()
            lose(folder)
            await at.play_until(in_play)
            if is_mended:
                give_back(folder)
            await at.press(key)
        return at.app.lost_match

    assert asyncio.run(left(is_mended=True)) == ""
    assert len(MatchFolder(folder).unfinished_matches()[0]) == 1
    assert asyncio.run(left(is_mended=False)).startswith("This match could not be kept: ")


@pytest.mark.slow
def test_the_match_begins_with_what_is_chosen_on_the_first_screen(tmp_path):
    async def begun() -> str:
        async with sitting(tmp_path) as at:
            await at.press("tab", "tab", "down", "end", "enter")  # the longest match: 500 points
            await at.press("escape", "home", *(3 * ["down"]), "enter")
            await at.asked()
            return at.scene.match.edition.text

    assert asyncio.run(begun()) == "matagot/3,target=500"


def test_the_cursor_begins_at_the_classic_game(tmp_path):
    async def first() -> tuple[str, str]:
        async with sitting(tmp_path) as at:
            heading = at.lines[0]
            await at.press("enter")
            await at.asked()
            return heading, at.scene.match.edition.text

    heading, begun = asyncio.run(first())

    assert begun == DEFAULT_EDITION
    assert heading.endswith(f"--edition {DEFAULT_EDITION}")


@pytest.mark.slow
def test_a_deck_that_comes_in_two_sizes_may_be_chosen_for_five_and_six(tmp_path):
    async def begun() -> str:
        async with sitting(tmp_path) as at:
            choices = at.app.screen.query_one("#deck", Select)
            choices.value = "matagot17"
            await at.press("home", *(6 * ["down"]), "enter")
            await at.asked()
            return at.scene.match.edition.text

    assert asyncio.run(begun()) == "matagot/5,deck=matagot17"


@pytest.mark.slow
def test_options_that_do_not_go_together_are_refused_in_words(tmp_path):
    async def tried() -> tuple[str, str]:
        async with sitting(tmp_path) as at:
            await at.press("tab", "tab", "tab", "down", "end", "up", "enter")  # matagot36
            await at.press("escape", "home", *(6 * ["down"]), "enter")
            return at.lines[0], at.text

    heading, text = asyncio.run(tried())

    assert "matagot/5" in heading
    assert "Matagot 2024, 5 players: played with 54 cards" in text


def test_only_plain_files_of_a_known_version_are_read(tmp_path):
    interrupted(tmp_path, "classic/3", in_play)
    (path,) = tmp_path.glob(f"*{MATCH_SUFFIX}")
    content = json.loads(path.read_text(encoding="utf-8"))
    for entry, value in (("version", 2), ("rounds", []), ("players", ["nobody"]), ("names", [])):
        path.write_text(json.dumps(content | {entry: value}), encoding="utf-8")

        assert ((), (path.name,)) == MatchFolder(tmp_path).unfinished_matches()


def test_what_is_not_known_of_the_first_printing_is_said_where_it_is_offered(tmp_path):
    async def offered() -> tuple[str, str]:
        async with sitting(tmp_path) as at:
            about = at.app.screen.query_one("#about")
            first = str(about.render())
            await at.press("end", "up", "up")
            assert "--edition bambus1995/4" in at.text
            return first, str(about.render())

    first, last = asyncio.run(offered())

    said = "other points here are a stand-in"
    assert tuple(said in " ".join(text.split()) for text in (first, last)) == (False, True)
