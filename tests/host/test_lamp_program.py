"""The lamps' PIO program, cycle by cycle, against the data sheet of the LEDs: no emulator of the chip runs it.

The state machine is that of the RP2040's data sheet, chapter 3, as far as the program uses it: OUT, JMP and MOV, one
side-set pin, delays, a shift to the left that fetches the next word by itself, and a queue of words.
"""

import itertools
import random

from drivers import lamp_program

LIMITS_NS = {  # high and low time of a bit, the least and the most; WS2812B of 2013 and WS2812B-V5 of 2018
    0: ((250, 380), (700, 1000)),
    1: ((650, 950), (300, 420)),
}
RESET_NS = 50_000  # a low line for so long ends the frame
PERIOD_NS = 10**9 // lamp_program.HERTZ
_INSTRUCTIONS, _, _, _, _EXECUTION, _SHIFTING, *_ = lamp_program.SEND_BITS
_JMP, _OUT, _MOV = 0, 3, 5
_NOT_X, _X, _Y = 1, 1, 2


class StateMachine:
    """Runs the program; `line` has the level of the side-set pin, cycle by cycle."""

    def __init__(self, words):
        self.queue = list(words)
        self.line = []
        self._register, self._shifted, self._x, self._place = 0, 32, 0, 0
        self._top, self._bottom = _EXECUTION >> 12 & 31, _EXECUTION >> 7 & 31
        self._threshold = _SHIFTING >> 25 & 31 or 32
        assert _SHIFTING >> 17 & 1 and not _SHIFTING >> 19 & 1, "it fetches by itself, and shifts to the left"

    def run(self):
        """Run until the program waits for a word that never comes."""
        while self._step():
            pass

    def _step(self):
        instruction = _INSTRUCTIONS[self._place]
        kind, side, delay = instruction >> 13, instruction >> 12 & 1, instruction >> 8 & 15
        target = self._bottom if self._place == self._top else self._place + 1
        if kind == _OUT:
            assert instruction & 255 == _X << 5 | 1, "one bit into X"
            if self._shifted >= self._threshold:
                if not self.queue:
                    self.line.append(side)
                    return False
                self._register, self._shifted = self.queue.pop(0), 0
            self._x = self._register >> 31
            self._register = self._register << 1 & 0xFFFFFFFF
            self._shifted += 1
        elif kind == _JMP:
            assert instruction >> 5 & 7 in (0, _NOT_X)
            if not instruction >> 5 & 7 or not self._x:
                target = instruction & 31
        else:
            assert kind == _MOV and instruction & 255 == _Y << 5 | _Y, "a pause"
        self.line += [side] * (1 + delay)
        self._place = target
        return True


def sent(data):
    """Return the line while bytes are sent: the bus repeats each in all four lanes of a word."""
    machine = StateMachine([byte * 0x01010101 for byte in data])
    machine.run()
    return machine.line


def test_every_bit_is_as_long_as_the_leds_want_it_and_the_highest_comes_first():
    data = bytes([0, 255, 0x80, 1, *random.Random(7).randbytes(60)])
    levels = [(level, len(list(same)) * PERIOD_NS) for level, same in itertools.groupby(sent(data))]
    assert levels.pop(0)[0] == 0, "the line waits low"
    bits = [byte >> place & 1 for byte in data for place in range(7, -1, -1)]
    pulses = list(zip(levels[::2], levels[1::2], strict=True))
    assert len(pulses) == len(bits)
    for number, (bit, ((high, high_ns), (low, low_ns))) in enumerate(zip(bits, pulses, strict=True)):
        (least_high, most_high), (least_low, most_low) = LIMITS_NS[bit]
        assert (high, low) == (1, 0) and least_high <= high_ns <= most_high
        if number < len(bits) - 1:  # the last low lasts until the next frame
            assert least_low <= low_ns <= most_low < RESET_NS


def test_the_line_is_low_without_data():
    assert set(sent(b"")) == {0}
