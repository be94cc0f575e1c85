"""Figures of fields: noise is that of the sensor, not of drift or hands."""

from random import Random

import pytest
from treppe import surfaces
from treppe_host.tune import health
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


def test_a_decline_needs_enough_readings_now_and_before() -> None:
    calm = Surprise(1, 0.5, 0.5)
    wild = [Surprise(2, 9.0, 9.0), Surprise(2, -9.0, -9.0)] * (health.RECENT // 2)  # to both sides: no drift
    enough = health.LEAST_BEFORE
    assert health.decline(3, [calm] * enough + wild, SQUARE7)
    assert health.decline(3, [calm] * (enough - 1) + wild, SQUARE7) is None
    assert health.decline(3, wild[1:], SQUARE7) is None
    assert health.decline(3, wild[:1] * 5, SQUARE7) is None and health.decline(3, wild[:1] * 6, SQUARE7), "a drift"
    assert health.decline(3, [], SQUARE7) is None
