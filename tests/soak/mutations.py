"""Breaks the code in one place at a time, and names the places where no test notices.

    python -m tests.soak.mutations --package rules --sample 100

Each mutant changes one comparison, operator, constant, condition or result.  The tests of its
package run on a copy of the sources, the nearest first, until one fails.  A mutant that passes all
of them has survived: either a test is missing, or the change makes no difference.  Those of the
second kind are kept in `survivors.txt` beside this file, with the reason; any other survivor makes
the exit status 1.  The same `--seed` draws the same sample.
"""

import argparse
import ast
import copy
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Final, NamedTuple, TypeVar

Operator = TypeVar("Operator", bound=ast.AST)

ROOT: Final = Path(__file__).resolve().parents[2]
SOURCES: Final = ROOT / "src"
SURVIVORS: Final = Path(__file__).with_name("survivors.txt")
# The tests that should notice, by package; the nearest and quickest first.
TESTS: Final = {
    "rules": ("tests/rules", "tests/rulebook", "tests/game", "tests/properties"),
    "game": ("tests/game", "tests/rulebook", "tests/properties"),
    "knowledge": ("tests/knowledge", "tests/rulebook", "tests/properties"),
    "server/state": ("tests/server/state", "tests/server/views", "tests/server/tables"),
}
MARKS: Final = "not slow and not browser and not strength and not wide and not long and not bench"
SECONDS_FOR_A_MUTANT: Final = 600.0  # one that never ends has been noticed
NO_TESTS_FAILED: Final = 0

OPERATORS: Final[dict[type[ast.AST], type[ast.AST]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip


class Mutant(NamedTuple):
    """One change: the file, the function, the text before and after, and where it stands."""

    path: str  # from `src/bottleimp`
    function: str
    before: str
    after: str
    occurrence: int  # among equal changes in the function, from 1
    begin: int  # bytes from the start of the file
    end: int

    @property
    def name(self) -> str:
        """How the list of survivors names it; moves with its function, not with its line."""
        often = f" #{self.occurrence}" if self.occurrence > 1 else ""
        return f"{self.path} {self.function}: {self.before} -> {self.after}{often}"


def mutants_of(source: str, path: str) -> list[Mutant]:
    """Every mutant of a module, from the top."""
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found: list[Mutant] = []
    seen: Counter[tuple[str, str, str]] = Counter()
    for function, node, changed in changes(ast.parse(source), "module"):
        before, after = one_line(node), one_line(changed)
        seen[function, before, after] += 1
        begin = starts[node.lineno - 1] + node.col_offset
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        end = starts[node.end_lineno - 1] + node.end_col_offset
        occurrence = seen[function, before, after]
        found.append(Mutant(path, function, before, after, occurrence, begin, end))
    return found


def one_line(node: ast.AST) -> str:
    """The node as text in one line, in parentheses where it is an expression."""
    text = " ".join(ast.unparse(node).split())
    return f"({text})" if isinstance(node, ast.expr) else text


def changes(
    node: ast.AST, function: str
) -> Iterator[tuple[str, ast.expr | ast.stmt, ast.expr | ast.stmt]]:
    """The function, a node in it, and what it becomes, for every change below the node."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        function = node.name if function == "module" else f"{function}.{node.name}"
    if isinstance(node, ast.expr | ast.stmt):
        yield from ((function, node, changed) for changed in changed_forms(node))
    for part in parts_that_run(node):
        yield from changes(part, function)


def parts_that_run(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node that decide what the program does: no types, docstrings or messages."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "type_params", "bases"):
            continue
        for part in value if isinstance(value, list) else [value]:
            is_text = isinstance(part, ast.JoinedStr | ast.Raise | ast.Assert)
            is_docstring = isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)
            if isinstance(part, ast.AST) and not is_text and not is_docstring:
                yield part


def changed_forms(node: ast.expr | ast.stmt) -> Iterator[ast.expr | ast.stmt]:
    """What the node itself may become."""
    match node:
        case ast.Compare(ops=operators):
            for place, operator in enumerate(operators):
                changed = copy.deepcopy(node)
                changed.ops[place] = opposite(operator, ast.cmpop)
                yield changed
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(opposite(operator, ast.boolop), values)
        case ast.BinOp(left, operator, right) if type(operator) in OPERATORS:
            yield ast.BinOp(left, opposite(operator, ast.operator), right)
        case ast.AugAssign(target, operator, value) if type(operator) in OPERATORS:
            yield ast.AugAssign(target, opposite(operator, ast.operator), value)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand
        case ast.Constant(value=bool() as truth):
            yield ast.Constant(not truth)
        case ast.Constant(value=int() as number):
            yield ast.Constant(number + 1)
        case ast.IfExp(condition, body, otherwise):
            yield ast.IfExp(condition, otherwise, body)
        case ast.Return(value=ast.expr() as value) if not is_none(value):
            yield ast.Return(ast.Constant(None))


def is_none(node: ast.expr) -> bool:
    """Whether the expression is `None`."""
    return isinstance(node, ast.Constant) and node.value is None


def opposite(operator: ast.AST, kind: type[Operator]) -> Operator:
    """The operator that takes this one's place."""
    changed = OPERATORS[type(operator)]()
    assert isinstance(changed, kind)
    return changed


# ---------------------------------------------------------------- trying them


class Laboratory:
    """Copies of the sources in which mutants are tried, one for each that runs at a time."""

    def __init__(self, folder: Path, jobs: int) -> None:
        self.copies: SimpleQueue[Path] = SimpleQueue()
        for job in range(jobs):
            place = folder / str(job)
            shutil.copytree(SOURCES, place / "src", ignore=shutil.ignore_patterns("__pycache__"))
            self.copies.put(place)

    def sources_pass(self, tests: Sequence[str]) -> bool:
        """Whether the tests pass on the sources as they are; else no mutant could survive."""
        place = self.copies.get()
        try:
            return self.pass_on(place, tests)
        finally:
            self.copies.put(place)

    def survives(self, mutant: Mutant, tests: Sequence[str]) -> bool:
        """Whether every one of the tests passes on the mutant."""
        place = self.copies.get()
        path = place / "src" / "bottleimp" / mutant.path
        source = path.read_bytes()
        try:
            write_module(
                path, source[: mutant.begin] + mutant.after.encode() + source[mutant.end :]
            )
            return self.pass_on(place, tests)
        finally:
            write_module(path, source)
            self.copies.put(place)

    def pass_on(self, place: Path, tests: Sequence[str]) -> bool:
        """Whether the tests pass on this copy of the sources."""
        variables = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(place / "src"), str(ROOT)]),
            "BOTTLEIMP_CACHE": str(place / "cache"),
        }
        command = [
            sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider",
            "-p", "no:randomly", "--cases=3", "--hypothesis-profile=fast", "-m", MARKS, *tests,
        ]  # fmt: skip
        try:
            done = subprocess.run(
                command, cwd=ROOT, env=variables, check=False, timeout=SECONDS_FOR_A_MUTANT,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == NO_TESTS_FAILED


def write_module(path: Path, source: bytes) -> None:
    """Writes the module, and forgets its bytecode, which Python knows by time and size alone."""
    path.write_bytes(source)
    for compiled in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
        compiled.unlink()


def all_mutants(package: str) -> list[Mutant]:
    """Every mutant of every module of the package."""
    inside = SOURCES / "bottleimp"
    return [
        mutant
        for path in sorted((inside / package).rglob("*.py"))
        for mutant in mutants_of(
            path.read_text(encoding="utf-8"), path.relative_to(inside).as_posix()
        )
    ]


def kept_survivors() -> dict[str, str]:
    """The survivors that make no difference, and why, by their names."""
    lines = SURVIVORS.read_text(encoding="utf-8").splitlines()
    entries = (line.partition("  # ") for line in lines if line and not line.startswith("#"))
    return {name: reason for name, _, reason in entries}


def say(line: str) -> None:
    """Prints a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """Tries mutants; 1 when one survived that is not in the list, 2 when tests fail anyway."""
    parser = argparse.ArgumentParser(description="Breaks the code and sees whether a test fails.")
    parser.add_argument("--package", choices=TESTS, action="append", help="default: all")
    parser.add_argument("--sample", type=int, help="so many of each package, default: all")
    parser.add_argument("--seed", type=int, default=1, help="draws the sample")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="so many at a time")
    options = parser.parse_args(arguments)
    kept, unknown = kept_survivors(), 0
    with tempfile.TemporaryDirectory() as folder:
        laboratory = Laboratory(Path(folder), options.jobs)
        for package in options.package or TESTS:
            if not laboratory.sources_pass(TESTS[package]):
                say(f"{package}: the tests fail without a mutant")
                return 2
            mutants = all_mutants(package)
            chosen = mutants
            if options.sample is not None and options.sample < len(mutants):
                chosen = Random(options.seed).sample(mutants, options.sample)
            survivors = []
            with ThreadPoolExecutor(options.jobs) as executor:
                tried = executor.map(
                    lambda mutant, tests=TESTS[package]: laboratory.survives(mutant, tests), chosen
                )
                for mutant, survived in zip(chosen, tried, strict=True):
                    if survived:
                        survivors.append(mutant.name)
                        say(
                            f"survived: {mutant.name}  # {kept.get(mutant.name, 'NOT IN THE LIST')}"
                        )
            unknown += sum(name not in kept for name in survivors)
            say(
                f"{package}: {len(mutants)} mutants, {len(chosen)} tried, "
                f"{len(chosen) - len(survivors)} noticed, {len(survivors)} survived"
            )
    return 1 if unknown else 0


if __name__ == "__main__":
    raise SystemExit(main())
