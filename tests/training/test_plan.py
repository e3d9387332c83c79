"""What a plan of trainings side by side may say, and what options are called."""

import argparse
import json
import re
from pathlib import Path

import pytest

from tests.support.sources.repository import ROOT
from training.plan import plan_from_text
from training.settings import OLD_NAMES, TrainingSettings, add_setting_options, option_name

APART = (ROOT / "benchmarks" / "panel" / "apart-1" / "4.npz").as_posix()
POPULATION = '[[training]]\nmode = "4"\nseeds = [1]\npopulation = 0.3\n'
SETTINGS = vars(TrainingSettings(""))
README = (ROOT / "training" / "README.md").read_text(encoding="utf-8")


def test_the_plan_of_the_page_can_be_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (text,) = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)

    (training,) = plan_from_text(text)

    assert (training.mode, training.seeds) == ("lopaka", (1, 2, 3))
    assert Path(str(training.settings["population_networks"])).is_file()


def test_what_all_share_gives_way_to_what_a_mode_has_of_its_own() -> None:
    text = '[settings]\nrate = 1e-3\nsize = 64\n[[training]]\nmode = "3"\nseeds = [4]\nsize = 32'

    (training,) = plan_from_text(text)

    assert training.settings == {"rate": 1e-3, "size": 32}
    assert training.command(4, Path("runs"))[1:] == [
        "-m", "training.train", "3", "--folder", "runs/4", "--seed", "4",
        "--rate", "0.001", "--size", "32",
    ]  # fmt: skip


def test_a_mode_without_population_leaves_out_what_the_others_have() -> None:
    text = (
        "[settings]\npopulation = 0.2\nresponder = 0.3\ndrawn_styles = 7\nsize = 64\n"
        '[[training]]\nmode = "3"\nseeds = [4]\npopulation = 0.0'
    )

    (training,) = plan_from_text(text)

    assert training.settings == {"population": 0.0, "size": 64}


@pytest.mark.parametrize(
    ("old", "value"),
    [
        ("company", 0.2),
        ("guest", 0.3),
        ("network_guest", 0.4),
        ("company_networks", "src/bottleimp/players/networks/4.npz"),
    ],
)
def test_a_plan_with_an_old_name_is_read(
    old: str, value: float | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    common = "" if old == "company" else "company = 0.2\n"
    text = f'[settings]\n{common}{old} = {json.dumps(value)}\n[[training]]\nmode = "4"\nseeds = [1]'

    (training,) = plan_from_text(text)

    assert training.settings == {"population": 0.2, OLD_NAMES[old]: value}


def test_a_plan_with_the_old_names_of_players_that_search_is_read() -> None:
    text = f'{POPULATION}search_guest = 0.5\nsearch_hosts = "perfect_information:48"'

    (training,) = plan_from_text(text)

    assert training.settings == {
        "population": 0.3, "responder_to_searchers": 0.5, "searchers": "perfect_information:48",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "at most one for each mode"),
        ('[[training]]\nmode = "3"\nseeds = [1]\n' * 2, "at most one for each mode"),
        ('[[training]]\nmode = "7"\nseeds = [1]', "no mode '7'"),
        ('[[training]]\nmode = "3"', "needs a list of seeds"),
        ('[[training]]\nmode = "3"\nseeds = [1, 1]', "a seed twice"),
        ('[[training]]\nmode = "3"\nseeds = [1]\nstart = "gone.npz"', "no such file"),
        ('[[training]]\nmode = "3"\nseeds = [1]\nspeed = 3', "no setting 'speed'"),
        ('[[training]]\nmode = "3"\nseeds = [1]\nseed = 3', "no setting 'seed'"),
        ('[[training]]\nmode = "3"\nseeds = [1]\nsize = 2.5', "size is to be of type int"),
        ('[[training]]\nmode = "3"\nseeds = [1]\nrate = "2"', "rate is to be of type float"),
        ('[[training]]\nmode = "3"\nseeds = [2, -1]', "the seed -1, which is below 0"),
        (f'[[training]]\nmode = "4"\nseeds = [1]\nstart = "{APART}"', "measuring alone"),
        (f"{POPULATION}company = 0.3", "'population' twice"),
        (f"{POPULATION}responder = 1.5", "responder to players is from 0 to 1"),
        (f"{POPULATION}responder_to_networks = 1.5", "responder to networks is from 0 to 1"),
        (f'{POPULATION}population_networks = "gone.npz"', "no file gone.npz"),
        (f'{POPULATION}population_networks = "{APART}"', "measuring alone"),
        (
            f'{POPULATION}responder_to_searchers = 0.5\nsearchers = "style_lowest"',
            "measuring alone",
        ),
        (f'{POPULATION}responder_to_searchers = 0.5\nsearchers = "style_lowest:4"', "style_lowest"),
        (POPULATION.replace("0.3", "0.0") + "responder = 0.5", "Without a population"),
        (POPULATION.replace("0.3", "7.5"), "at most 0.9"),
        ("[extra]\n", "no part 'extra'"),
    ],
)
def test_a_plan_that_cannot_be_run_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        plan_from_text(text)


@pytest.mark.parametrize("old", [old for old, new in OLD_NAMES.items() if new in SETTINGS])
def test_an_old_option_is_refused_with_the_new_one(
    old: str, capsys: pytest.CaptureFixture[str]
) -> None:
    parser = argparse.ArgumentParser()
    add_setting_options(parser, TrainingSettings(""))

    with pytest.raises(SystemExit):
        parser.parse_args([option_name(old), "0.3"])

    new = option_name(OLD_NAMES[old])
    assert f"The option {option_name(old)} is called {new} now." in capsys.readouterr().err
    assert vars(parser.parse_args([])).keys() | {"edition"} == SETTINGS.keys()
