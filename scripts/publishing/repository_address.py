"""Where the repository is on the web, and the address of a file in it.

The address stands in pyproject.toml, as `repository` of the hook for metadata; where it does not, a
workflow knows in which repository it runs.  Without either nobody knows it.

Standard library only: building the package reads this.
"""

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

# A link or a picture in Markdown, and where it leads.
LINK = re.compile(r"(!?)(\[[^\]]*\])\(([^)\s]+)\)")


def repository_address(root: Path, variables: Mapping[str, str] = os.environ) -> str:
    """The address without a slash at its end; empty where it is not known."""
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    hook = tomllib.loads(text)["tool"]["hatch"]["metadata"]["hooks"]["custom"]
    if hook.get("repository"):
        return str(hook["repository"]).rstrip("/")
    server, name = variables.get("GITHUB_SERVER_URL"), variables.get("GITHUB_REPOSITORY")
    return f"{server}/{name}" if server and name else ""


def with_absolute_links(text: str, address: str, version: str) -> str:
    """The page with links to files of the repository as they were in this version.

    A picture leads to the picture itself, any other link to the page that shows the file.
    """

    def absolute(match: re.Match[str]) -> str:
        picture, words, target = match.groups()
        if re.match(r"[a-z]+:|#", target):
            return match[0]
        kind = "raw" if picture else "blob"
        return f"{picture}{words}({address}/{kind}/v{version}/{target})"

    return LINK.sub(absolute, text) if address else text


def project_urls(address: str, version: str) -> dict[str, str]:
    """What a package index shows beside the description."""
    if not address:
        return {}
    return {
        "Source": address,
        "Documentation": f"{address}/blob/v{version}/docs/index.md",
        "Changelog": f"{address}/blob/v{version}/CHANGELOG.md",
        "Issues": f"{address}/issues",
    }
