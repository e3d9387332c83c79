"""What tests of pages and of their languages share."""

import subprocess
import sys

import pytest
from babel.messages import pofile
from babel.messages.catalog import Catalog

from tests.support.sources.repository import ROOT


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """The messages that `scripts/messages` finds."""
    path = tmp_path_factory.mktemp("locale") / "bottleimp.pot"
    subprocess.run([sys.executable, str(ROOT / "scripts" / "messages"), str(path)], check=True)
    with path.open("rb") as file:
        return pofile.read_po(file)
