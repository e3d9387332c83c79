import gettext
import hashlib
import json
import shutil

import pytest

import hatch_build
from scripts import environment

pytestmark = pytest.mark.slow
STYLE = "/* The sea at night. */\nmain {\n  color: navy;\n}\n"


@pytest.fixture
def root(tmp_path):
    """A repository with two entry points and a part of each; deno's cache is the real one."""
    for name in ("deno.json", "deno.lock"):
        shutil.copy(environment.ROOT / name, tmp_path / name)
    table, styles = (tmp_path / hatch_build.WEB / name for name in ("table", "styles"))
    table.mkdir(parents=True)
    styles.mkdir()
    (table / "table.ts").write_text(
        'import { html, render } from "lit-html";\n'
        'import { title } from "./title.ts";\n'
        "render(html`<h1>${title}</h1>`, document.body);\n"
    )
    (table / "title.ts").write_text('export const title: string = "The bottle is for sale";\n')
    (table / "table_page.css").write_text('@import "../styles/table.css";\n')
    (styles / "table.css").write_text(STYLE)
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "deno").symlink_to(
        environment.VENV_FOLDER / "deno", target_is_directory=True
    )
    return tmp_path


def test_the_bundle_holds_the_entry_point_its_parts_and_the_library(root):
    hatch_build.bundle(root)
    bundle = made(root, "table.js").read_text(encoding="utf-8")

    assert "The bottle is for sale" in bundle
    assert "createTreeWalker" in bundle
    assert "import " not in bundle


def test_a_style_sheet_holds_what_it_imports_without_comments_and_spaces(root):
    hatch_build.bundle(root)

    assert made(root, "table_page.css").read_text(encoding="utf-8") == "main{color:navy}\n"


def test_what_is_made_is_named_for_its_content(root):
    hatch_build.bundle(root)
    sheet = made(root, "table_page.css")
    digest = hashlib.sha256(sheet.read_bytes()).hexdigest()[: hatch_build.HASH_LENGTH]

    assert sheet.name == f"table_page-{digest}.css"


def test_bundling_again_gives_the_same_and_leaves_nothing_old_behind(root):
    hatch_build.bundle(root)
    before = names(root)
    hatch_build.bundle(root)
    same = names(root)
    (root / hatch_build.WEB / "styles" / "table.css").write_text("main { color: teal }\n")
    hatch_build.bundle(root)

    assert before == same
    assert len(before) == len(names(root)) == len(before & names(root)) + 1


def test_a_mistake_in_the_source_is_told_and_the_old_bundle_stays(root):
    hatch_build.bundle(root)
    before = names(root)
    (root / hatch_build.WEB / "table" / "title.ts").write_text("export const title: = ;\n")

    with pytest.raises(hatch_build.BundleError, match=r"title\.ts"):
        hatch_build.bundle(root)
    assert before == names(root)


def test_a_style_sheet_that_imports_what_is_not_there_is_told(root):
    (root / hatch_build.WEB / "styles" / "table.css").unlink()

    with pytest.raises(hatch_build.BundleError, match=r"table\.css"):
        hatch_build.bundle(root)


def test_two_files_of_one_name_are_told_and_the_old_bundle_stays(root):
    (root / hatch_build.WEB / "styles" / "bottle.svg").write_text("<svg />\n")
    hatch_build.bundle(root)
    before = names(root)
    (root / hatch_build.WEB / "table" / "bottle.svg").write_text("<svg />\n")

    with pytest.raises(hatch_build.BundleError, match=r"bottle\.svg"):
        hatch_build.bundle(root)
    assert before == names(root)


def test_what_two_scripts_with_a_table_need_is_made_once(root):
    pages = root / hatch_build.WEB / "pages"
    pages.mkdir()
    (pages / "table_with_panel.ts").write_text(
        'import "../table/table.ts";\ndocument.title = "A lesson beside the table";\n'
    )
    hatch_build.bundle(root)
    (part,) = (name for name in names(root) if name.startswith("chunk-"))
    scripts = [made(root, name).read_text() for name in ("table.js", "table_with_panel.js")]

    assert "The bottle is for sale" in made(root, part).read_text()
    assert all(f'"./{part}"' in script for script in scripts)
    assert not any("The bottle is for sale" in script for script in scripts)
    assert "A lesson beside the table" in scripts[1]


def test_a_missing_entry_point_is_said_aloud(root):
    (root / hatch_build.WEB / "table" / "table.ts").unlink()

    lines = hatch_build.bundle(root)

    assert any(line.startswith("NO BUNDLE") and "table.ts" in line for line in lines)


def test_without_the_registry_one_sentence_says_so(root, monkeypatch):
    (root / ".venv" / "deno").unlink()
    monkeypatch.setenv("NPM_CONFIG_REGISTRY", "http://127.0.0.1:9/")

    with pytest.raises(hatch_build.BundleError, match="npm registry cannot be reached"):
        hatch_build.bundle(root)


def made(root, name):
    """The file that the manifest names for this one."""
    static = root / hatch_build.SERVER / "static"
    return static / json.loads((static / "manifest.json").read_text())[name]


def names(root):
    """The names of all files that were made."""
    return {path.name for path in (root / hatch_build.SERVER / "static").iterdir()}


def catalogue(root, language):
    return root / hatch_build.CATALOGUES / language / "LC_MESSAGES" / "bottleimp.mo"


def translate(root, language, content):
    source = root / hatch_build.TRANSLATIONS / f"{language}.po"
    source.parent.mkdir(exist_ok=True)
    source.write_text(content, encoding="utf-8")
    return source


def test_translations_are_compiled_for_gettext_and_old_ones_go(root):
    source = translate(root, "nl", 'msgid "blue"\nmsgstr "blauw"\n')
    hatch_build.compile_catalogues(root)
    with catalogue(root, "nl").open("rb") as file:
        said = gettext.GNUTranslations(file).gettext("blue")
    source.unlink()
    hatch_build.compile_catalogues(root)

    assert said == "blauw"
    assert not catalogue(root, "nl").exists()


def test_a_translation_that_cannot_be_read_is_told_and_the_old_one_stays(root):
    translate(root, "nl", 'msgid "blue"\nmsgstr "blauw"\n')
    hatch_build.compile_catalogues(root)
    before = catalogue(root, "nl").read_bytes()
    translate(root, "nl", 'msgid "blue"\nnonsense "blauw"\n')

    with pytest.raises(hatch_build.BundleError, match=r"nl\.po cannot be read"):
        hatch_build.compile_catalogues(root)
    assert catalogue(root, "nl").read_bytes() == before
