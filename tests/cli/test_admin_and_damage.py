"""`bottleimp admin` where a row is damaged, or where a server writes while it reads."""

from pathlib import Path

import pytest
from sqlalchemy import update

from bottleimp.cli.admin import FAULTS_FOUND
from bottleimp.cli.main import main
from bottleimp.protocol.messages import ReportMessage, SendChatMessage
from bottleimp.server.backup import find_faults, find_table_faults
from bottleimp.server.state.events import TableSettings
from bottleimp.server.storage.schema import event, game
from tests.support.frames import is_scored
from tests.support.in_process import InProcessService, play_until, run_service

FREE_TALK = TableSettings(talk="free", grace=0, level="uniform")


@pytest.mark.parametrize("kind", ["say", "report"])
def test_a_report_that_cannot_be_read_hides_no_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    async def report(service: InProcessService) -> None:
        tables = [await service.table("classic/3", "oc", FREE_TALK) for _ in range(2)]
        for ann, words in zip(tables, ("You cheat", "You fool"), strict=True):
            bob = await service.joined(ann.table, "Bob")
            await bob.do(SendChatMessage, text=words)
            await ann.do(ReportMessage, message=1)
        row = event.c.game_id == tables[1].table.id, event.c.kind == kind
        with service.store.database.write_engine.begin() as connection:
            connection.execute(update(event).where(*row).values(body="{"))

    run_service(tmp_path, report)
    status = main(["admin", "reports", "--data", str(tmp_path)])
    listed = capsys.readouterr().out

    assert status == FAULTS_FOUND
    assert "You cheat" in listed
    assert "You fool" not in listed
    assert "(cannot be read)" in listed


def test_a_table_that_goes_on_while_it_is_checked_is_no_fault(tmp_path: Path) -> None:
    async def check(service: InProcessService) -> None:
        ann = await service.table("classic/3", "cc", TableSettings(grace=0, level="uniform"))
        await play_until([ann], is_scored)
        listed = ann.table.id, "playing", 1
        await ann.next()
        meanwhile = list(find_table_faults(service.store, *listed))
        with service.store.database.write_engine.begin() as connection:
            connection.execute(update(game).values(round=9))

        assert meanwhile == []
        assert list(find_faults(service.store)) == [
            f"The list says of table {ann.table.id} playing, round 9; its log says otherwise."
        ]

    run_service(tmp_path, check)
