"""Builds the documentation's pages into build/site: `make site`. Sources stay where they are, and link to each other.

They are copied first, each to its place, with what they show. A link to what is no page, as a folder or a program,
becomes plain text: the pages stand on their own, without a repository behind them.
"""

import re
import shutil
import sys
from pathlib import Path

from sphinx.cmd.build import build_main

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "build/site-sources"
OUT = ROOT / "build/site"
PAGES = (
    "CONTRIBUTING.md", "SECURITY.md", "SUPPORT.md", "CHANGELOG.md", "docs/*.md", "docs/de/*.md", "docs/dev/*.md",
    "host/*/*.md", "hardware/*.md", "examples/*.md",
    "hardware/guide/*.md", "hardware/generated/pins.md", "hardware/generated/bill_of_materials.md",
    "firmware/treppe/games/*/host/rules_*.md",
)  # fmt: skip
SHOWN = (
    "docs/*.gif",
    "docs/*.png",
    "docs/*.svg",
    "hardware/guide/*.png",
    "hardware/generated/*/*.svg",
    "firmware/treppe/games/*/host/*.svg",
)
_LINK = re.compile(r"(?<!!)\[([^]]+)\]\(([^)#\s:]+)(#[^)\s]*)?\)")
_TRY_PLACE = "<!-- try -->"
_TRY = """<p class="try"><a href="try/index.html">Try it now</a>
<span>A board in your browser: nothing to install, nothing sent anywhere.</span>
<span lang="de"><a href="try/index.html">Gleich ausprobieren</a> Ein Brett im Browser, auf Deutsch.</span></p>"""
"""Leads to the page without a server, where that is built."""
_CAPTION = re.compile(r"^(!\[[^]]*\]\([^)]*\))\n(?=\S)", re.M)


def collect() -> None:
    """Copy pages and pictures to their places below SOURCES."""
    shutil.rmtree(SOURCES, ignore_errors=True)
    pages = [path for pattern in PAGES for path in sorted(ROOT.glob(pattern))]
    for path in [path for pattern in SHOWN for path in ROOT.glob(pattern)]:
        _place(path).write_bytes(path.read_bytes())
    for path in pages:
        _place(path).write_text(_as_page(path, pages), "utf-8")
    for name in ("conf.py", "index.md", "style.css", "search.js"):
        shutil.copy2(Path(__file__).with_name(name), SOURCES / name)
    index = SOURCES / "index.md"
    shown = _TRY if (OUT / "try/index.html").exists() else ""
    index.write_text(index.read_text("utf-8").replace(_TRY_PLACE, shown), "utf-8")


def _place(path: Path) -> Path:
    place = SOURCES / path.relative_to(ROOT)
    place.parent.mkdir(parents=True, exist_ok=True)
    return place


def _as_page(path: Path, pages: list[Path]) -> str:
    """Return a page's text: links to other pages stay, others become text; captions go below their picture."""

    def link(found: re.Match[str]) -> str:
        leads = (path.parent / found[2]).resolve()
        return found[0] if leads in pages or leads.suffix in (".svg", ".png") else found[1]

    text = _LINK.sub(link, path.read_text("utf-8"))
    if path.name == "rules_de.md":
        text = (
            text.replace("(material.svg)", "(material_de.svg)") if (path.parent / "material_de.svg").exists() else text
        )
    return _CAPTION.sub(r"\1\n\n", text) if "/games/" in path.as_posix() else text


def tell_languages() -> None:
    """Say of German pages that they are: browsers hyphenate them and screen readers speak them by that."""
    for path in [*OUT.glob("docs/de/*.html"), *OUT.glob("firmware/treppe/games/*/host/rules_de.html")]:
        path.write_text(path.read_text("utf-8").replace('lang="en"', 'lang="de"', 1), "utf-8")


if __name__ == "__main__":
    collect()
    failed = build_main(["-q", "-W", "--keep-going", "-j", "auto", "-b", "html", str(SOURCES), str(OUT)])
    tell_languages()
    sys.exit(failed)
