"""In place of the registers of a chip: one word survives a reset."""


class registers:
    """The address of that word in `machine.mem32`."""

    SCRATCH0 = 0
