"""Lays things out on sheets, fronts and backs so that they meet, with marks to cut along, and writes a PDF.

A sheet is turned over on the edge that is upright as it lies here. Nothing is compressed: the same bytes everywhere.
"""

import io
from dataclasses import dataclass

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from treppe_hardware.descriptions.sheets import Size, Sizes
from treppe_hardware.drawings.pdf import draw_shape
from treppe_hardware.drawings.shapes import INK, Inset, Sheet, Style
from treppe_hardware.sheets.faces import Face
from treppe_hardware.sheets.words import Words

_CUT = Style(line="#8a8a8a", width=0.15)
_MARK_MM = 5.0


@dataclass(frozen=True, slots=True)
class Page:
    """A sheet of paper: its front, its back if it has one, how many things are cut from it."""

    front: Sheet
    back: Sheet | None
    count: int


@dataclass(frozen=True, slots=True)
class Grid:
    """Where things lie on a sheet: its size, columns and rows, the south-west corner of the first place, the steps."""

    width: float
    height: float
    columns: int
    rows: int
    left: float
    bottom: float
    step_x: float
    step_y: float

    def place(self, number: int) -> tuple[float, float]:
        """Return the south-west corner of a place, from the north-west on."""
        row, column = divmod(number, self.columns)
        return self.left + column * self.step_x, self.bottom + (self.rows - 1 - row) * self.step_y


def grid_for(size: Size, sizes: Sizes, paper_mm: tuple[float, float]) -> Grid:
    """Return how most of these things fit on a sheet, upright or lying."""
    gap = sizes.gap if size.is_round else 0.0
    best: Grid | None = None
    for width, height in (paper_mm, paper_mm[::-1]):
        columns, rows = (
            int((side - 2 * sizes.margin + gap + 1e-6) // (own + gap))
            for side, own in ((width, size.width), (height, size.height))
        )
        left = (width - columns * size.width - (columns - 1) * gap) / 2
        bottom = (height - rows * size.height - (rows - 1) * gap) / 2
        grid = Grid(width, height, columns, rows, left, bottom, size.width + gap, size.height + gap)
        if best is None or columns * rows > best.columns * best.rows:
            best = grid
    assert best is not None and best.columns * best.rows, f"{size.name} is larger than the paper"
    return best


def lay_out(faces: list[Face], sizes: Sizes, paper_mm: tuple[float, float]) -> list[Page]:
    """Return sheets of things of one size: on a back everything lies mirrored, so that it meets its front."""
    size = faces[0].size
    grid = grid_for(size, sizes, paper_mm)
    on_one = grid.columns * grid.rows
    pages = []
    for first in range(0, len(faces), on_one):
        own = faces[first : first + on_one]
        front, back = (Sheet(grid.width, grid.height, side) for side in ("front", "back"))
        for number, face in enumerate(own):
            x, y = grid.place(number)
            front.place(x, y, face.front)
            back.place(grid.width - x - size.width, y, face.back)
        _mark(front, grid, size, len(own))
        pages.append(Page(front, back, len(own)))
    return pages


def _mark(sheet: Sheet, grid: Grid, size: Size, count: int) -> None:
    """Draw cutting marks: around round things, else at the edges of the sheet and at crossings of cuts."""
    if size.is_round:
        for number in range(count):
            x, y = grid.place(number)
            sheet.circle(x + size.width / 2, y + size.height / 2, size.width / 2, _CUT)
        return
    columns, rows = min(count, grid.columns), -(-count // grid.columns)
    west, east = grid.left, grid.left + columns * grid.step_x
    north = grid.bottom + grid.rows * grid.step_y
    south = north - rows * grid.step_y
    for column in range(columns + 1):
        x = west + column * grid.step_x
        sheet.line([(x, north), (x, north + _MARK_MM)], _CUT)
        sheet.line([(x, south - _MARK_MM), (x, south)], _CUT)
        for row in range(rows + 1):
            sheet.cross(x, south + row * grid.step_y, 1.2, _CUT)
    for row in range(rows + 1):
        y = south + row * grid.step_y
        sheet.line([(west - _MARK_MM, y), (west, y)], _CUT)
        sheet.line([(east, y), (east + _MARK_MM, y)], _CUT)
    for x in (west + size.wing, east - size.wing) if size.wing else ():
        for y in (south - _MARK_MM, north):
            sheet.line([(x, y), (x, y + _MARK_MM)], Style(line="#8a8a8a", width=0.15, dash=(0.8, 0.6)))


def render_pages(pages: list[Page], paper_mm: tuple[float, float], title: str, words: Words) -> bytes:
    """Return a PDF in which each sheet is two pages; drawings that come again are stored once."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(paper_mm[0] * mm, paper_mm[1] * mm), invariant=1, pageCompression=0)
    canvas.setTitle(title)
    forms: dict[int, str] = {}
    for page in pages:
        for sheet in (page.front, page.back):
            if sheet:
                _keep_within(canvas, sheet, forms)
    for number, page in enumerate(pages, 1):
        for side, sheet in (("front", page.front), ("back", page.back)):
            if sheet is None:
                continue
            canvas.setPageSize((sheet.width * mm, sheet.height * mm))
            _draw_shapes(canvas, sheet, forms)
            _foot(canvas, sheet, f"{title}   {number}/{len(pages)}", words, side if page.back else "one")
            canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _keep_within(canvas: Canvas, sheet: Sheet, forms: dict[int, str]) -> None:
    """Store the drawings that are placed in a sheet, those within them first."""
    for shape in sheet.shapes:
        if isinstance(shape, Inset) and id(shape.drawing) not in forms:
            _keep_within(canvas, shape.drawing, forms)
            name = forms[id(shape.drawing)] = f"drawing{len(forms)}"
            canvas.beginForm(name, 0, 0, shape.drawing.width * mm, shape.drawing.height * mm)
            _draw_shapes(canvas, shape.drawing, forms)
            canvas.endForm()


def _draw_shapes(canvas: Canvas, sheet: Sheet, forms: dict[int, str]) -> None:
    for shape in sheet.shapes:
        if isinstance(shape, Inset):
            canvas.saveState()
            canvas.translate(shape.x * mm, shape.y * mm)
            canvas.scale(shape.scale, shape.scale)
            canvas.doForm(forms[id(shape.drawing)])
            canvas.restoreState()
        else:
            draw_shape(canvas, shape)


def _foot(canvas: Canvas, sheet: Sheet, title: str, words: Words, side: str) -> None:
    """Write the sheet's title and how to print it, and a ruler that shows whether the printer has scaled it."""
    y, left = 4.6, 12.0
    canvas.setFillColor(INK)
    canvas.setStrokeColor(INK)
    canvas.setDash([])
    canvas.setFont("Helvetica", 6.5)
    edge = words.sheet["long" if sheet.height > sheet.width else "short"]
    how = "" if side == "one" else "   " + words.sheet["flip"].format(edge)
    canvas.drawString(left * mm, y * mm, f"{title}, {words.sheet[side]}{how}")
    canvas.setLineWidth(0.25 * mm)
    ruler = sheet.width - 12 - 50
    canvas.line(ruler * mm, y * mm, (ruler + 50) * mm, y * mm)
    for part in range(6):
        canvas.line((ruler + 10 * part) * mm, y * mm, (ruler + 10 * part) * mm, (y + 1.4) * mm)
    canvas.drawRightString((ruler - 1) * mm, y * mm, words.sheet["ruler"])
