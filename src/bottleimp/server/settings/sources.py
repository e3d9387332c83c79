"""Where settings come from: the command line before the environment before one file.

The file is TOML with a line for each setting; the environment has `BOTTLEIMP_` and the name in
capitals.  Whatever is wrong is refused in one sentence that says where it stands.
"""

import argparse
import ipaddress
import json
import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import fields
from difflib import get_close_matches
from importlib.util import find_spec
from pathlib import Path
from typing import get_type_hints
from urllib.parse import urlsplit

from bottleimp.errors import BottleImpError
from bottleimp.parsing import parse_integer
from bottleimp.players.catalogue import names_outside_player
from bottleimp.server.settings.config import (
    ALL_INTERFACES,
    ServerSettings,
    SettingInfo,
    setting_infos,
)

PREFIX = "BOTTLEIMP_"
FILE_VARIABLE = "BOTTLEIMP_CONFIG"
SIMILARITY_CUTOFF = (
    0.8  # from 0 to 1: how much like a setting's a name must be to be taken for a slip
)
DEFAULT_PORTS = {"http": 80, "https": 443}
HOST_NAME = re.compile("[a-z0-9_-]+([.][a-z0-9_-]+)*[.]?")  # as it is asked for in the net
TRUE_WORDS, FALSE_WORDS = ("true", "yes", "on", "1"), ("false", "no", "off", "0")
SettingValue = object  # of any setting


class ConfigurationError(BottleImpError):
    """A setting is wrong; the message is one plain sentence."""


TYPES = get_type_hints(ServerSettings)
SETTING_INFOS = setting_infos()
FIELDS = {meaning.name: name for name, meaning in SETTING_INFOS.items()}


def variable_name(meaning: SettingInfo) -> str:
    """The variable of the environment that holds a setting."""
    return PREFIX + meaning.name.upper()


def option_name(meaning: SettingInfo) -> str:
    """The option of the command line that holds a setting."""
    return "--" + meaning.name.replace("_", "-")


def add_arguments(
    parser: argparse.ArgumentParser, is_wanted: Callable[[SettingInfo], bool]
) -> None:
    """Adds `--config` and an option for each wanted setting."""
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help="a file of settings; the environment and the command line come before it",
    )
    defaults = ServerSettings()
    for name, meaning in SETTING_INFOS.items():
        if meaning.is_secret or not is_wanted(meaning):
            continue
        default = meaning.default_text or display_value(getattr(defaults, name))
        if TYPES[name] is bool:
            parser.add_argument(
                option_name(meaning),
                dest=name,
                action=argparse.BooleanOptionalAction,
                default=None,
                help=f"{meaning.help}; default {default}",
            )
        else:
            parser.add_argument(
                option_name(meaning),
                dest=name,
                type=argument_type(name),
                metavar=meaning.metavar,
                help=f"{meaning.help}{bounds_text(meaning)}; default {default}",
            )


def argument_type(name: str) -> Callable[[str], SettingValue]:
    """What turns the text on the command line into the value of a setting."""

    def read(text: str) -> SettingValue:
        try:
            return parse_text_value(name, text)
        except ValueError as problem:
            raise argparse.ArgumentTypeError(str(problem)) from problem

    return read


def display_value(value: SettingValue) -> str:
    """The value as people write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


def bounds_text(meaning: SettingInfo) -> str:
    """What the setting may be, as the end of a sentence."""
    if meaning.choices:
        return ": " + ", ".join(meaning.choices)
    if meaning.name == "pace":
        return f", {meaning.minimum} to {meaning.maximum}"
    return ""


def settings_from(
    arguments: Mapping[str, SettingValue], environment: Mapping[str, str]
) -> ServerSettings:
    """The settings; raises ConfigurationError for what is wrong, and says where it stands."""
    file = arguments.get("config") or environment.get(FILE_VARIABLE) or None
    given = combine(
        {} if file is None else read_file(Path(str(file))),
        read_environment(environment),
        {n: v for n in SETTING_INFOS if (v := arguments.get(n)) is not None},
    )
    # Each value was checked against the type of its field.
    return ServerSettings(**given)  # type: ignore[arg-type]


def combine(*layers: Mapping[str, SettingValue]) -> dict[str, SettingValue]:
    """The settings of several sources, of which later ones win.

    `lan` listens on every address, so of it and a `host` that is one address the later wins too;
    raises ConfigurationError if the same source has both.
    """
    given: dict[str, SettingValue] = {}
    for layer in layers:
        given |= layer
    host = str(given.get("host", ALL_INTERFACES))
    if not given.get("lan") or ipaddress.ip_address(host).is_unspecified:
        return given
    host_layer, lan_layer = (
        max(number for number, layer in enumerate(layers) if name in layer)
        for name in ("host", "lan")
    )
    if host_layer == lan_layer:
        raise ConfigurationError(
            f"lan listens on every address of this machine, but host is {host}; leave one of them"
            " out."
        )
    del given["lan" if lan_layer < host_layer else "host"]
    return given


def read_file(path: Path) -> dict[str, SettingValue]:
    """The settings in a file, by field."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as problem:
        said = (problem.strerror or str(problem)).lower()
        raise ConfigurationError(f"The configuration {path} cannot be read: {said}.") from None
    except UnicodeDecodeError:
        raise ConfigurationError(f"The configuration {path} is not text in UTF-8.") from None
    except tomllib.TOMLDecodeError as problem:
        raise ConfigurationError(f"The configuration {path} is not TOML: {problem}.") from None
    found: dict[str, SettingValue] = {}
    for key, value in content.items():
        if key not in FIELDS:
            near = get_close_matches(key, FIELDS, 1)
            hint = f"; did you mean {near[0]}?" if near else "."
            raise ConfigurationError(f"The configuration {path} has no setting {key}{hint}")
        name = FIELDS[key]
        try:
            found[name] = parse_toml_value(name, value, path.parent)
        except ValueError as problem:
            raise ConfigurationError(f"The configuration {path}: {key} {problem}.") from None
    return found


def read_environment(environment: Mapping[str, str]) -> dict[str, SettingValue]:
    """The settings in the environment, by field."""
    found: dict[str, SettingValue] = {}
    for name, meaning in SETTING_INFOS.items():
        text = environment.get(variable_name(meaning))
        if text is None:
            continue
        try:
            found[name] = parse_text_value(name, text)
        except ValueError as problem:
            raise ConfigurationError(f"The variable {variable_name(meaning)} {problem}.") from None
    return found


def parse_toml_value(name: str, value: SettingValue, folder: Path) -> SettingValue:
    """The value of a setting from TOML; paths are seen from the folder; raises ValueError."""
    kind = TYPES[name]
    if kind is bool:
        if not isinstance(value, bool):
            raise ValueError("must be true or false")
        return value
    if isinstance(value, list) and kind == tuple[str, ...]:
        return check_value(name, tuple(str(each) for each in value))
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError("has a value of the wrong kind")
    is_number = not isinstance(value, str)
    if is_number != (kind in (int, int | None, float)):
        raise ValueError("must be a number" if not is_number else "must be a text in quotes")
    if kind is Path:
        return folder / str(parse_text_value(name, str(value)))
    return parse_text_value(name, str(value))


def parse_text_value(name: str, text: str) -> SettingValue:
    """The value of a setting from text; raises ValueError with the end of a sentence."""
    kind = TYPES[name]
    if kind is bool:
        if text.lower() not in (*TRUE_WORDS, *FALSE_WORDS):
            raise ValueError("must be true or false")
        return text.lower() in TRUE_WORDS
    if kind is Path:
        if not text:
            raise ValueError("must name a folder")
        return Path(text).expanduser()
    if kind == tuple[str, ...]:
        return check_value(name, tuple(part.strip() for part in text.split(",") if part.strip()))
    if kind in (int, int | None, float):
        return check_value(name, parse_number(name, text))
    return check_value(name, text)


def parse_number(name: str, text: str) -> int | float:
    """The number that the text writes, within the bounds of the setting; raises ValueError."""
    meaning = SETTING_INFOS[name]
    whole = TYPES[name] is not float
    least, most = meaning.minimum or 0, meaning.maximum or 0
    value: float | None
    if whole:
        value = parse_integer(text, least, most)
    else:
        try:
            value = float(text)
        except ValueError:
            value = None
    if value is None or not least <= value <= most:
        kind = "a whole number" if whole else "a number"
        raise ValueError(f"must be {kind} from {least} to {most}")
    return value


def check_value(name: str, value: SettingValue) -> SettingValue:
    """The value if it is one that the setting may have; raises ValueError."""
    meaning = SETTING_INFOS[name]
    if meaning.choices and value not in meaning.choices:
        raise ValueError(f"must be one of {', '.join(meaning.choices)}")
    if name in NORMAL_FORMS:
        return NORMAL_FORMS[name](str(value))
    check = CHECKS.get(name)
    if check is not None:
        check(value)
    return value


def normal_url(text: str) -> str:
    """The address as browsers write it: scheme, host and a port of its own; raises ValueError."""
    if not text:
        return text
    wrong = ValueError("must be an address such as https://imp.example, without a path")
    try:
        parts = urlsplit(text)
        port, host = parts.port, parts.hostname or ""
        if ":" in host:
            host = f"[{ipaddress.IPv6Address(host)}]"
        elif host:
            host = host.encode("idna").decode("ascii")
    except ValueError as problem:  # of host, port or brackets; UnicodeError is one too
        raise wrong from problem
    is_plain = parts.path in ("", "/") and not set(text) & set("?#@\\") and text.isprintable()
    if (
        parts.scheme not in DEFAULT_PORTS
        or not is_plain
        or " " in text
        or (not host.startswith("[") and HOST_NAME.fullmatch(host) is None)
    ):
        raise wrong
    suffix = "" if port in (None, DEFAULT_PORTS[parts.scheme]) else f":{port}"
    return f"{parts.scheme}://{host}{suffix}"


def check_proxies(value: SettingValue) -> None:
    """Raises ValueError for what is neither an address nor a network."""
    assert isinstance(value, tuple)
    for each in value:
        try:
            ipaddress.ip_network(each)
        except ValueError:
            raise ValueError(
                f"must list addresses such as 127.0.0.1 or networks such as 10.0.0.0/8, not {each}"
            ) from None


def check_outside_players(value: SettingValue) -> None:
    """Raises ValueError for what names neither a class nor an installed player."""
    assert isinstance(value, tuple)
    for each in value:
        try:
            is_known = names_outside_player(each)
        except BottleImpError as problem:
            raise ValueError(f"must name each player once: {problem}") from None
        if not is_known:
            raise ValueError(
                "must list classes such as my_package.my_module:MyPlayer, or players of installed"
                f" packages, not {each}"
            )


def check_host(value: SettingValue) -> None:
    """Raises ValueError for what is no address."""
    try:
        ipaddress.ip_address(str(value))
    except ValueError:
        raise ValueError("must be an address such as 127.0.0.1 or ::1") from None


def check_token(value: SettingValue) -> None:
    """Raises ValueError for a token that cannot be sent in a header, or is none."""
    token = str(value)
    if not token or not token.isascii() or not token.isprintable() or " " in token:
        raise ValueError(
            "must be letters, digits and signs of ASCII without spaces; leave it out for none"
        )


def check_push_contact(value: SettingValue) -> None:
    """Raises ValueError for what a push service cannot write to, or where nothing can encrypt."""
    text = str(value)
    if not text:
        return
    try:
        parts = urlsplit(text)
    except ValueError:
        parts = urlsplit("")
    is_mail = parts.scheme == "mailto" and "@" in parts.path
    is_page = parts.scheme == "https" and bool(parts.netloc)
    if not (is_mail or is_page) or not text.isascii() or not text.isprintable() or " " in text:
        raise ValueError(
            "must be an address such as mailto:host@imp.example or https://imp.example"
        )
    if find_spec("cryptography") is None:
        raise ValueError("needs cryptography, which is not installed; install bottleimp[push]")


def check_push_services(value: SettingValue) -> None:
    """Raises ValueError for what is no host."""
    assert isinstance(value, tuple)
    for each in value:
        host, _, port = each.removeprefix("*.").partition(":")
        if HOST_NAME.fullmatch(host) is None or (port and not port.isdecimal()):
            raise ValueError(f"must list hosts such as push.example or *.push.example, not {each}")


# What is kept in another form than it was given in, and is checked with that.
NORMAL_FORMS: dict[str, Callable[[str], str]] = {"url": normal_url}
CHECKS: dict[str, Callable[[SettingValue], None]] = {
    "trusted_proxies": check_proxies,
    "outside_players": check_outside_players,
    "host": check_host,
    "metrics_token": check_token,
    "push_contact": check_push_contact,
    "push_services": check_push_services,
}


def settings_from_arguments(arguments: argparse.Namespace) -> ServerSettings:
    """The settings for these arguments in this process's environment."""
    return settings_from(vars(arguments), os.environ)


def unknown_variables(environment: Mapping[str, str]) -> list[str]:
    """Variables that look like settings of a server and are none."""
    known = {variable_name(meaning).removeprefix(PREFIX) for meaning in SETTING_INFOS.values()}
    names = {name.removeprefix(PREFIX) for name in environment if name.startswith(PREFIX)}
    unknown = names - known - {FILE_VARIABLE.removeprefix(PREFIX)}
    return sorted(
        PREFIX + name for name in unknown if get_close_matches(name, known, 1, SIMILARITY_CUTOFF)
    )


def to_toml(settings: ServerSettings) -> str:
    """The settings as a file that `read_file` reads; those without a value are left out."""
    lines = []
    for each in fields(settings):
        value = getattr(settings, each.name)
        if each.name == "host" and settings.lan and value == ServerSettings.host:
            continue  # where both stand, they contradict each other
        name = SETTING_INFOS[each.name].name
        if isinstance(value, bool):
            lines.append(f"{name} = {str(value).lower()}")
        elif isinstance(value, tuple):
            lines.append(f"{name} = [{', '.join(toml_string(part) for part in value)}]")
        elif isinstance(value, int | float):
            lines.append(f"{name} = {value}")
        elif value is not None:
            lines.append(f"{name} = {toml_string(str(value))}")
    return "\n".join(lines) + "\n"


def toml_string(text: str) -> str:
    """The text as TOML writes it, which is as JSON does."""
    return json.dumps(text, ensure_ascii=False)
