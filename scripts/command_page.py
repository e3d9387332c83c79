"""The page of commands, made from the parsers of the command line.

`python -m scripts.command_page` writes `docs/reference/cli.md`.  The texts are those of `--help`.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from bottleimp.cli.main import SUBCOMMANDS, subcommand_parser
from bottleimp.cli.option_parser import REFUSED
from bottleimp.cli.record import FAILED
from bottleimp.exit_statuses import INTERRUPTED, TERMINATED

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "reference" / "cli.md"

LINKS = {
    "play": "[Host a table](../how-to/host-a-table.md) says more.",
    "serve": "[Host a table](../how-to/host-a-table.md) says more.",
    "admin": "[Back up and restore](../how-to/back-up-and-restore.md) says more.",
    "terminal": "[Play in the terminal](../how-to/play-in-the-terminal.md) says more.",
    "arena": "[Run a tournament](../how-to/run-a-tournament.md) says more.",
    "tournament": "[Run a tournament](../how-to/run-a-tournament.md) says more.",
    "exploitability": "[Measure exploitability](../how-to/measure-exploitability.md) says more.",
    "panel": "[Measure among strangers](../how-to/measure-among-strangers.md) says more.",
    "regret": "[Measure exploitability](../how-to/measure-exploitability.md) says more.",
    "simulate": "[Records as text and as JSON](notation.md) says what is written.",
    "selfplay": "[Data sets](data.md) says what is written.",
    "record": "[Records as text and as JSON](notation.md) is that page.",
    "verify": "[Fair deals](../explanation/fair-deals.md) tells what is checked.",
    "warmup": "[Host a table](../how-to/host-a-table.md) says when it helps.",
    "perft": "[One source of the rules](../explanation/one-source.md) says what for.",
}


def page() -> str:
    """The page with every subcommand."""
    lines = [
        "# Commands",
        "",
        "`bottleimp COMMAND --help` says the same in the terminal.",
        "`./play` is `bottleimp play`, with everything installed first.",
        "This page is made from the commands by `python -m scripts.command_page`.",
        "",
        "| command | does |",
        "|---|---|",
    ]
    lines += [f"| [`{name}`](#{name}) | {cell(c.summary)} |" for name, c in SUBCOMMANDS.items()]
    lines += [
        "",
        "Editions are named by key and options: `classic/4`, `classic/4,face-value,target=300`;",
        "[the list](editions.md) has them all.",
        "Computer players that search take a budget behind their name: `perfect_information:50`.",
        "",
        f"The exit status is 0 when all went well, and {REFUSED} when what was asked for cannot be",
        "done; one sentence on the error output says why.",
        f"`record check`, `admin check`, `verify` and `tournament --verify` end with {FAILED}",
        "when they find fault, `admin erase` and `admin reports` when they met damaged events,",
        f"and what is interrupted by Ctrl+C before its end with {INTERRUPTED},",
        f"by SIGTERM with {TERMINATED}.",
    ]
    for name, command in SUBCOMMANDS.items():
        lines += ["", f"## {name}", "", sentence(command.summary)]
        lines += [part for part in (command.details, LINKS[name]) if part]
        lines += command_lines(subcommand_parser(name))
    return "\n".join(lines) + "\n"


def command_lines(parser: argparse.ArgumentParser) -> Iterator[str]:
    """How a command is called, its options, and its own subcommands."""
    # argparse has no public list of what a parser takes.
    actions = [
        a
        for a in parser._actions
        if not isinstance(a, argparse._HelpAction) and a.help != argparse.SUPPRESS
    ]
    subcommands = [a for a in actions if isinstance(a, argparse._SubParsersAction)]
    for choosing in subcommands:
        told = {choice.dest: choice.help for choice in choosing._choices_actions}
        for name, own in choosing.choices.items():
            yield from ("", f"### {parser.prog.split()[-1]} {name}", "", sentence(told[name] or ""))
            yield from command_lines(own)
    if subcommands:
        return
    words = [argument_name(a) for a in actions if not a.option_strings]
    yield from ("", "```text", " ".join([parser.prog, "[OPTIONS]", *words]), "```", "")
    yield from ("| | |", "|---|---|")
    for action in actions:
        yield f"| {option_spellings(action)} | {cell(action.help or '')} |"


def option_spellings(action: argparse.Action) -> str:
    """An option in all its spellings, with what it takes; or an argument."""
    spellings = action.option_strings or [argument_name(action)]
    taken = "" if action.nargs == 0 or not action.option_strings else f" {argument_name(action)}"
    return ", ".join(f"`{spelling}{taken}`" for spelling in spellings)


def argument_name(action: argparse.Action) -> str:
    """What an argument is called, and whether it may be left out or repeated."""
    if action.choices:
        name = "{" + ",".join(map(str, action.choices)) + "}"
    else:
        bare = action.metavar or action.dest
        name = (bare if isinstance(bare, str) else " ".join(bare)).upper()
    return {"+": f"{name} [{name} ...]", "?": f"[{name}]"}.get(str(action.nargs), name)


def sentence(text: str) -> str:
    """The text with a capital letter and a full stop."""
    return f"{text[0].upper()}{text[1:]}."


def cell(text: str) -> str:
    """The text as a cell of a table."""
    return text.replace("|", "\\|")


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE.relative_to(ROOT))


if __name__ == "__main__":
    main()
