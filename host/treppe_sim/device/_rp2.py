"""The part of a Pico's `_rp2` that drives the lamp strip: a PIO state machine fed by a DMA channel."""

import time

import chips


class StateMachine:
    """A state machine whose program sends every byte it gets to the lamp strip."""

    def __init__(self, id, program=None, freq=-1, **pins):
        if freq < 6000000 or not pins:
            raise ValueError("the lamp program needs its pin and at least 6 MHz")
        self.is_active = False

    def active(self, value=None):
        if value is not None:
            self.is_active = bool(value)
        return self.is_active


class DMA:
    """A DMA channel from memory to a state machine, byte by byte at the strip's speed of 10 us each."""

    def __init__(self):
        self._busy_until_us = 0

    def pack_ctrl(self, default=None, **fields):
        return fields

    def config(self, read=None, write=None, count=None, ctrl=None, trigger=False):
        if write is not None:
            self._to = write
        if trigger:
            if self._to.is_active:
                chips.light(read, count)
            self._busy_until_us = time.now_us() + 10 * count

    def active(self, value=None):
        return time.now_us() < self._busy_until_us

    def close(self):
        self._busy_until_us = 0
