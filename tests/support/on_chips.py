"""Programs in MicroPython over the simulated chips, without firmware and without a world around them."""

import subprocess
import textwrap

from treppe_sim.compiled import DEVICE
from treppe_sim.interpreter import find_micropython

HEAD = """
import sys
sys.path[:] = [{device!r}, ".frozen"]
import _rp2, channel, chips, converter, eeprom, flash_file, machine, time
from machine import ADC, I2C, PWM, SPI, WDT, Pin

said = []
channel.exchange = lambda kind, now_us, wait_us: said.append((kind, wait_us))  # there is no world
time.set_clock(True)
outputs, inputs = channel.outputs, channel.inputs

def refuses(error, do, *arguments, **named):
    try:
        do(*arguments, **named)
    except error as refusal:
        return refusal.args
    raise AssertionError("it is not refused")

class Memory:
    # A file in memory that notes where it is written.
    def __init__(self, size):
        self.content, self.at = bytearray(size), 0
    def seek(self, at, whence=0):
        self.at = at + (len(self.content) if whence == 2 else 0)
        return self.at
    def read(self, count):
        self.at += count
        return bytes(self.content[self.at - count:self.at])
    def readinto(self, buffer):
        buffer[:] = self.read(len(buffer))
    def write(self, content):
        self.content[self.at:self.at + len(content)] = content
        self.at += len(content)
"""


def run(program: str) -> None:
    """Run a program with the simulated chips; what it asserts must be so."""
    text = HEAD.format(device=str(DEVICE)) + textwrap.dedent(program)
    ended = subprocess.run([find_micropython(), "-c", text], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
