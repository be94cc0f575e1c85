"""The piezo plays its figures tone by tone, without anybody waiting, and can be muted."""

import importlib
from pathlib import Path

import pytest
from treppe.panel.sounds import FIGURES

FIRMWARE = Path(__file__).parents[2] / "firmware"


class Pwm:
    def __init__(self):
        self.hertz = self.duty = 0

    def freq(self, hertz):
        self.hertz = hertz

    def duty_u16(self, duty):
        self.duty = duty

    def tone(self):
        return self.hertz if self.duty else 0


@pytest.fixture
def driver(monkeypatch):
    monkeypatch.syspath_prepend(FIRMWARE)
    return importlib.import_module("drivers.piezo")


def tones(driver, figure):
    """Play a figure, 10 ms a frame; return its tones and how long each is heard."""
    pwm = Pwm()
    piezo = driver.Piezo(pwm)
    piezo.play_figure(figure, 0)
    heard = []
    now_ms = 0
    while piezo.figure:
        if heard and heard[-1][0] == pwm.tone():
            heard[-1][1] += 10
        else:
            heard.append([pwm.tone(), 10])
        now_ms += 10
        piezo.tick(now_ms)
    assert pwm.tone() == 0
    return [tuple(tone) for tone in heard]


def test_figures_are_played_and_differ(driver):
    figures = {name: tones(driver, figure) for name, figure in FIGURES.items()}
    assert sorted(figures) == ["ask", "put", "turn", "win", "wrong"]
    for name, heard in figures.items():
        assert heard == [tuple(tone) for tone in FIGURES[name]]
        assert sum(ms for _, ms in heard) < 1000
        assert all(hertz == 0 or 2000 <= hertz <= 4000 for hertz, _ in heard)
    assert len({tuple(heard) for heard in figures.values()}) == 5


def test_mute_is_silent_at_once(driver):
    pwm = Pwm()
    piezo = driver.Piezo(pwm)
    piezo.play_figure(FIGURES["win"], 0)
    assert pwm.tone() == 2000
    piezo.may_sound = False
    piezo.tick(10)
    assert pwm.tone() == 0
    piezo.play_figure(FIGURES["win"], 20)
    assert pwm.tone() == 0
