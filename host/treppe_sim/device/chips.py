"""The chips around the Pico, as its pins see them: shift registers, multiplexers, lamp strip, their pins.

Pin numbers are those of the controller's pin map. Voltages are in sixteenths of a converter code.
"""

from array import array

import micropython
from channel import PINS, STRIP, SUPPLIES, inputs, outputs
from micropython import const

LOAD = 5
_CHIPS = const(18)
# The same places as in `channel`, for compiled code.
_LOAD_PIN = const(21)
_SELECT = const(22)
_ENABLE_A = const(26)
_ENABLE_B = const(27)
_SENSOR_SUPPLY = const(35)
_IDENTITY = const(4)
_SUPPLY_THIRD = const(6)
_SENSORS = const(8)

# --- the chain of 74HC165 -----------------------------------------------------------------------------

_registers = bytearray(_CHIPS)


@micropython.viper
def load_registers():
    """A low /PL copies the contacts into the registers: a closed reed pulls its input down."""
    registers = ptr8(_registers)
    felt = ptr8(inputs)
    for chip in range(_CHIPS):
        registers[chip] = felt[_SENSORS + chip]


@micropython.viper
def shift(sent, received):
    """Clock all bytes of `sent` into the far end of the chain while `received` fills from the near one."""
    registers = ptr8(_registers)
    sending = ptr8(sent)
    receiving = ptr8(received)
    pins = ptr8(outputs)
    broken = ptr8(inputs)[_SENSORS + _CHIPS]  # which chip the chain is broken before, from 1; 0 if none
    count = int(len(sent))  # noqa: RUF046 - viper needs the type
    for i in range(count):
        if pins[_LOAD_PIN]:
            receiving[i] = registers[0]
            for chip in range(_CHIPS - 1):
                registers[chip] = registers[chip + 1]
            registers[_CHIPS - 1] = sending[i]
            if broken > 1:
                registers[broken - 2] = 255  # an open input
            elif broken:
                receiving[i] = 255
        else:
            # Nothing shifts while /PL is low: the near chip shows its last input all the time.
            receiving[i] = 255 if registers[0] & 128 else 0


# --- four CD74HC4067 on three converter inputs ---------------------------------------------------------

# White noise of 1.2 codes rms, in sixteenths, offset 128. The converter has 0.97 of it in each sample; the Hall 0.71,
# which lasts 8 us while samples come each 2 us, so that samples of one burst share most of it.
_noise = bytearray(256)
_random = array("I", [1])
_hall = array("h", [0, -1])  # the Hall's noise in sixteenths, and the place that it belongs to


def make_noise(seed):
    """Fill the table of noise from a seed: sums of six uniform numbers are normal enough."""
    for i in range(256):
        total = 0
        for _ in range(6):
            seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
            total += seed >> 12 & 63
        # six numbers of 0..63 have mean 189 and deviation 45.2; 19.2 sixteenths are 1.2 codes
        _noise[i] = max(0, min(255, 128 + (total - 189) * 192 // 452))
    _random[0] = seed


@micropython.viper
def sample(converter_input: int) -> int:
    """One conversion of ADC input 0..3, as `read_u16` gives it: the 12-bit code, its upper bits repeated below.

    The most frequent call of all, so it is compiled.
    """
    felt = ptr8(inputs)
    if converter_input == 3:
        place = _SUPPLY_THIRD
    else:
        pins = ptr8(outputs)
        mux = converter_input
        if pins[_ENABLE_A]:
            if converter_input != 2:
                return 0  # nothing drives it: 1 Mohm to ground
            mux = 4 if pins[_ENABLE_B] else 3
        elif converter_input == 2 and not pins[_ENABLE_B]:
            return 0  # two outputs against each other
        select = pins[_SELECT] | pins[_SELECT + 1] << 1 | pins[_SELECT + 2] << 2 | pins[_SELECT + 3] << 3
        place = _SENSORS + 2 * (16 * mux + select)
        if mux == 4:
            place = _IDENTITY
        elif select > 0 and select < 15 and not pins[_SENSOR_SUPPLY]:
            return 0  # HALL_EN is off
    random = ptr32(_random)
    # 1103515245, and the lowest 31 bits: put together, for a compiled file's constants have 31 bits with their sign.
    factor = 0x41C6
    half = 0x3FFFFFFF
    random[0] = (random[0] * (factor << 16 | 0x4E6D) + 12345) & (half << 1 | 1)
    noise = ptr8(_noise)
    hall = ptr16(_hall)
    fresh = noise[random[0] >> 8 & 255] - 128
    if hall[1] == place:
        kept = hall[0]
        if kept > 32767:
            kept -= 65536
        lasting = (kept * 199 + fresh * 95) // 256
    else:
        lasting = fresh * 151 // 256
    hall[0] = lasting
    hall[1] = place
    sixteenths = (felt[place] | felt[place + 1] << 8) + lasting + (noise[random[0] >> 16 & 255] - 128) * 207 // 256
    # From here on as in converter.py, which a test holds this against.
    off = sixteenths % 16384 - 8192
    if off > 72:
        sixteenths += (off - 72) * 8184 // 8120 + 8 - off
    elif off < -72:
        sixteenths -= (-off - 72) * 8184 // 8120 + 8 + off
    else:
        sixteenths -= off
    code = sixteenths + 8 >> 4
    if code < 0:
        return 0
    return code << 4 | code >> 8 if code < 4096 else 65535


def is_wired_by_pins():
    """Tell whether the contacts hang on the Pico's own pins, as on gpio16: so much of the reference lies at GP28."""
    return inputs[_IDENTITY + 1] > 208


# --- the strip of WS2812 -------------------------------------------------------------------------------


returned = [False]  # whether the last lamp has passed anything on; a strip gets one pixel more than it has lamps


def light(grb, count):
    """A burst of `count` bytes reaches the strip, if the 5 V of the lamps are switched on."""
    if not outputs[PINS + 22] and not is_wired_by_pins():
        return
    if inputs[SUPPLIES] & 2:
        returned[0] = True
    count = min(count, len(outputs) - STRIP)
    for i in range(count):
        outputs[STRIP + i] = grb[i]


def darken():
    """The 5 V of the lamps are switched off."""
    for i in range(STRIP, len(outputs)):
        outputs[i] = 0


# --- the surface's 24C32 -------------------------------------------------------------------------------

memory = [None]  # see eeprom.py; None if the surface has none

# --- the display ---------------------------------------------------------------------------------------

display = [None]  # see ssd1306.py; None if there is none
