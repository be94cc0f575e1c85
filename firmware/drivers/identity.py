"""Which surface is plugged in: while the multiplexers are off, a divider on the surface sets a voltage."""

# Parts of the reference voltage; the nearest one counts. Without a surface the controller's pull-down gives 0. They are
# lower than the dividers' 0.12, 0.25, 0.5, 0.75 and 0.88, because the converter itself may load them with 100 kohm.
_SURFACES = ((0.0, ""), (0.12, "start4"), (0.23, "reed12"), (0.46, "square7"), (0.66, "hex49"), (0.9, "gpio16"))


def read_part(adc) -> float:
    """Return the part of the reference at GP28, 0 to 1. Both multiplexers must be off."""
    return sum([adc.read_u16() for _ in range(16)]) / 16 / 65535


def identify(part: float) -> str:
    """Return the name of the surface that gives such a part of the reference, empty if there is none."""
    return min([(abs(part - expected), name) for expected, name in _SURFACES])[1]
