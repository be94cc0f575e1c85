"""Facts about a Pico, and whether the firmware runs on it."""

from dataclasses import dataclass

from treppe_host.errors import DeployError

OLDEST = (1, 24, 0)
TESTED = (1, 26, 1)
BOARD = "Raspberry Pi Pico with RP2040"


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts about a board: its chip, MicroPython and id."""

    machine: str
    release: str
    mpy: int
    board: str
    free_heap: int
    free_flash: int

    @property
    def version(self) -> tuple[int, ...]:
        """MicroPython's version as numbers, without a suffix after a dash."""
        return tuple(int(part) for part in self.release.split("-")[0].split(".") if part.isdigit())


def check(facts: Facts) -> None:
    """Raise DeployError unless the firmware runs on this board."""
    if facts.machine != BOARD:
        raise DeployError(f"this is a {facts.machine}; Treppe is made for the plain Raspberry Pi Pico")
    if facts.version < OLDEST:
        raise DeployError(
            f"MicroPython {facts.release} is too old: install {_dotted(TESTED)} (hold BOOTSEL while plugging in, copy "
            f"the .uf2 of micropython.org/download/RPI_PICO onto the drive RPI-RP2), {_dotted(OLDEST)} at least"
        )


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))
