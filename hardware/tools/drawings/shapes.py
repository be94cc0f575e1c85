"""Flat drawings in mm, origin in the south-west corner: written as SVG, and as PDF on A4 pages to be glued."""

import io
from dataclasses import dataclass, field
from html import escape

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

INK = "#20303c"
PAGE_MM = (210.0, 297.0)
_USABLE_MM = (190.0, 266.0)  # the area that every printer reaches, less a line of text
_OVERLAP_MM = 10.0


@dataclass(frozen=True, slots=True)
class Style:
    """Line colour and width in mm, filling, dashes in mm."""

    line: str = INK
    width: float = 0.25
    fill: str = ""
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Path:
    """A line through points in mm, closed or open."""

    points: tuple[tuple[float, float], ...]
    style: Style = Style()
    is_closed: bool = False


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle in mm."""

    x: float
    y: float
    radius: float
    style: Style = Style()


@dataclass(frozen=True, slots=True)
class Text:
    """Text around a place: `size` in mm, `align` start, middle or end; its middle height lies on y."""

    x: float
    y: float
    text: str
    size: float = 3.0
    align: str = "middle"
    colour: str = INK
    is_bold: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """A drawing within another one: where its south-west corner lies, and how much larger it is there."""

    x: float
    y: float
    drawing: "Sheet"
    scale: float = 1.0


@dataclass(slots=True)
class Sheet:
    """A drawing of some size in mm."""

    width: float
    height: float
    title: str
    shapes: list[Path | Circle | Text | Placed] = field(default_factory=list)

    def line(self, points: list[tuple[float, float]], style: Style = Style(), is_closed: bool = False) -> None:
        """Add a line through points."""
        self.shapes.append(Path(tuple(points), style, is_closed))

    def rectangle(self, x: float, y: float, width: float, height: float, style: Style = Style()) -> None:
        """Add a rectangle by its south-west corner."""
        self.line([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], style, True)

    def circle(self, x: float, y: float, radius: float, style: Style = Style()) -> None:
        """Add a circle."""
        self.shapes.append(Circle(x, y, radius, style))

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 3.0,
        align: str = "middle",
        colour: str = INK,
        is_bold: bool = False,
    ) -> None:
        """Add a line of text."""
        self.shapes.append(Text(x, y, text, size, align, colour, is_bold))

    def place(self, x: float, y: float, drawing: "Sheet", scale: float = 1.0) -> None:
        """Add another drawing by its south-west corner."""
        self.shapes.append(Placed(x, y, drawing, scale))

    def cross(self, x: float, y: float, size: float, style: Style = Style()) -> None:
        """Add a cross."""
        self.line([(x - size, y), (x + size, y)], style)
        self.line([(x, y - size), (x, y + size)], style)


def fitting_size(text: str, width: float, most: float) -> float:
    """Return the size, at most `most`, at which a line of text is no longer than `width`."""
    return round(min(most, width / (0.6 * len(text))), 2)


def render_svg(sheet: Sheet, fonts: str = "DejaVu Sans, Helvetica, Arial, sans-serif") -> bytes:
    """Return the sheet as SVG, 1:1 in mm."""
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{sheet.width:g}mm" height="{sheet.height:g}mm" '
        f'viewBox="0 0 {sheet.width:g} {sheet.height:g}" font-family="{fonts}">',
        f"<title>{escape(sheet.title)}</title>",
        f'<rect width="{sheet.width:g}" height="{sheet.height:g}" fill="white"/>',
    ]
    out += _svg_shapes(sheet)
    return ("\n".join(out) + "\n</svg>\n").encode()


def _svg_shapes(sheet: Sheet) -> list[str]:
    out = []
    for shape in sheet.shapes:
        if isinstance(shape, Path):
            points = " ".join(f"{x:.2f},{sheet.height - y:.2f}" for x, y in shape.points)
            name = "polygon" if shape.is_closed else "polyline"
            out.append(f'<{name} points="{points}"{_svg_style(shape.style)}/>')
        elif isinstance(shape, Circle):
            place = f'cx="{shape.x:.2f}" cy="{sheet.height - shape.y:.2f}" r="{shape.radius:.2f}"'
            out.append(f"<circle {place}{_svg_style(shape.style)}/>")
        elif isinstance(shape, Placed):
            top = sheet.height - shape.y - shape.scale * shape.drawing.height
            out.append(f'<g transform="translate({shape.x:.2f} {top:.2f}) scale({shape.scale:g})">')
            out += [*_svg_shapes(shape.drawing), "</g>"]
        else:
            y = sheet.height - shape.y + 0.35 * shape.size
            bold = ' font-weight="bold"' if shape.is_bold else ""
            out.append(
                f'<text x="{shape.x:.2f}" y="{y:.2f}" font-size="{shape.size:g}" text-anchor="{shape.align}" '
                f'fill="{shape.colour}"{bold}>{escape(shape.text)}</text>'
            )
    return out


def _svg_style(style: Style) -> str:
    line = f' stroke="{style.line}" stroke-width="{style.width:g}"' if style.line else ""
    dash = f' stroke-dasharray="{" ".join(f"{part:g}" for part in style.dash)}"' if style.dash else ""
    return f' fill="{style.fill or "none"}"{line}{dash}'


def render_pdf(sheet: Sheet) -> bytes:
    """Return the sheet 1:1 on as many A4 pages as it needs, each overlapping the next by 10 mm.

    Every page has cut marks, its place in the whole, a ruler of 100 mm to see that the printer did not scale.
    Nothing is compressed: the same bytes everywhere.
    """
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(PAGE_MM[0] * mm, PAGE_MM[1] * mm), invariant=1, pageCompression=0)
    canvas.setTitle(sheet.title)
    step_x, step_y = (usable - _OVERLAP_MM for usable in _USABLE_MM)
    columns = max(1, -(-(sheet.width - _OVERLAP_MM) // step_x))
    rows = max(1, -(-(sheet.height - _OVERLAP_MM) // step_y))
    for row in range(int(rows)):
        for column in range(int(columns)):
            _draw_page(canvas, sheet, column, row, int(columns), int(rows))
            canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _draw_page(canvas: Canvas, sheet: Sheet, column: int, row: int, columns: int, rows: int) -> None:
    width, height = _USABLE_MM
    left, bottom = (PAGE_MM[0] - width) / 2, 10.0
    west, south = column * (width - _OVERLAP_MM), row * (height - _OVERLAP_MM)
    canvas.saveState()
    frame = canvas.beginPath()
    frame.rect(left * mm, bottom * mm, width * mm, height * mm)
    canvas.clipPath(frame, stroke=0)
    canvas.translate((left - west) * mm, (bottom - south) * mm)
    for shape in sheet.shapes:
        low_x, low_y, high_x, high_y = _bounds(shape)
        if low_x <= west + width and high_x >= west and low_y <= south + height and high_y >= south:
            draw_shape(canvas, shape)
    canvas.restoreState()
    _draw_marks(canvas, left, bottom, (column == columns - 1, row == rows - 1))
    name = f"{chr(65 + column)}{row + 1}"
    canvas.setFillColor(INK)
    canvas.setFont("Helvetica", 9)
    whole = f"columns A to {chr(64 + columns)} from the west, rows 1 to {rows} from the south"
    canvas.drawString(left * mm, (bottom + height + 4) * mm, f"{sheet.title}   page {name}   ({whole})")
    ruler = bottom - 4
    canvas.setLineWidth(0.3 * mm)
    canvas.line(left * mm, ruler * mm, (left + 100) * mm, ruler * mm)
    for part in range(11):
        tick = 2.0 if part % 5 == 0 else 1.0
        canvas.line((left + 10 * part) * mm, ruler * mm, (left + 10 * part) * mm, (ruler + tick) * mm)
    canvas.drawString((left + 103) * mm, ruler * mm, "100 mm: measure it before you cut")


def _bounds(shape: Path | Circle | Text | Placed) -> tuple[float, float, float, float]:
    """Return what a shape covers at most: west, south, east, north."""
    if isinstance(shape, Path):
        xs, ys = zip(*shape.points, strict=True)
        return min(xs), min(ys), max(xs), max(ys)
    if isinstance(shape, Placed):
        width, height = shape.scale * shape.drawing.width, shape.scale * shape.drawing.height
        return shape.x, shape.y, shape.x + width, shape.y + height
    reach = shape.radius if isinstance(shape, Circle) else shape.size * len(shape.text)
    return shape.x - reach, shape.y - reach, shape.x + reach, shape.y + reach


def _draw_marks(canvas: Canvas, left: float, bottom: float, is_last: tuple[bool, bool]) -> None:
    """Mark where the next pages to the east and north lie over this one."""
    width, height = _USABLE_MM
    canvas.setStrokeColor("#b3402e")
    canvas.setLineWidth(0.15 * mm)
    canvas.setDash([2 * mm, 2 * mm])
    if not is_last[0]:
        x = (left + width - _OVERLAP_MM) * mm
        canvas.line(x, bottom * mm, x, (bottom + height) * mm)
    if not is_last[1]:
        y = (bottom + height - _OVERLAP_MM) * mm
        canvas.line(left * mm, y, (left + width) * mm, y)
    canvas.setDash([])
    for x in (left, left + _OVERLAP_MM, left + width - _OVERLAP_MM, left + width):
        for y in (bottom, bottom + _OVERLAP_MM, bottom + height - _OVERLAP_MM, bottom + height):
            canvas.line((x - 2) * mm, y * mm, (x + 2) * mm, y * mm)
            canvas.line(x * mm, (y - 2) * mm, x * mm, (y + 2) * mm)
    canvas.setStrokeColor(INK)


def draw_shape(canvas: Canvas, shape: Path | Circle | Text | Placed) -> None:
    """Draw a shape where the canvas stands, in mm."""
    if isinstance(shape, Placed):
        canvas.saveState()
        canvas.translate(shape.x * mm, shape.y * mm)
        canvas.scale(shape.scale, shape.scale)
        for one in shape.drawing.shapes:
            draw_shape(canvas, one)
        canvas.restoreState()
        return
    if isinstance(shape, Text):
        canvas.setFillColor(shape.colour)
        canvas.setFont("Helvetica-Bold" if shape.is_bold else "Helvetica", shape.size * mm)
        write = {"start": canvas.drawString, "middle": canvas.drawCentredString, "end": canvas.drawRightString}
        write[shape.align](shape.x * mm, (shape.y - 0.35 * shape.size) * mm, shape.text)
        return
    style = shape.style
    if style.line:
        canvas.setStrokeColor(style.line)
    canvas.setLineWidth(style.width * mm)
    canvas.setDash([part * mm for part in style.dash] if style.dash else [])
    if style.fill:
        canvas.setFillColor(style.fill)
    has_line, has_fill = int(bool(style.line)), int(bool(style.fill))
    if isinstance(shape, Circle):
        canvas.circle(shape.x * mm, shape.y * mm, shape.radius * mm, stroke=has_line, fill=has_fill)
        return
    path = canvas.beginPath()
    path.moveTo(shape.points[0][0] * mm, shape.points[0][1] * mm)
    for x, y in shape.points[1:]:
        path.lineTo(x * mm, y * mm)
    if shape.is_closed:
        path.close()
    canvas.drawPath(path, stroke=has_line, fill=has_fill if shape.is_closed else 0)
