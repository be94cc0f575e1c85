"""The world around a board: pieces, a supply beside it, a hand, buttons, lamps to look at.

The board's process feels it through `answer`; people, hands in tests and the page act on it by the other
methods, from any thread.
"""

import threading
from collections.abc import Mapping, Sequence
from random import Random
from types import ModuleType
from typing import Any

from treppe.alphabet.buttons import NAMES as BUTTONS

from treppe_sim.cells import Cells
from treppe_sim.errors import SimulationError
from treppe_sim.piece import Piece, make_piece
from treppe_sim.reeds import Reeds
from treppe_sim.sensors import Sensors
from treppe_sim.wire import Request, write_answer

# The surface's divider on GP28 with both multiplexers off, in sixteenths of a converter code; and whether the board has
# a supply of its own for the lamps, besides USB.
_BOARDS = {
    "start4": (7864, False),
    "bread16": (7864, False),
    "gpio16": (57672, False),
    "reed12": (16384, True),
    "square7": (32768, True),
    "hex49": (49152, True),
}
BUILDS = {"bread16": "start4", "gpio16": "start4"}
"""Other ways to build a surface, and which one it is."""


SENSORS: dict[str, type[Sensors]] = {"reed": Reeds, "cell": Cells}
"""Kinds of sensors, by the name that a surface gives."""


def sensors_of(surface: ModuleType) -> type[Sensors]:
    """Return the class of a surface's sensors."""
    return SENSORS[surface.SENSOR]


class ImpossibleAct(SimulationError):
    """A hand cannot do that: nothing to lift there, nothing left to take, an empty hand."""


def _turned(code: str) -> str | None:
    """Return the code of a stone on its other side, None for other pieces."""
    return code[:-1] + {"a": "i", "i": "a"}[code[-1]] if code[-1] in "ai" else None


class World:
    """What stands where on a surface, and what its sensors feel of it.

    People's methods move pieces and raise ImpossibleAct; the board's side is `answer`. `stacks` has the pieces' codes
    by field, the bottom first, `hand` what is held, `supply` how many lie beside the board, by code.

        >>> from treppe import surfaces
        >>> world = World(surfaces.load("reed12"))
        >>> world.arrange([["P0"] if field == 5 else [] for field in range(144)], {})
        >>> world.lift(5)
        'P0'
        >>> world.put(6)
        >>> [field for field, stack in enumerate(world.stacks) if stack]
        [6]
    """

    def __init__(self, surface: ModuleType, seed: int = 0, variant: str = "steel", build: str = ""):
        """Begin with an empty board, an empty supply, sensors spread by the seed, cells with springs of a variant.

        `build` is one of BUILDS, by default the surface as it is.
        """
        self.surface = surface
        self.seed = seed
        self.variant = variant
        self.stacks: list[list[Piece]] = [[] for _ in range(surface.FIELDS)]
        self.hand: list[Piece] = []
        self.supply: dict[str, int] = {}
        self.lamps = bytes(3 * (max(surface.LAMPS) + 1))
        self._strip = b""
        self.tone_hz = 0
        self.now_us = 0.0
        self.looks = 0  # counts how often the board has felt something
        self.changes = 0  # number of people's movements: a file is saved only after a change
        self.identity, self.has_external_supply = _BOARDS[build or surface.NAME]
        self.supply_v = 5.0
        self.revision = "B"  # of the controller
        self.dark_from = 1 << 16  # number of the first lamp that is dead, and all behind it
        self._lock = threading.RLock()
        self._random = Random(f"{surface.NAME} {seed}")
        self.buttons = 0
        """The buttons that are held down, as bits in the order of `BUTTONS`."""
        self.sensors = sensors_of(surface)(surface, self._random, variant)

    # What people do.

    def arrange(self, stacks: Sequence[Sequence[str]], supply: Mapping[str, int]) -> None:
        """Set up a position, the codes of each field bottom first, as if it had stood there for long.

        >>> from treppe import surfaces
        >>> world = World(surfaces.load("square7"))
        >>> world.arrange([["B", "O0"]] + [[]] * 48, {"B": 3})
        >>> world.stacks[0], world.supply
        (['B', 'O0'], {'B': 3})
        """
        with self._lock:
            self.stacks = [[make_piece(code, self._random) for code in stack] for stack in stacks]
            self.hand = []
            self.supply = dict(supply)
            self._rest()

    def lift(self, field: int, count: int = 1) -> str:
        """Take the top piece of a field, or that many as one, into the hand and return the code of the topmost."""
        with self._lock:
            stack = self.stacks[field]
            if len(stack) < count or not stack:
                raise ImpossibleAct(f"not {count} pieces stand on {self.surface.NAMES[field]}")
            lifted = stack[-count:]
            del stack[-count:]
            self.hand += lifted
            self.sensors.lift(field, stack, lifted, self.now_us)
            self.changes += 1
            return str(lifted[-1])

    def put(self, field: int, count: int = 1) -> None:
        """Put the piece that was taken last, or that many as one, onto a field."""
        with self._lock:
            pieces = [self._from_hand() for _ in range(count)]
            self.stacks[field] += reversed(pieces)
            self.sensors.put(field, self.stacks[field], self.now_us)
            self.changes += 1

    def turn(self) -> None:
        """Turn the stone that was taken last over, in the hand: its code ends in `a` or in `i`."""
        with self._lock:
            piece = self._from_hand()
            turned = _turned(piece)
            if turned is None:
                raise ImpossibleAct(f"{piece} has no other side")
            self.hand.append(Piece(turned, piece.mass_g))

    def take(self, code: str) -> None:
        """Take a piece of the supply into the hand; a stone that lies there on its other side is turned over.

        >>> from treppe import surfaces
        >>> world = World(surfaces.load("square7"))
        >>> world.arrange([[]] * 49, {"B": 1})
        >>> world.take("B")
        >>> world.put(3)
        >>> world.stacks[3], world.supply
        (['B'], {'B': 0})
        """
        with self._lock:
            found = next((side for side in (code, _turned(code)) if side and self.supply.get(side)), None)
            if found is None:
                raise ImpossibleAct(f"no {code} left in the supply")
            self.supply[found] -= 1
            self.hand.append(make_piece(code, self._random))
            self.changes += 1

    def give(self) -> None:
        """Lay the piece that was taken last into the supply."""
        with self._lock:
            code = str(self._from_hand())
            self.supply[code] = self.supply.get(code, 0) + 1
            self.changes += 1

    def hold(self, piece: Piece) -> None:
        """Let a piece in the hand be the one that was taken last."""
        with self._lock:
            places = [place for place, held in enumerate(self.hand) if held is piece]
            if not places:
                raise ImpossibleAct(f"{piece} is not in the hand")
            self.hand.append(self.hand.pop(places[0]))

    def hover(self, field: int) -> None:
        """Hold what is in the hand close over a field, or touch what stands there."""
        with self._lock:
            self.sensors.hover(field, self.now_us)

    def leave(self, field: int) -> None:
        """Take the hand away from a field."""
        with self._lock:
            self.sensors.leave(field, self.stacks[field], self.now_us)

    def nudge(self, field: int) -> None:
        """Push what stands on a field, if anything does, out of its place."""
        with self._lock:
            if self.stacks[field]:
                self.sensors.nudge(field, self.now_us)

    def centre(self, field: int) -> None:
        """Push what stands on a field, if anything does, to its centre."""
        with self._lock:
            if self.stacks[field]:
                self.sensors.centre(field, self.stacks[field], self.now_us)

    def bear(self, field: int, force_g: float, duration_ms: float) -> None:
        """Rest a hand on what stands on a field for so long; a negative force bears a part of its weight."""
        with self._lock:
            self.sensors.bear(field, force_g, duration_ms, self.now_us)

    def slip(self, field: int, off_mm: float) -> None:
        """Push what stands on a field, if anything does, so far out of its centre."""
        with self._lock:
            if self.stacks[field]:
                self.sensors.slip(field, off_mm, self.now_us)

    def knock(self, speed_mm_per_ms: float) -> None:
        """Knock against the table: all platforms get so much of a speed; no reed feels it."""
        with self._lock:
            self.sensors.knock(speed_mm_per_ms)

    def press(self, button: str) -> None:
        with self._lock:
            self.buttons |= 1 << BUTTONS.index(button)

    def release(self, button: str) -> None:
        with self._lock:
            self.buttons &= ~(1 << BUTTONS.index(button))

    def lamp(self, field: int) -> tuple[int, int, int]:
        """Return what shines under a field: red, green, blue, 0..255."""
        place = 3 * self.surface.LAMPS[field]
        red, green, blue = self.lamps[place : place + 3]
        return red, green, blue

    def _from_hand(self) -> Piece:
        if not self.hand:
            raise ImpossibleAct("the hand is empty")
        return self.hand.pop()

    def _rest(self) -> None:
        self.sensors.arrange(self.stacks)
        self.changes += 1

    # What the board feels and shows.

    def feel(self, now_us: float) -> bytes:
        """Let the world come to `now_us` and return what the sensors feel then."""
        with self._lock:
            self.sensors.step(now_us)
            self.now_us = now_us
            self.looks += 1
            return self.sensors.felt()

    def answer(self, request: Request, now_us: float) -> bytes:
        """Let the world come to `now_us`, look at the board's outputs and return what its pins feel then."""
        with self._lock:
            felt = self.feel(now_us)
            self.tone_hz = request.tone_hz if request.tone_duty else 0
            if request.strip != self._strip:
                self._strip = request.strip
                self.light_strip()
            return write_answer(
                request.number,
                self.buttons,
                self.has_external_supply
                | (self.dark_from > max(self.surface.LAMPS)) << 1
                | (self.revision == "A") << 2,
                self.identity,
                round(self.supply_v / 3 / 3.3 * 65536),
                felt,
            )

    def light_strip(self) -> None:
        """See the lamps as red, green, blue; the strip takes green first."""
        strip = self._strip[: len(self.lamps)]
        lamps = bytearray(len(strip))
        lamps[0::3], lamps[1::3], lamps[2::3] = strip[1::3], strip[0::3], strip[2::3]
        lamps[3 * self.dark_from :] = bytes(len(lamps[3 * self.dark_from :]))
        self.lamps = bytes(lamps)

    # What BoardFiles keeps of it.

    def save(self) -> dict[str, Any]:
        """Return all that must outlive the program, fit for JSON."""
        with self._lock:
            return {
                "surface": self.surface.NAME,
                "seed": self.seed,
                "variant": self.variant,
                "stacks": [[[str(piece), piece.mass_g] for piece in stack] for stack in self.stacks],
                "hand": [[str(piece), piece.mass_g] for piece in self.hand],
                "supply": self.supply,
            }

    def load(self, saved: dict[str, Any]) -> None:
        """Take over what `save` returned; ValueError if it is of another surface."""
        if saved["surface"] != self.surface.NAME:
            raise ValueError(f"saved for the surface {saved['surface']}, not {self.surface.NAME}")
        with self._lock:
            self.stacks = [[Piece(code, mass_g) for code, mass_g in stack] for stack in saved["stacks"]]
            self.hand = [Piece(code, mass_g) for code, mass_g in saved["hand"]]
            self.supply = dict(saved["supply"])
            self._rest()
