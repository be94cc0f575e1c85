"""`treppe doctor`: how a board is, line by line, and what to do about it.

A board whose firmware runs is asked over the link and plays on. One that is silent (no surface, safe mode, no firmware)
is looked at from its interpreter's prompt, and restarted afterwards.
"""

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from treppe import VERSION, surfaces

from treppe_host.deploy.enquiry import Enquiry
from treppe_host.deploy.flash import CRASHES, SWITCH
from treppe_host.deploy.prompt import Prompt, check
from treppe_host.errors import DeployError

GOOD, LOOK, BROKEN = "good", "look at this", "broken"

_HELLO_S = 3.0
# The identity's voltage shows while both multiplexers are off; a quarter of the reference is the lowest there is.
_IDENTITY = (
    "[machine.Pin(10, machine.Pin.OUT, value=1), machine.Pin(11, machine.Pin.OUT, value=1)] and "
    "machine.ADC(machine.Pin(28)).read_u16()"
)
_NO_SURFACE = 65535 // 8
_CHIPS = 18
_DISPLAY, _MEMORY = 0x3C, 0x50
# Codes of the converter: a field with nothing on it, and both references, each with what it may be off.
_EMPTY = (2620, 60)
_REFERENCES = {0: (778, 22), 15: (1024, 22)}


@dataclass(frozen=True, slots=True)
class Check:
    """One line: what was looked at, how it is, what was found, what to do."""

    name: str
    verdict: str
    found: str
    advice: str = ""


@dataclass(frozen=True, slots=True)
class _Answers:
    """What a running board says."""

    hello: dict[str, Any]
    status: dict[str, Any]
    figures: dict[str, Any]
    frames: list[bytes]
    round_trip_s: float


def examine(port: str, stage: int | None = None) -> list[Check]:
    """Look at the board at a port; of a stage of the build guide only what belongs to it.

    Raises PortError, DeployError.
    """
    answers = _ask(port)
    if answers is None:
        return list(_examine_silent(port))
    looks = STAGES[stage] if stage else EVERYTHING
    return [line for look in looks for line in look(answers)]


def _ask(port: str) -> _Answers | None:
    with Enquiry(port) as board:
        hello = board.hello(_HELLO_S)
        if hello is None:
            return None
        status = board.command("status")
        round_trip_s = board.round_trip_s
        figures = board.command("figures")
        frames = [bytes.fromhex(board.command("frame")["hex"]) for _ in range(4)]
    return _Answers(hello, status, figures, frames, round_trip_s)


def _graded(name: str, value: float, good: float, poor: float, found: str, advice: str) -> Check:
    """Grade a value of which more is better."""
    verdict = GOOD if value >= good else LOOK if value >= poor else BROKEN
    return Check(name, verdict, found, "" if verdict == GOOD else advice)


# What a running board is asked.


def _supply(answers: _Answers) -> Iterator[Check]:
    volts = answers.figures["supply_mv"] / 1000
    source = "5 V supply" if answers.figures["external"] else "USB"
    advice = "another cable or supply; lamps are what needs most"
    yield _graded("supply", volts, 4.2, 4.0, f"{volts:.2f} V behind the diode, from {source}", advice)


def _firmware(answers: _Answers) -> Iterator[Check]:
    version = answers.hello["firmware"]
    found = f"firmware {version}, MicroPython {answers.figures['python']}"
    verdict = GOOD if version == VERSION else LOOK
    yield Check("firmware", verdict, found, "" if verdict == GOOD else f"this program is {VERSION}: treppe flash")


def _memory(answers: _Answers) -> Iterator[Check]:
    heap, flash = answers.figures["heap"] / 1000, answers.figures["flash"] / 1000
    yield _graded("memory", heap, 80, 30, f"{heap:.0f} kB free", "tell the developers which game this was")
    yield _graded("flash", flash, 200, 64, f"{flash:.0f} kB free", "treppe log fetches games, then old ones make room")


def _bus(answers: _Answers) -> Iterator[Check]:
    found = answers.figures["i2c"]
    has_display = _DISPLAY in found
    yield Check(
        "display",
        GOOD if has_display else LOOK,
        f"I2C answers at {', '.join(map(hex, found)) or 'no address'}",
        "" if has_display else "it goes without; else check SDA, SCL and 3V3 of the display",
    )


def _lamps(answers: _Answers) -> Iterator[Check]:
    yield Check("lamps", LOOK, "the return line is not read by this firmware", "look at them: do all light up?")


def _surface(answers: _Answers) -> Iterator[Check]:
    yield Check("surface", GOOD, answers.hello["surface"])
    if _is_tower(answers):
        has_memory = _MEMORY in answers.figures["i2c"]
        advice = "" if has_memory else "check the 24C32 and its address pins: it holds the calibration"
        yield Check("memory of the surface", GOOD if has_memory else BROKEN, "24C32 at 0x50", advice)


def _complaints(answers: _Answers) -> Iterator[Check]:
    for complaint in answers.hello["complaints"]:
        advice = "treppe tune" if "calibration" in complaint else "see docs, or tell the developers"
        yield Check("start", LOOK, complaint, advice)


def _sensors(answers: _Answers) -> Iterator[Check]:
    faults = answers.status["faults"]
    for fault in faults:
        yield Check("sensors", BROKEN, fault, "the board goes on without; see the build guide for this part")
    if not faults:
        yield Check("sensors", GOOD, "no faults")


def _chain(answers: _Answers) -> Iterator[Check]:
    if _is_tower(answers):
        return
    # With nothing but zeros sent into the far end, zeros come back right behind the last chip that answers.
    quiet = [frame for frame in answers.frames if frame[-1] == 0]
    chips = max((len(frame.rstrip(b"\0")) for frame in quiet), default=0)
    chips = min(chips, _CHIPS)
    advice = "" if chips == _CHIPS else f"look behind chip {chips}, on tile {chips // 2 + 1}: clock, load line, plug"
    yield Check("reed chain", GOOD if chips == _CHIPS else BROKEN, f"{chips} of {_CHIPS} chips answer", advice)


def _references(answers: _Answers) -> Iterator[Check]:
    if not _is_tower(answers):
        return
    codes = _codes(answers)
    for mux in range(4):
        for channel, (wanted, tolerance) in _REFERENCES.items():
            code = codes[16 * mux + channel]
            is_good = abs(code - wanted) <= tolerance
            advice = "" if is_good else "check the select lines, enable lines and VREF of this multiplexer"
            found = f"channel {channel} reads {code:.0f}, should be {wanted} +-{tolerance}"
            yield Check(f"multiplexer M{mux}", GOOD if is_good else BROKEN, found, advice)


def _cells(answers: _Answers) -> Iterator[Check]:
    if not _is_tower(answers):
        return
    surface = surfaces.load(answers.hello["surface"])
    codes = _codes(answers)
    off = []
    for field in range(surface.FIELDS):
        code = codes[surface.CHANNELS[field]]
        if abs(code - _EMPTY[0]) > _EMPTY[1]:
            off.append(f"{surface.NAMES[field]} {code:.0f}")
    if off:
        advice = "nothing may stand there; then turn the screw of this cell, or see what its Hall sensor reads"
        yield Check("empty cells", LOOK, "not 2620 +-60: " + ", ".join(off), advice)
    else:
        yield Check("empty cells", GOOD, "all read 2620 +-60")


def _link(answers: _Answers) -> Iterator[Check]:
    lost = answers.figures["bad_lines"], answers.figures["resends"]
    found = f"{answers.round_trip_s * 1000:.0f} ms there and back; {lost[0]} bad lines, {lost[1]} repeats on the board"
    is_good = answers.round_trip_s < 0.2 and not any(lost)
    yield Check("link", GOOD if is_good else LOOK, found, "" if is_good else "another cable, no hub")


def _pace(answers: _Answers) -> Iterator[Check]:
    slowest_ms = answers.figures["slowest_ms"]
    found = f"slowest frame since the last look: {slowest_ms} ms"
    yield _graded(
        "pace", -slowest_ms, -50, -500, found, "flash writes and new games take longer; else tell the developers"
    )


def _is_tower(answers: _Answers) -> bool:
    return bool(surfaces.load(answers.hello["surface"]).SENSOR == "cell")


def _codes(answers: _Answers) -> list[float]:
    """Return the converter's codes by multiplexer * 16 + channel, the mean of some frames."""
    frames = [struct.unpack("<64H", frame) for frame in answers.frames]
    return [sum(sums) / 4 / len(frames) for sums in zip(*frames, strict=True)]


Look = Callable[[_Answers], Iterator[Check]]

STAGES: dict[int, tuple[Look, ...]] = {
    1: (_supply,),
    2: (_firmware, _memory, _bus, _link),
    3: (_lamps,),
    4: (_surface,),
    5: (_chain,),
    6: (_chain, _sensors),
    7: (_references,),
    8: (_references, _cells),
    9: (_references, _cells, _sensors),
    10: (_complaints, _sensors),
    11: (_supply, _complaints, _sensors, _link, _pace),
}
"""What the stages of the build guide look at."""

EVERYTHING: tuple[Look, ...] = (
    _firmware,
    _supply,
    _memory,
    _surface,
    _complaints,
    _sensors,
    _chain,
    _references,
    _link,
    _pace,
)


# A silent board.


def _examine_silent(port: str) -> Iterator[Check]:
    with Prompt(port) as pico:
        facts = pico.facts()
        try:
            check(facts)
        except DeployError as error:
            yield Check("board", BROKEN, str(error), "see README")
            return
        yield Check("board", GOOD, f"{facts.machine}, MicroPython {facts.release}, id {facts.board}")
        tree = (pico.read(SWITCH) or b"").decode()
        crash = pico.read(CRASHES[0])
        supply_mv = pico.ask("machine.ADC(machine.Pin(29)).read_u16() * 9900 // 65535")
        advice = "another cable or supply"
        yield _graded("supply", supply_mv / 1000, 4.2, 4.0, f"{supply_mv / 1000:.2f} V behind the diode", advice)
        if not tree:
            yield Check("firmware", BROKEN, "there is none", "treppe flash")
        elif crash:
            found = f"it does not start:\n{crash.decode()}"
            yield Check("firmware", BROKEN, found, "treppe flash, or tell the developers")
        elif pico.ask(_IDENTITY) < _NO_SURFACE:
            advice = "check its plug, and the divider that sets the voltage on GP28"
            yield Check("surface", BROKEN, "none is plugged in, or GP28 reads nothing", advice)
        else:
            yield Check("firmware", LOOK, "it was not running: safe mode, or somebody at the prompt", "it starts now")
        pico.restart()
