"""The templates of the pages, in each language; compiled in the background after the start."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import CodeType

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from starlette.requests import Request
from starlette.responses import Response

from bottleimp.languages.language import Language, languages
from bottleimp.server.rules_pages.examples import text_example

# Draws the template of that name with what is to be shown in it.
Render = Callable[[Request, str, dict[str, object]], Response]

TEMPLATES = Path(__file__).with_name("templates")


class TemplateCodeCache(BytecodeCache):
    """What templates were compiled to: the same for all languages."""

    def __init__(self) -> None:
        self._code: dict[str, CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Puts in what is known."""
        bucket.code = self._code.get(bucket.key)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keeps what was compiled."""
        self._code[bucket.key] = bucket.code


TEMPLATE_CODE = TemplateCodeCache()


@cache
def template_environment(language: Language) -> Environment:
    """The templates, speaking the language."""
    templates = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=TEMPLATE_CODE,
    )
    # The extension adds this method.
    templates.install_gettext_callables(  # type: ignore[attr-defined]
        language.gettext, language.ngettext, newstyle=True
    )
    templates.globals["text_example"] = text_example(language)
    return templates


def compile_templates() -> None:
    """Has all templates ready in all languages; takes half a second."""
    for language in languages():
        templates = template_environment(language)
        for name in templates.list_templates():
            templates.get_template(name)
