"""The panel of strangers: who serves for what, and what measuring among them comes to."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from bottleimp.analysis.arena.contests import edition_of_each_mode
from bottleimp.analysis.arena.lineups import ScheduledRound, play_rounds, playing_sides
from bottleimp.analysis.arena.paired_deals import mean_block
from bottleimp.analysis.arena.statistics import estimate
from bottleimp.analysis.evaluation.panel import (
    Half,
    Panel,
    PanelNetwork,
    PanelPlayer,
    read_panel,
)
from bottleimp.analysis.evaluation.panel_measurement import (
    make_panel_measurement,
    player_label,
    read_panel_blocks,
    run_panel_measurement,
)
from bottleimp.analysis.evaluation.panel_report import (
    panel_as_json,
    panel_section,
    read_panel_results,
    surrogate_estimate,
)
from bottleimp.analysis.report.strength_page import write_page
from bottleimp.cli.main import main
from bottleimp.cli.option_parser import REFUSED
from bottleimp.errors import BottleImpError, UnknownName
from bottleimp.players.catalogue import player_names, style_player_names
from bottleimp.players.network import REFERENCE_NETWORK, network_file
from bottleimp.players.style_names import MIXTURES, STYLE_PREFIX, STYLE_SENTENCES
from bottleimp.rules.editions import edition, edition_from_text
from tests.support.players.networks import drawn_network, written
from tests.support.sources.pages import ROOT

KEY, SEED = "classic/4", 5
LOT = b"bottleimp panel of strangers"
OPPOSITES = (
    ("beginner", "memoriser"),
    ("cautious", "greedy"),
    ("highest", "lowest"),
    ("low_dumper", "low_hoarder"),
)


@pytest.fixture
def weights(tmp_path: Path) -> str:
    """A file with weights that are drawn."""
    file = tmp_path / "drawn.npz"
    written(drawn_network(edition(KEY)), file)
    return str(file)


def half_of(style: str) -> Half:
    """The half to which the player of a style belongs."""
    (half,) = {m.half for m in read_panel().players if m.name == STYLE_PREFIX + style}
    return half


def test_the_lot_put_one_of_each_pair_of_opposites_into_each_half() -> None:
    (byte, *_) = hashlib.sha256(LOT).digest()
    bits = [byte >> 7 - place & 1 for place in range(len(OPPOSITES))]

    assert sorted(style for pair in OPPOSITES for style in pair) == list(STYLE_SENTENCES)
    for bit, pair in zip(bits, OPPOSITES, strict=True):
        assert half_of(pair[bit]) is Half.MEASURING
        assert half_of(pair[1 - bit]) is Half.TRAINING


@pytest.mark.parametrize("mixture", MIXTURES)
def test_a_mixture_is_of_styles_of_its_own_half(mixture: str) -> None:
    assert {half_of(style) for style in MIXTURES[mixture]} == {half_of(mixture)}
    assert len(MIXTURES[mixture]) == len(OPPOSITES)


def test_each_member_is_a_player_and_has_one_half() -> None:
    names = [member.name for member in read_panel().players]

    assert len(names) == len(set(names))
    assert set(style_player_names()) < set(names) <= {*style_player_names(), *player_names()}


@pytest.mark.parametrize("key", edition_of_each_mode())
def test_every_mode_has_members_in_both_halves(key: str) -> None:
    mode = edition_from_text(key).mode
    measuring, training = (read_panel().player_names(half, mode) for half in Half)

    assert len(measuring) >= len(OPPOSITES)
    assert len(training) >= len(OPPOSITES)
    assert ("reference" in measuring) == (mode == "4")


def test_a_network_of_the_panel_is_known_by_its_checksum(tmp_path: Path, weights: str) -> None:
    digest = hashlib.sha256(Path(weights).read_bytes()).hexdigest()
    network = PanelNetwork("apart-1", Half.MEASURING, 101, {"4": digest})
    panel = Panel(1, "2026-11-23", (PanelPlayer("uniform", Half.TRAINING),), (network,))
    file = tmp_path / "apart-1" / "4.npz"
    file.parent.mkdir()
    file.write_bytes(Path(weights).read_bytes())

    assert panel.network_files(Half.MEASURING, "4", tmp_path) == (str(file),)
    assert panel.network_files(Half.TRAINING, "4", tmp_path) == ()
    assert panel.network_files(Half.MEASURING, "3", tmp_path) == ()
    panel.require_training_half(["uniform"])
    with pytest.raises(BottleImpError, match="measuring alone"):
        panel.require_training_half([], [file])
    file.write_bytes(b"others")
    with pytest.raises(BottleImpError, match="apart-1"):
        panel.network_files(Half.MEASURING, "4", tmp_path)


def test_the_network_of_the_measuring_half_lies_in_the_source_tree() -> None:
    (file,) = read_panel().network_files(Half.MEASURING, "4", ROOT / "benchmarks" / "panel")

    make_panel_measurement(KEY, file, "network", SEED, None)
    card = json.loads(Path(file).with_name("card.json").read_text())["networks"]["4"]
    (phase,) = card["stretches"]
    (member,) = (one for one in read_panel().networks if one.half is Half.MEASURING)
    assert (phase["start"], phase["settings"]["seed"]) == ("nothing", member.seed)
    assert (phase["settings"]["company"], phase["settings"]["guest"]) == (0, 0)


def test_the_file_of_a_measuring_player_is_refused_as_the_player_is(tmp_path: Path) -> None:
    copy = tmp_path / "mine.npz"
    copy.write_bytes(network_file(REFERENCE_NETWORK).read_bytes())

    with pytest.raises(BottleImpError, match="measuring alone"):
        read_panel().require_training_half([], [copy])


def played(folder: Path, player: str, member: str, deals: int, network: str | None = None) -> Path:
    """The file of a measurement after so many deals."""
    measurement = make_panel_measurement(KEY, player, member, SEED, network)
    assert list(run_panel_measurement(measurement, folder, deals))[-1] == deals
    return measurement.path(folder)


@pytest.mark.slow
def test_a_deal_comes_to_what_the_arena_plays(tmp_path: Path) -> None:
    playing = edition(KEY)
    _, blocks = read_panel_blocks(played(tmp_path, "rules_of_thumb", "style_greedy", 3))
    lineups = [
        tuple("rules_of_thumb" if seat in side else "style_greedy" for seat in range(playing.seats))
        for side in playing_sides(playing)
    ]
    for number, block in enumerate(blocks):
        rounds = [ScheduledRound(number, lineup) for lineup in lineups]
        assert block == mean_block(playing, play_rounds(playing, SEED, rounds))


@pytest.mark.slow
def test_play_goes_on_where_it_was_killed(tmp_path: Path) -> None:
    whole = played(tmp_path / "whole", "uniform", "style_lowest", 60)
    cut = played(tmp_path / "cut", "uniform", "style_lowest", 7)
    cut.write_bytes(cut.read_bytes() + b'{"deal": 7, "rou')
    played(tmp_path / "cut", "uniform", "style_lowest", 60)

    assert cut.read_bytes() == whole.read_bytes()


@pytest.mark.slow
def test_a_file_of_weights_is_another_player_than_the_network_of_the_package(
    tmp_path: Path, weights: str
) -> None:
    by_file = played(tmp_path, weights, "style_lowest", 4)
    by_option = played(tmp_path, "network", "style_lowest", 4, weights)
    own = played(tmp_path, "network", "style_lowest", 4)

    assert len({by_file, by_option, own}) == 3
    assert read_panel_blocks(by_file)[1] == read_panel_blocks(by_option)[1]
    assert read_panel_blocks(by_file)[1] != read_panel_blocks(own)[1]


@pytest.mark.slow
def test_results_of_another_seed_are_not_gone_on_with(tmp_path: Path) -> None:
    played(tmp_path, "uniform", "style_lowest", 4)
    other = make_panel_measurement(KEY, "uniform", "style_lowest", SEED + 1, None)

    with pytest.raises(BottleImpError, match="was begun with another seed"):
        list(run_panel_measurement(other, tmp_path, 4))


def test_a_member_that_does_not_exist_is_refused_with_the_near_names() -> None:
    with pytest.raises(UnknownName) as refusal:
        make_panel_measurement(KEY, "network", "style_cautions", SEED, None)

    assert "style_cautious" in refusal.value.near


def test_a_member_that_does_not_play_the_mode_is_refused() -> None:
    with pytest.raises(BottleImpError, match="does not play the mode 3"):
        make_panel_measurement("classic/3", "network", "reference", SEED, None)


@pytest.mark.slow
def test_players_are_compared_in_the_same_seats_on_the_same_deals(tmp_path: Path) -> None:
    for member in ("style_lowest", "style_cautious"):
        played(tmp_path, "uniform", member, 30)
        played(tmp_path, "rules_of_thumb", member, 25)
    comparisons = {c.results.player: c for c in read_panel_results(tmp_path, "uniform")}
    one, base = comparisons["rules_of_thumb"], comparisons["uniform"]
    table = np.array(
        [
            [block.own for block in results.blocks[member][:25]]
            for results in (one.results, base.results)
            for member in ("style_cautious", "style_lowest")
        ]
    )

    assert list(one.of_members) == ["style_cautious", "style_lowest"]
    gain = one.mean.gain
    assert gain is not None
    means = table[:2].mean(axis=0) - table[2:].mean(axis=0)
    assert gain.mean == pytest.approx(estimate(means.tolist()).mean)
    assert gain.standard_error == pytest.approx(estimate(means.tolist()).standard_error)
    assert base.mean.gain is None
    assert (one.mean.deals, base.mean.deals) == (25, 30)


@pytest.mark.slow
def test_players_of_other_deals_are_not_compared(tmp_path: Path) -> None:
    played(tmp_path, "uniform", "style_lowest", 5)
    other = make_panel_measurement("classic/4", "rules_of_thumb", "style_lowest", 1, None)
    for _ in run_panel_measurement(other, tmp_path, 5, None):
        pass
    comparisons = {c.results.player: c for c in read_panel_results(tmp_path, "uniform")}

    assert comparisons["rules_of_thumb"].of_members["style_lowest"].gain is None
    assert comparisons["rules_of_thumb"].mean.gain is None


@pytest.mark.slow
def test_players_are_compared_among_members_of_the_same_seed_alone(tmp_path: Path) -> None:
    """Both players have both seeds, and among two members the other one."""
    members = ("style_cautious", "style_greedy", "style_lowest")
    for player, seeds in (("uniform", (1, 0, 0)), ("rules_of_thumb", (1, 1, 0))):
        for member, seed in zip(members, seeds, strict=True):
            measurement = make_panel_measurement(KEY, player, member, seed, None)
            list(run_panel_measurement(measurement, tmp_path, 5))
    found = read_panel_results(tmp_path, "uniform")
    text = "\n".join(panel_section(found, "uniform"))
    one = {c.results.player: c for c in found}["rules_of_thumb"]
    told = json.loads(json.dumps(panel_as_json([one], "uniform")))

    assert [name for name, of in one.of_members.items() if of.gain is None] == ["style_greedy"]
    assert one.mean.gain is None
    assert "`classic/4`, seeds 0, 1 (players are compared only among members whose deals" in text
    assert told["players"][0]["seeds"] == dict(zip(members, (1, 1, 0), strict=True))
    (worst,) = (line for line in text.splitlines() if line.startswith("| `rules_of_thumb` | worst"))
    assert worst.split(" | ")[5] == ""  # own points less the baseline's


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--baseline", "uniforms"], "has no results of uniforms to compare with"),
        (["--json", "nowhere/x.json"], "There is no folder nowhere to write to"),
    ],
)
def test_what_cannot_be_reported_is_refused_before_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main(["panel", str(tmp_path), "--deals", "100000", *words]) == REFUSED
    assert said in capsys.readouterr().err


@pytest.mark.slow
def test_the_baseline_goes_by_the_file_of_weights_if_it_is_measured_so(
    tmp_path: Path, weights: str, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["panel", str(tmp_path / "found"), "--processes", "1", "--deals", "3"]
    words = ["--players", "network", "uniform", "--members", "style_lowest", "--network", weights]
    report = ["panel", str(tmp_path / "found"), "--report-only"]

    assert main([*call, *words]) == 0
    said = capsys.readouterr().out
    assert f"own less `{player_label('network', weights)}`" in said
    (row,) = (line for line in said.splitlines() if line.startswith("| `uniform`"))
    assert "±" in row.split(" | ")[5]
    assert main([*report, "--network", weights]) == 0
    assert capsys.readouterr().out == said
    assert main(report) == 0
    assert "There are no results of `network` in this edition" in capsys.readouterr().out


def test_a_surrogate_with_more_deals_narrows_the_mean_and_does_not_shift_it() -> None:
    random = np.random.default_rng(3)
    shifts, narrower = [], []
    for _ in range(400):
        luck = random.standard_normal(400)
        values = 3 + luck[:40] + random.standard_normal(40) / 2
        found = surrogate_estimate(values, 7 + luck)
        shifts.append((found.mean - 3) / found.standard_error)
        narrower.append(found.standard_error / estimate(values.tolist()).standard_error)

    assert np.mean(shifts) == pytest.approx(0, abs=0.2)
    assert np.std(shifts) == pytest.approx(1, abs=0.15)
    assert np.mean(narrower) < 0.7


def test_without_more_deals_the_surrogate_changes_nothing() -> None:
    values = np.random.default_rng(3).standard_normal(40)

    assert surrogate_estimate(values, values[::-1]) == estimate(values.tolist())
    assert surrogate_estimate(values[:5], values) == estimate(values[:5].tolist())


@pytest.mark.slow
def test_the_command_measures_among_the_measuring_half_and_reports(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "figures.json"
    folder = str(tmp_path / "results")
    call = ["panel", folder, "--players", "uniform", "rules_of_thumb", "--deals", "3"]
    options = ["--baseline", "uniform", "--processes", "1", "--json", str(file)]

    assert main([*call, *options]) == 0
    first = capsys.readouterr().out
    assert main(["panel", folder, "--report-only", "--baseline", "uniform"]) == 0
    assert capsys.readouterr().out == first

    members = [*read_panel().player_names(Half.MEASURING, "4"), "mean", "worst"]
    rows = [line.split(" | ")[:2] for line in first.splitlines() if line.startswith("| `")]
    assert [[cell.strip("|` ") for cell in row] for row in rows] == [
        [player, member] for player in ("rules_of_thumb", "uniform") for member in members
    ]
    told = json.loads(file.read_text())
    assert [one["player"] for one in told["players"]] == ["rules_of_thumb", "uniform"]
    assert set(told["players"][0]["members"]) == set(members[:-2])


@pytest.mark.slow
def test_three_plots_show_every_player(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for player in ("network", "uniform"):
        for member in ("style_lowest", "style_cautious"):
            played(tmp_path / "results", player, member, 3)
    plots = tmp_path / "plots"

    words = ["panel", str(tmp_path / "results"), "--report-only", "--plots", str(plots)]
    assert main(words) == 0
    assert {file.name for file in plots.iterdir()} == {
        "mean-gain.svg",
        "worst-gain.svg",
        "stuck.svg",
    }
    assert "classic/4, uniform" in (plots / "mean-gain.svg").read_text()
    assert "classic/4, network" not in (plots / "worst-gain.svg").read_text()
    assert "classic/4, network" in (plots / "stuck.svg").read_text()
    assert capsys.readouterr().out


@pytest.mark.slow
def test_the_page_about_strength_begins_with_mean_and_worst_among_strangers(tmp_path: Path) -> None:
    for player in ("network", "uniform"):
        for member in ("style_lowest", "style_cautious"):
            played(tmp_path / "results", player, member, 3)
    found = {one.results.player: one for one in read_panel_results(tmp_path / "results", "network")}
    page = tmp_path / "strength.md"
    write_page(page, [], [], None, panel=tmp_path / "results")

    text, one = page.read_text(), found["uniform"]
    (row,) = (line for line in text.splitlines() if line.startswith("| `classic/4` | `uniform`"))
    cells = [cell.strip() for cell in row.split("|")[3:-1]]
    gains = [of.gain.mean for of in one.of_members.values() if of.gain is not None]
    assert cells[0].split()[0] == f"{one.mean.own.mean:.1f}"
    assert cells[1].split()[0] == f"{min(of.own.mean for of in one.of_members.values()):.1f}"
    assert cells[6].split()[0] == f"{min(gains):+.1f}"
    assert cells[-1] == "3"
    assert text.index("## Among strangers") < text.index("## At a glance")
    pictures = {file.name for file in (tmp_path / "strength").iterdir()}
    assert pictures == {"mean-gain.svg", "worst-gain.svg", "stuck.svg"}
    assert all(f"(strength/{name})" in text for name in pictures)


@pytest.mark.slow
def test_the_page_shows_no_plot_that_was_not_written(tmp_path: Path) -> None:
    played(tmp_path / "results", "network", "style_lowest", 3)
    write_page(tmp_path / "strength.md", [], [], None, panel=tmp_path / "results")

    assert (tmp_path / "strength.md").read_text().count("(strength/") == 1
    assert [file.name for file in (tmp_path / "strength").iterdir()] == ["stuck.svg"]


def test_plots_are_not_written_over_a_file(tmp_path: Path) -> None:
    file = tmp_path / "plots"
    file.write_text("")

    assert main(["panel", str(tmp_path / "results"), "--report-only", "--plots", str(file)]) == 2


def test_a_folder_without_results_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["panel", str(tmp_path), "--report-only"]) == 2
    assert "holds no results" in capsys.readouterr().err
