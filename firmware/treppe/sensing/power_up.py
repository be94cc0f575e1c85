"""Content of a tower surface at power-on: never learned from, and believed only where it is expected.

The springs may have crept under it, and no sensor has seen it put; so weights alone do not tell it well enough.
"""

from treppe.runtime import const

ASK = const(-1)


class PowerUp:
    """Decides fields whose content is unknown since power-on.

    A field becomes known when it is empty once, reads what is expected, or when people have looked at it.
    """

    def __init__(self, fields: int, masses):
        self.is_unknown = bytearray([1] * fields)
        self.expected = b""
        """The values that the game expects, which goes on or begins."""
        self.is_led = False
        """Whether people lay out just these."""
        self.is_automatic = True
        """Whether expected weights are believed."""
        self._masses = masses

    def decide(self, field: int, mass_cg: int) -> int:
        """Return the field's value, ASK if people have to look at it.

        The field is known then if it is empty, or holds what is expected; a value that is sure and not expected
        contradicts the game, and is still unknown.
        """
        masses = self._masses
        at = masses.nearest(mass_cg)
        value: int = masses.values[at]
        is_sure = masses.fits(at, mass_cg, masses.sure_percent) and masses.is_alone(field, at, 0, mass_cg)
        is_expected = bool(self.expected) and self.expected[field] == value
        if not value and (is_sure or is_expected):
            self.is_unknown[field] = 0
        elif masses.calibration.material == "petg" or not (self.is_automatic and self.expected):
            return ASK
        elif is_expected:
            self.is_unknown[field] = 0
        elif not is_sure:
            return ASK
        return value
