"""Shaded pictures of models without a screen: orthographic view, depth buffer, edges as lines, labels."""

import itertools
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from build123d import Part
from PIL import Image, ImageDraw, ImageFont

Colour = tuple[int, int, int]
OVERSAMPLING = 3
_LIGHT = np.array([-0.45, 0.75, 0.8]) / np.linalg.norm([-0.45, 0.75, 0.8])  # as seen: from the left, above, in front
_FILL = np.array([0.85, 0.2, 0.3]) / np.linalg.norm([0.85, 0.2, 0.3])
_LINE: Colour = (38, 44, 52)
_TEXT: Colour = (30, 36, 44)


@dataclass(slots=True)
class Mesh:
    """Triangles in mm (n x 3 x 3), lines (each m x 3) and a colour."""

    triangles: np.ndarray
    lines: list[np.ndarray]
    colour: Colour


@dataclass(slots=True)
class Scene:
    """Bodies seen from a direction: `turn` degrees round from the south towards the west, `rise` degrees above."""

    turn: float = 30.0
    rise: float = 28.0
    bodies: list[Mesh] = field(default_factory=list)
    labels: list[tuple[tuple[float, float, float], str, int]] = field(default_factory=list)

    def add(self, part: Part, colour: Colour, tolerance: float = 0.05) -> None:
        """Add a model in this colour."""
        points, faces = part.tessellate(tolerance, 0.2)
        places = np.array([(p.X, p.Y, p.Z) for p in points])
        lines = []
        faces_of = Counter(edge for face in part.faces() for edge in set(face.edges()))
        for edge in (edge for edge, count in faces_of.items() if count > 1):  # no seams of round faces
            count = 2 if edge.geom_type.name == "LINE" else max(8, min(160, int(edge.length / 0.4)))
            lines.append(np.array([tuple(edge.position_at(i / (count - 1))) for i in range(count)]))
        self.bodies.append(Mesh(places[np.array(faces)], lines, colour))

    def label(self, place: tuple[float, float, float], text: str, side: int) -> None:
        """Name a place by a text at the left (-1) or right (1) border."""
        self.labels.append((place, text, side))

    def axes(self) -> np.ndarray:
        """Return the picture's directions in the room: right, up, towards the viewer."""
        turn, rise = np.radians(self.turn), np.radians(self.rise)
        right = np.array([np.cos(turn), np.sin(turn) * -1, 0.0])
        toward = np.array([-np.sin(turn) * np.cos(rise), -np.cos(turn) * np.cos(rise), np.sin(rise)])
        axes: np.ndarray = np.array([right, np.cross(toward, right), toward])
        return axes


def draw(scene: Scene, width: int, path: Path, border: float = 0.06, label_width: float = 0.0) -> None:
    """Write the picture, `width` pixels wide and as high as it needs; `label_width` is the part kept for texts."""
    axes = scene.axes()
    seen = [body.triangles @ axes.T for body in scene.bodies]
    corners = np.concatenate([triangles.reshape(-1, 3)[:, :2] for triangles in seen])
    low, high = corners.min(0), corners.max(0)
    size = width * OVERSAMPLING
    margin = border * size
    scale = (size - 2 * margin - 2 * label_width * size) / (high[0] - low[0])
    height = int((high[1] - low[1]) * scale + 2 * margin)
    offset = np.array([margin + label_width * size - low[0] * scale, margin - low[1] * scale])

    def to_pixels(points: np.ndarray) -> np.ndarray:
        pixels: np.ndarray = points * scale
        pixels[..., :2] += offset
        pixels[..., 1] = height - pixels[..., 1]
        return pixels

    picture: np.ndarray = np.full((height, size, 3), 255, dtype=np.uint8)
    depth = np.full((height, size), -np.inf)
    for body, triangles in zip(scene.bodies, seen, strict=True):
        normals = _normals(triangles)
        front = normals[:, 2] > 0
        shades = _shades(body.colour, normals[front])
        for triangle, shade in zip(to_pixels(triangles[front]), shades, strict=True):
            _fill_triangle(picture, depth, triangle, shade)
    for body in scene.bodies:
        for line in body.lines:
            _trace(picture, depth, to_pixels(line @ axes.T))
    image = Image.fromarray(picture).resize((width, height // OVERSAMPLING), Image.Resampling.LANCZOS)
    places = [to_pixels(np.array(place) @ axes.T)[:2] / OVERSAMPLING for place, _, _ in scene.labels]
    _write_labels(image, scene, places)
    few = image.quantize(256, Image.Quantize.MEDIANCUT, kmeans=4, dither=Image.Dither.NONE)
    few.save(path, optimize=True)


def _normals(triangles: np.ndarray) -> np.ndarray:
    """Return the direction that each triangle faces."""
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    normals = np.cross(b - a, c - a)
    unit: np.ndarray = normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    return unit


def _shades(colour: Colour, normals: np.ndarray) -> np.ndarray:
    """Return one colour a triangle: the body's, lit by a main light from the left and a weak one from the right."""
    light = 0.56 + 0.44 * np.clip(normals @ _LIGHT, 0, 1) + 0.12 * np.clip(normals @ _FILL, 0, 1)
    shaded: np.ndarray = np.clip(np.array(colour) * light[:, None], 0, 255).astype(np.uint8)
    return shaded


def _fill_triangle(picture: np.ndarray, depth: np.ndarray, triangle: np.ndarray, shade: np.ndarray) -> None:
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = triangle
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if abs(area) < 1e-9:
        return
    left, right = max(int(min(ax, bx, cx)), 0), min(int(max(ax, bx, cx)) + 2, depth.shape[1])
    top, bottom = max(int(min(ay, by, cy)), 0), min(int(max(ay, by, cy)) + 2, depth.shape[0])
    if left >= right or top >= bottom:
        return
    x, y = np.arange(left, right)[None, :] + 0.5, np.arange(top, bottom)[:, None] + 0.5
    v = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
    w = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
    z = az + v * (bz - az) + w * (cz - az)
    room = depth[top:bottom, left:right]
    visible = (v >= -1e-6) & (w >= -1e-6) & (v + w <= 1 + 1e-6) & (z > room)
    room[visible] = z[visible]
    picture[top:bottom, left:right][visible] = shade


def _trace(picture: np.ndarray, depth: np.ndarray, line: np.ndarray) -> None:
    """Draw a line where no surface lies in front of it."""
    steps = [np.linspace(start, end, int(np.hypot(*(end - start)[:2])) + 2) for start, end in itertools.pairwise(line)]
    points = np.concatenate(steps)
    for east, south in ((0, 0), (1, 0), (0, 1), (1, 1)):
        x, y = points[:, 0].astype(int) + east, points[:, 1].astype(int) + south
        inside = (x >= 0) & (y >= 0) & (x < depth.shape[1]) & (y < depth.shape[0])
        x, y, z = x[inside], y[inside], points[inside, 2]
        free = depth[y, x] <= z + 4.0
        picture[y[free], x[free]] = _LINE


def _write_labels(image: Image.Image, scene: Scene, places: list[np.ndarray]) -> None:
    """Write texts one under the other at the borders, in the order of their places, with a line to each place."""
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(max(15, image.width // 62))
    step = font.size * 1.75
    for side in (-1, 1):
        row = -np.inf
        mine = [(place, text) for place, (_, text, at) in zip(places, scene.labels, strict=True) if at == side]
        for place, text in sorted(mine, key=lambda label: label[0][1]):
            row = max(row + step, place[1], step / 2)
            length = pen.textlength(text, font)
            x = 14 if side < 0 else image.width - 14 - length
            pen.text((x, row), text, fill=_TEXT, font=font, anchor="lm")
            start = (x + length + 6, row) if side < 0 else (x - 6, row)
            pen.line([start, tuple(place)], fill=_TEXT, width=1)
            pen.ellipse([place[0] - 3, place[1] - 3, place[0] + 3, place[1] + 3], fill=_TEXT)
