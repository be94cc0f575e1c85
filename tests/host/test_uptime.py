"""Milliseconds start anew after twelve days: whatever a board counts goes on as at any other moment."""

import pytest
from drivers.piezo import Piezo
from fakes_table import begin
from treppe.panel.light_bytes import Budget
from treppe.panel.sounds import FIGURES
from treppe.surfaces import reed12

WRAP = 1 << 30


@pytest.mark.parametrize("before_ms", range(60, 2200, 130))
def test_a_turn_is_recorded_with_the_same_traces_at_any_uptime(before_ms):
    seen = []
    for begun_ms in (0, WRAP - before_ms, 2 * WRAP - before_ms, 60 * 86_400_000):
        table = begin("step")
        table.now_ms = begun_ms
        for word in ("a1-b2", "+b3", "g7-f6", "+f5"):
            table.play(word)
        traces = [event.get("seen") for event in table.journal.events if event["k"] == "action"]
        seen.append((traces[1:], bytes(table.roles)))  # before the first one the clock was set
    assert len(seen[0][0]) >= 2 and seen.count(seen[0]) == 4


@pytest.mark.parametrize("begun_ms", [5000, WRAP - 6000, WRAP - 1500, WRAP - 10])
def test_a_supply_that_sagged_recovers_at_any_uptime(begun_ms):
    def look(supply_mv, after_ms):
        light_ma = budget.look(False, supply_mv, (begun_ms + after_ms) & (WRAP - 1))
        return light_ma, budget.is_weak

    budget = Budget(reed12.LIGHT_MA)
    whole, _ = look(5000, 0)
    assert look(4300, 10) == (whole // 2, True)
    assert look(5000, 1000) == (whole // 2, True) and look(5000, 2020) == (whole, True)
    assert look(5000, 10_900) == (whole, True) and look(5000, 11_100) == (whole, False)


class Pwm:
    def __init__(self):
        self.duty = 0

    def duty_u16(self, duty):
        self.duty = duty

    def freq(self, hertz):
        pass


@pytest.mark.parametrize("begun_ms", [0, WRAP - 30, WRAP - 1])
def test_a_sound_ends_at_any_uptime(begun_ms):
    pwm = Pwm()
    piezo = Piezo(pwm)
    figure = FIGURES["turn"]
    piezo.play_figure(figure, begun_ms)
    lasts_ms = sum(duration_ms for _, duration_ms in figure)
    heard = []
    for ms in range(0, lasts_ms + 50, 10):
        piezo.tick((begun_ms + ms) & (WRAP - 1))
        heard.append(pwm.duty > 0)
    assert heard[0] and not heard[-1] and heard[lasts_ms // 10 - 2]
