"""All weighing cells of a surface, with the hands that use them and what makes them read wrong.

Each error has one place: what differs from cell to cell in `build_cell`, what a hand does in `Press`, what differs from
put to put in the pieces' `lean` and the cell's `friction_g`, what neighbours do in `_load_field`, heat in `warm`, what
a load does to a spring with time in `age`, what is broken in `breaks`.
"""

import math
from array import array
from collections.abc import Collection, Sequence
from random import Random
from types import ModuleType
from typing import Any

from treppe.sensing import calibration, storing

from treppe_sim.cell import Press, build_cell
from treppe_sim.device.converter import convert
from treppe_sim.frames import CellFrames
from treppe_sim.parameters import PARAMETERS
from treppe_sim.piece import Piece
from treppe_sim.sensors import Sensors

_HALL = PARAMETERS["hall"]
_CELL = PARAMETERS["cell"]
_HAND = PARAMETERS["hand"]
HALLS = {"open hall": 3.0, "shorted hall": 4094.0, "lost magnet": 2050.0, "jammed platform": 3840.0}
"""What a multiplexer sees of a broken cell, in codes of the converter."""
_EDGE_SHARE: float = PARAMETERS["crosstalk"]["mechanical_edge"]
_CREEP_TAU_US = 1e6 * PARAMETERS["creep_tau_s"]
_AGE_EVERY_US = 5_000_000
# The thermistor: 10 kohm at 25 C, B 3950, to ground, from the reference through 10 kohm; as a part of the reference.
_THERMISTOR_PER_K = -3950 / 298.15**2 / 4


class Cells(Sensors):
    """All cells of a surface behind their multiplexers."""

    FAULTS = (*HALLS, "humming hall", "reference gone", "noisy converter")
    HABITS = ("abrupt", "rest")

    def __init__(self, surface: ModuleType, random: Random, variant: str = "steel"):
        """Build the cells with the spread of the parameter file."""
        super().__init__(surface, random)
        self._random = random
        self._channels = surface.CHANNELS
        parameters = PARAMETERS["variants"][variant]
        self._friction_g = parameters["hysteresis_g"]
        self.lean_sd = parameters["off_centre_gain_sd"]
        self._creep_fraction = parameters["creep_fraction"]
        self.cells = [build_cell(random) for _ in range(surface.FIELDS)]
        """The cell of each field."""
        self._draw_drift(parameters["gain_tempco_per_K"])
        self._neighbours = [_neighbours(surface, number) for number in range(surface.FIELDS)]
        pitches = PARAMETERS["crosstalk"]["magnetic_per_pitch_mm"]
        self._magnetic = pitches[min(pitches, key=lambda pitch: abs(10 * int(pitch) - surface.PITCH_MM10))]
        self._swinging: set[int] = set()
        # How long a hand stays on a piece with a steady force before it lets go; a clean one does so at once.
        self.hand_rests_ms = (0.0, 0.0)
        self.is_abrupt = False  # whether hands press down hard and let go quickly
        # Only benches switch these on: a whole stack that lies elsewhere after each put, and springs that creep.
        self.is_pushed_about = False
        self.is_creeping = False
        self.leaning_chance = self.leaning_share = 0.0  # that a put stack leans on a neighbour's, and with how much
        self._leaning: dict[int, tuple[int, float]] = {}  # the field that is leaned on, and the grams that it bears
        self.breaks: dict[int, float] = {}  # multiplexer * 16 + channel: the code that is read there
        self.noise_codes = 0.0  # on all channels, from scan to scan, beside what the converter has itself
        self.hum_codes: dict[int, float] = {}  # multiplexer * 16 + channel: how far the mains move what is read there
        self.mains_hz = 50.0
        self._now_us = self._aged_us = 0.0
        self.hands_off_us = 0.0  # when no hand's force is left
        self._warmer_k = 0.0
        self._sixteenths = array("H", [0] * 64)
        self.mend()

    def frames(self, seed: int) -> CellFrames:
        return CellFrames(seed)

    @staticmethod
    def skip_scans(sensing: Any, scans: int) -> None:
        sensing.settling.scan += scans

    def record(self, variant: str = "steel") -> bytes:
        masses_g = [calibration.KNOT_G * knot for knot in range(calibration.KNOTS)]
        return storing.encode(self._surface.NAME, self.calibration16(masses_g), variant)

    def break_part(self, name: str, number: int) -> None:
        """Break the Hall of a field, the reference of a multiplexer, or the converter."""
        if name == "noisy converter":
            self.noise_codes = 5.0
        elif name == "reference gone":
            self.breaks[16 * number + 15] = 3.0
        elif name == "humming hall":
            self.hum_codes[self._channels[number]] = 8.0
        else:
            self.breaks[self._channels[number]] = HALLS[name]

    def be_handled(self, ways: Collection[str], rest_ms: tuple[float, float] = (0.0, 0.0)) -> None:
        self.is_abrupt, self.hand_rests_ms = "abrupt" in ways, rest_ms

    @property
    def is_still(self) -> bool:  # type: ignore[override]
        """Tell whether nothing will change until a hand comes."""
        return not self._swinging and not self.hum_codes

    def mend(self) -> None:
        self.breaks.clear()
        self.hum_codes.clear()
        self.noise_codes = 0.0
        # References: 0.20 and 0.25 of the supply on channels 0 and 15; half the supply.
        for mux in range(4):
            self._sixteenths[16 * mux] = 819 * 16
            self._sixteenths[16 * mux + 15] = 1024 * 16
        self._sixteenths[3 * 16 + 9] = 2048 * 16
        self.warm(self._warmer_k)
        for number in range(len(self.cells)):
            self._update_code(number)

    def calibration16(self, masses_g: Sequence[float]) -> list[int]:
        """Return what a workshop finds with these masses on each cell, cell by cell, in sixteenths of a code."""
        return [_mean16(cell.code(mass_g / cell.spring_g_per_mm)) for cell in self.cells for mass_g in masses_g]

    def arrange(self, stacks: list[list[Piece]]) -> None:
        """Let the pieces stand, as if they had for long."""
        for number, stack in enumerate(stacks):
            for piece in stack:
                piece.lean = self._random.gauss(0, self.lean_sd)
            self._load_field(number, stack)
        for number, cell in enumerate(self.cells):
            cell.presses.clear()
            cell.creep(self._creep_fraction if self.is_creeping else 0.0, 1.0)
            cell.bend_mm = cell.rest_mm
            cell.speed_mm_per_ms = 0.0
            self._update_code(number)
        self._swinging.clear()

    def put(self, number: int, stack: list[Piece], now_us: float) -> None:
        """A hand puts the last piece of the stack there: an impact, a moment of pressing, a letting go."""
        piece, cell = stack[-1], self.cells[number]
        piece.lean = self._random.gauss(0, self.lean_sd)
        self._push_about(stack)
        if self.leaning_chance:
            self._begin_to_lean(number)
        force_g = max(-0.8 * piece.mass_g, self._random.gauss(0, _HAND["gentle_force_sd_g"]))
        if self.is_abrupt:
            force_g = _HAND["abrupt_force_g"]
        self._press(number, force_g, now_us)
        moved_g = _CELL["platform_g"] + sum(other.mass_g for other in stack)
        cell.speed_mm_per_ms += _HAND["impact_m_per_s"] * piece.mass_g / moved_g
        self._load_field(number, stack)

    def lift(self, number: int, stack: list[Piece], lifted: list[Piece], now_us: float) -> None:
        """A hand takes pieces off after touching them for a moment, and leaves the stack."""
        force_g = abs(self._random.gauss(0, _HAND["gentle_force_sd_g"]))
        self._push_about(stack)
        self._load_field(number, stack)
        self._press(number, sum(piece.felt_g for piece in lifted) + force_g, now_us)

    def hover(self, number: int, now_us: float) -> None:
        """A hand touches what stands there, until it leaves."""
        self._press(number, abs(self._random.gauss(0, _HAND["gentle_force_sd_g"])), now_us, math.inf)

    def leave(self, number: int, stack: list[Piece], now_us: float) -> None:
        """A hand that touched a stack lets go."""
        for press in self.cells[number].presses:
            press.holds_until_us = min(press.holds_until_us, now_us)
            self.hands_off_us = max(self.hands_off_us, now_us + press.lets_go_us)

    def nudge(self, number: int, now_us: float) -> None:
        """A hand bumps into a stack."""
        self._press(number, self._random.gauss(0, _HAND["gentle_force_sd_g"]), now_us)

    def bear(self, number: int, force_g: float, duration_ms: float, now_us: float) -> None:
        """A hand rests on a stack, or bears its weight, or a part of it, for so long."""
        self._press(number, max(force_g, -self.cells[number].own_g), now_us, 1000 * duration_ms)

    def slip(self, number: int, off_mm: float, now_us: float) -> None:
        """A stack that stands beside its centre weighs the same; only the hand is felt."""
        self.nudge(number, now_us)

    def set_magnet(self, number: int, *, is_there: bool) -> None:
        """Take a platform off with its magnet, or put it back."""
        channel = self._channels[number]
        self.breaks.pop(channel, None)
        if is_there:
            self._update_code(number)
        else:
            self.breaks[channel] = self.cells[number].zero_code

    def centre(self, number: int, stack: list[Piece], now_us: float) -> None:
        """A hand puts the pieces of a stack straight."""
        for piece in stack:
            piece.lean = 0.0
        self._load_field(number, stack)
        self._press(number, 0.0, now_us)

    def knock(self, speed_mm_per_ms: float) -> None:
        """Knock on the table: all platforms get about this speed, one a little more than the other."""
        for number, cell in enumerate(self.cells):
            cell.speed_mm_per_ms += speed_mm_per_ms * self._random.uniform(0.7, 1.3)
            self._swinging.add(number)

    def warm(self, warmer_k: float) -> None:
        """Let it be so much warmer than when the cells were calibrated (at 25 C)."""
        self._warmer_k = warmer_k
        self._sixteenths[3 * 16 + 8] = round((0.5 + _THERMISTOR_PER_K * warmer_k) * 4096 * 16)
        for number, cell in enumerate(self.cells):
            cell.warmer_k = warmer_k
            self._rest(number)

    def age(self, duration_us: float) -> None:
        """Let the springs creep for so long under what stands on them."""
        share = 1 - math.exp(-duration_us / _CREEP_TAU_US)
        for number, cell in enumerate(self.cells):
            if cell.own_g or cell.creep_g:
                cell.creep(self._creep_fraction, share)
                self._rest(number)

    def last_press(self, number: int) -> Press:
        """Return what the hand does that came to a field last."""
        return self.cells[number].presses[-1]

    def step(self, now_us: float) -> None:
        if self.is_creeping and now_us - self._aged_us >= _AGE_EVERY_US:
            self.age(now_us - self._aged_us)
            self._aged_us = now_us
        for number in list(self._swinging):
            if self.cells[number].step(self._now_us, now_us):
                self._swinging.discard(number)
            self._update_code(number)
        self._now_us = now_us

    def felt(self) -> bytes:
        """Return 64 voltages in sixteenths of a converter code, by multiplexer and channel."""
        for place, code in self.breaks.items():
            self._sixteenths[place] = round(16 * code)
        if not self.noise_codes and not self.hum_codes:
            return self._sixteenths.tobytes()
        felt = list(self._sixteenths)
        for place, codes in self.hum_codes.items():
            felt[place] += round(16 * codes * math.sin(2e-6 * math.pi * self.mains_hz * self._now_us + place))
        spread = 16 * self.noise_codes
        noisy = [round(self._random.gauss(one, spread)) for one in felt] if spread else felt
        return array("H", [max(0, min(65535, felt)) for felt in noisy]).tobytes()

    def _press(self, number: int, force_g: float, now_us: float, rest_us: float | None = None) -> None:
        if rest_us is None:
            rest_us = 1000 * self._random.uniform(*self.hand_rests_ms)
        release_us = 1000 * self._random.uniform(*_HAND["abrupt_release_ms" if self.is_abrupt else "gentle_release_ms"])
        self.cells[number].presses.append(Press(force_g, now_us + rest_us, release_us))
        if rest_us < math.inf:
            self.hands_off_us = max(self.hands_off_us, now_us + rest_us + release_us)
        self._swinging.add(number)

    def _load_field(self, number: int, stack: list[Piece]) -> None:
        """Take over what stands on a field; its neighbours feel a little of it."""
        cell = self.cells[number]
        before_g, cell.own_g = cell.own_g, sum(piece.felt_g for piece in stack)
        was_friction_g, cell.friction_g = (cell.friction_g, self._random.uniform(-self._friction_g, self._friction_g))
        change_g = cell.own_g - before_g
        cell.load_g += change_g + cell.friction_g - was_friction_g
        magnetic_mt = self._magnetic * (cell.field_mt(cell.rest_mm) - cell.field_mt(0))
        change_mt, cell.shown_mt = magnetic_mt - cell.shown_mt, magnetic_mt
        self._swinging.add(number)
        for neighbour, share in self._neighbours[number]:
            self.cells[neighbour].load_g += share * change_g
            if share == _EDGE_SHARE:
                self.cells[neighbour].neighbours_mt += change_mt
            self._swinging.add(neighbour)
        if number in self._leaning:
            self._lean(number, self._leaning[number][0])

    def _begin_to_lean(self, number: int) -> None:
        """Let the stack lean on one of the fields beside it, or stand by itself again."""
        if number in self._leaning:
            self._lean(number, self._leaning[number][0], 0.0)
            del self._leaning[number]
        if self._random.random() < self.leaning_chance:
            beside = [other for other, share in self._neighbours[number] if share == _EDGE_SHARE]
            self._leaning[number] = self._random.choice(beside), 0.0

    def _lean(self, number: int, other: int, share: float | None = None) -> None:
        """Move a share of a stack's weight to the field that it leans on."""
        before_g = self._leaning[number][1]
        grams = (self.leaning_share if share is None else share) * self.cells[number].own_g
        self._leaning[number] = other, grams
        self.cells[number].load_g -= grams - before_g
        self.cells[other].load_g += grams - before_g
        self._swinging |= {number, other}

    def _push_about(self, stack: list[Piece]) -> None:
        if self.is_pushed_about:
            lean = self._random.gauss(0, self.lean_sd)
            for piece in stack:
                piece.lean = lean

    def _draw_drift(self, bend_per_k: float) -> None:
        """Draw how heat changes each cell; by a generator of its own, so that the cells themselves stay the same."""
        random = Random(f"drift {self.cells[0].gap_mm}")
        for cell in self.cells:
            cell.offset_codes_per_k = random.gauss(0, _HALL["offset_drift_sd_lsb_per_K"])
            cell.field_per_k = random.gauss(0, PARAMETERS["magnet"]["residual_gain_tempco_sd_per_K"])
            cell.bend_per_k = bend_per_k

    def _rest(self, number: int) -> None:
        """Take over a slow change of a platform that does not swing."""
        if number not in self._swinging:
            self.cells[number].bend_mm = self.cells[number].rest_mm
            self._update_code(number)

    def _update_code(self, number: int) -> None:
        cell = self.cells[number]
        self._sixteenths[self._channels[number]] = round(cell.code(cell.bend_mm) * 16)


def _mean16(code: float) -> int:
    """Return the mean of many conversions: noise lets it resolve less than a code."""
    readings = [convert(round(code * 16) + noise) for noise in range(-32, 33, 4)]
    return round(16 * sum(readings) / len(readings))


def _neighbours(surface: ModuleType, number: int) -> list[tuple[int, float]]:
    """Return the fields that feel a load on this one through the plate, and their shares of it."""
    found = []
    for other in range(surface.FIELDS):
        apart = math.hypot(
            surface.X_MM10[other] - surface.X_MM10[number], surface.Y_MM10[other] - surface.Y_MM10[number]
        )
        if 0 < apart < 1.1 * surface.PITCH_MM10:
            found.append((other, _EDGE_SHARE))
        elif 0 < apart < 1.5 * surface.PITCH_MM10:
            found.append((other, PARAMETERS["crosstalk"]["mechanical_diagonal"]))
    return found
