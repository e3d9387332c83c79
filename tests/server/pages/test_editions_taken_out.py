"""Tables of an edition that the program no longer has keep nobody from all the others."""

import json
from pathlib import Path

from sqlalchemy import select, update

from bottleimp.languages.language import ENGLISH
from bottleimp.server.pages.own_matches import OwnMatches
from bottleimp.server.run import unfinished_lines
from bottleimp.server.state.events import TableSettings
from bottleimp.server.storage.database import Database
from bottleimp.server.storage.schema import event, game
from tests.support.in_process import InProcessService, guest, in_process_service, run_service
from tests.support.live_server import running
from tests.support.virtual_time import run

LISTED = TableSettings(is_listed=True, grace=0, level="uniform")
ANN = guest("Ann")


def take_out(database: Database, table: str) -> None:
    """Makes a table one of an edition that nobody knows."""
    first = event.c.game_id == table, event.c.seq == 1
    with database.write_engine.begin() as connection:
        body = json.loads(connection.execute(select(event.c.body).where(*first)).scalar_one())
        body["edition"] = "house/3"
        connection.execute(update(event).where(*first).values(body=json.dumps(body)))
        connection.execute(update(game).where(game.c.id == table).values(edition="house/3"))


def test_lists_go_on_without_such_a_table(tmp_path: Path) -> None:
    made: list[str] = []

    async def make(opened: InProcessService) -> None:
        people = [await opened.table("classic/3", "oo", LISTED, ANN) for _ in range(2)]
        made.extend(person.table.id for person in people)
        take_out(opened.store.database, made[1])

    async def look() -> None:
        async with in_process_service(tmp_path) as opened:
            own = OwnMatches(opened.registry, opened.store)
            told = await own.context(ANN, ENGLISH)
            lines = unfinished_lines("/", opened.store.database)
            listed = await opened.registry.listed_tables()
            standings = {each.id: await own.standing(each) for each in listed}

            assert isinstance(told["unfinished"], list)
            titles = {each["id"]: each["title"] for each in told["unfinished"]}
            assert titles == {made[0]: "Classic, 3 players", made[1]: "house/3"}
            assert any("house/3, round" in line for line in lines)
            assert made[0] in standings
            assert standings.get(made[1]) is None

    run_service(tmp_path, make)
    run(look())
    with running(tmp_path) as live:
        pages = [live.request("GET", path) for path in ("/", "/join")]
        assert [page.status for page in pages] == [200, 200]
        assert [f"/tables/{table}" in pages[1].text for table in made] == [True, False]
