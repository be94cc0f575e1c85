"""Findings about a silent board, from its Python prompt."""

from collections.abc import Iterator

from treppe_host.deploy.backup import CRASHES
from treppe_host.deploy.finding import BROKEN, GOOD, LOOK, Finding, graded, without_places
from treppe_host.deploy.flash import SWITCH
from treppe_host.deploy.prompt import Prompt, check
from treppe_host.errors import DeployError
from treppe_host.firmware import firmware_module

_NO_SURFACE = 65535 // 16  # an eighth of the reference is the lowest level of a surface


def examine_silent_board(port: str) -> Iterator[Finding]:
    """Examine the board at a port, and restart it; raise PortError, DeployError."""
    pins = firmware_module("pins")
    with Prompt(port) as pico:
        facts = pico.facts()
        try:
            check(facts)
        except DeployError as error:
            yield Finding("board", BROKEN, without_places(str(error)), "see docs/pico.md")
            return
        values = {"machine": facts.machine, "python": facts.release, "board": facts.board}
        yield Finding("board", GOOD, "{machine}, MicroPython {python}, id {board}", "", values)
        tree = pico.read(SWITCH)
        crash = (pico.read(CRASHES[0]) or b"").decode("utf-8", "backslashreplace")
        supply_mv = pico.ask("supply_mv()", int)
        volts = supply_mv / 1000
        advice = "another cable or supply"
        yield graded("supply", volts, 4.2, 4.0, "{volts} V behind the diode", advice, volts=f"{volts:.2f}")
        if not tree:
            yield Finding("firmware", BROKEN, "there is none", "treppe flash")
        elif crash:
            advice = "treppe flash, or tell the developers"
            yield Finding("firmware", BROKEN, "it does not start:\n{crash}", advice, {"crash": crash})
        elif pico.ask(f"identity_level({pins.MUX_ENABLE_A}, {pins.MUX_ENABLE_B}, {pins.ADC2})", int) < _NO_SURFACE:
            advice = "check its plug, and the divider that sets the voltage on GP28"
            yield Finding("surface", BROKEN, "none is plugged in, or GP28 reads nothing", advice)
        else:
            yield Finding("firmware", LOOK, "it was not running: safe mode, or somebody at the prompt", "it starts now")
        pico.restart()
