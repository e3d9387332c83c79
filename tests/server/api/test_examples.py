"""The players in `examples/` play against a real server."""

import subprocess
import sys
from pathlib import Path

import pytest

from bottleimp.protocol.messages import StartMatch
from tests.support.frames import is_scored
from tests.support.http_player import Program
from tests.support.live_server import Live
from tests.support.patience import PATIENCE

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[3] / "examples"
PLAYERS = ("socket_player.py", "http_player.py")


def started(live: Live, player: str, *options: str) -> subprocess.Popen[str]:
    """A player that runs by itself, alone in its folder."""
    return subprocess.Popen(
        [sys.executable, "-P", "-W", "error", EXAMPLES / player, f"http://{live.host}", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def said(player: subprocess.Popen[str]) -> str:
    """What a player printed until its end; it must end well and must not have been refused."""
    with player:  # which closes its pipes in any case
        try:
            output, errors = player.communicate(timeout=PATIENCE)
        finally:
            player.kill()
    assert (player.returncode, errors) == (0, "")
    assert "refused" not in output
    return output


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize(
    "edition", ["classic/4", "classic/lopaka", "classic/bright-house", "matagot/5-teams"]
)
def test_a_player_plays_a_round_at_a_table_of_its_own(
    live: Live, player: str, edition: str
) -> None:
    output = said(started(live, player, "--edition", edition, "--rounds", "1", "--pace", "0"))

    assert "playing at" in output


@pytest.mark.wide
def test_players_join_by_code_and_by_link_and_play_a_round_together(live: Live) -> None:
    host = Program(live)
    players = ["open", "open", "rules_of_thumb"]
    host.make("classic/4", players=players, name="Ada", begins_when_full=False)
    host.fetch()
    page = f"http://{live.host}/tables/{host.table}"
    code = host.view.table.code
    assert code is not None
    with_code = started(live, "socket_player.py", "--join", code, "--rounds", "1")
    with_link = started(live, "http_player.py", "--join", page, "--rounds", "1")
    while [p.kind for p in host.view.players].count("human") < 3:
        host.fetch(wait=10)
    host.do(StartMatch)
    while not is_scored(host.view):
        host.fetch(wait=10)
        if host.view.round is not None and host.view.round.legal:
            host.act()

    assert "Ada: " in said(with_code)
    assert "Ada: " in said(with_link)
