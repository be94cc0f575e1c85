"""Noise and drift of each field as one HTML file, with plots in it."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from treppe_host.tune.bench import Bench, Figures
from treppe_host.tune.terminal import histogram

_WIDTH, _HEIGHT = 240, 60
_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Sensors of {name}</title>
<style>body{{font:14px sans-serif;margin:2em}}td,th{{padding:2px 8px;text-align:right}}svg{{background:#f4f4f4}}</style>
<h1>Sensors of {name}</h1><p>{about}</p>{faults}
<table><tr><th>field<th>reading<th>noise<th>drift<th>changes<th>unsure<th>trace<th>histogram</tr>
{rows}</table></html>
"""


def write_report(bench: Bench, path: Path) -> None:
    """Write the report of what the bench has seen."""
    path.write_text(page(bench), "utf-8")


def page(bench: Bench) -> str:
    """Return the report of what the bench has seen. Noise and drift in codes of cells."""
    rows = [_row(bench.surface.NAMES[place], figures) for place, figures in enumerate(bench.fields)]
    about = f"{bench.num_frames} frames, {bench.num_lost} lost. Settings: {bench.settings}"
    faults = "".join(f"<p><b>{escape(fault)}</b></p>" for fault in bench.sensing.faults)
    return _PAGE.format(name=escape(bench.surface.NAME), about=escape(about), faults=faults, rows="\n".join(rows))


def _row(name: str, figures: Figures) -> str:
    trace = figures.trace
    tenth = max(1, len(trace) // 10)
    drift = sum(trace[-tenth:]) / tenth - sum(trace[:tenth]) / tenth if trace else 0.0
    cells = (f"{figures.reading:.1f}", f"{figures.noise:.2f}", f"{drift:+.2f}", figures.changes, figures.unsure)
    numbers = "".join(f"<td>{cell}</td>" for cell in cells)
    return f"<tr><th>{escape(name)}</th>{numbers}<td>{plot(trace)}</td><td>{bars(trace)}</td></tr>"


def plot(values: Sequence[float]) -> str:
    """Return the values over time as SVG."""
    values = values[:: max(1, len(values) // _WIDTH)]
    low, high = min(values, default=0.0), max(values, default=0.0)
    scale = (_HEIGHT - 4) / max(high - low, 1.0)
    step = _WIDTH / max(1, len(values) - 1)
    points = " ".join(
        f"{place * step:.1f},{_HEIGHT - 2 - (value - low) * scale:.1f}" for place, value in enumerate(values)
    )
    line = f'<polyline points="{points}" fill="none" stroke="#06c"/>'
    return _svg(line, f"{low:.1f} to {high:.1f}")


def bars(values: Sequence[float], bins: int = 24) -> str:
    """Return how often which values came, as SVG."""
    counts = histogram(values, bins)
    width, most = _WIDTH / bins, max(*counts, 1)
    drawn = [
        f'<rect x="{place * width:.1f}" y="{_HEIGHT * (1 - count / most):.1f}" width="{width - 1:.1f}" '
        f'height="{_HEIGHT * count / most:.1f}" fill="#06c"/>'
        for place, count in enumerate(counts)
    ]
    return _svg("".join(drawn), f"{min(values, default=0.0):.1f} to {max(values, default=0.0):.1f}")


def _svg(content: str, title: str) -> str:
    return f'<svg width="{_WIDTH}" height="{_HEIGHT}" role="img"><title>{title}</title>{content}</svg>'
