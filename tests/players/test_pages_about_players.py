"""The Python of the pages about players and the arena runs as it is printed."""

import pytest

from tests.docs import pages

PAGES = ["tutorials/first-player.md", "how-to/run-a-tournament.md"]


@pytest.mark.parametrize("page", PAGES)
def test_the_code_of_the_page_runs_from_top_to_bottom(page, capsys):
    names: dict[str, object] = {"__name__": "page"}
    for block in pages.blocks(page, "python"):
        exec(compile(block, page, "exec"), names)

    assert "points a round, between" in capsys.readouterr().out
