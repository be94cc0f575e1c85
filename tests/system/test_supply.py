"""What the strip of a whole board draws, summed over the bytes that it got, while supplies come, go and sag."""

import pytest
from treppe import games
from treppe.panel.light_bytes import EXTERNAL_LIGHT_MA, SLEW_MA
from treppe.surfaces import reed12
from whole_board import WholeBoard


class Meter(WholeBoard):
    """A board in virtual time with a set-up to lead, all lamps as bright as they go, and a meter at its strip."""

    def __init__(self):
        super().__init__("reed12")
        self.most_ma = self.most_change_ma = self.last_ma = 0.0
        light = self.board.world.light_strip

        def light_and_note():
            light()
            now_ma = sum(self.board.world.lamps) * 20 / 255
            self.most_change_ma = max(self.most_change_ma, abs(now_ma - self.last_ma))
            self.most_ma = max(self.most_ma, now_ma)
            self.last_ma = now_ma

        self.board.world.light_strip = light_and_note

    def switch_on(self):
        super().switch_on()
        self.ask("set", name="brightness_percent", value=100)
        self.ask("new", game="weltreich", options=games.start("weltreich", players=4).options)
        self.run_ms(2000)

    def run_ms(self, duration_ms):
        """Let time pass; then `most_ma` is what the strip has drawn, `most_change_ma` from one frame to the next."""
        self.most_ma = self.most_change_ma = 0.0
        self.board.run_ms(duration_ms)


@pytest.fixture
def meter():
    with Meter() as meter:
        yield meter


def test_lamps_follow_the_supply_while_the_board_runs(meter):
    assert reed12.LIGHT_MA < meter.most_ma <= EXTERNAL_LIGHT_MA and meter.most_change_ma <= SLEW_MA
    meter.board.world.has_external_supply = False
    meter.board.run_ms(30)
    meter.run_ms(1500)
    assert 40 < meter.most_ma <= reed12.LIGHT_MA
    meter.board.world.supply_v = 4.3
    meter.board.run_ms(30)
    meter.run_ms(1500)
    assert 20 < meter.most_ma <= reed12.LIGHT_MA / 2, "the lamps are dimmed before anything else happens"
    assert meter.display()["lines"][-1:] == ["Weak supply: dimmed"]
    assert meter.ask("status")["faults"][-1]["code"] == "supply_sags", "what the doctor asks for"
    meter.board.world.supply_v = 4.1
    meter.board.run_ms(30)
    meter.run_ms(1500)
    assert meter.most_ma == 0 and meter.board.is_powered
    meter.board.world.supply_v = 5.0
    meter.board.world.has_external_supply = True
    meter.run_ms(6000)
    assert meter.most_ma > reed12.LIGHT_MA and meter.most_change_ma <= SLEW_MA
    meter.board.world.revision = "A"
    meter.board.run_ms(30)
    meter.run_ms(1500)
    assert meter.most_ma <= reed12.LIGHT_MA, "on revision A USB would give half of it"
    meter.run_ms(12_000)
    assert "Weak supply: dimmed" not in meter.display()["lines"]
    faults = [event["told"] for event in meter.store.events if event["k"] == "fault"]
    assert [fault["code"] for fault in faults] == ["supply_sags"] and faults[0]["mv"] > 4000, "reported once"
