"""A field's readings over the last minute, for a plot."""

from collections.abc import Iterable

from treppe_host.tune.monitor import SensorMonitor
from treppe_host.tune.session import TuneSession


def since(session: TuneSession, place: int, number: int) -> tuple[list[float], list[float]]:
    """Return a field's readings and values after frame `number`, in grams of cells."""
    assert session.monitor
    monitor = session.monitor
    frames: list[bytes] = []
    values: list[int] = []
    for (at, frame), image in zip(reversed(session.frames), reversed(session.images), strict=True):
        if at <= number:
            break
        frames.append(frame)
        values.append(image[place])
    readings = list(_readings(monitor, place, reversed(frames)))
    return readings, [mass_of(value) if monitor.is_calibrated else float(value) for value in reversed(values)]


def _readings(monitor: SensorMonitor, place: int, frames: Iterable[bytes]) -> Iterable[float]:
    channel = monitor.surface.CHANNELS[place]
    for frame in frames:
        reading = monitor.sensor_kind.reading(monitor.sensing.frame_of(frame), channel)
        yield round(monitor.grams(place, reading), 2) if monitor.is_calibrated else reading


def mass_of(value: int) -> float:
    """Return the mass for a value of a tower's field, in grams."""
    return 12.0 * (value & 15) + (18 if value & 16 else 0)


def thresholds(monitor: SensorMonitor, place: int) -> dict[str, float]:
    """Return the lines that a cell's reading must not cross: lowest, highest, lifting; in grams."""
    if not monitor.is_calibrated:
        return {}
    names = ("low", "high", "lift")
    sums = zip(names, monitor.thresholds(place), strict=True)
    return {name: round(monitor.grams(place, total / 4), 2) for name, total in sums}
