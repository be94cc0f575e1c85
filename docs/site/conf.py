"""How Sphinx makes the pages: see make.py."""

import re
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


def _wood(scheme: str) -> dict[str, str]:
    """Return the colours and letters of Treppe's own page, by the theme's names."""
    own = dict(re.findall(r"--([\w-]+): ([^;]+);", scheme))
    named = {
        "color-background-primary": "paper",
        "color-background-secondary": "card",
        "color-background-hover": "edge",
        "color-background-border": "edge",
        "color-foreground-primary": "ink",
        "color-foreground-secondary": "soft",
        "color-foreground-muted": "soft",
        "color-brand-primary": "accent",
        "color-brand-content": "accent",
        "color-brand-visited": "accent",
        "color-admonition-background": "card",
        "color-code-background": "card",
        "font-stack--headings": "serif",
    }
    return {name: own[source] for name, source in named.items() if source in own}


_light, _dark = re.findall(
    r":root \{(.*?)\}", (ROOT / "host/treppe_host/web/static/page.css").read_text("utf-8"), re.DOTALL
)[:2]
html_theme_options = {
    "top_of_page_buttons": [],
    "light_css_variables": _wood(_light),
    "dark_css_variables": _wood(_dark),
}
