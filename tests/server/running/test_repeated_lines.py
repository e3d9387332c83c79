"""Lines that repeat are summed up, so that nobody can fill a disk with them."""

import io
import json
import logging
from collections.abc import Iterator

import pytest

from bottleimp.server.settings import log_output
from bottleimp.server.settings.repeated_lines import (
    MAX_REPEATS,
    SUMMARY_MESSAGE,
    SummarizingHandler,
)
from tests.support.json_values import Json

MANY = 1000


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """What is logged in this test, as JSON lines from the debug level on."""
    root, own = logging.getLogger(), logging.getLogger(log_output.PACKAGE_LOGGER)
    before = root.handlers[:], root.level, own.level
    stream = io.StringIO()
    log_output.configure_logging("debug", "json", stream)
    yield stream
    handler_in_use().close()
    root.handlers[:] = before[0]
    root.setLevel(before[1])
    own.setLevel(before[2])


def lines(stream: io.StringIO) -> list[Json]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def handler_in_use() -> SummarizingHandler:
    """What writes the lines."""
    (found,) = [
        each for each in logging.getLogger().handlers if isinstance(each, SummarizingHandler)
    ]
    return found


def summed_up() -> None:
    """Ends the stretch of time."""
    handler_in_use().flush_summary()


def test_a_line_that_repeats_is_written_a_few_times_and_then_counted(stream: io.StringIO) -> None:
    log = logging.getLogger("asyncio")
    for _ in range(MANY):
        log.warning("socket.accept() out of system resource")
    summed_up()
    *written, last = lines(stream)

    assert len(written) == MAX_REPEATS
    assert last["event"] == SUMMARY_MESSAGE
    assert (
        last["count"],
        last["reason"],
    ) == (MANY - MAX_REPEATS, "socket.accept() out of system resource")
    assert (last["logger"], last["severity"]) == ("asyncio", "warning")


def test_what_is_filled_in_makes_no_other_kind(stream: io.StringIO) -> None:
    log = logging.getLogger("bottleimp.server.tables.autoplay")
    for number in range(MANY):
        log.warning("automatic play refused: %s", number, extra={"table": str(number)})
    summed_up()

    assert len(lines(stream)) == MAX_REPEATS + 1
    assert lines(stream)[-1]["reason"] == "automatic play refused: %s"


def test_lines_of_other_kinds_are_written_meanwhile(stream: io.StringIO) -> None:
    log = logging.getLogger("bottleimp.server.tables.autoplay")
    for _ in range(MANY):
        log.warning("one thing")
    log.warning("another thing")

    assert lines(stream)[-1]["event"] == "another thing"


def test_after_the_stretch_lines_are_written_again(stream: io.StringIO) -> None:
    log = logging.getLogger("bottleimp.server.tables.autoplay")
    for _ in range(MANY):
        log.warning("one thing")
    summed_up()
    log.warning("one thing")

    assert [line["event"] for line in lines(stream)] == ["one thing"] * MAX_REPEATS + [
        SUMMARY_MESSAGE,
        "one thing",
    ]


def test_who_asks_for_all_details_has_them_all(stream: io.StringIO) -> None:
    log = logging.getLogger("bottleimp.server.tables.autoplay")
    for _ in range(MANY):
        log.debug("a player chose")
    summed_up()

    assert len(lines(stream)) == MANY


def test_what_was_left_out_is_said_at_the_end(stream: io.StringIO) -> None:
    for _ in range(MANY):
        logging.getLogger("bottleimp.server.tables.autoplay").warning("one thing")
    handler_in_use().close()

    assert lines(stream)[-1]["count"] == MANY - MAX_REPEATS


def test_what_was_left_out_is_said_without_another_line() -> None:
    stream = io.StringIO()
    handler = SummarizingHandler(stream, window=0.05)
    handler.setFormatter(log_output.TextFormatter())
    record = logging.LogRecord("bottleimp", logging.ERROR, "", 0, "one thing", None, None)
    for _ in range(MAX_REPEATS + 2):
        handler.handle(record)
    timer = handler._timer
    assert timer is not None
    timer.join()

    assert "count=2 reason=one thing" in stream.getvalue()
