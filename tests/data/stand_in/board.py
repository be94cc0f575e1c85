"""A firmware of few lines for tests of the simulated board: shows what it reads as lines of text."""

import sys
import time

import machine
from drivers.buttons import Buttons
from drivers.cell_mux import CellMux
from drivers.console import Console
from drivers.flash import Storage
from drivers.identity import identify
from drivers.lamps import Lamps
from drivers.reed_chain import ReedChain
from drivers.surface_memory import SurfaceMemory
from machine import ADC, I2C, SPI, Pin


def run():
    """Scan a hundred times a second; do what single letters on the console ask for."""
    enables = [Pin(number, Pin.OUT, value=1) for number in (10, 11)]
    supply = Pin(19, Pin.OUT, value=0)
    surface = identify(ADC(Pin(28)))
    if surface == "reed12":
        spi = SPI(0, 1000000, polarity=1, phase=0, sck=Pin(2), mosi=Pin(3), miso=Pin(4))
        sensors = ReedChain(spi, Pin(5, Pin.OUT, value=1))
    else:
        selects = [Pin(number, Pin.OUT) for number in (6, 7, 8, 9)]
        sensors = CellMux([ADC(26), ADC(27), ADC(28)], selects, enables[0], enables[1], supply)
    frame = sensors.frame()
    lamps = Lamps(144 if surface == "reed12" else 49, Pin(20), Pin(22, Pin.OUT, value=0))
    buttons = Buttons([Pin(number, Pin.IN, Pin.PULL_UP) for number in (14, 15, 16, 17)])
    console = Console()
    storage = Storage("/journal")
    storage.append("boots", b"x")
    inbox = bytearray(16)

    def say(text):
        console.write(text.encode() + b"\n")

    say(f"{surface} boot {len(storage.read('boots'))} board {machine.unique_id().hex()}")
    scans = 0
    while True:
        sensors.scan(frame)
        scans += 1
        presses = buttons.scan()
        if presses:
            say(f"pressed {presses}")
        for i in range(console.read_into(inbox)):
            letter = chr(inbox[i])
            if letter == "f":
                say("frame " + " ".join([str(value) for value in frame]))
            elif letter == "t":
                say(f"time {time.ticks_ms()} scans {scans}")
            elif letter == "l":
                for place in range(0, len(lamps.grb), 3):
                    lamps.grb[place : place + 3] = bytes((place // 3, 255, 7))
                before = lamps.is_busy()
                lamps.show()
                say(f"shown {before} {lamps.is_busy()}")
            elif letter == "m":
                memory = SurfaceMemory(I2C(0, scl=Pin(13), sda=Pin(12)))
                say("memory " + " ".join([copy[:8].hex() for copy in memory.copies()]))
            elif letter == "w":
                storage.write("kept", b"content")
                say("names " + ",".join(sorted(storage.names())))
            elif letter == "b":
                waited_ms = 0
                while waited_ms < 300:  # blindly, until it stalls
                    began = time.ticks_ms()
                    sys.stdout.write("x" * 99 + "\n")
                    waited_ms = time.ticks_diff(time.ticks_ms(), began)
                sys.stdout.write(f"stalled {waited_ms} ms\n")
            elif letter == "r":
                machine.reset()
            elif letter == "x":
                raise ValueError("asked for")
            elif letter == "h":
                while True:
                    pass
        time.sleep_ms(10)
