"""Flat drawings as PDF, 1:1 on A4 pages that are glued together."""

import io

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from treppe_hardware.drawings.shapes import INK, Circle, Inset, Path, Sheet, Text

_PAGE_MM = (210.0, 297.0)
_USABLE_MM = (190.0, 266.0)  # the area that every printer reaches, less a line of text
_OVERLAP_MM = 10.0


def render_pdf(sheet: Sheet) -> bytes:
    """Return the sheet 1:1 on as many A4 pages as it needs, each overlapping the next by 10 mm.

    Every page has cut marks, its place in the whole, a ruler of 100 mm to see that the printer did not scale.
    Nothing is compressed: the same bytes everywhere.
    """
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(_PAGE_MM[0] * mm, _PAGE_MM[1] * mm), invariant=1, pageCompression=0)
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
    left, bottom = (_PAGE_MM[0] - width) / 2, 10.0
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


def _bounds(shape: Path | Circle | Text | Inset) -> tuple[float, float, float, float]:
    """Return what a shape covers at most: west, south, east, north."""
    if isinstance(shape, Path):
        xs, ys = zip(*shape.points, strict=True)
        return min(xs), min(ys), max(xs), max(ys)
    if isinstance(shape, Inset):
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


def draw_shape(canvas: Canvas, shape: Path | Circle | Text | Inset) -> None:
    """Draw a shape where the canvas stands, in mm."""
    if isinstance(shape, Inset):
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
