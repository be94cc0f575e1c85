"""How Sphinx makes the pages: see make.py."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "firmware")]

project = "Treppe"
copyright = "The Treppe contributors, MIT licence"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_block"]
highlight_language = "text"
autodoc_member_order = "bysource"
autodoc_typehints = "description"
suppress_warnings = ["misc.highlighting_failure", "myst.header"]

html_theme = "furo"
html_title = "Treppe"
html_favicon = str(ROOT / "host/treppe_host/web/static/favicon.svg")
html_css_files = ["style.css"]
html_static_path = ["style.css"]
locale_dirs = ["locale"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"top_of_page_buttons": []}
