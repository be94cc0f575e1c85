"""Steady readings of weighing cells, more exact than a game needs them: for calibration, checks and self-tests."""

from array import array

from treppe.runtime import const

BLOCK_FRAMES = const(10)  # whole periods of the mains, of 50 and of 60 Hz
_STEADY16 = const(40)  # sixteenths of a code between two blocks: half a gram on an empty field
_MOST = const(250)


class Steady:
    """Means over blocks of 10 frames, and since how many blocks each field has not moved."""

    def __init__(self, surface):
        self._channels = surface.CHANNELS
        self._sums = array("i", [0] * surface.FIELDS)
        self._before16 = array("i", [0] * surface.FIELDS)
        self._frames = 0
        self.code16 = array("i", [0] * surface.FIELDS)
        """Mean of the last two blocks of each field, in sixteenths of an ADC code."""
        self.blocks = bytearray(surface.FIELDS)
        """Blocks since each field has moved."""
        self.thermistor = 0
        """Last reading of the board's thermistor, as in a frame."""

    def update(self, frame) -> bool:
        """Take a frame; True when a block is full."""
        sums = self._sums
        for field, channel in enumerate(self._channels):
            sums[field] += frame[channel]
        self._frames += 1
        if self._frames < BLOCK_FRAMES:
            return False
        self._frames = 0
        self.thermistor = frame[56]
        for field in range(len(sums)):
            code16 = sums[field] * 4 // BLOCK_FRAMES
            moved16 = code16 - self._before16[field]
            is_steady = -_STEADY16 < moved16 < _STEADY16
            self.blocks[field] = min(_MOST, self.blocks[field] + 1) if is_steady else 0
            self.code16[field] = (code16 + self._before16[field]) // 2
            self._before16[field] = code16
            sums[field] = 0
        return True
