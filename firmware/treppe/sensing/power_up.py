"""What stood on a tower surface when the power came: never learned from, and taken for right only where it should be.

The springs may have crept under it, and nobody has seen it put; so weights alone do not tell it well enough.
"""

from treppe.runtime import const
from treppe.sensing import FAULTY, UNSURE
from treppe.sensing.levels import mass_of
from treppe.sensing.watch import Watch

TYPE_CHECKING = const(False)  # see games/state.py


class PowerUp(Watch):
    """The part of `CellSensing` that decides fields of which nobody has told anything yet.

    Such a field is told by being empty once, by `assume`, or by reading what is expected there.
    """

    def __init__(self, surface, calibration):
        super().__init__(surface, calibration)
        fields = surface.FIELDS
        self._is_untold = bytearray([1] * fields)
        self._expected = b""
        self._values = b""
        self._is_automatic = True
        self._sure_percent = 60
        self.image = bytearray(fields)

    def expect(self, image):
        """Say what should stand there, by the game that goes on or begins.

        Where nothing is nearer to the weight than that, it is taken for right, but never on springs of PETG; other
        weights that are sure contradict it, and all others are unsure: lift and put back, clear the field, or tell.
        """
        self._expected = bytes(image)
        for field in range(len(self._is_untold)):
            if self._is_untold[field] and self.activity[field] != FAULTY:
                self._begin(field)

    def may_be(self, field: int, value: int) -> bool:
        """Tell whether the weight does not speak against the value: it is the nearest one, or next to it."""
        mass = self._mass_cg(field, self.frame[self._surface.CHANNELS[field]] << 2)
        return -1 <= self._nearest(mass) - self._nearest(mass_of(value)) <= 1

    def _decide_untold(self, field: int, code16: int) -> bool:
        """The field has settled for the first time, or again and nobody has told anything."""
        mass = self._mass_cg(field, code16)
        at = self._nearest(mass)
        value = self._values[at]
        is_sure = self._fits(at, mass, self._sure_percent)
        is_expected = bool(self._expected) and self._expected[field] == value
        if not value and (is_sure or is_expected):
            return self._tell(field, code16, value)
        if self.calibration.material == "petg" or not (self._is_automatic and self._expected):
            return self._rest(field, code16, UNSURE)
        if is_expected:
            return self._tell(field, code16, value)
        if is_sure:
            return self._latch(field, code16, value)
        return self._rest(field, code16, UNSURE)

    def _tell(self, field: int, code16: int, value: int) -> bool:
        """Take this reading for that of the value from now on."""
        self._is_untold[field] = 0
        self._told_off_cg[field] = self._mass_cg(field, code16) - mass_of(value)
        return self._latch(field, code16, value)

    if TYPE_CHECKING:  # what comes after this part

        def _latch(self, field: int, code16: int, value: int) -> bool:
            """The value stands there, and this is its baseline."""
            raise NotImplementedError

        def _rest(self, field: int, code16: int, activity: int) -> bool:
            """Lay the band of quiet around the code."""
            raise NotImplementedError
