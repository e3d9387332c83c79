"""The drawings and tables of the page about the architecture, made from the contracts of layers.

`python -m scripts.architecture_page` writes them into `docs/explanation/architecture.md`, each
between two comments that name it.  Which package may import which stands in the contracts of
import-linter in `pyproject.toml`; what a package holds is the first line of its docstring.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "explanation" / "architecture.md"
PACKAGE = ROOT / "src" / "bottleimp"
WIDTH = 76  # of a drawing, in letters
PART = re.compile(r"(<!-- made from the contracts: (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)


@dataclass(frozen=True)
class Contract:
    """The layers inside one package, top first; those of one layer do not import each other."""

    package: str  # such as `bottleimp.server`
    layers: tuple[tuple[str, ...], ...]

    @property
    def existing(self) -> list[list[str]]:
        """The layers without the names that have no source yet."""
        found = [
            [name for name in layer if docstring(f"{self.package}.{name}") is not None]
            for layer in self.layers
        ]
        return [layer for layer in found if layer]

    @property
    def missing(self) -> list[str]:
        """The names that have a place in the contract and no source yet."""
        return [
            name
            for layer in self.layers
            for name in layer
            if docstring(f"{self.package}.{name}") is None
        ]


def contracts() -> dict[str, Contract]:
    """Every contract of layers in the settings of the project, by package."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return {
        package: Contract(
            package, tuple(tuple(re.findall(r"\w+", layer)) for layer in one["layers"])
        )
        for one in settings["tool"]["importlinter"]["contracts"]
        if one["type"] == "layers"
        for package in one["containers"]
    }


def source(module: str) -> Path | None:
    """The file of a package or a module; None where there is no such."""
    base = PACKAGE.parent / module.replace(".", "/")
    found = (base / "__init__.py", base.with_suffix(".py"))
    return next((path for path in found if path.is_file()), None)


def docstring(module: str) -> str | None:
    """The first line of the docstring of a package or a module; None where there is no such."""
    path = source(module)
    if path is None:
        return None
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return (ast.get_docstring(tree) or "").partition("\n")[0]


def drawing(contract: Contract) -> str:
    """The layers as boxes, one above the other; those side by side do not import each other."""
    lines, border_below = [], ""
    for layer in contract.existing:
        widths = [
            WIDTH * (place + 1) // len(layer) - WIDTH * place // len(layer)
            for place in range(len(layer))
        ]
        border = "+" + "".join("-" * (width - 1) + "+" for width in widths)
        cells = "".join(f"| {name}".ljust(w) for name, w in zip(layer, widths, strict=True))
        lines += [merge(border, border_below), cells + "|"]
        border_below = border
    return "\n".join(["```text", *lines, border_below, "```"])


def merge(border: str, above: str) -> str:
    """One border in place of two: a corner wherever either has one."""
    return "".join(
        "+" if "+" in pair else "-" for pair in zip(border, above or border, strict=True)
    )


def table(contract: Contract, inner: dict[str, Contract]) -> str:
    """One line for each package, top first, with the packages in it unless they have a contract."""
    lines = ["| package | what it holds |", "|---|---|"]
    for module in rows(contract, inner):
        path = source(module)
        name = path.parent if path and path.name == "__init__.py" else path
        shown = name and name.relative_to(PACKAGE).as_posix()
        lines.append(f"| `{shown}` | {(docstring(module) or '').rstrip('.')} |")
    return "\n".join(lines)


def rows(contract: Contract, inner: dict[str, Contract]) -> Iterator[str]:
    """The modules of a contract, each followed by the packages in it."""
    for layer in contract.existing:
        for name in layer:
            module = f"{contract.package}.{name}"
            yield module
            if module not in inner:
                folder = PACKAGE.parent / module.replace(".", "/")
                yield from (
                    f"{module}.{p.parent.name}" for p in sorted(folder.glob("*/__init__.py"))
                )


def planned(contract: Contract) -> str:
    """A sentence about the names that have no source yet; empty where there are none."""
    names = " and ".join(f"`{name}`" for name in contract.missing)
    return f"\nA place is kept in the contract for packages to come: {names}.\n" if names else ""


def part(package: str) -> str:
    """The drawing and the table of one package."""
    known = contracts()
    contract = known[package]
    return f"\n{drawing(contract)}\n\n{table(contract, known)}\n{planned(contract)}\n"


def page() -> str:
    """The page, with every part made anew."""
    text = PAGE.read_text(encoding="utf-8")
    return PART.sub(lambda found: found[1] + part(found[2]) + found[3], text)


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE.relative_to(ROOT))


if __name__ == "__main__":
    main()
