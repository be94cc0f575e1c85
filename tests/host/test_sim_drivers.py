"""The drivers over the simulated chips, with a locked heap: what runs 100 times a second allocates nothing."""

import subprocess

import pytest
from treppe_sim.compiled import DEVICE
from treppe_sim.interpreter import find_micropython, firmware_folder

PROGRAM = """
import sys
sys.path[:] = [{device!r}, {firmware!r}, ".frozen"]
import chips, micropython
from machine import ADC, PWM, SPI, Pin

def reed():
    from drivers.reed_chain import ReedChain
    chain = ReedChain(SPI(0, 1000000, polarity=1, phase=0), Pin(5, Pin.OUT, value=1))
    frame = chain.frame()
    return lambda: chain.scan(frame)

def look():
    from drivers.reed_chain import ReedChain
    chain = ReedChain(SPI(0, 1000000, polarity=1, phase=0), Pin(5, Pin.OUT, value=1))
    frame = chain.frame()
    chain.scan(frame)
    assert not chain.has_changed(frame) and not chain.has_changed(frame), "nothing has moved since the last scan"
    frame[0] ^= 1
    assert chain.has_changed(frame)
    frame[0] ^= 1
    chain.scan(frame)
    assert frame[18] == frame[19] == chain.pattern, "a look leaves the turns of the echo as they are"
    return lambda: chain.has_changed(frame)

def cells():
    from drivers.cell_mux import CellMux
    pins = [Pin(number, Pin.OUT, value=0) for number in (6, 7, 8, 9)]
    off = [Pin(number, Pin.OUT, value=1) for number in (10, 11)]
    mux = CellMux([ADC(26), ADC(27), ADC(28)], pins, off[0], off[1], Pin(19, Pin.OUT))
    frame = mux.frame()
    return lambda: mux.scan(frame)

def lamps():
    from drivers.lamps import Lamps
    strip = Lamps(144, Pin(20), Pin(22, Pin.OUT))
    return strip.show

def buttons():
    from drivers.buttons import Buttons
    four = Buttons([Pin(number, Pin.IN) for number in (14, 15, 16, 17)])
    return four.scan

def piezo():
    from drivers.piezo import Piezo
    horn = Piezo(PWM(Pin(18)))
    horn.play_figure(((880, 90), (0, 40), (1320, 90)), 0)
    return lambda: horn.tick(100)

def oled():
    from drivers.oled import Oled
    class Bus:
        def writeto(self, address, content):
            pass
    shown = Oled(Bus())
    shown.show(["STEP BY STEP"])
    def send():
        shown._shown[0] = None
        shown.tick()
        assert shown._shown[0]
    shown.tick()
    return send

def console():
    from drivers.console import Console
    port = Console()
    inbox = bytearray(16)
    return lambda: port.read_into(inbox)

chips.make_noise(1)
act = {name}()
act()
micropython.heap_lock()
act()
micropython.heap_unlock()
"""


@pytest.mark.parametrize("name", ["reed", "look", "cells", "lamps", "buttons", "piezo", "oled", "console"])
def test_nothing_is_allocated(name):
    program = PROGRAM.format(device=str(DEVICE), firmware=str(firmware_folder()), name=name)
    run = subprocess.run([find_micropython(), "-c", program], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
