"""The page of settings, made from the type that holds them.

`python -m scripts.configuration_page` writes `docs/reference/configuration.md`.
"""

from pathlib import Path

from bottleimp.server.settings.config import MAX_LIMIT, ServerSettings, SettingInfo, setting_infos
from bottleimp.server.settings.sources import (
    FILE_VARIABLE,
    TYPES,
    bounds_text,
    display_value,
    option_name,
    variable_name,
)

ROOT = Path(__file__).resolve().parents[1]
KINDS = {
    bool: "true or false",
    int: "a whole number",
    int | None: "a whole number",
    float: "a number",
}
PAGE = ROOT / "docs" / "reference" / "configuration.md"

INTRODUCTION = f"""# Configuration

The settings of `bottleimp serve`; those of `bottleimp play` are fewer but mean the same.
This page is made from the program by `python -m scripts.configuration_page`.

Each can be given as an option on the command line, as a variable of the environment, or as a line
of one TOML file, which `--config` or the variable `{FILE_VARIABLE}` names.
The command line wins over the environment, and that over the file.
A wrong value, and a setting in the file or an option that does not exist, is named in one
sentence, and the server does not start.
A variable that is no setting is passed over; the server names it if it looks like a misspelt one.

`lan` listens on every address: a `host` that is one address contradicts it. The source that wins
decides, and a source that has both is refused.

```toml
data = "matches"
port = 8019
url = "https://imp.example"
trusted_proxies = ["127.0.0.1", "10.0.0.0/8"]
log_level = "info"
```

A relative folder in the file is relative to the file's own folder.
In the environment a switch is `true` or `false`, and several addresses stand with commas between
them.
Beside the settings the variable `BOTTLEIMP_CACHE` names the folder for compiled code, which can be
deleted at any time; without it that is in the cache folder of the system.
"""


def page() -> str:
    """The page with every setting."""
    defaults = ServerSettings()
    lines = [INTRODUCTION, "| in the file | | default |", "|---|---|---|"]
    for name, meaning in setting_infos().items():
        default = meaning.default_text or f"`{format_value(getattr(defaults, name))}`"
        lines.append(f"| `{meaning.name}` | {meaning_text(name, meaning)} | {default} |")
    lines += ["", "The same on the command line and in the environment:", ""]
    lines += ["| in the file | option | variable |", "|---|---|---|"]
    for name, meaning in setting_infos().items():
        lines.append(
            f"| `{meaning.name}` | {options(name, meaning)} | `{variable_name(meaning)}` |"
        )
    return "\n".join(lines) + "\n"


def meaning_text(name: str, meaning: SettingInfo) -> str:
    """What the setting means and may be."""
    said = f"{meaning.help[0].upper()}{meaning.help[1:]}"
    if meaning.choices:
        return said + bounds_text(meaning)
    what = KINDS.get(TYPES[name])
    if what is None or meaning.minimum is None:
        return said if what is None else f"{said}; {what}"
    most = "" if meaning.maximum == MAX_LIMIT else f" to {meaning.maximum}"
    return f"{said}; {what} from {meaning.minimum}{most}"


def options(name: str, meaning: SettingInfo) -> str:
    """How the setting is given on the command line."""
    if meaning.is_secret:
        return "none: other users of a machine can read command lines"
    if TYPES[name] is bool:
        return f"`{option_name(meaning)}`, `--no-{meaning.name}`"
    return f"`{option_name(meaning)} {meaning.metavar}`"


def format_value(value: object) -> str:
    """The value as the file has it."""
    return str(value).lower() if isinstance(value, bool) else display_value(value)


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE.relative_to(ROOT))


if __name__ == "__main__":
    main()
