"""A firmware of few lines for tests of the simulated board: shows what it reads as lines of text."""

import sys
import time

import machine
from drivers.buttons import Buttons
from drivers.cell_mux import CellMux
from drivers.console import Console
from drivers.flash import Storage
from drivers.identity import identify, read_part
from drivers.lamps import Lamps
from drivers.reed_chain import ReedChain
from drivers.surface_memory import SurfaceMemory
from machine import ADC, I2C, SPI, Pin


def open_sensors(surface, enables, supply):
    """Return the driver of the surface's sensors."""
    if surface == "reed12":
        spi = SPI(0, 1000000, polarity=1, phase=0, sck=Pin(2), mosi=Pin(3), miso=Pin(4))
        return ReedChain(spi, Pin(5, Pin.OUT, value=1))
    selects = [Pin(number, Pin.OUT) for number in (6, 7, 8, 9)]
    return CellMux([ADC(26), ADC(27), ADC(28)], selects, enables[0], enables[1], supply)


LETTERS = {
    "f": "show_frame",
    "t": "show_time",
    "l": "light_all",
    "m": "show_memory",
    "w": "keep_a_file",
    "b": "stall",
    "r": "reset",
    "x": "fail",
    "h": "hang",
}


class Answers:
    """What single letters on the console ask for, by LETTERS."""

    def __init__(self, frame, lamps, storage, say):
        self.frame = frame
        self.lamps = lamps
        self.storage = storage
        self.say = say

    def show_frame(self, scans):
        self.say("frame " + " ".join([str(value) for value in self.frame]))

    def show_time(self, scans):
        self.say(f"time {time.ticks_ms()} scans {scans}")

    def light_all(self, scans):
        lamps = self.lamps
        for place in range(0, len(lamps.grb), 3):
            lamps.grb[place : place + 3] = bytes((place // 3, 255, 7))
        before = lamps.is_busy()
        lamps.show()
        self.say(f"shown {before} {lamps.is_busy()}")

    def show_memory(self, scans):
        memory = SurfaceMemory(I2C(0, scl=Pin(13), sda=Pin(12)))
        self.say("memory " + " ".join([copy[:8].hex() for copy in memory.copies()]))

    def keep_a_file(self, scans):
        self.storage.write("kept", b"content")
        self.say("names " + ",".join(sorted(self.storage.names())))

    def stall(self, scans):
        waited_ms = 0
        while waited_ms < 300:  # blindly, until it stalls
            began = time.ticks_ms()
            sys.stdout.write("x" * 99 + "\n")
            waited_ms = time.ticks_diff(time.ticks_ms(), began)
        sys.stdout.write(f"stalled {waited_ms} ms\n")

    def reset(self, scans):
        machine.reset()

    def fail(self, scans):
        raise ValueError("asked for")

    def hang(self, scans):
        while True:
            pass


def run():
    """Scan a hundred times a second; do what single letters on the console ask for."""
    enables = [Pin(number, Pin.OUT, value=1) for number in (10, 11)]
    supply = Pin(19, Pin.OUT, value=0)
    surface = identify(read_part(ADC(Pin(28))))
    sensors = open_sensors(surface, enables, supply)
    frame = sensors.frame()
    lamps = Lamps(144 if surface == "reed12" else 49, Pin(20), Pin(22, Pin.OUT, value=0))
    buttons = Buttons([Pin(number, Pin.IN, Pin.PULL_UP) for number in (14, 15, 16, 17)])
    console = Console()
    storage = Storage("/journal")
    storage.append("boots", b"x")
    inbox = bytearray(16)

    def say(text):
        console.write(text.encode() + b"\n")

    answers = Answers(frame, lamps, storage, say)
    say(f"{surface} boot {len(storage.read('boots'))} board {machine.unique_id().hex()}")
    scans = 0
    while True:
        sensors.scan(frame)
        scans += 1
        presses = buttons.scan()
        if presses:
            say(f"pressed {presses}")
        for i in range(console.read_into(inbox)):
            name = LETTERS.get(chr(inbox[i]))
            if name:
                getattr(answers, name)(scans)
        time.sleep_ms(10)
