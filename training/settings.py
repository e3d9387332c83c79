"""What a training is told: the settings, its population, and which editions each mode learns from.

Nothing here needs PyTorch.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

from bottleimp.analysis.evaluation.panel import Half, read_panel
from bottleimp.errors import BottleImpError
from bottleimp.players.catalogue import has_sequential_player
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text

SettingValue = float | int | str
Value = TypeVar("Value")

MAX_SHARE = 0.9  # of the population
SEPARATOR = "+"  # between the editions, the files of weights or the players of one setting
POPULATION_SETTINGS = (  # which say something only where others hold some of the seats
    "responder", "drawn_styles", "responder_to_networks", "population_networks",
    "responder_to_searchers", "searchers",
)  # fmt: skip
# What checkpoints, model cards and plans from before 2026-12 have, as it is called today.
OLD_NAMES = {
    "company": "population",
    "company_networks": "population_networks",
    "guest": "responder",
    "network_guest": "responder_to_networks",
    "search_guest": "responder_to_searchers",
    "search_hosts": "searchers",
    "together": "coalition_size",  # of an exploiter
    "stretches": "phases",
}


@dataclass
class TrainingSettings:
    edition: str
    size: int = 256
    blocks: int = 2
    rounds: int = 2048
    batch: int = 4096
    rate: float = 1e-3
    final_rate: float = 5e-5
    explore: float = 0.05
    final_explore: float = 0.01
    temperature: float = 0.1  # of the softmax, in units of value
    final_temperature: float = 0.02
    trace: float = 0.95  # how far a result reaches back; 1 is plain Monte-Carlo
    final_trace: float = 0.5
    belief: float = 0.1  # weight of guessing where hidden cards lie
    planned: int = 6_000_000  # rounds over which the rates fall
    seed: int = 1
    population: float = 0.0  # share of the seats that others hold, and that are not learned from
    responder: float = 0.0  # share of rounds with the learner alone among copies of one of them
    drawn_styles: int = 0  # the seed of styles drawn by lot, which then are half of these; 0: none
    responder_to_networks: float = 0.0  # the same among copies of a network, once there is one
    population_networks: str = ""  # files of weights that belong to the population, joined by +
    responder_to_searchers: float = 0.0  # the same among copies of a player that searches
    searchers: str = ""  # those players, joined by +
    policy: float = 0.0  # weight of the policy gradient, of `training.policy`; 0: there is none
    policy_trace: float = 0.95  # how far results reach back for it
    policy_clip: float = 0.2  # how far the ratio of chances may go from 1
    entropy: float = 0.003  # weight within it of not being sure
    magnet: float = 0.02  # weight within it of staying near the magnet
    magnet_rate: float = 0.002  # how far the magnet follows in a generation
    critic_rate: float = 5e-4
    critic_rounds: int = 50_000  # in which the critic learns before the policy does
    units: int = 1  # into which a generation is divided, for workers; changes what is drawn by lot


# Which editions a mode's network learns from: generations take turns.
MODE_EDITIONS = {
    "4": "classic/4+matagot/4+classic/4+wikipedia/4+classic/4+bambus1995/4",
    "3": "classic/3+matagot/3+classic/3+wikipedia/3+classic/3+bambus1995/3",
    "lopaka": "classic/lopaka",
    "bright-house": "classic/bright-house",
    "devils-eye": "matagot/devils-eye",
    "4-teams": "matagot/4-teams",
    "5": "matagot/5",
    "5-teams": "matagot/5-teams",
    "6": "matagot/6",
    "6-teams-222": "matagot/6-teams-222",
    "6-teams-2211": "matagot/6-teams-2211",
}


def first_edition(mode: str) -> Edition:
    """The first edition that a mode's network learns from, in which networks are measured."""
    return edition_from_text(MODE_EDITIONS[mode].partition(SEPARATOR)[0])


def check_settings(settings: TrainingSettings) -> None:
    """Raises ValueError or BottleImpError for a population that a training cannot have.

    That is also whoever serves for measuring alone, a file that is missing, and settings that say
    who is in the population where there is none.
    """
    if not settings.population:
        told = [name for name in POPULATION_SETTINGS if getattr(settings, name)]
        if told:
            options = ", ".join(map(option_name, told))
            raise ValueError(f"Without a population (--population) there is no use for {options}.")
        return
    files = list(map(Path, split_names(settings.population_networks)))
    for file in files:
        if not file.is_file():
            raise ValueError(f"There is no file {file}, which belongs to the population.")
    mode = edition_from_text(settings.edition.partition(SEPARATOR)[0]).mode
    check_population(settings.population, training_players(mode), files)
    check_responder_share(settings.responder, "players", has_members=True)
    # There is no network before the first past self, but there will be.
    check_responder_share(settings.responder_to_networks, "networks", has_members=True)
    check_searchers(settings.responder_to_searchers, split_names(settings.searchers))


def check_population(share: float, names: Sequence[str], files: Sequence[Path] = ()) -> None:
    """Raises BottleImpError for a population that a training cannot have."""
    if not 0 < share <= MAX_SHARE:
        raise BottleImpError(f"The share of the population is above 0 and at most {MAX_SHARE}.")
    read_panel().require_training_half(names, files)
    if has_sequential_player(names):
        raise BottleImpError(
            "A population decides in many rounds at once; players that search do not."
        )


def check_responder_share(share: float, members: str, *, has_members: bool) -> None:
    """Raises BottleImpError for a share of rounds in which the learner cannot be the responder."""
    if not 0 <= share <= 1 or (share and not has_members):
        raise BottleImpError(
            f"The share of the rounds as a responder to {members} is from 0 to 1,"
            f" and there must be such {members}."
        )


def check_searchers(share: float, names: Sequence[str]) -> None:
    """Raises BottleImpError for players that search to whom the learner cannot respond."""
    if not 0 <= share <= 1 or bool(share) != bool(names):
        raise BottleImpError(
            "The share of the rounds as a responder to players that search is from 0 to 1,"
            " and above 0 exactly if such players are named."
        )
    read_panel().require_training_half(names)
    for name in names:
        if not has_sequential_player([name]):
            raise BottleImpError(f"{name} does not search; --searchers names only players that do.")


def training_players(mode: str) -> tuple[str, ...]:
    """The players of the panel among whom one may train."""
    return read_panel().player_names(Half.TRAINING, mode)


def split_names(joined: str) -> tuple[str, ...]:
    """The names in a setting."""
    return tuple(name for name in joined.split(SEPARATOR) if name)


def with_present_names(stored: Mapping[str, Value]) -> dict[str, Value]:
    """The same under the names of today, of what was stored under older ones."""
    return {OLD_NAMES.get(name, name): value for name, value in stored.items()}


def split_known(
    settings: Mapping[str, SettingValue],
) -> tuple[dict[str, SettingValue], dict[str, SettingValue]]:
    """Those of the settings that the code knows, and the others."""
    names = {field.name for field in fields(TrainingSettings)}
    return (
        {name: value for name, value in settings.items() if name in names},
        {name: value for name, value in settings.items() if name not in names},
    )


def option_name(setting: str) -> str:
    """The option of a command for a setting."""
    return f"--{setting.replace('_', '-')}"


class OldOption(argparse.Action):
    """Refuses an old option, and says what it is called now."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace,  # noqa: ARG002
        values: object, option_string: str | None = None,  # noqa: ARG002
    ) -> None:  # fmt: skip
        old, new = option_name(self.dest), option_name(OLD_NAMES[self.dest])
        parser.error(f"The option {old} is called {new} now.")


def add_setting_options(parser: argparse.ArgumentParser, defaults: TrainingSettings) -> None:
    """Add an option for each setting but the edition, and refuse those with old names."""
    for name, value in vars(defaults).items():
        if name != "edition":
            parser.add_argument(option_name(name), type=type(value), default=value)
    for old, new in OLD_NAMES.items():
        if new in vars(defaults):
            refuse_old_option(parser, old)


def chosen_settings(arguments: argparse.Namespace) -> dict[str, Any]:  # Any: each has its own type
    """What the options say of each setting, the edition left out."""
    return {n: getattr(arguments, n) for n in vars(TrainingSettings("")) if n != "edition"}


def refuse_old_option(parser: argparse.ArgumentParser, old: str) -> None:
    """Have the parser refuse an option by its old name."""
    parser.add_argument(
        option_name(old), action=OldOption, default=argparse.SUPPRESS, help=argparse.SUPPRESS
    )
