"""Facts about a Pico, and whether there is a firmware for it."""

import re
from dataclasses import dataclass

from treppe_host.errors import DeployError

_NAME = re.compile(r"Raspberry Pi Pico ?(W|2|2 ?W)? with (RP2040|RP2350)", re.ASCII)
_KINDS = {"RP2040": "pico", "RP2350": "pico2"}
ARCHITECTURES = {"pico": "armv6m", "pico2": "armv7emsp"}
"""What mpy-cross calls their processors."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts about a board: its chip, MicroPython and id."""

    machine: str
    release: str
    mpy: int
    board: str
    free_heap: int
    free_flash: int


def check(facts: Facts) -> str:
    """Return which kind of Pico a board is, `pico` or `pico2`; raise DeployError for another board."""
    found = _NAME.fullmatch(facts.machine)
    if not found:
        raise DeployError(f"this is a {facts.machine}; Treppe is made for the Raspberry Pi Pico")
    return _KINDS[found[2]]
