"""The tiles of the picture of the board: one for each field, for the chosen view."""

from collections.abc import Mapping
from typing import NamedTuple

from treppe.sensing import FAULTY, LIFTED, QUIET, SETTLING, TOUCHED, UNSURE

from treppe_host.tune.calibrations import Difference
from treppe_host.tune.monitor import SensorMonitor
from treppe_host.tune.session import mass_of

VIEWS = ("reading", "noise", "drift", "crosstalk", "difference", "margin")
STATES = {
    QUIET: "quiet",
    TOUCHED: "touched",
    LIFTED: "lifted",
    SETTLING: "settling",
    UNSURE: "unsure",
    FAULTY: "faulty",
}
_WIDE_MARGIN = 6.0  # a field with so many standard deviations does not glow


class Tile(NamedTuple):
    """One field in the picture."""

    large: str
    small: str
    corner: str
    confidence: int
    state: str
    glow: float
    """How much the tile glows, -1 to 1 with the direction."""


def tile(
    monitor: SensorMonitor,
    place: int,
    view: str,
    focus: int | None,
    differences: Mapping[int, Difference],
    margins: Mapping[int, float],
) -> Tile:
    """Return a field's tile in a view; `focus` is the field whose crosstalk is shown, `margins` are of health.py."""
    state = STATES[monitor.sensing.activity[place]]
    if view == "margin":
        small, amount = _margin(margins.get(place))
    else:
        small, amount = _amount(monitor, place, view, focus, differences)
    full = monitor.sensor_kind.FULL.get(view)
    glow = max(-1.0, min(1.0, amount / full)) if full else 0.0
    noise = monitor.fields[place].noise
    corner = monitor.sensor_kind.short_noise(noise)
    return Tile(_large(monitor, place), small, corner, monitor.confidence(place), state, round(glow, 2))


def _large(monitor: SensorMonitor, place: int) -> str:
    activity, value = monitor.sensing.activity[place], monitor.sensing.image[place]
    if activity == FAULTY:
        return "✕"
    if activity == UNSURE:
        return "?"
    return monitor.sensor_kind.mark(value)


def _amount(
    monitor: SensorMonitor, place: int, view: str, focus: int | None, differences: Mapping[int, Difference]
) -> tuple[str, float]:
    """Return the view's amount of a field, as text and as a number."""
    figures = monitor.fields[place]
    if view == "noise":
        return f"±{monitor.sensor_kind.noise(figures.noise)}", figures.noise
    if view == "drift":
        drift = drift_of(monitor, place)
        return (f"{drift:+.1f} g" if monitor.is_calibrated else ""), drift
    if view == "crosstalk":
        part = monitor.crosstalk.found.get(focus, [])[place : place + 1] if focus is not None else []
        if not part or place == focus:
            return "", 0.0
        return f"{_no_minus(100 * part[0]):+.1f} %", part[0]
    if view == "difference":
        if place not in differences:
            return "", 0.0
        off_g = max(differences[place].empty_g, differences[place].full_g, key=abs)
        return f"{off_g:+.1f} g", off_g
    return (f"{_no_minus(monitor.grams(place, figures.reading)):.1f} g" if monitor.is_calibrated else ""), 0.0


def _margin(margin: float | None) -> tuple[str, float]:
    if margin is None:
        return "", 0.0
    return f"{margin:.1f} σ", max(0.0, _WIDE_MARGIN - margin) / _WIDE_MARGIN


def drift_of(monitor: SensorMonitor, place: int) -> float:
    """Return a cell's drift since its calibration, in grams."""
    if not monitor.is_calibrated:
        return 0.0
    mass_g = mass_of(monitor.sensing.image[place])
    return _no_minus(monitor.grams(place, monitor.fields[place].reading) - mass_g)


def _no_minus(amount: float) -> float:
    """Return the number; without its minus if it is shown as zero."""
    return 0.0 if -0.05 < amount < 0.05 else amount
