"""Kinds of sensors as the host sees them, one class each; the firmware's class (sensing/kinds.py) has all else."""

from collections.abc import Mapping
from types import ModuleType
from typing import Any, ClassVar

from treppe.alphabet.image import BALL
from treppe.sensing import TOUCHED, UNSURE
from treppe.sensing.cells import CellSensing
from treppe.sensing.reeds import ReedSensing

from treppe_host.finding import (
    Finding,
    declining,
    declining_reed,
    moving_zero,
    reading_together,
    rising_otherwise,
    tried_reeds,
)
from treppe_host.tune import health, lessons
from treppe_host.tune.lessons import LessonStore
from treppe_host.tune.reed_health import ReedDecline, learn_reeds, tried_in


class SensorKind:
    """A plain kind: a reading is the value itself and needs no calibration. Others extend it."""

    CURVE: tuple[str, ...] = ("wait_ms",)
    PATH: tuple[tuple[int, ...], ...] = ((100,), (250,), (500,))
    """Settings that suggestions try, from quicker to surer; one of them is a board as delivered."""
    LEAST_CHANGE = 0.5
    """A difference of readings that comes from a hand: half a piece; neighbouring cells move by 1 code."""
    FULL: ClassVar[Mapping[str, float]] = {"noise": 0.2, "drift": 1.0, "crosstalk": 0.5, "difference": 1.0}
    """Amounts at which a tile glows fully, by view: codes or grams of cells, parts of scans of other sensors."""
    TEXTS: ClassVar[Mapping[str, Any]] = {}
    """Words of its own, in place of those that the page has for most kinds."""

    def __init__(self, sensing: Any) -> None:
        self.sensing = sensing

    def say(self, texts: Mapping[str, Any], name: str) -> Any:
        """Return the page's text of this name for these sensors."""
        return self.TEXTS.get(name) or texts[name]

    # Readings.

    def reading(self, frame: Any, channel: int) -> float:
        """Return what a frame reads at a channel."""
        return float(self.sensing.reading(frame, channel))

    def sign(self, content: bytes) -> bytes:
        """Return what of a frame may show a change before sensing does."""
        return content[: self.sensing.PLACES * self.sensing.READING_BYTES]

    def is_moving(self, reading: float, value: int, activity: int) -> bool:
        """Tell whether a field of this value begins to change."""
        return reading != value

    # In words.

    def mark(self, value: int) -> str:
        """Return a field's value in as few letters as possible."""
        return str(value or "")

    def noise(self, noise: float) -> str:
        """Return the noise of a field."""
        return f"{100 * noise:.1f} %"

    def short_noise(self, noise: float) -> str:
        """Return the same for the corner of a tile."""
        return f"{100 * noise:.0f}%" if noise >= 0.005 else ""

    # What games have shown.

    def declines(self, store: LessonStore, board: str, surface: ModuleType) -> list[ReedDecline] | None:
        """Return the contacts that do worse than they did; None where no game tells of them."""
        return None

    def findings(self, store: LessonStore, board: str, surface: ModuleType) -> list[Finding]:
        """Return the same, and what was not tried, as findings of the doctor."""
        return []


class ReedKind(SensorKind):
    """Contacts that are closed by magnets."""

    CURVE = ("reed_lift_scans", "reed_place_scans")
    PATH = ((1, 4), (2, 7), (3, 11), (3, 15), (5, 15), (8, 15), (12, 15))

    def say(self, texts: Mapping[str, Any], name: str) -> Any:
        return texts.get(f"reed_{name}") or texts[name]

    def mark(self, value: int) -> str:
        return "●" if value else ""

    def declines(self, store: LessonStore, board: str, surface: ModuleType) -> list[ReedDecline] | None:
        measured = store.measurements(board, surface.NAME)
        return learn_reeds(surface.FIELDS, measured).declines() if measured else None

    def findings(self, store: LessonStore, board: str, surface: ModuleType) -> list[Finding]:
        games, tried = tried_in(store.measurements(board, surface.NAME))
        missing = [name for field, name in enumerate(surface.NAMES) if field not in tried]
        found = [tried_reeds(missing, games)] if games else []
        return found + [
            declining_reed(surface.NAMES[reed.field], reed.sign, reed.before_percent, reed.now_percent, reed.games)
            for reed in self.declines(store, board, surface) or []
        ]


class CellKind(SensorKind):
    """Cells that weigh what stands on them."""

    CURVE = ("cell_sure_percent", "cell_touch_cg", "cell_lift_cg", "wait_ms")
    PATH = (
        (75, 300, 400, 100),
        (70, 300, 400, 150),
        (65, 350, 450, 200),
        (60, 400, 500, 250),
        (55, 400, 550, 350),
        (50, 450, 600, 500),
        (40, 500, 700, 800),
    )
    LEAST_CHANGE = 30.0
    FULL: ClassVar[Mapping[str, float]] = {
        "noise": 2.0,
        "drift": 6.0,
        "crosstalk": 0.02,
        "difference": 6.0,
        "margin": 1.0,
    }

    def reading(self, frame: Any, channel: int) -> float:
        """Return a code of 12 bits, from a sum of four."""
        return super().reading(frame, channel) / 4

    def sign(self, content: bytes) -> bytes:
        """Return nothing: what moves shows as activity at once."""
        return b""

    def is_moving(self, reading: float, value: int, activity: int) -> bool:
        return TOUCHED <= activity < UNSURE

    def mark(self, value: int) -> str:
        height = value % BALL
        return (str(height) if height or not value else "") + ("●" if value >= BALL else "")

    def noise(self, noise: float) -> str:
        return f"{noise:.2f}"

    def short_noise(self, noise: float) -> str:
        return f"±{noise:.1f}"

    def findings(self, store: LessonStore, board: str, surface: ModuleType) -> list[Finding]:
        learner = lessons.learn(store, board, surface)
        cells = health.declines(learner, surface) if learner else []
        percent = health.together_percent(learner) if learner else 0
        earlier, odd = lessons.contradicted(store, board, surface) or (None, {})
        found = [rising_otherwise(name, percent, lessons.made_at(earlier)) for name, percent in odd.items()]
        found += [reading_together(percent)] if percent else []
        return found + [_finding(surface.NAMES[cell.field], cell) for cell in cells]


def _finding(name: str, cell: health.Decline) -> Finding:
    if cell.zero_g:
        return moving_zero(name, cell.zero_g)
    return declining(name, cell.before, cell.now, cell.games)


KINDS: dict[str, SensorKind] = {"reed": ReedKind(ReedSensing), "cell": CellKind(CellSensing)}
"""By the name that a surface gives."""


def sensor_kind(surface: ModuleType) -> SensorKind:
    """Return the kind of a surface's sensors: what readings, lamps of the page and findings mean there.

    >>> from treppe import surfaces
    >>> type(sensor_kind(surfaces.load("square7"))).__name__, sensor_kind(surfaces.load("reed12")).mark(1)
    ('CellKind', '●')
    """
    return KINDS[surface.SENSOR]
