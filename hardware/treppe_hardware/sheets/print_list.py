"""The list of printed sheets: files, things, sizes."""

from collections import Counter

from treppe.games import catalogue
from treppe.games.host import facts
from treppe.texts import LANGUAGES

from treppe_hardware.descriptions.sheets import Sizes
from treppe_hardware.sheets.bag import cloth_mm, volume_l
from treppe_hardware.templates import render_page


def print_list(sizes: Sizes) -> str:
    """Return it as Markdown."""
    rows = []
    for name in catalogue.names():
        counts: Counter[tuple[str, str]] = Counter()
        for thing in facts.of(name).all_printed():
            counts[thing.group, sizes.kinds[thing.kind].name if thing.kind in sizes.kinds else thing.kind] += (
                thing.count
            )
        rows += [(catalogue.title(name), group, number, _size(sizes, kind)) for (group, kind), number in counts.items()]
    files = {
        catalogue.title(name): [f"{name}_{paper}_{language}" for language in LANGUAGES for paper in sizes.papers]
        for name in catalogue.names()
        if facts.of(name).all_printed()
    }
    return render_page("sheets.md", rows=rows, files=files)


def _size(sizes: Sizes, name: str) -> str:
    for size in sizes.kinds.values():
        if size.name == name:
            measures = f"diameter {size.width:g}" if size.is_round else f"{size.width:g} x {size.height:g}"
            return measures + (f", {size.wing:g} folded on either side" if size.wing else "")
    width, height = cloth_mm(sizes.bag)
    return f"two cloths of {width:g} x {height:g}, {volume_l(sizes.bag):.1f} l when half full"
