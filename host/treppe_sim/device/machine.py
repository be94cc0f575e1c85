"""The part of a Pico's `machine` that Treppe uses, over simulated chips."""

import time

import channel
import chips
from channel import BUTTONS, PIEZO, PINS, SENSORS, SUPPLIES, inputs, outputs
from chips import sample

identity = bytearray(8)
_BYTE_US = 23  # nine bits at 400 kHz
_SUPPLY_SENSE = 21
_REVISION = 0
_CONTACTS = (8, 7, 6, 5, 4, 3, 2, 0, 27, 26, 22, 21, 19, 11, 10, 9)
_LAMP_SUPPLY = 22
_CLEAR_WATCHDOG = 0x4005B000
_SCRATCH = 0x4005800C
_EDGES = 0x400140F0
_LAMP_RETURN_ROSE = 8 << 4


def unique_id():
    """Return the eight bytes by which a board is distinguished from others."""
    return bytes(identity)


def freq():
    return 125000000


def reset():
    """Restart, as by the power: the world ends this process and runs another."""
    channel.exchange(channel.RESET, time.now_us(), 0)


class _Registers:
    """The registers that the firmware uses itself: the watchdog's enable bit, its scratch register 0, edges of pins."""

    def __getitem__(self, address):
        if address == _EDGES:
            return _LAMP_RETURN_ROSE if chips.returned[0] else 0
        return channel.scratch[0] if address == _SCRATCH else 0

    def __setitem__(self, address, word):
        if address == _SCRATCH:
            channel.scratch[0] = word
        elif address == _EDGES and word == _LAMP_RETURN_ROSE:
            chips.returned[0] = False
        elif address == _CLEAR_WATCHDOG and word == 1 << 30:
            time.watch(0)


mem32 = _Registers()


class Pin:
    """A pin by number; outputs are seen by the chips, inputs come from buttons and supplies."""

    IN = 0
    OUT = 1
    PULL_UP = 1
    PULL_DOWN = 2

    def __init__(self, id, mode=-1, pull=-1, *, value=None):
        self.id = id
        self.mode = mode
        self.pull = pull
        if value is not None:
            self.value(value)
        elif mode == Pin.IN and pull > 0:
            outputs[PINS + id] = pull == Pin.PULL_UP  # what hangs on the line sees the pull

    def init(self, mode=-1, pull=-1, *, value=None):
        self.__init__(self.id, mode, pull, value=value)

    def value(self, level=None):
        if level is None:
            return self._read_level()
        outputs[PINS + self.id] = 1 if level else 0
        if self.id == chips.LOAD and not level:
            chips.load_registers()
        elif self.id == _LAMP_SUPPLY and not level:
            chips.darken()

    __call__ = value

    def on(self):
        self.value(1)

    def off(self):
        self.value(0)

    def _read_level(self):
        if self.mode == Pin.OUT:
            return outputs[PINS + self.id]
        if 14 <= self.id <= 17:
            return 1 - (inputs[BUTTONS] >> (self.id - 14) & 1)  # a pressed button pulls down
        if self.pull == Pin.PULL_UP and self.id in _CONTACTS and chips.is_wired_by_pins():
            channel = _CONTACTS.index(self.id)
            return inputs[SENSORS + (channel >> 3)] >> (channel & 7) & 1
        if self.id == _SUPPLY_SENSE:
            return inputs[SUPPLIES] & 1
        if self.id == _REVISION:
            return inputs[SUPPLIES] >> 2 & 1
        return 0 if self.pull == Pin.PULL_DOWN else 1


class SPI:
    """Bus 0, which has the chain of shift registers on it."""

    MSB = 0

    def __init__(self, id, baudrate=1000000, *, polarity=0, phase=0, sck=None, mosi=None, miso=None):
        if (id, polarity, phase) != (0, 1, 0):
            raise ValueError("the chain is wired to SPI 0 and read in mode 2 (polarity 1, phase 0)")

    def write_readinto(self, sent, received):
        chips.shift(sent, received)


class ADC:
    """A converter input, by pin (26..29) or by its number."""

    def __init__(self, pin):
        number = pin.id if isinstance(pin, Pin) else pin
        self._input = number - 26 if number >= 26 else number

    def read_u16(self):
        return sample(self._input)


class PWM:
    """The piezo's pin; the world hears frequency and duty."""

    def __init__(self, pin, *, freq=0, duty_u16=0):
        self.freq(freq)
        self.duty_u16(duty_u16)

    def freq(self, hz):
        outputs[PIEZO] = hz & 255
        outputs[PIEZO + 1] = hz >> 8

    def duty_u16(self, duty):
        outputs[PIEZO + 2] = duty & 255
        outputs[PIEZO + 3] = duty >> 8

    def deinit(self):
        self.duty_u16(0)


class I2C:
    """Bus 0: the surface's memory, if it has one, a 24C32 at 0x50; the display, if there is one, at 0x3C."""

    def __init__(self, id, *, scl=None, sda=None, freq=400000, timeout=50000):
        self._memory = chips.memory[0]
        self._timeout_us = timeout

    def scan(self):
        found = [60] if chips.display[0] else []
        return found + ([80] if self._memory and self._memory.answers(80) else [])

    def writeto(self, address, content):
        time.sleep_us(_BYTE_US * (1 + len(content)))
        if address == 80 and not content:
            return self._find(address, 16)
        if address != 60 or not chips.display[0]:
            raise OSError(5)
        chips.display[0].write(content)

    def readfrom_mem_into(self, address, place, buffer, *, addrsize=8):
        self._find(address, addrsize)
        if _BYTE_US * (4 + len(buffer)) > self._timeout_us:
            raise OSError(110)  # a Pico's timeout is that of the whole transfer
        self._memory.read_into(place, buffer)

    def writeto_mem(self, address, place, buffer, *, addrsize=8):
        self._find(address, addrsize)
        self._memory.write(place, buffer)

    def _find(self, address, addrsize):
        if not self._memory or not self._memory.answers(address, addrsize):
            raise OSError(5)  # no chip answers


class WDT:
    """The watchdog: bites at the first sleep after its time has passed unfed."""

    def __init__(self, id=0, timeout=5000):
        self._timeout_us = timeout * 1000
        self.feed()

    def feed(self):
        now_us = time.now_us()
        time.watch(now_us + self._timeout_us)
