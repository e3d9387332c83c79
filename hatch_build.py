"""Bundles the browser table when the package is built: TypeScript and style sheets to `static/`.

`deno`, a build requirement from the package index, takes two libraries from the npm registry,
checks them against deno.lock and writes one small file for each entry point: a script or a style
sheet with all that it imports. The two scripts with the table import what both need from files of
their own, so that a browser fetches it once. Names carry a hash of the content, so that a browser
may keep them for ever; `manifest.json` tells the server which is which.

The catalogues of languages are compiled from `translations/` in the same moment.
Neither these nor the bundle nor any code of others is kept in the repository.

What a package index shows is made here too: README.md with links that lead there from anywhere.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

WEB = Path("web")
SERVER = Path("src", "bottleimp", "server")
TRANSLATIONS = Path("translations")
CATALOGUES = Path("src", "bottleimp", "languages", "locale")
# One bundle each, but for those in SHARING. All else is a part of these.
ENTRY_POINTS = (
    "table/table.ts", "pages/table_with_panel.ts", "pages/pages.ts", "fair/contribute.ts",
    "fair/verify.ts", "offline/service_worker.ts",
    "table/table_page.css", "pages/page.css", "styles/learn.css", "styles/replay.css",
)  # fmt: skip
# Those that have the table in common.
SHARING = ("table/table.ts", "pages/table_with_panel.ts")
SHARED_PART = re.compile(r"""(?<=["'])\.{1,2}/(chunk-[0-9A-Z]+\.js)(?=["'])""")
SUFFIXES = {".ts": ".js", ".css": ".css"}
# Copied as they are, under a hashed name.
COPIED = ("*.svg", "*.png", "*.ico", "*.woff2")
HASH_LENGTH = 12


class BundleError(RuntimeError):
    """The bundle cannot be made; the message is one sentence for whoever installs."""


class DescriptionHook(MetadataHookInterface):
    """What hatchling calls for the fields of the metadata that pyproject.toml leaves open."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Gives the description and the addresses, as far as the repository's own is known."""
        root = Path(self.root)
        sys.path.insert(0, str(root))
        try:
            from scripts.publishing import (  # noqa: PLC0415 - by the path above
                changelog,
                repository_address,
            )
        finally:
            sys.path.remove(str(root))
        version = changelog.version(root)
        address = repository_address.repository_address(root)
        text = (root / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": repository_address.with_absolute_links(text, address, version),
        }
        metadata["urls"] = repository_address.project_urls(address, version)


class BundleHook(BuildHookInterface[Any]):
    """What hatchling calls before it builds a wheel or an editable installation."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Makes `static/` and the catalogues, unless this is a source distribution."""
        if self.target_name != "wheel":
            return
        try:
            for line in make_all(Path(self.root)):
                self.app.display_info(line)
        except BundleError as error:
            self.app.abort(str(error))


def make_all(root: Path) -> list[str]:
    """Makes all that the repository does not keep; a line for each file made."""
    return [*bundle(root), *compile_catalogues(root)]


def bundle(root: Path) -> list[str]:
    """Makes `static/` anew from the sources in `web/`; a line for each file made.

    The manifest is written last, and old files go only then: a running server never reads of a
    file that is not there.
    """
    web, static = root / WEB, root / SERVER / "static"
    entries = [web / name for name in ENTRY_POINTS if (web / name).is_file()]
    lines = [
        f"NO BUNDLE: {web / name} is missing" for name in ENTRY_POINTS if not (web / name).is_file()
    ]
    if not web.is_dir():
        return lines
    manifest: dict[str, str] = {}
    static.mkdir(parents=True, exist_ok=True)
    sharing = [web / name for name in SHARING if web / name in entries]
    scripts, parts = bundled_together(root, sharing)
    for name, content in parts.items():
        write(static / name, content)
        manifest[name] = name  # which carries a hash already
    for entry in entries:
        name = entry.with_suffix(SUFFIXES[entry.suffix]).name
        content = scripts[name] if entry in sharing else bundled(root, entry)
        manifest[name] = stored(static, name, content)
    for path in sorted(path for pattern in COPIED for path in web.rglob(pattern)):
        if path.name in manifest:
            raise BundleError(f"Two files of the browser table are named {path.name}.")
        manifest[path.name] = stored(static, path.name, path.read_bytes())
    write(static / "manifest.json", json.dumps(manifest, indent=2).encode() + b"\n")
    for path in static.iterdir():
        if path.name not in {*manifest.values(), "manifest.json"}:
            path.unlink()
    return lines + [f"{name} -> static/{hashed}" for name, hashed in manifest.items()]


def compile_catalogues(root: Path) -> list[str]:
    """Compiles every `translations/<language>.po` for gettext; a line for each language.

    Raises BundleError where a catalogue cannot be read.  Compiled ones without a source go.
    """
    lines: list[str] = []
    made: set[Path] = set()
    for source in sorted((root / TRANSLATIONS).glob("*.po")):
        target = root / CATALOGUES / source.stem / "LC_MESSAGES" / "bottleimp.mo"
        compiled = BytesIO()
        try:
            write_mo(compiled, read_po(BytesIO(source.read_bytes()), abort_invalid=True))
        except (PoFileError, ValueError) as error:
            raise BundleError(f"{TRANSLATIONS / source.name} cannot be read: {error}") from None
        target.parent.mkdir(parents=True, exist_ok=True)
        write(target, compiled.getvalue())
        made.add(target)
        lines.append(f"{TRANSLATIONS / source.name} -> {target.relative_to(root)}")
    for old in (root / CATALOGUES).glob("*/LC_MESSAGES/*.mo"):
        if old not in made:
            old.unlink()
    return lines


def stored(static: Path, name: str, content: bytes) -> str:
    """The name under which the content now stands in `static/`, its hash in the middle."""
    path = Path(name)
    hashed = f"{path.stem}-{hashlib.sha256(content).hexdigest()[:HASH_LENGTH]}{path.suffix}"
    write(static / hashed, content)
    return hashed


def write(path: Path, content: bytes) -> None:
    """Puts the content there whole, or not at all."""
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(content)
    beside.replace(path)


def bundled(root: Path, entry: Path) -> bytes:
    """The entry point and all that it imports, as one small ES module or style sheet."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, "bundle").with_suffix(SUFFIXES[entry.suffix])
        run_deno_bundle(root, folder, "--output", str(output), str(entry))
        if not output.is_file():
            raise BundleError(f"deno made no bundle of {entry.name}.")
        return output.read_bytes()


def bundled_together(root: Path, entries: list[Path]) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The scripts of these entry points, and the parts that they import, by name.

    All of them are to lie in one folder.
    """
    if not entries:
        return {}, {}
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, "bundle")
        names = [str(entry) for entry in entries]
        run_deno_bundle(root, folder, "--code-splitting", "--outdir", str(output), *names)
        made = {
            path.name: SHARED_PART.sub(r"./\1", path.read_text(encoding="utf-8")).encode()
            for path in sorted(output.rglob("*.js"))
        }
    scripts = {entry.with_suffix(".js").name for entry in entries}
    if not scripts <= made.keys():
        raise BundleError("deno did not make a bundle of each script with a table.")
    return (
        {name: made[name] for name in scripts},
        {name: content for name, content in made.items() if name not in scripts},
    )


def run_deno_bundle(root: Path, folder: str, *arguments: str) -> None:
    """Bundles for browsers, as small as can be; the last argument is an entry point."""
    command = [
        str(deno()), "bundle", "--quiet", "--frozen", "--platform", "browser", "--minify",
        *arguments,
    ]  # fmt: skip
    done = subprocess.run(
        command, cwd=root, env=deno_environment(root, folder), capture_output=True, text=True,
        encoding="utf-8", errors="replace", check=False,
    )  # fmt: skip
    if done.returncode:
        raise BundleError(reason(done.stderr, Path(arguments[-1])))


def reason(stderr: str, entry: Path) -> str:
    """Why deno gave up: the network in one sentence, anything else in its own words."""
    if any(
        sign in stderr for sign in ("error sending request", "dns error", "tcp connect", "Connect")
    ):
        return (
            "The browser table could not be bundled because the npm registry cannot be reached; "
            "check the network or proxy and try again."
        )
    return f"The browser table could not be bundled from {entry.name}:\n{stderr.strip()}"


def deno() -> Path:
    """The deno that the build requirement brought, wherever pip put it."""
    beside = Path(sys.executable).with_name("deno.exe" if os.name == "nt" else "deno")
    found = beside if beside.is_file() else shutil.which("deno")
    if found is None:
        raise BundleError("The browser table could not be bundled because deno is not installed.")
    return Path(found)


def deno_environment(root: Path, folder: str) -> dict[str, str]:
    """Environment variables for deno: it writes to `.venv` or a passing folder, nowhere else."""
    cache = root / ".venv" / "deno"
    if not cache.parent.is_dir():
        cache = Path(folder, "deno")
    return {
        "DENO_TLS_CA_STORE": "system,mozilla",
        **os.environ,
        "DENO_DIR": str(cache),
        "DENO_NO_UPDATE_CHECK": "1",
        "NO_COLOR": "1",
    }
