"""Flat drawings in mm, origin in the south-west corner, and their form as SVG."""

from dataclasses import dataclass, field
from html import escape

INK = "#20303c"


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
class Inset:
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
    shapes: list[Path | Circle | Text | Inset] = field(default_factory=list)

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
        self.shapes.append(Inset(x, y, drawing, scale))

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
        elif isinstance(shape, Inset):
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
