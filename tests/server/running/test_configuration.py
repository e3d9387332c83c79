"""Settings come from the command line, the environment or a file, and mistakes are named."""

import argparse
import os
import re
import subprocess
from dataclasses import fields, replace
from pathlib import Path

import pytest

from bottleimp.server.settings import sources
from bottleimp.server.settings.config import LOOPBACK, ServerSettings, setting_infos
from bottleimp.server.settings.sources import ConfigurationError, settings_from
from tests.support.server_process import arguments, environment

TOML = re.compile(r"^```toml\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DOCS = Path(__file__).parents[3] / "docs"
PAGES = [
    page
    for page in sorted([*DOCS.glob("how-to/*.md"), DOCS / "reference" / "configuration.md"])
    if TOML.search(page.read_text(encoding="utf-8"))
]


def written(folder: Path, text: str) -> Path:
    path = folder / "bottleimp.toml"
    path.write_text(text, encoding="utf-8")
    return path


def options(*line: str) -> dict[str, object]:
    """What the command line of `serve` says."""
    parser = argparse.ArgumentParser()
    sources.add_arguments(parser, lambda _meaning: True)
    return vars(parser.parse_args(line))


def test_without_anything_the_defaults_hold() -> None:
    assert ServerSettings() == settings_from(options(), {})


def test_the_command_line_comes_before_the_environment_and_that_before_the_file(
    tmp_path: Path,
) -> None:
    file = written(tmp_path, "pace = 1\nworkers = 1\nmax_tables = 1\n")
    around = {"BOTTLEIMP_CONFIG": str(file), "BOTTLEIMP_PACE": "2", "BOTTLEIMP_WORKERS": "2"}
    found = settings_from(options("--pace", "3"), around)

    assert (found.pace, found.workers, found.max_tables) == (3, 2, 1)


def test_a_switch_that_is_on_in_the_file_is_off_on_the_command_line(tmp_path: Path) -> None:
    file = written(tmp_path, "lan = true\n")

    assert settings_from(options("--config", str(file)), {}).lan
    assert not settings_from(options("--config", str(file), "--no-lan"), {}).lan


@pytest.mark.parametrize("source", ["file", "environment", "options"])
def test_one_source_that_wants_one_address_and_all_of_them_is_refused(
    tmp_path: Path, source: str
) -> None:
    file = written(tmp_path, 'host = "127.0.0.1"\nlan = true\n')
    given = {
        "file": (options("--config", str(file)), {}),
        "environment": (options(), {"BOTTLEIMP_HOST": "127.0.0.1", "BOTTLEIMP_LAN": "true"}),
        "options": (options("--host", "127.0.0.1", "--lan"), {}),
    }
    with pytest.raises(ConfigurationError, match=r"lan listens on every address .* 127\.0\.0\.1"):
        settings_from(*given[source])


def test_a_host_on_the_command_line_wins_over_the_local_network_of_the_file(
    tmp_path: Path,
) -> None:
    file = written(tmp_path, "lan = true\n")
    found = settings_from(options("--config", str(file), "--host", "127.0.0.2"), {})

    assert (found.host, found.lan) == ("127.0.0.2", False)


def test_the_local_network_on_the_command_line_wins_over_the_host_of_the_file(
    tmp_path: Path,
) -> None:
    file = written(tmp_path, 'host = "127.0.0.2"\n')
    found = settings_from(options("--config", str(file), "--lan"), {})

    assert (found.host, found.lan) == (LOOPBACK, True)


def test_a_switch_that_is_off_on_the_command_line_leaves_the_host_of_the_file(
    tmp_path: Path,
) -> None:
    file = written(tmp_path, 'host = "127.0.0.2"\nlan = true\n')
    found = settings_from(options("--config", str(file), "--no-lan"), {})

    assert (found.host, found.lan) == ("127.0.0.2", False)


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_every_address_and_the_local_network_go_together(host: str) -> None:
    found = settings_from(options("--host", host, "--lan"), {})

    assert (found.host, found.lan) == (host, True)


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    settings = ServerSettings(
        data_folder=tmp_path / 'a "folder" \\ here', port=0, lan=True, url="https://imp.example",
        trusted_proxies=("127.0.0.1", "10.0.0.0/8"), workers=3, log_level="debug",
        log_format="json", metrics_token="abc", messages_per_second=2.5,
        push_contact="mailto:host@imp.example", push_services=("push.example", "*.other.example"),
    )  # fmt: skip
    file = written(tmp_path, sources.to_toml(settings))

    assert settings == settings_from({"config": file}, {})


def test_push_needs_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "find_spec", lambda _name: None)
    around = {"BOTTLEIMP_PUSH_CONTACT": "mailto:host@imp.example"}
    with pytest.raises(ConfigurationError, match=r"is not installed; install bottleimp\[push\]"):
        settings_from({}, around)


def test_a_folder_in_the_file_is_seen_from_the_file(tmp_path: Path) -> None:
    file = written(tmp_path, 'data = "matches"\n')

    assert tmp_path / "matches" == settings_from({"config": file}, {}).data_folder


def test_every_setting_can_come_from_the_environment(tmp_path: Path) -> None:
    other = {
        "data": str(tmp_path), "host": "::", "lan": "yes", "url": "https://imp.example",
        "trusted_proxies": "127.0.0.1, ::1", "log_level": "info", "log_format": "json",
        "metrics_token": "abc", "warmup": "no", "outside_players": "my_players:LowestCard",
        "max_queued_messages": "200", "push_contact": "https://imp.example/contact",
        "push_services": "push.example, localhost:8443",
    }  # fmt: skip
    around = {
        f"BOTTLEIMP_{m.name.upper()}": other.get(m.name, "7") for m in setting_infos().values()
    }
    found = settings_from({}, around)
    same = [
        f.name for f in fields(found) if getattr(found, f.name) == getattr(ServerSettings(), f.name)
    ]

    assert same == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("pacee = 3", "has no setting pacee; did you mean pace?"),
        ("nonsense = 3", "has no setting nonsense."),
        ('push_contact = "host@imp.example"', "push_contact must be an address such as mailto:"),
        ('push_contact = "mailto:host"', "push_contact must be an address such as mailto:"),
        ('push_contact = "http://imp.example"', "push_contact must be an address such as mailto:"),
        ('push_services = ["https://push.example"]', "push_services must list hosts such as push."),
        ('push_services = ["*"]', "push_services must list hosts such as push.example"),
        ("pace = 9000", "pace must be a whole number from 0 to 5000."),
        ("pace = -1", "pace must be a whole number from 0 to 5000."),
        (
            "max_queued_messages = 127",
            "max_queued_messages must be a whole number from 128 to 10000000.",
        ),
        ('pace = "800"', "pace must be a number."),
        ("pace = true", "pace has a value of the wrong kind."),
        ("lan = 1", "lan must be true or false."),
        ("data = 3", "data must be a text in quotes."),
        ('data = ""', "data must name a folder."),
        ('metrics_token = ""', "metrics_token must be letters, digits and signs of ASCII"),
        ('metrics_token = "geheim-ü"', "metrics_token must be letters, digits and signs of ASCII"),
        ('log_level = "loud"', "log_level must be one of debug, info, warning, error."),
        ('url = "imp.example"', "url must be an address such as https://imp.example"),
        ('url = "https://imp.example/path"', "url must be an address such as https://imp.example"),
        ('url = "https://imp example"', "url must be an address such as https://imp.example"),
        ('url = " https://imp.example"', "url must be an address such as https://imp.example"),
        ('url = "https://imp.example:abc"', "url must be an address such as https://imp.example"),
        ('url = "https://imp.example:99999"', "url must be an address such as https://imp.example"),
        ('url = "https://imp.example?"', "url must be an address such as https://imp.example"),
        ('url = "https://@imp.example"', "url must be an address such as https://imp.example"),
        ('url = "https://<b>"', "url must be an address such as https://imp.example"),
        ('url = "https://[::1"', "url must be an address such as https://imp.example"),
        ('host = "everywhere"', "host must be an address such as 127.0.0.1 or ::1."),
        ('trusted_proxies = ["caddy"]', "trusted_proxies must list addresses such as 127.0.0.1"),
        ("pace = ", "is not TOML:"),
    ],
)
def test_a_mistake_in_the_file_gets_one_sentence_that_names_it(
    tmp_path: Path, text: str, sentence: str
) -> None:
    file = written(tmp_path, f"{text}\n")
    with pytest.raises(ConfigurationError) as refused:
        settings_from({"config": file}, {})

    assert f"The configuration {file}" in str(refused.value)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("https://imp.example:443/", "https://imp.example"),
        ("HTTPS://Imp.Example", "https://imp.example"),
        ("https://b\u00fccher.example", "https://xn--bcher-kva.example"),
        ("http://imp.example:8019", "http://imp.example:8019"),
        ("http://[2001:DB8::1]:80", "http://[2001:db8::1]"),
        ("", ""),
    ],
)
def test_an_address_is_kept_as_browsers_ask_for_it(given: str, wanted: str) -> None:
    assert settings_from({}, {"BOTTLEIMP_URL": given}).url == wanted


def test_a_file_may_begin_with_a_mark_of_its_byte_order(tmp_path: Path) -> None:
    file = tmp_path / "marked.toml"
    file.write_text("pace = 5\n", encoding="utf-8-sig")

    assert settings_from({"config": file}, {}).pace == 5


def test_a_folder_may_be_told_from_the_home_folder(tmp_path: Path) -> None:
    file = written(tmp_path, 'data = "~/imp"\n')
    for found in (
        settings_from({"config": file}, {}),
        settings_from({}, {"BOTTLEIMP_DATA": "~/imp"}),
    ):
        assert found.data_folder == Path.home() / "imp"


def test_a_mistake_in_the_environment_names_the_variable() -> None:
    with pytest.raises(ConfigurationError, match="The variable BOTTLEIMP_PORT must be a whole"):
        settings_from({}, {"BOTTLEIMP_PORT": "high"})


def test_a_file_that_is_not_there_gets_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be read: no such file"):
        settings_from({"config": tmp_path / "nothing.toml"}, {})


@pytest.mark.slow
def test_a_server_with_a_wrong_setting_does_not_start(tmp_path: Path) -> None:
    around = environment() | {"BOTTLEIMP_LOG_LEVEL": "loud"}
    done = subprocess.run(
        arguments("--data", str(tmp_path / "data")),
        env=around, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.returncode == 2
    assert (
        done.stderr
        == "The variable BOTTLEIMP_LOG_LEVEL must be one of debug, info, warning, error.\n"
    )
    assert not (tmp_path / "data").exists()


def test_a_variable_that_is_nearly_a_setting_is_named() -> None:
    around = {"BOTTLEIMP_WORKER": "1", "BOTTLEIMP_CACHE": "x", "BOTTLEIMP_PACE": "1", "PATH": ""}

    assert sources.unknown_variables(around) == ["BOTTLEIMP_WORKER"]


def test_a_secret_is_no_option_and_is_not_shown() -> None:
    settings = replace(ServerSettings(), metrics_token="the-token")

    assert "metrics_token" not in options()
    assert "the-token" not in repr(settings)


def test_a_name_in_the_environment_is_that_of_the_file_in_capitals() -> None:
    assert {"BOTTLEIMP_DATA", "BOTTLEIMP_PORT"} <= {
        sources.variable_name(meaning) for meaning in setting_infos().values()
    }
    assert "BOTTLEIMP_DATA" not in os.environ  # else the tests above would not say much


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_settings_on_a_page_are_settings(tmp_path: Path, page: Path) -> None:
    for text in TOML.findall(page.read_text(encoding="utf-8")):
        settings = settings_from({"config": written(tmp_path, text)}, {})

        assert ServerSettings() != settings
