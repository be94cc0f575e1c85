"""The list of printed sheets: files, things, sizes."""

from collections import Counter

from treppe.games import catalogue
from treppe.games.host import facts
from treppe.texts import LANGUAGES

from treppe_hardware.descriptions.sheets import Sizes
from treppe_hardware.sheets.bag import cloth_mm, volume_l


def print_list(sizes: Sizes) -> str:
    """Return it as Markdown."""
    lines = [
        "# What is printed on sheets, cut and sewn",
        "",
        "Generated from the games' facts and [sheets.toml](../../sheets.toml) by `treppe hardware build`: a PDF a",
        "game, paper and language. Print at 100 % and on both sides, on cardboard of 250 to 300 g/m2; the line",
        "at the foot says on which edge the sheet is turned over. Measure the ruler, then cut from mark to mark: a",
        "white border around what is printed forgives a printer that is off by 2 mm.",
        "",
        "| game | what | pieces | size, mm |",
        "|---|---|--:|---|",
    ]
    for name in catalogue.names():
        counts: Counter[tuple[str, str]] = Counter()
        for thing in facts.of(name).all_printed():
            counts[thing.group, thing.kind if thing.kind not in sizes.kinds else sizes.kinds[thing.kind].name] += (
                thing.count
            )
        for (group, kind), number in counts.items():
            lines.append(f"| {catalogue.title(name)} | {group} | {number} | {_size(sizes, kind)} |")
    lines += ["", "| game | files |", "|---|---|"]
    for name in catalogue.names():
        if facts.of(name).all_printed():
            files = [f"{name}_{paper}_{language}" for language in LANGUAGES for paper in sizes.papers]
            lines.append(f"| {catalogue.title(name)} | {', '.join(f'[{one}]({one}.pdf)' for one in files)} |")
    return "\n".join(lines) + "\n"


def _size(sizes: Sizes, name: str) -> str:
    for size in sizes.kinds.values():
        if size.name == name:
            measures = f"diameter {size.width:g}" if size.is_round else f"{size.width:g} x {size.height:g}"
            return measures + (f", {size.wing:g} folded on either side" if size.wing else "")
    width, height = cloth_mm(sizes.bag)
    return f"two cloths of {width:g} x {height:g}, {volume_l(sizes.bag):.1f} l when half full"
