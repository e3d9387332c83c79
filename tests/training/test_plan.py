"""What a plan of trainings side by side may say."""

import re
from pathlib import Path

import pytest

from tests.support.sources.repository import ROOT
from training.plan import plan_from_text

APART = (ROOT / "benchmarks" / "panel" / "apart-1" / "4.npz").as_posix()
COMPANY = '[[training]]\nmode = "4"\nseeds = [1]\ncompany = 0.3\n'
README = (ROOT / "training" / "README.md").read_text(encoding="utf-8")


def test_the_plan_of_the_page_can_be_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (text,) = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)

    (training,) = plan_from_text(text)

    assert (training.mode, training.seeds) == ("lopaka", (1, 2, 3))
    assert Path(str(training.settings["company_networks"])).is_file()


def test_what_all_share_gives_way_to_what_a_mode_has_of_its_own() -> None:
    text = '[settings]\nrate = 1e-3\nsize = 64\n[[training]]\nmode = "3"\nseeds = [4]\nsize = 32'

    (training,) = plan_from_text(text)

    assert training.settings == {"rate": 1e-3, "size": 32}
    assert training.command(4, Path("runs"))[1:] == [
        "-m", "training.train", "3", "--folder", "runs/4", "--seed", "4",
        "--rate", "0.001", "--size", "32",
    ]  # fmt: skip


def test_a_mode_without_company_leaves_out_what_the_others_have() -> None:
    text = (
        "[settings]\ncompany = 0.2\nguest = 0.3\ndrawn_styles = 7\nsize = 64\n"
        '[[training]]\nmode = "3"\nseeds = [4]\ncompany = 0.0'
    )

    (training,) = plan_from_text(text)

    assert training.settings == {"company": 0.0, "size": 64}


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
        (f"{COMPANY}guest = 1.5", "guest of players is from 0 to 1"),
        (f"{COMPANY}network_guest = 1.5", "guest of networks is from 0 to 1"),
        (f'{COMPANY}company_networks = "gone.npz"', "no file gone.npz"),
        (f'{COMPANY}company_networks = "{APART}"', "measuring alone"),
        (f'{COMPANY}search_guest = 0.5\nsearch_hosts = "style_lowest"', "measuring alone"),
        (f'{COMPANY}search_guest = 0.5\nsearch_hosts = "style_lowest:4"', "style_lowest"),
        (COMPANY.replace("0.3", "0.0") + "guest = 0.5", "Without company"),
        (COMPANY.replace("0.3", "7.5"), "at most 0.9"),
        ("[extra]\n", "no part 'extra'"),
    ],
)
def test_a_plan_that_cannot_be_run_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        plan_from_text(text)
