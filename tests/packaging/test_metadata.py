"""What a package index shows: the description, the addresses and the other fields."""

import json
import os
import re
import subprocess
import sys
from email import message_from_bytes
from pathlib import Path

import pytest
from packaging.metadata import Metadata

from scripts import environment
from scripts.publishing import changelog, repository_address
from tests.support.archives import unpack
from tests.support.packaging import installation

ROOT = environment.ROOT
WORKFLOW = {"GITHUB_SERVER_URL": "https://code.example.org", "GITHUB_REPOSITORY": "team/game"}
ADDRESS = "https://code.example.org/team/game"
RELATIVE = re.compile(r"\]\((?![a-z]+:|#)([^)\s]+)\)")
PICTURE = re.compile(r"!\[[^\]]*\]\(([^)\s]+)\)")
HOOK = "[tool.hatch.metadata.hooks.custom]\n"


def metadata(root: Path, **variables: str) -> dict[str, object]:
    """The metadata of the project in this folder, as hatchling tells them."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith("GITHUB_")}
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "metadata"],
        cwd=root, env=kept | variables, capture_output=True, text=True, check=True,
    )  # fmt: skip
    fields: dict[str, object] = json.loads(done.stdout)
    return fields


def test_the_description_leads_everywhere_from_anywhere():
    readme = metadata(ROOT, **WORKFLOW)["readme"]
    assert isinstance(readme, dict)
    text = str(readme["text"])
    version = changelog.version(ROOT)

    assert readme["content-type"] == "text/markdown"
    assert RELATIVE.findall(text) == []
    assert PICTURE.findall(text) == [f"{ADDRESS}/raw/v{version}/docs/images/table.png"]
    assert f"({ADDRESS}/blob/v{version}/docs/how-to/install.md#extras)" in text


def test_the_addresses_of_the_project_are_shown():
    urls = metadata(ROOT, **WORKFLOW)["urls"]
    assert isinstance(urls, dict)

    assert list(urls) == ["Source", "Documentation", "Changelog", "Issues"]
    assert all(url.startswith(ADDRESS) for url in urls.values())


def test_no_address_is_made_up_where_none_is_known():
    fields = metadata(ROOT)

    assert "urls" not in fields
    assert fields["readme"] == {
        "content-type": "text/markdown",
        "text": (ROOT / "README.md").read_text(encoding="utf-8"),
    }


def test_an_address_in_the_project_file_goes_first(tmp_path):
    (tmp_path / "pyproject.toml").write_text(f'{HOOK}repository = "https://example.org/own/"\n')

    assert repository_address.repository_address(tmp_path, WORKFLOW) == "https://example.org/own"


@pytest.mark.parametrize("text", ["[a](#part)", "[a](https://example.org)", "[a](mailto:a@b.org)"])
def test_a_link_that_leads_somewhere_from_anywhere_stays(text):
    assert repository_address.with_absolute_links(text, ADDRESS, "1.0") == text


@pytest.mark.slow
def test_the_source_distribution_keeps_what_it_was_made_with(tmp_path, monkeypatch):
    for name, text in WORKFLOW.items():
        monkeypatch.setenv(name, text)
    archive = installation.source_distribution(tmp_path)
    unpack(archive, tmp_path)
    (folder,) = (path for path in tmp_path.iterdir() if path.is_dir())
    told = (folder / "PKG-INFO").read_bytes()
    fields = Metadata.from_email(told, validate=True)

    assert (fields.name, str(fields.version)) == ("bottleimp", changelog.version(ROOT))
    assert fields.license_expression == "Apache-2.0"
    assert fields.description_content_type == "text/markdown"
    assert (fields.project_urls or {})["Source"] == ADDRESS
    assert message_from_bytes(told)["Requires-Python"] == ">=3.11"
    assert metadata(folder)["urls"] == fields.project_urls
