"""Noise and drift of each field as one HTML file with plots."""

from collections.abc import Sequence
from pathlib import Path

from treppe_host.html import Html, html, joined
from treppe_host.link.told import said_of_part
from treppe_host.tune.monitor import FRAMES_A_SECOND, Figures, SensorMonitor

WIDTH, HEIGHT = 240, 54
_STEP = 0.25  # of a code: a frame's reading is the mean of four samples
_MOST_BINS = 40
_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Sensors of {name}</title><style>
:root{{color-scheme:light dark;--line:#7a4a1e;--soft:#6d5d4b;--edge:#dfd3bf;--paper:#fcf8f0;--ink:#2b2219}}
@media(prefers-color-scheme:dark){{:root{{--line:#d9a566;--soft:#b3a28c;--edge:#3b3128;--paper:#17130f;--ink:#efe5d6}}}}
body{{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:1080px;padding:0 1em}}
body{{background:var(--paper);color:var(--ink)}}
h1{{font:600 1.6em Georgia,serif;margin:0}}p{{margin:.5em 0;color:var(--soft)}}p b{{color:var(--ink)}}
div{{overflow-x:auto}}table{{border-collapse:collapse;font-variant-numeric:tabular-nums;width:100%}}
td,th{{padding:4px 10px;text-align:right;border-bottom:1px solid var(--edge);white-space:nowrap}}
thead th{{color:var(--soft);font-weight:500;text-align:right}}td small{{display:block;color:var(--soft)}}
svg{{display:block;margin-left:auto}}polyline{{fill:none;stroke:var(--line);stroke-width:1.3}}rect{{fill:var(--line)}}
</style><h1>Sensors of {name}</h1>{about}
<div><table><thead><tr><th>field<th>reading<th>noise<th>drift<th>changes<th>unsure<th>over {seconds:.0f} s<th>how often
</tr></thead><tbody>
{rows}
</tbody></table></div></html>
"""


def write_report(monitor: SensorMonitor, path: Path) -> None:
    """Write the report of a monitor's figures to a file."""
    path.write_text(page(monitor), "utf-8")


def page(monitor: SensorMonitor) -> str:
    """Return the report of a monitor's figures. Noise and drift of cells are in codes of the converter."""
    seconds = len(monitor.fields[0].trace) * monitor.trace_every / FRAMES_A_SECOND
    rows = joined((_row(monitor, place) for place in range(monitor.surface.FIELDS)), "\n")
    about = joined(html("<p>{}</p>", line) for line in _about(monitor))
    return html(_PAGE, name=monitor.surface.NAME, about=about, seconds=seconds, rows=rows)


def _about(monitor: SensorMonitor) -> list[str]:
    """Return the text above the table: number of frames, and the fields that stand out."""
    names = monitor.surface.NAMES
    loudest = max(range(len(names)), key=lambda place: monitor.fields[place].noise)
    moved = max(range(len(names)), key=lambda place: abs(drift(monitor.fields[place])))
    settings = ", ".join(f"{name} {value}" for name, value in monitor.settings.items()) or "as delivered"
    lines = [
        f"{monitor.num_frames} frames, {monitor.num_lost} lost. Settings: {settings}.",
        html(
            "Noisiest: <b>{loudest}</b> {noise}. Largest drift: <b>{moved}</b> {drift:+.2f}.",
            loudest=names[loudest],
            noise=_noise(monitor, loudest),
            moved=names[moved],
            drift=drift(monitor.fields[moved]),
        ),
    ]
    return lines + [html("<b>{}</b>", said_of_part(fault)) for fault in monitor.sensing.faults]


def drift(figures: Figures) -> float:
    """Return the mean of the last tenth of a field's trace minus that of the first."""
    trace = figures.trace
    tenth = max(1, len(trace) // 10)
    return sum(trace[-tenth:]) / tenth - sum(trace[:tenth]) / tenth if trace else 0.0


def _noise(monitor: SensorMonitor, place: int) -> str:
    noise = monitor.fields[place].noise
    return monitor.sensor_kind.noise(noise)


def _row(monitor: SensorMonitor, place: int) -> Html:
    figures = monitor.fields[place]
    trace = figures.trace
    reading = html("{:.1f}<small>{:.1f} g</small>", figures.reading, monitor.grams(place, figures.reading))
    numbers = (
        reading if monitor.is_calibrated else f"{figures.reading:.0f}",
        _noise(monitor, place),
        f"{drift(figures):+.2f}",
        figures.changes,
        f"{figures.unsure / FRAMES_A_SECOND:.1f} s",
    )
    span = html("<small>{:.1f} to {:.1f}</small>", min(trace, default=0.0), max(trace, default=0.0))
    cells = joined(html("<td>{}</td>", number) for number in numbers)
    name = monitor.surface.NAMES[place]
    return html(
        "<tr><th>{name}</th>{cells}<td>{plot}{span}</td><td>{bars}</td></tr>",
        name=name,
        cells=cells,
        plot=plot(trace),
        span=span,
        bars=bars(trace),
    )


def plot(values: Sequence[float]) -> str:
    """Return the values over time as SVG."""
    values = values[:: max(1, len(values) // WIDTH)]
    low, high = min(values, default=0.0), max(values, default=0.0)
    scale = (HEIGHT - 4) / max(high - low, 1.0)
    step = WIDTH / max(1, len(values) - 1)
    points = " ".join(
        f"{place * step:.1f},{HEIGHT - 2 - (value - low) * scale:.1f}" for place, value in enumerate(values)
    )
    return _svg(html('<polyline points="{}"/>', points), f"{low:.1f} to {high:.1f}")


def bars(values: Sequence[float]) -> str:
    """Return a histogram as SVG; bars are whole steps of a reading wide, for narrower ones would leave gaps."""
    low, high = min(values, default=0.0), max(values, default=0.0)
    steps = max(1, -(-round((high - low) / _STEP + 1) // _MOST_BINS))
    counts = [0] * (int((high - low) / (_STEP * steps)) + 1)
    for value in values:
        counts[int((value - low) / (_STEP * steps))] += 1
    width, most = min(WIDTH / len(counts), 24.0), max(*counts, 1, 1)
    left = WIDTH - width * len(counts)
    drawn = joined(
        html(
            '<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}"/>',
            left=left + place * width,
            top=HEIGHT * (1 - count / most),
            width=max(1, width - 1),
            height=HEIGHT * count / most,
        )
        for place, count in enumerate(counts)
        if count
    )
    return _svg(drawn, f"{low:.1f} to {high:.1f}")


def _svg(content: str, title: str) -> Html:
    return html(
        '<svg width="{width}" height="{height}" role="img"><title>{title}</title>{content}</svg>',
        width=WIDTH,
        height=HEIGHT,
        title=title,
        content=content,
    )
