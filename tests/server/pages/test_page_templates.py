"""No visitor waits for a template to be compiled, nor anybody else meanwhile."""

from typing import NoReturn

import pytest
from jinja2 import Environment

from bottleimp.languages.language import languages
from bottleimp.server.pages.page_templates import compile_templates, template_environment


def test_once_templates_are_compiled_every_page_finds_them_in_each_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def compile_late(*_: object, **__: object) -> NoReturn:
        raise AssertionError("A template is compiled only now.")

    compile_templates()
    monkeypatch.setattr(Environment, "compile", compile_late)
    for language in languages():
        templates = template_environment(language)
        for name in templates.list_templates():
            assert templates.get_template(name).name == name
