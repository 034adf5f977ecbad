"""Settings of the documentation site; pages made from rulebooks and routes lie in docs/made."""

from __future__ import annotations

import gc
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

from sphinx.application import Sphinx

from documentation import write_pages
from matto import __version__

gc.set_threshold(100_000, 20, 100)  # pages stay to the end: a fifth of the time was lost

project = "matto"
author = "the matto authors"
copyright = "the matto authors"
version = release = __version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 4
source_suffix = {".md": "markdown"}
exclude_patterns = ["pictures"]
suppress_warnings = [
    "myst.header",  # a rulebook's first heading under an included title
    "ref.python",  # the names at the top are those of a room as well
]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "show-inheritance": False}
default_role = "code"  # `name` in a docstring is code

html_theme = "furo"
html_title = f"matto {release}"
html_static_path: list[str] = []
html_show_sourcelink = False


SOURCE_PAGES = "_modules/"


def setup(app: Sphinx) -> None:
    """Write the pages that are made before any is read."""
    app.connect("builder-inited", lambda app: write_pages(Path(app.srcdir), ROOT))
    app.connect("html-page-context", leave_alone, priority=400)  # before the theme's


def leave_alone(_app: Sphinx, page: str, _template: str, context: Any, _tree: Any) -> None:
    """Pages of source have no tree of all other pages: it takes a third of building."""
    if page.startswith(SOURCE_PAGES):
        context.pop("toctree", None)
