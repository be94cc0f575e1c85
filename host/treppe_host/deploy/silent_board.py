"""Findings about a silent board, from its Python prompt."""

from collections.abc import Iterator

from treppe_host.deploy.backup import CRASHES
from treppe_host.deploy.pico_facts import check
from treppe_host.deploy.prompt import Prompt
from treppe_host.errors import DeployError
from treppe_host.finding import BROKEN, GOOD, LOOK, Finding, graded
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
            yield Finding("board", BROKEN, {"code": "pico_unfit", "why": str(error)}, "pico_docs")
            return
        told = {"machine": facts.machine, "python": facts.release, "board": facts.board}
        yield Finding("board", GOOD, {"code": "pico_at_prompt", **told})
        digest = pico.ask("image_digest()", str)
        crash = (pico.read(CRASHES[0]) or b"").decode("utf-8", "backslashreplace")
        supply_mv = pico.ask("supply_mv()", int)
        volts = supply_mv / 1000
        yield graded("supply", volts, 4.2, 4.0, "supply", code="volts", volts=f"{volts:.2f}")
        if not digest:
            yield Finding("firmware", BROKEN, {"code": "firmware_missing"}, "flash")
        elif crash:
            yield Finding("firmware", BROKEN, {"code": "firmware_falls", "crash": crash}, "flash_or_tell")
        elif pico.ask(f"identity_level({pins.MUX_ENABLE_A}, {pins.MUX_ENABLE_B}, {pins.ADC2})", int) < _NO_SURFACE:
            yield Finding("surface", BROKEN, {"code": "surface_missing"}, "surface")
        else:
            yield Finding("firmware", LOOK, {"code": "firmware_rests"}, "starts_now")
        pico.restart()
