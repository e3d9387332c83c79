"""Files of matches with something changed at random, for two programs that check them.

    python -m tests.support.game.mutated_matches --count 10000

plays matches in every mode, changes each file in one to three places, and compares what the Python
and the TypeScript program say of it.  File number N is always the same: `--first` goes on from
there.
"""

import argparse
import copy
import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from bottleimp.errors import BottleImpError, NotationError
from bottleimp.game.verification import MatchReport, verify_match
from bottleimp.rules.editions import edition_from_text, edition_keys
from bottleimp.server.views.export import export_match
from bottleimp.server.views.verifier_rules import verifier_rules
from tests.support.golden.fair_matches import FOLDER, played

ROOT = Path(__file__).parents[3]
PROGRAM = ROOT / "web" / "fair" / "verify_files.ts"
OPTIONS = ("classic/4,cycles=1", "matagot/4-teams,bga-teams", "classic/3,face-value,target=100")
MOST_CHANGES = 3
STRANGE: tuple[object, ...] = (
    None, True, False, 0, 1, -1, 2, 3, 1.5, 10**7, "", "x", "1", "19", "open-1", "seed", [], {},
    [None], "é", "0" * 64,
)  # fmt: skip
Json = Any  # what is changed at random
Place = tuple[Json, Json]  # a list or an object, and an index or a key of it
Change = Callable[[Json, Random], None]


@cache
def matches() -> tuple[Json, ...]:
    """Matches of every edition and some options, and those that the first version wrote."""
    old = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))]
    whole = played("classic/lopaka,cycles=1", 4)
    new = [played(key) for key in (*edition_keys(), *OPTIONS)]
    return (*old, *(json.loads(json.dumps(export_match(state))) for state in (*new, whole)))


def mutated(number: int) -> Json:
    """File number so-and-so."""
    random = Random(f"a changed match {number}")
    content = copy.deepcopy(random.choice(matches()))
    for _ in range(random.randrange(MOST_CHANGES) + 1):
        change = random.choice(CHANGES)
        try:
            change(content, random)
        except (KeyError, IndexError, TypeError, ValueError, AttributeError):
            continue  # an earlier change took away what this one is about
    return content


def places(value: Json) -> Iterator[Place]:
    """Every place in a value, the outer ones first."""
    keys = list(value) if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield value, key
        if isinstance(value[key], dict | list):
            yield from places(value[key])


def somewhere(content: Json, random: Random) -> Place:
    """A place in the file: any, or one of the outer ones, which are few."""
    if random.random() < 1 / 3:
        return content, random.choice(list(content))
    if random.random() < 1 / 2 and content["rounds"]:
        told = random.choice(content["rounds"])
        return random.choice([(told, key) for key in told])
    return random.choice(list(places(content)))


def something_strange(content: Json, random: Random) -> None:
    """A place holds something else."""
    holder, key = somewhere(content, random)
    holder[key] = copy.deepcopy(random.choice(STRANGE))


def nothing(content: Json, random: Random) -> None:
    """A place is gone."""
    holder, key = somewhere(content, random)
    del holder[key]


def one_more_or_less(content: Json, random: Random) -> None:
    """A number is another."""
    numbers = [
        (holder, key)
        for holder, key in places(content)
        if isinstance(holder[key], int) and not isinstance(holder[key], bool)
    ]
    holder, key = random.choice(numbers)
    holder[key] += random.choice((-1, 1))


def other_digit(content: Json, random: Random) -> None:
    """A seed, a commitment or a contribution is another."""
    told = random.choice(content["rounds"])
    digits: list[Place] = [(told, "seed"), (told, "commitment")]
    digits += [(told["contributions"], n) for n in range(len(told["contributions"]))]
    holder, key = random.choice(digits)
    at = random.randrange(len(holder[key]))
    holder[key] = holder[key][:at] + random.choice("0123456789abcdefA/ ") + holder[key][at + 1 :]


def swapped(content: Json, random: Random) -> None:
    """Two neighbours or any two entries of a list change places."""
    lists = [content["rounds"], content["deck"], content["players"], content["totals"]]
    for told in content["rounds"]:
        record = told["record"]
        lists += [record["actions"]] * 4
        lists += [record["scores"], record["names"], record["deal"], told["contributions"]]
        lists.append(random.choice(record["deal"]))
    chosen = random.choice([each for each in lists if len(each) > 1])
    one = random.randrange(len(chosen) - 1)
    other = one + 1 if random.random() < 1 / 2 else random.randrange(len(chosen))
    chosen[one], chosen[other] = chosen[other], chosen[one]


def cut(content: Json, random: Random) -> None:
    """A list ends early, begins late, or repeats an entry."""
    told = random.choice(content["rounds"])
    lists = [content["rounds"], told["record"]["actions"], told["record"]["deal"][0]]
    chosen = random.choice(lists)
    match random.randrange(3):
        case 0:
            chosen.pop()
        case 1:
            chosen.pop(0)
        case _:
            chosen.append(copy.deepcopy(random.choice(chosen)))


def cards_exchanged(content: Json, random: Random) -> None:
    """Two cards change places everywhere in a record, so that it may still be playable."""
    record = random.choice(content["rounds"])["record"]
    one, other = random.sample(content["deck"], 2)
    names = {one: other, other: one}
    record["deal"] = [[names.get(card, card) for card in hand] for hand in record["deal"]]
    record["left_over"] = [names.get(card, card) for card in record["left_over"]]
    record["actions"] = [names.get(card, card) for card in record["actions"]]


def points_moved(content: Json, random: Random) -> None:
    """A round gives points to another, and the totals agree with that."""
    told = random.choice(content["rounds"])
    scores = told["record"]["scores"]
    one, other = random.sample(range(len(scores)), 2)
    scores[one], scores[other] = scores[one] + 1, scores[other] - 1
    totals = content["totals"]
    one, other = random.sample(range(len(totals)), 2)
    totals[one], totals[other] = totals[one] + 1, totals[other] - 1


def dealers_turned(content: Json, random: Random) -> None:
    """Every round has the next dealer."""
    for told in content["rounds"]:
        told["dealer"] = (told["dealer"] + 1) % len(content["players"])
    if random.random() < 1 / 2:
        content["first_dealer"] = "named"


def names_changed(content: Json, random: Random) -> None:
    """A player has another name, in the list or everywhere."""
    player = random.choice(content["players"])
    before, after = player["name"], random.choice(("P0", "Zoe", "", " ", "a|b", "\u200b"))
    player["name"] = after
    if random.random() < 1 / 2:
        for told in content["rounds"]:
            names = told["record"]["names"]
            told["record"]["names"] = [after if each == before else each for each in names]


def another_edition(content: Json, random: Random) -> None:
    """The match, or a round, says that it is of another edition."""
    edition = random.choice([*edition_keys(), *OPTIONS, "nowhere/4", "classic/4,target=x"])
    holders = [content] + [told["record"] for told in content["rounds"]]
    for holder in holders if random.random() < 1 / 2 else [random.choice(holders)]:
        holder["edition"] = edition


def another_promise(content: Json, random: Random) -> None:
    """A round says something else about how its deal came about."""
    told = random.choice(content["rounds"])
    match random.randrange(4):
        case 0:
            told["promised"] = not told["promised"]
        case 1:
            told["mixing"] = 3 - told["mixing"]
        case 2:
            told["contributions"] = [None] * len(told["contributions"])
        case _:
            content["version"] = 3 - content["version"]


CHANGES: tuple[Change, ...] = (
    something_strange, nothing, one_more_or_less, other_digit, swapped, swapped, swapped, cut,
    cards_exchanged, points_moved, dealers_turned, names_changed, another_edition, another_promise,
)  # fmt: skip


def report_as_json(report: MatchReport) -> Json:
    """A report in the words of the TypeScript program."""
    return {
        "rounds": [
            {
                "round": each.round,
                "contributions": each.contributions,
                "wrong": [wrong.value for wrong in each.faults],
                "unproven": [unproven.value for unproven in each.proof_gaps],
            }
            for each in report.rounds
        ],
        "wrong": [wrong.value for wrong in report.faults],
        "unproven": [unproven.value for unproven in report.proof_gaps],
    }


def in_python(content: Json) -> Json:
    """What the Python program says; None where it refuses the file."""
    try:
        return report_as_json(verify_match(content))
    except NotationError:
        return None


def rules_of(contents: Sequence[Json]) -> Json:
    """What the TypeScript program has to know, by the text of each edition."""
    told = [content.get("edition") for content in contents]
    rules = {}
    for text in {each for each in told if isinstance(each, str)}:
        try:
            rules[text] = verifier_rules(edition_from_text(text)) | {"edition": text}
        except BottleImpError:
            continue
    return rules


def in_typescript(contents: Sequence[Json]) -> list[Json]:
    """What the TypeScript program says of each; None where it refuses the file."""
    deno = shutil.which("deno", path=str(Path(sys.executable).parent)) or "deno"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "matches.json"
        given = {"rules": rules_of(contents), "matches": contents}
        path.write_text(json.dumps(given), encoding="utf-8")
        done = subprocess.run(
            [deno, "run", "--quiet", "--frozen", f"--allow-read={path}", PROGRAM, path],
            capture_output=True, encoding="utf-8", check=True, cwd=ROOT,
        )  # fmt: skip
    return [json.loads(line) for line in done.stdout.splitlines()]


def compared(first: int, count: int) -> tuple[list[str], Counter[str]]:
    """Where the two say different things of these files, and how often each fault was found."""
    contents = [mutated(number) for number in range(first, first + count)]
    differences, found = [], Counter[str]()
    for number, (content, said) in enumerate(
        zip(contents, in_typescript(contents), strict=True), start=first
    ):
        ours = in_python(content)
        if ours != said:
            differences.append(f"{number}: Python says {ours}, TypeScript says {said}")
        found.update(faults(ours))
    return differences, found


def faults(said: Json) -> set[str]:
    """The kinds of faults in what a program says."""
    if said is None:
        return {"refused"}
    wrong = {each for verdict in said["rounds"] for each in verdict["wrong"]} | {*said["wrong"]}
    return wrong or {"right"}


def main() -> int:
    """Compares as many files as are asked for; 1 if anything differs."""
    parser = argparse.ArgumentParser(description="Compare two programs on changed matches.")
    parser.add_argument("--count", type=int, default=1000, help="how many files")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    arguments = parser.parse_args()
    differences, found = compared(arguments.first, arguments.count)
    for line in differences:
        print(line)  # noqa: T201
    kinds = dict(found.most_common())
    print(f"{arguments.count} files, {len(differences)} differences; {kinds}")  # noqa: T201
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
