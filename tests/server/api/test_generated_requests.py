"""Generated requests do no harm: no error of the server, and nothing that another site did."""

from pathlib import Path

import pytest

from tests.soak.generated_requests import API, Findings, sent


def send(folder: Path, cases: int) -> Findings:
    """Sends cases to an application of its own."""
    return sent(folder, cases, 1, lambda _: None)


@pytest.mark.wide
@pytest.mark.slow
def test_generated_requests_do_no_harm(tmp_path: Path) -> None:
    findings = send(tmp_path, 100)

    assert findings.troubles == []
    assert {f"{method.upper()} {path}" for path, method in API} <= {
        label for label, _ in findings.answers
    }


@pytest.mark.long
def test_a_hundred_thousand_generated_requests_do_no_harm(tmp_path: Path) -> None:
    assert send(tmp_path, 100_000).troubles == []
