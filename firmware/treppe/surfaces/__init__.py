"""What a surface is: its fields, their sensors' channels, their LEDs and places; one module a surface."""

NAMES = ("reed12", "square7", "hex49")


class UnknownSurface(ValueError):
    """There is no surface of that name."""


def load(name: str):
    """Return the module of the surface `name`; raise UnknownSurface.

    Its constants, one entry a field where not said otherwise: NAME, TITLE, SENSOR ("reed" or "cell"), READER (the
    chip that reads the sensors), COLUMNS
    and ROWS (0 on hexes), FIELDS (their count), NAMES, CHANNELS (reed: byte * 8 + bit of the chain; cell:
    multiplexer * 16 + channel), LAMPS (number of the LED), X_MM10 and Y_MM10 (the field's centre in tenths of mm
    from the plate's south-west corner), PITCH_MM10, WIDTH_MM, HEIGHT_MM and, on hexes, COLOURS.
    """
    if name not in NAMES:
        raise UnknownSurface("no surface " + name + "; there are " + ", ".join(NAMES))
    return __import__("treppe.surfaces." + name, None, None, ("NAME",))
