"""`treppe doctor`: examines a board, a finding a line, each with advice.

A board whose firmware runs is asked over the link and plays on. A silent board (no surface, safe mode, no firmware) is
examined from its Python prompt, and restarted afterwards.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from treppe import VERSION, surfaces

from treppe_host.deploy import answers as questions
from treppe_host.deploy.answers import Answers
from treppe_host.deploy.backup import CRASHES
from treppe_host.deploy.flash import SWITCH
from treppe_host.deploy.prompt import Prompt, check
from treppe_host.errors import CommandUnanswered, DeployError
from treppe_host.firmware import firmware_module
from treppe_host.link.enquiry import Enquiry
from treppe_host.link.ports import SIMULATED

GOOD, LOOK, BROKEN = "good", "look at this", "broken"

_HELLO_S = 3.0
_NO_SURFACE = 65535 // 8  # a quarter of the reference is the lowest level of a surface
# Codes of the converter: an empty field and its tolerance; noise of one frame (model: 0.8).
_EMPTY = (2620, 60)
_LOUD_CODES = 2.0
_NEAR_WATCHDOG_MS = 1500  # the watchdog restarts the board after 2000 ms
_BEGINS_MS = 1000  # the longest start of a game on a Pico, see docs/performance.md
_STATES = {"good": GOOD, "look": LOOK, "broken": BROKEN}
# Advice on results of the board's self-test, by the beginning of their names.
_ADVICE = {
    "tile": "the ribbon before this tile, 3V3 on it, its first chip",
    "reed chain": "clock, load line and plugs, from the first tile on",
    "field": "joints and parts of this field; the build guide has a table",
    "multiplexer": "select and enable lines and VREF of this chip",
    "lamps": "the first dark lamp, or the one before it: its joints; else the return line to GP1",
    "select lines": "solder at GP6 to GP9, and the plug of the surface",
    "references": "the divider of this multiplexer: its resistors and joints",
    "sensor supply": "the transistor at GP19: gate, source, and what it feeds",
    "supply 3V3A": "its regulator U5, and the plug",
    "supply": "another cable or supply; lamps are what needs most",
    "thermistor": "its two joints",
    "converter": "ground of J3, 100 nF at the sensors; dim the lamps",
    "calibration": "treppe tune --calibrate",
    "surface memory": "the 24C32 and its address pins: it holds the calibration",
    "surface": "its plug, and the divider that sets the voltage on GP28",
    "display": "it goes without; else SDA, SCL and 3V3 of the display",
    "reeds": "treppe tune --check leads a magnet over every reed",
}


# What a board may be without, or a test may leave open.
_MAY_BE_SO = ("display", "reeds", "one cell")
_GUIDE = "the build guide has a table of faults"


@dataclass(frozen=True, slots=True)
class Check:
    """One finding: what was examined, the verdict, what was found (a template and its values), and advice."""

    name: str
    verdict: str
    template: str
    advice: str = ""
    values: dict[str, Any] = field(default_factory=dict)

    @property
    def exit_status(self) -> int:
        """What a command that finds this ends with: 1 for something broken, 2 for something to look at, else 0."""
        if self.verdict == BROKEN:
            return 1
        return 2 if self.verdict == LOOK and self.name not in _MAY_BE_SO else 0

    @property
    def found(self) -> str:
        """The finding in words."""
        return self.template.format(**self.values) if self.values else self.template


def examine(port: str, stage: int | None = None, is_empty: bool = False) -> list[Check]:
    """Examine the board at a port; `stage` examines only what that stage of the build guide needs.

    `is_empty`: no piece stands on the board.

    Raises PortError, BoardError.
    """
    answers = _ask(port, is_empty)
    if answers is None and port.startswith(SIMULATED):
        raise CommandUnanswered(f"the board at {port} does not answer")
    if answers is None:
        return list(_examine_silent(port))
    return judge(answers, stage)


def judge(answers: Answers, stage: int | None = None) -> list[Check]:
    """Return the findings about a board's answers."""
    looks = STAGES[stage] if stage else EVERYTHING
    return [line for look in looks for line in look(answers)]


def _ask(port: str, is_empty: bool = False) -> Answers | None:
    with Enquiry(port) as board:
        hello = board.hello(_HELLO_S)
        if hello is None:
            return None
        count = lambda: (board.lines, board.bad_lines, board.repeats)  # noqa: E731
        return questions.ask(hello, board.command, count, is_empty)


def _graded(name: str, value: float, good: float, poor: float, template: str, advice: str, **values: Any) -> Check:
    """Return a finding about a value; more is better."""
    verdict = GOOD if value >= good else LOOK if value >= poor else BROKEN
    return Check(name, verdict, template, "" if verdict == GOOD else advice, values)


# Findings about a running board.


def _firmware(answers: Answers) -> Iterator[Check]:
    version = answers.hello["firmware"]
    verdict = GOOD if version == VERSION else LOOK
    advice = "" if verdict == GOOD else "this program is of another version: treppe flash"
    python = answers.figures["python"].split("MicroPython ")[-1]  # of a PC's port it is a whole sentence
    values = {"firmware": version, "python": python}
    yield Check("firmware", verdict, "firmware {firmware}, MicroPython {python}", advice, values)


def _memory(answers: Answers) -> Iterator[Check]:
    heap, flash = answers.figures["heap"] / 1000, answers.figures["flash"] / 1000
    advice = "tell the developers which game this was"
    yield _graded("memory", heap, 80, 30, "{free} kB free", advice, free=round(heap))
    advice = "treppe log fetches games, then old ones make room"
    yield _graded("flash", flash, 200, 64, "{free} kB free", advice, free=round(flash))


_SETTINGS = "change any setting at the board or on its page: that lays this file aside and writes a new one"


def _complaints(answers: Answers) -> Iterator[Check]:
    """Return the board's complaints at its start that its self-test does not repeat."""
    named = {test["name"] for test in answers.tests if test["state"] != "good" or test["name"] == "calibration"}
    for complaint in answers.hello["complaints"]:
        part = complaint.split(":")[0]
        if part in named or ("calibration" in complaint and "calibration" in named):
            continue
        advice = _SETTINGS if part == "settings.json" else _advise(part, "see docs/pico.md, or tell the developers")
        yield Check("start", LOOK, _plain(complaint), advice)


def _tested(*names: str) -> "Look":
    """Return a function for the results of the self-test whose names begin so; for all without names."""

    def look(answers: Answers) -> Iterator[Check]:
        for test in answers.tests:
            name = test["name"]
            if names and not name.startswith(names):
                continue
            verdict = _STATES[test["state"]] if name != "reeds" else LOOK  # open ones may be dead
            yield Check(name, verdict, _plain(test["text"]), "" if verdict == GOOD else _advise(name))

    return look


def _advise(name: str, otherwise: str = _GUIDE) -> str:
    """Return the advice on a result of the self-test."""
    return next((advice for start, advice in _ADVICE.items() if name.startswith(start)), otherwise)


def _faults(answers: Answers) -> Iterator[Check]:
    """Return the faults that sensing noticed during play and the self-test does not repeat."""
    named = " ".join(test["name"] + ": " for test in answers.tests if test["state"] != "good")
    for fault in answers.status["faults"]:
        is_chain = "reed chain" in fault and "reed chain" in named
        if not is_chain and fault.split(":")[0] + ": " not in named:
            yield Check(
                "sensors", BROKEN, _plain(fault), "the board goes on without; see the build guide for this part"
            )


def _cells(answers: Answers) -> Iterator[Check]:
    """Return findings about the codes of empty fields; only building stages ask, for no piece may stand there."""
    if not _is_tower(answers):
        return
    surface = surfaces.load(answers.hello["surface"])
    codes, noises = answers.codes(), answers.noises()
    off = [
        f"{surface.NAMES[place]} {codes[channel]:.0f}"
        for place, channel in enumerate(surface.CHANNELS)
        if abs(codes[channel] - _EMPTY[0]) > _EMPTY[1]
    ]
    advice = "nothing may stand there; then turn the screw of this cell, or see what its Hall sensor reads"
    if off:
        yield Check("empty cells", LOOK, "not 2620 +-60: {fields}", advice, {"fields": ", ".join(off)})
    else:
        yield Check("empty cells", GOOD, "all read 2620 +-60")
    loudest = max(surface.CHANNELS, key=lambda channel: noises[channel])
    name = surface.NAMES[surface.CHANNELS.index(loudest)]
    yield _graded(
        "noise",
        -noises[loudest],
        -_LOUD_CODES,
        -4 * _LOUD_CODES,
        "up to {codes} codes, on {field}",
        "ground of J3, 100 nF at this sensor; nobody may touch the board meanwhile",
        codes=f"{noises[loudest]:.1f}",
        field=name,
    )


def _cell(answers: Answers) -> Iterator[Check]:
    if _is_tower(answers):
        yield Check("one cell", LOOK, "weights, friction, creep and damping", "treppe tune --cell measures them")


def _link(answers: Answers) -> Iterator[Check]:
    link = answers.link
    bad = link.bad_lines + link.board_bad_lines
    values = {
        "lines": link.lines,
        "bad": bad,
        "resends": link.repeats + link.board_resends,
        "min": f"{1000 * min(link.trips_s):.0f}",
        "median": f"{1000 * link.median_s:.0f}",
        "max": f"{1000 * max(link.trips_s):.0f}",
    }
    found = "{lines} lines, {bad} with a bad checksum, {resends} sent again; there and back {min} / {median} / {max} ms"
    is_good = link.median_s < 0.1 and not bad
    yield Check("link", GOOD if is_good else LOOK, found, "" if is_good else "another cable, no hub", values)


def _pace(answers: Answers) -> Iterator[Check]:
    slowest_ms = answers.figures["slowest_ms"]
    advice = "no game takes so long to begin: tell the developers what was played"
    yield _graded(
        "pace",
        -slowest_ms,
        -_BEGINS_MS,
        -_NEAR_WATCHDOG_MS,
        "slowest frame since the last look: {ms} ms",
        advice,
        ms=slowest_ms,
    )


def _is_tower(answers: Answers) -> bool:
    return bool(surfaces.load(answers.hello["surface"]).SENSOR == "cell")


def _plain(text: str) -> str:
    """Return a text of the board as a template without places."""
    return text.replace("{", "(").replace("}", ")")


Look = Callable[[Answers], Iterator[Check]]

_references = _tested(
    "multiplexer", "references", "select lines", "sensor supply", "supply 3V3A", "thermistor", "converter"
)

STAGES: dict[int, tuple[Look, ...]] = {
    1: (_tested("supply"),),
    2: (_firmware, _memory, _tested("display"), _link),
    3: (_tested("lamps"),),
    4: (_tested("surface"),),
    5: (_tested("reed chain", "tile"),),
    6: (_tested("reed chain", "tile", "field ", "reeds"), _faults),
    7: (_references,),
    8: (_references, _cells, _cell),
    9: (_references, _tested("field", "lamps"), _cells, _faults),
    10: (_tested("calibration", "field "), _complaints),
    11: (_firmware, _memory, _complaints, _tested(), _faults, _link, _pace),
}
"""The findings of each stage of the build guide; stage 6 also tests each field, see `reed_walk`."""

EVERYTHING: tuple[Look, ...] = STAGES[11]


# A silent board.


def _examine_silent(port: str) -> Iterator[Check]:
    pins = firmware_module("pins")
    with Prompt(port) as pico:
        facts = pico.facts()
        try:
            check(facts)
        except DeployError as error:
            yield Check("board", BROKEN, _plain(str(error)), "see docs/pico.md")
            return
        values = {"machine": facts.machine, "python": facts.release, "board": facts.board}
        yield Check("board", GOOD, "{machine}, MicroPython {python}, id {board}", "", values)
        tree = pico.read(SWITCH)
        crash = (pico.read(CRASHES[0]) or b"").decode("utf-8", "backslashreplace")
        supply_mv = pico.ask("supply_mv()", int)
        volts = supply_mv / 1000
        advice = "another cable or supply"
        yield _graded("supply", volts, 4.2, 4.0, "{volts} V behind the diode", advice, volts=f"{volts:.2f}")
        if not tree:
            yield Check("firmware", BROKEN, "there is none", "treppe flash")
        elif crash:
            advice = "treppe flash, or tell the developers"
            yield Check("firmware", BROKEN, "it does not start:\n{crash}", advice, {"crash": crash})
        elif pico.ask(f"identity_level({pins.MUX_ENABLE_A}, {pins.MUX_ENABLE_B}, {pins.ADC2})", int) < _NO_SURFACE:
            advice = "check its plug, and the divider that sets the voltage on GP28"
            yield Check("surface", BROKEN, "none is plugged in, or GP28 reads nothing", advice)
        else:
            yield Check("firmware", LOOK, "it was not running: safe mode, or somebody at the prompt", "it starts now")
        pico.restart()
