"""Builds the documentation's pages: `make site`, in English into build/site, in German into build/site/de.

Sources stay where they are, and link to each other. They are copied first, each to its place, with what they show. A
link to a page in the other language leads to the other site; a link to what is no page, as a folder or a program,
becomes plain text: the pages stand on their own, without a repository behind them.
"""

import functools
import re
import shutil
import sys
from os.path import relpath
from pathlib import Path

from sphinx.cmd.build import build_main

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PAGES = {
    "en": (
        "CONTRIBUTING.md", "SECURITY.md", "SUPPORT.md", "CHANGELOG.md", "docs/*.md", "docs/dev/*.md", "host/*/*.md",
        "hardware/*.md", "examples/*.md", "hardware/guide/*.md", "hardware/generated/pins.md",
        "hardware/generated/bill_of_materials.md", "firmware/treppe/games/*/host/rules_en.md",
    ),
    "de": ("docs/de/*.md", "firmware/treppe/games/*/host/rules_de.md"),
}  # fmt: skip
OUT = {"en": ROOT / "build/site", "de": ROOT / "build/site/de"}
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
_TRY = {
    "en": """<p class="try"><a href="try/index.html">Try it now</a>
<span>A board in your browser: nothing to install, nothing sent anywhere.</span></p>""",
    "de": """<p class="try"><a href="../try/index.html">Gleich ausprobieren</a>
<span>Ein Brett im Browser: nichts zu installieren, nichts wird irgendwohin geschickt.</span></p>""",
}
"""Leads to the page without a server, where that is built."""
_CAPTION = re.compile(r"^(!\[[^]]*\]\([^)]*\))\n(?=\S)", re.M)
_FIXED = {
    "Toggle Light / Dark / Auto color theme": "Hell, dunkel oder wie das System",
    "Toggle site navigation sidebar": "Menü der Seiten",
    "Toggle table of contents sidebar": "Inhalt dieser Seite",
    "Skip to content": "Zum Inhalt",
    "Light mode": "Hell",
    "Dark mode": "Dunkel",
    "Auto light/dark, in light mode": "Wie das System, jetzt hell",
    "Auto light/dark, in dark mode": "Wie das System, jetzt dunkel",
}
"""What the theme says in English alone; its other words are in `locale`."""


def collect(language: str) -> Path:
    """Copy a language's pages and pictures to their places below a folder; return it."""
    sources = ROOT / f"build/site-sources-{language}"
    shutil.rmtree(sources, ignore_errors=True)
    for pattern in SHOWN:
        for path in ROOT.glob(pattern):
            _make_place(sources, path).write_bytes(path.read_bytes())
    for path in _pages(language):
        _make_place(sources, path).write_text(_as_page(path, language), "utf-8")
    for name in ("conf.py", "style.css"):
        shutil.copy2(HERE / name, sources / name)
    shutil.copytree(HERE / "locale", sources / "locale")
    shown = _TRY[language] if (OUT["en"] / "try/index.html").exists() else ""
    index = (HERE / f"index_{language}.md").read_text("utf-8").replace(_TRY_PLACE, shown)
    (sources / "index.md").write_text(index, "utf-8")
    return sources


@functools.cache
def _pages(language: str) -> list[Path]:
    return [path for pattern in PAGES[language] for path in sorted(ROOT.glob(pattern))]


def _make_place(sources: Path, path: Path) -> Path:
    place = sources / path.relative_to(ROOT)
    place.parent.mkdir(parents=True, exist_ok=True)
    return place


def _as_page(path: Path, language: str) -> str:
    """Return a page's text: links to other pages stay, others become text; captions go below their picture."""

    def link(found: re.Match[str]) -> str:
        leads = (path.parent / found[2]).resolve()
        for to, out in OUT.items():
            if to != language and leads in _pages(to):
                page = (out / leads.relative_to(ROOT)).with_suffix(".html")
                address = relpath(page, (OUT[language] / path.relative_to(ROOT)).parent)
                return f'<a href="{address}" hreflang="{to}">{found[1]}</a>'
        return found[0] if leads in _pages(language) or leads.suffix in (".svg", ".png") else found[1]

    text = path.read_text("utf-8")
    if "rules_" in path.name:
        name, to = ("In English", "en") if language == "de" else ("Auf Deutsch", "de")
        text = text.replace("\n", f"\n\n*[{name}](rules_{to}.md)*\n", 1)
    text = _LINK.sub(link, text)
    if path.name == "rules_de.md":
        text = (
            text.replace("(material.svg)", "(material_de.svg)") if (path.parent / "material_de.svg").exists() else text
        )
    return _CAPTION.sub(r"\1\n\n", text) if "/games/" in path.as_posix() else text


def put_theme_in_german() -> None:
    """Translate what the theme has no catalogue for."""
    for path in OUT["de"].rglob("*.html"):
        text = path.read_text("utf-8")
        for english, german in _FIXED.items():
            text = re.sub(f'(?<=[">\\n ]){re.escape(english)}(?=["<\\n])', german, text)
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    failed = 0
    for language in PAGES:
        options = ["-q", "-W", "--keep-going", "-j", "auto", "-b", "html", "-D", f"language={language}"]
        failed |= build_main([*options, str(collect(language)), str(OUT[language])])
    put_theme_in_german()
    sys.exit(failed)
