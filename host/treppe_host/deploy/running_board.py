"""Findings about a running board, from its answers, by stage of the build guide."""

from collections.abc import Callable, Iterator

from treppe import VERSION, surfaces

from treppe_host.deploy.answers import Answers
from treppe_host.deploy.finding import BROKEN, GOOD, LOOK, Finding, graded, without_places

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
_GUIDE = "the build guide has a table of faults"


def judge(answers: Answers, stage: int | None = None) -> list[Finding]:
    """Return the findings about a board's answers."""
    examinations = STAGES[stage] if stage else EVERYTHING
    return [finding for examine in examinations for finding in examine(answers)]


def _firmware(answers: Answers) -> Iterator[Finding]:
    version = answers.hello["firmware"]
    verdict = GOOD if version == VERSION else LOOK
    advice = "" if verdict == GOOD else "this program is of another version: treppe flash"
    python = answers.figures["python"].split("MicroPython ")[-1]  # of a PC's port it is a whole sentence
    values = {"firmware": version, "python": python}
    yield Finding("firmware", verdict, "firmware {firmware}, MicroPython {python}", advice, values)


def _memory(answers: Answers) -> Iterator[Finding]:
    heap, flash = answers.figures["heap"] / 1000, answers.figures["flash"] / 1000
    advice = "tell the developers which game this was"
    yield graded("memory", heap, 80, 30, "{free} kB free", advice, free=round(heap))
    advice = "treppe log fetches games, then old ones make room"
    yield graded("flash", flash, 200, 64, "{free} kB free", advice, free=round(flash))


_SETTINGS = "change any setting at the board or on its page: that lays this file aside and writes a new one"


def _complaints(answers: Answers) -> Iterator[Finding]:
    """Return the board's complaints at its start that its self-test does not repeat."""
    named = {test["name"] for test in answers.tests if test["state"] != "good" or test["name"] == "calibration"}
    for complaint in answers.hello.get("complaints", ()):
        part = complaint.split(":")[0]
        if part in named or ("calibration" in complaint and "calibration" in named):
            continue
        advice = _SETTINGS if part == "settings.json" else _advise(part, "see docs/pico.md, or tell the developers")
        yield Finding("start", LOOK, without_places(complaint), advice)


def _tested(*names: str) -> "Examination":
    """Return a function for the results of the self-test whose names begin so; for all without names."""

    def examine(answers: Answers) -> Iterator[Finding]:
        for test in answers.tests:
            name = test["name"]
            if names and not name.startswith(names):
                continue
            verdict = _STATES[test["state"]] if name != "reeds" else LOOK  # open ones may be dead
            yield Finding(name, verdict, without_places(test["text"]), "" if verdict == GOOD else _advise(name))

    return examine


def _advise(name: str, otherwise: str = _GUIDE) -> str:
    """Return the advice on a result of the self-test."""
    return next((advice for start, advice in _ADVICE.items() if name.startswith(start)), otherwise)


def _faults(answers: Answers) -> Iterator[Finding]:
    """Return the faults that sensing noticed during play and the self-test does not repeat."""
    named = " ".join(test["name"] + ": " for test in answers.tests if test["state"] != "good")
    for fault in answers.status["faults"]:
        is_chain = "reed chain" in fault and "reed chain" in named
        if not is_chain and fault.split(":")[0] + ": " not in named:
            yield Finding(
                "sensors", BROKEN, without_places(fault), "the board goes on without; see the build guide for this part"
            )


def _cells(answers: Answers) -> Iterator[Finding]:
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
        yield Finding("empty cells", LOOK, "not 2620 +-60: {fields}", advice, {"fields": ", ".join(off)})
    else:
        yield Finding("empty cells", GOOD, "all read 2620 +-60")
    loudest = max(surface.CHANNELS, key=lambda channel: noises[channel])
    name = surface.NAMES[surface.CHANNELS.index(loudest)]
    yield graded(
        "noise",
        -noises[loudest],
        -_LOUD_CODES,
        -4 * _LOUD_CODES,
        "up to {codes} codes, on {field}",
        "ground of J3, 100 nF at this sensor; nobody may touch the board meanwhile",
        codes=f"{noises[loudest]:.1f}",
        field=name,
    )


def _cell(answers: Answers) -> Iterator[Finding]:
    if _is_tower(answers):
        yield Finding("one cell", LOOK, "weights, friction, creep and damping", "treppe tune --cell measures them")


def _link(answers: Answers) -> Iterator[Finding]:
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
    yield Finding("link", GOOD if is_good else LOOK, found, "" if is_good else "another cable, no hub", values)


def _pace(answers: Answers) -> Iterator[Finding]:
    slowest_ms = answers.figures["slowest_ms"]
    advice = "no game takes so long to begin: tell the developers what was played"
    yield graded(
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


Examination = Callable[[Answers], Iterator[Finding]]

_references = _tested(
    "multiplexer", "references", "select lines", "sensor supply", "supply 3V3A", "thermistor", "converter"
)

STAGES: dict[int, tuple[Examination, ...]] = {
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

EVERYTHING: tuple[Examination, ...] = STAGES[11]
