"""What is cut from printed sheets or sewn: cards, tiles, discs, screens, a bag; sizes are in `hardware/sheets.toml`."""

from pathlib import Path

from treppe.games import catalogue
from treppe.games.host import facts
from treppe.texts import LANGUAGES

from treppe_hardware.descriptions.sheets import Sizes
from treppe_hardware.sheets.bag import pattern
from treppe_hardware.sheets.faces import Face, faces_of
from treppe_hardware.sheets.material import pictures
from treppe_hardware.sheets.pages import Page, lay_out, render_pages
from treppe_hardware.sheets.print_list import print_list
from treppe_hardware.sheets.words import Words

__all__ = ["pages_of", "pictures", "render_sheets"]


def render_sheets(sizes: Sizes) -> dict[Path, bytes]:
    """Return what is printed, a PDF a game, paper and language."""
    files = {Path("sheets/README.md"): print_list(sizes).encode()}
    for name in catalogue.names():
        if not facts.of(name).all_printed():
            continue
        for language in LANGUAGES:
            words = Words(name, language)
            for paper, size_mm in sizes.papers.items():
                title = f"{catalogue.title(name)}: {paper.capitalize()}"
                pages = pages_of(name, words, sizes, size_mm)
                files[Path("sheets") / f"{name}_{paper}_{language}.pdf"] = render_pages(pages, size_mm, title, words)
    return files


def pages_of(name: str, words: Words, sizes: Sizes, paper_mm: tuple[float, float]) -> list[Page]:
    """Return the sheets of a game, those of one size of thing together, and what is sewn last."""
    things = facts.of(name).all_printed()
    faces = [face for thing in things for face in faces_of(thing, words, sizes, things)]
    by_size: dict[str, list[Face]] = {}
    for face in faces:
        by_size.setdefault(face.size.name, []).append(face)
    pages = [page for alike in by_size.values() for page in lay_out(alike, sizes, paper_mm)]
    sewn = [thing for thing in things if thing.kind not in sizes.kinds]
    return pages + [Page(pattern(sizes.bag, words, paper_mm, _discs(name)), None, 0) for _ in sewn]


def _discs(name: str) -> int:
    return sum(count for code, count in facts.of(name).largest_material().items() if code[0] == "D")
