"""Settings of the docs site, which `scripts/docs` builds with Sphinx from the pages beside this."""

import sys
from pathlib import Path

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

import bottleimp  # noqa: E402 - found through the path set above
from scripts.publishing import repository_address as address  # noqa: E402

project = "Bottle Imp"
author = "The authors of Bottle Imp"
project_copyright = author
version = release = bottleimp.__version__
language = "en"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "docs.extensions.index_navigation",
    "docs.extensions.public_names_directive",
    "docs.extensions.repository_links",
    "docs.extensions.notebook_links",
    "sphinx_gallery.gen_gallery",
]
nitpicky = True

# --- pages in Markdown, written for the code host first
myst_heading_anchors = 6
myst_links_external_new_tab = False

# --- notebooks: scripts, run while the site is built; `notebook_runs` is made and ignored by git
sphinx_gallery_conf = {
    "examples_dirs": ["lab-notebook/notebooks"],
    "gallery_dirs": ["lab-notebook/notebook_runs"],
    "filename_pattern": r"\.py$",  # run all of them
    "run_stale_examples": True,  # what they import may have changed
    "abort_on_example_error": True,
    "image_scrapers": (),  # charts show themselves
    "reset_modules": (),
    "download_all_examples": False,
    "write_computation_times": False,
    "min_reported_time": 3600,  # seconds; the same script makes the same page
    "show_signature": False,
    "remove_config_comments": True,
}
exclude_patterns = ["lab-notebook/notebooks/*", "lab-notebook/notebook_runs/index.rst"]

# --- the reference of public names
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
autodoc_member_order = "bysource"
python_maximum_signature_line_length = 140
add_module_names = False
toc_object_entries_show_parents = "hide"

# --- where files are that are no pages of the site: there once the project says its address
repository_root = ROOT
repository_address = address.repository_address(ROOT)

# --- looks
html_theme = "furo"
html_title = f"Bottle Imp {release}"
html_favicon = "../web/pages/favicon.ico"
html_static_path = ["style"]
html_css_files = ["site.css"]
html_js_files = [("site.js", {"defer": "defer"})]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#1d5c4c",
        "color-brand-content": "#1d5c4c",
        "color-brand-visited": "#5d4a7d",
        "color-api-name": "#1d5c4c",
        "color-api-pre-name": "#1d5c4c",
    },
    "dark_css_variables": {
        "color-brand-primary": "#86d3bb",
        "color-brand-content": "#86d3bb",
        "color-brand-visited": "#c3b1e1",
        "color-api-name": "#86d3bb",
        "color-api-pre-name": "#86d3bb",
    },
}
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"


def setup(app: Sphinx) -> None:
    """What Sphinx calls: a block of the language `error` on a page is plain text."""
    app.add_lexer("error", TextLexer)
