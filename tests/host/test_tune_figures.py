"""Figures of fields and their plots: noise is that of the sensor, not of drift or hands; a plot shows what was read."""

import re
from random import Random

import pytest
from treppe import surfaces
from treppe_host.tune import health, report
from treppe_host.tune.learned_field import Surprise
from treppe_host.tune.monitor import Figures

SQUARE7 = surfaces.load("square7")


def noise_of(readings: list[float], *, is_steady: bool = True) -> float:
    figures = Figures(reading=readings[0])
    for reading in readings:
        figures.add_code(reading, is_steady)
    return figures.noise


def test_noise_is_the_standard_deviation_of_a_cell_whatever_drifts() -> None:
    chance = Random(1)
    noise = [chance.gauss(0, 0.8) for _ in range(2000)]
    assert noise_of([2620 + each for each in noise]) == pytest.approx(0.8, rel=0.2)
    assert noise_of([2620 + at / 20 + each for at, each in enumerate(noise)]) == pytest.approx(0.8, rel=0.2)


def test_hands_make_no_noise() -> None:
    assert noise_of([2620.0, 2700.0] * 50) == 0, "they jump farther"
    assert noise_of([2620.0, 2624.0] * 50, is_steady=False) == 0
    assert noise_of([2620.0, 2624.0] * 50) > 1


def test_a_reeds_noise_is_the_part_of_its_scans_that_differ() -> None:
    figures = Figures()
    for number in range(4000):
        figures.add_value(1.0, number % 10 == 0)
    assert figures.noise == pytest.approx(0.1, abs=0.02) and figures.reading == 1.0


def points_of(values: list[float]) -> list[tuple[float, float]]:
    found = re.search(r'points="([^"]*)"', report.plot(values))
    assert found
    return [(float(x), float(y)) for x, y in (point.split(",") for point in found[1].split())]


def test_a_plot_spans_its_width_and_its_height() -> None:
    points = points_of([10.0, 30.0, 20.0])
    assert [x for x, _ in points] == [0.0, report.WIDTH / 2, report.WIDTH]
    (_, low), (_, high), (_, middle) = points
    assert (low, high) == (report.HEIGHT - 2, 2) and middle == (low + high) / 2


def test_a_long_time_is_thinned_to_the_width_of_the_plot() -> None:
    points = points_of([float(number) for number in range(10 * report.WIDTH)])
    assert len(points) == report.WIDTH and points[-1][0] == report.WIDTH
    assert [x for x, _ in points_of([7.0, 8.0])] == [0.0, report.WIDTH]
    assert points_of([7.0]) == [(0.0, report.HEIGHT - 2)], "no time has passed"


def bars_of(values: list[float]) -> list[dict[str, float]]:
    rectangles = re.findall(r"<rect ([^>]*)/>", report.bars(values))
    return [{name: float(number) for name, number in re.findall(r'(\w+)="([\d.]+)"', each)} for each in rectangles]


def test_a_histogram_counts_every_reading_and_ends_at_the_right_edge() -> None:
    step = report._STEP
    bars = bars_of([5 * step] * 4 + [6 * step] * 2 + [8 * step])
    assert [bar["height"] for bar in bars] == pytest.approx(
        [report.HEIGHT * part for part in (1, 1 / 2, 1 / 4)], abs=0.1
    )
    assert all(
        bar["top" if "top" in bar else "y"] + bar["height"] == pytest.approx(report.HEIGHT, abs=0.1) for bar in bars
    )
    lefts = [bar["x"] for bar in bars]
    assert lefts[2] - lefts[1] == pytest.approx(2 * (lefts[1] - lefts[0])), "nothing was read in between"
    assert bars[-1]["x"] + bars[-1]["width"] == pytest.approx(report.WIDTH, abs=1.1)
    assert [bar["height"] for bar in bars_of([5 * step, 6 * step])] == [report.HEIGHT] * 2, (
        "the most frequent are highest"
    )
    wide = bars_of([number * step for number in range(500)])
    assert min(bar["x"] for bar in wide) == 0 and len(wide) <= report._MOST_BINS + 1


def test_a_decline_needs_enough_readings_now_and_before() -> None:
    calm = Surprise(1, 0.5, 0.5)
    wild = [Surprise(2, 9.0, 9.0), Surprise(2, -9.0, -9.0)] * (health.RECENT // 2)  # to both sides: no drift
    enough = health._LEAST_BEFORE
    assert health.decline(3, [calm] * enough + wild, SQUARE7)
    assert health.decline(3, [calm] * (enough - 1) + wild, SQUARE7) is None
    assert health.decline(3, wild[1:], SQUARE7) is None
    assert health.decline(3, wild[:1] * 5, SQUARE7) is None and health.decline(3, wild[:1] * 6, SQUARE7), "a drift"
    assert health.decline(3, [], SQUARE7) is None
