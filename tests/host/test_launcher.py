"""The launcher among crashes, full flashes and stray interrupts: it rests after some, and never waits at a prompt."""

import runpy
import sys
import time
import traceback
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace

import pytest

FIRMWARE = Path(__file__).parents[2] / "firmware"
HOUR_S, RESTART_S = 3600, 2


class Reset(BaseException):
    """The chip has been reset: its program ends here."""


class Pico:
    """A Pico that runs the launcher, over and over, with a firmware of the test's; its register outlives resets."""

    def __init__(self, monkeypatch, folder):
        self.word = 0
        self.now_s = 0.0
        self.identity = "5f1d0c2a"
        self.crashes_s = []
        self.firmware = lambda start_was_good, is_sound: None
        self.path = folder / "crash.txt"
        monkeypatch.syspath_prepend(FIRMWARE)
        monkeypatch.delitem(sys.modules, "starts", raising=False)
        registers = SimpleNamespace(SCRATCH0=0)
        machine = ModuleType("machine")
        machine.mem32 = self
        machine.reset = self._reset
        machine.Pin = lambda *_: lambda: 1
        machine.Pin.IN = machine.Pin.PULL_UP = 0
        board = SimpleNamespace(run=self._run)
        modules = SimpleNamespace(load_modules=dict, identity=lambda: self.identity)
        for name, module in (("machine", machine), ("board", board), ("modules", modules)):
            monkeypatch.setitem(sys.modules, name, module)
        monkeypatch.setitem(sys.modules, "drivers.chip", SimpleNamespace(registers=registers))
        monkeypatch.setattr(sys, "print_exception", self._print, raising=False)
        monkeypatch.setattr(time, "sleep_ms", lambda ms: None, raising=False)
        self.main = runpy.run_path(str(FIRMWARE / "main.py"), run_name="launcher")
        self.main["start"].__globals__["CRASH"] = str(self.path)
        self.starts = self.main["starts"]
        self.starts.PATH = str(folder / "suspects")

    def __getitem__(self, _):
        return self.word

    def __setitem__(self, _, word):
        self.word = word

    def _reset(self):
        raise Reset

    def _print(self, error, file=None):
        traceback.print_exception(error, file=file or sys.stdout)

    def _run(self, path, start_was_good, is_sound, diagnostic):
        self.firmware(start_was_good, is_sound)

    def start(self):
        """Run until a reset; tell whether there was one: else the prompt waits."""
        try:
            self.main["start"]()
        except Reset:
            self.now_s += RESTART_S
            return True
        return False

    def crashing_after(self, *seconds):
        """Let the firmware fail after so many seconds, one start after the other."""
        left = list(seconds)

        def firmware(start_was_good, is_sound):
            if not left:
                raise SystemExit
            lasts_s = left.pop(0)
            self.now_s += lasts_s
            if lasts_s > 10:
                start_was_good()
            if lasts_s > HOUR_S:
                is_sound()
            self.crashes_s.append(self.now_s)
            raise MemoryError("memory allocation failed, allocating 9216 bytes")

        self.firmware = firmware
        return left


@pytest.fixture
def pico(monkeypatch, tmp_path):
    return Pico(monkeypatch, tmp_path)


def rests(pico, capsys):
    """Run until the board rests; return how often it has started anew."""
    count = 0
    while pico.start():
        count += 1
        assert count < 1000, "it loops for ever"
    return count


def test_crashes_that_come_after_a_good_start_end_in_rest(pico, capsys):
    pico.crashing_after(*[12] * 50)
    assert rests(pico, capsys) == 5 and "safe mode" in capsys.readouterr().out
    assert "9216" in pico.path.read_text()


def test_a_good_hour_forgives(pico, capsys):
    left = pico.crashing_after(*[12, 4000, 12, 700, 5000] * 4)
    assert rests(pico, capsys) == 20 and not left
    assert "safe mode" not in capsys.readouterr().out


def test_starts_that_fail_end_in_rest(pico, capsys):
    pico.crashing_after(*[1] * 50)
    assert rests(pico, capsys) == 2 and "safe mode" in capsys.readouterr().out


@pytest.mark.parametrize("number", [28, 36, 5, 30])
def test_a_flash_that_takes_no_note_keeps_no_board_from_starting(pico, capsys, number):
    def refuse(*_):
        raise OSError(number, "")

    pico.main["start"].__globals__["open"] = refuse
    pico.crashing_after(12, 12)
    assert rests(pico, capsys) == 2
    assert "did not take the traceback" in capsys.readouterr().out


@pytest.mark.parametrize("moment", ["at the start", "while it plays"])
def test_stray_interrupts_start_it_anew_however_many_come(pico, moment):
    def firmware(start_was_good, is_sound):
        if moment == "while it plays":
            start_was_good()
        raise KeyboardInterrupt

    pico.firmware = firmware
    assert all(pico.start() for _ in range(100))


def test_a_host_that_stops_it_gets_the_prompt(pico, capsys):
    pico.crashing_after(12)
    assert pico.start() and not pico.start()
    assert "safe mode" not in capsys.readouterr().out


@pytest.mark.parametrize("seed", range(30))
def test_whenever_it_crashes_it_rests_or_has_run_for_a_good_hour(pico, capsys, seed):
    random = Random(seed)
    left = pico.crashing_after(*(random.choice((3, 12, 600, 3500, 3700, 90_000)) for _ in range(200)))
    rests(pico, capsys)
    has_rested = "safe mode" in capsys.readouterr().out
    assert has_rested or not left
    for first, sixth in zip(pico.crashes_s, pico.crashes_s[5:], strict=False):
        assert sixth - first > HOUR_S, "five crashes without a good hour"


class Suspects:
    """A firmware that loads parts, some of which stop it: by a crash, or by a hang that the watchdog ends."""

    def __init__(self, pico, parts, guilty, chance=None):
        self.pico, self.parts, self.guilty, self.chance = pico, dict(parts), set(guilty), chance or Random(1)
        self.loaded = []
        pico.firmware = self.run

    def run(self, start_was_good, is_sound):
        self.loaded = []
        for part in self.pico.starts.PARTS[1:]:
            if part in self.parts and self.pico.starts.may_load(part, self.parts[part]):
                self.loaded.append(part)
                if part in self.guilty and self.chance.random() < 0.5:
                    self.stop()
        if self.chance.random() < 0.5:
            start_was_good()
        if self.guilty & {*self.loaded}:
            self.stop()
        start_was_good()

    def stop(self):
        if self.chance.random() < 0.3:
            raise Reset  # the watchdog's
        raise IndexError("bytearray index out of range")

    def start(self):
        """Start until the firmware runs, with power cuts now and then; return how often it has stopped."""
        for count in range(100):
            if self.chance.random() < 0.2:
                self.pico.word = 0
            if not self.pico.start():
                return count
        raise AssertionError("it loops for ever")


PARTS = {"overlay": "list", "settings": b"{}", "calibration": b"TCAL", "game": "58"}


@pytest.mark.parametrize("seed", range(60))
def test_what_stops_the_board_twice_is_left_out_and_nothing_else(pico, capsys, seed):
    chance = Random(seed)
    parts = {part: content for part, content in PARTS.items() if chance.random() < 0.8}
    guilty = {*chance.sample(sorted(parts), min(len(parts), chance.randrange(3)))}
    firmware = Suspects(pico, parts, guilty, chance)
    assert firmware.start() <= 14
    assert "safe mode" not in capsys.readouterr().out
    assert firmware.loaded == [part for part in parts if part not in guilty]
    assert sorted(pico.starts.left_out) == sorted(guilty)
    pico.word = 0
    assert firmware.start() == 0 and sorted(pico.starts.left_out) == sorted(guilty), "also after a power cut"


@pytest.mark.parametrize("part", PARTS)
def test_two_stops_suffice_and_other_content_is_loaded_again(pico, part):
    firmware = Suspects(pico, {part: PARTS[part]}, {part})
    assert firmware.start() == 2 and firmware.loaded == [] and pico.starts.newly_left_out == [part]
    assert firmware.start() == 0 and pico.starts.newly_left_out == [] and pico.starts.left_out == [part]
    firmware.guilty = set()
    firmware.parts[part] = b"other"
    assert firmware.start() == 0 and firmware.loaded == [part]
    firmware.parts[part] = PARTS[part]
    assert firmware.start() == 0 and firmware.loaded == []
    pico.identity = "another firmware"
    assert firmware.start() == 0 and firmware.loaded == [part]


def test_an_hour_forgives_one_stop_but_not_what_was_left_out(pico):
    firmware = Suspects(pico, {"game": "58"}, {"game"})
    assert pico.start() and pico.word
    firmware.guilty = set()
    assert not pico.start()
    pico.starts.note_good_hour()
    firmware.guilty = {"game"}
    assert firmware.start() == 2 and firmware.loaded == []
    pico.starts.note_good_hour()
    assert firmware.start() == 0 and firmware.loaded == []
    pico.starts.suspect("game", "58")  # people have taken it up
    pico.starts.note_good_hour()
    firmware.guilty = set()
    assert firmware.start() == 0 and firmware.loaded == ["game"]
