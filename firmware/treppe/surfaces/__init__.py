"""What a surface is: its fields, their sensors' channels, their LEDs and places; one module a surface."""

NAMES = ("reed12", "square7", "hex49", "start4")
BUILDS = ("gpio16",)
"""Other ways to build one of these, which need a table of their own: it names the surface that they are."""


class UnknownSurface(ValueError):
    """There is no surface of that name."""


def load(name: str):
    """Return the module of the surface `name`; raise UnknownSurface.

    Its constants, one entry a field where not said otherwise: NAME, TITLE, SENSOR (the kind, see sensing/kinds.py),
    PIECES (what its games are played with: "stones", "bricks" or "discs"), READER (the chip that reads the sensors),
    COLUMNS and ROWS (0 on hexes), FIELDS (their count), NAMES, CHANNELS (reed: byte * 8 + bit of the chain; cell:
    multiplexer * 16 + channel), LAMPS (number of the LED), X_MM10 and Y_MM10 (the field's centre in tenths of mm from
    the plate's south-west corner), PITCH_MM10, WIDTH_MM, HEIGHT_MM, LIGHT_MA (what USB leaves for light of the
    250 mA that MicroPython declares; at least what can be seen) and, on hexes, COLOURS.

        >>> from treppe import surfaces
        >>> square7 = surfaces.load("square7")
        >>> square7.FIELDS, square7.NAMES[0], square7.NAMES.index("b1")
        (49, 'a1', 1)
    """
    if name not in NAMES + BUILDS:
        raise UnknownSurface("no surface " + name + "; there are " + ", ".join(NAMES))
    return __import__("treppe.surfaces." + name, None, None, ("NAME",))


class Names:
    """The names of all fields, as a tuple has them but in one text: 144 texts would take 5 kB of a Pico's memory."""

    def __init__(self, length: int, text: str):
        """Take the names, filled up with blanks to the same length, one behind the other."""
        self._length = length
        self._text = text

    def __len__(self):
        return len(self._text) // self._length

    def __getitem__(self, field: int) -> str:
        at = field * self._length
        if not 0 <= at < len(self._text):
            raise IndexError("no field " + str(field))
        return self._text[at : at + self._length].rstrip()

    def __iter__(self):
        return iter(self._text.split())

    def __contains__(self, name) -> bool:
        return self._find(name) >= 0

    def index(self, name: str) -> int:
        """Return the field of a name; raise ValueError where the surface has none of it.

        >>> names = load("square7").NAMES
        >>> names.index("a1"), names.index("c4"), names[names.index("c4")]
        (0, 23, 'c4')
        """
        field = self._find(name)
        if field < 0:
            raise ValueError("no field " + name)
        return field

    def _find(self, name):
        """Return the number of the field of this name, -1 if there is none."""
        length = self._length
        if not isinstance(name, str) or not 0 < len(name) < length:
            return -1
        at = self._text.find(name + " " * (length - len(name)))
        return -1 if at % length else at // length
