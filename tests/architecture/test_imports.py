import subprocess
import sys

IMPORT_ALL_BELOW = """
import importlib, pkgutil, sys
package = importlib.import_module({package!r})
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(module.name)
known = set(sys.stdlib_module_names) | {{"bottleimp", "__main__", "sitecustomize"}}
print(*sorted({{name.partition(".")[0] for name in sys.modules}} - known - before))
"""
# Refuses the import of these by anyone.
BLOCK = """
import sys
for name in {blocked!r}:
    sys.modules[name] = None
before = {{name.partition(".")[0] for name in sys.modules}}
"""


def test_the_rules_need_nothing_but_the_standard_library():
    assert foreign_modules("bottleimp.rules") == ""


def test_the_rules_and_the_game_need_neither_numpy_nor_numba():
    blocked = ["numpy", "numba", "llvmlite"]

    assert imported("bottleimp.rules", blocked).returncode == 0
    assert imported("bottleimp.game", blocked).returncode == 0


def foreign_modules(package: str) -> str:
    """The top-level modules, not of the standard library or ours, that the package brings in."""
    return imported(package, []).stdout.strip()


def imported(package: str, blocked: list[str]) -> subprocess.CompletedProcess[str]:
    """What came of importing the package and all below it in a fresh Python."""
    code = BLOCK.format(blocked=blocked) + IMPORT_ALL_BELOW.format(package=package)
    return subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=False
    )
