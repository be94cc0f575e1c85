"""`treppe doctor`: examines a board, a finding a line, each with advice.

A board whose firmware runs is asked over the link and plays on. A silent board (no surface, safe mode, no firmware) is
examined from its Python prompt, and restarted afterwards.
"""

from collections.abc import Callable, Iterator
from typing import Any

from treppe_host.deploy import answers as questions
from treppe_host.deploy.answers import Answers
from treppe_host.deploy.backup import CRASHES
from treppe_host.deploy.prompt import Prompt, check_machine
from treppe_host.deploy.running_board import judge_answers
from treppe_host.errors import CommandUnanswered, DeployError
from treppe_host.finding import BROKEN, GOOD, LOOK, Finding, graded, joined
from treppe_host.firmware import firmware_module
from treppe_host.link.enquiry import Enquiry
from treppe_host.link.ports import SIMULATED

Remember = Callable[[dict[str, Any]], list[Finding]]
_HELLO_S = 3.0
_NO_SURFACE = 65535 // 16  # an eighth of the reference is the lowest level of a surface


def examine(
    port: str, stage: int | None = None, is_empty: bool = False, remember: Remember = lambda _: []
) -> list[Finding]:
    """Examine the board at a port; `stage` examines only what that stage of the build guide needs.

    `is_empty`: no piece stands on the board. `remember` returns what earlier games have shown of a board, by its hello.

    Raises PortError, BoardError.
    """
    answers = ask_board(port, is_empty)
    if answers is None and port.startswith(SIMULATED):
        raise CommandUnanswered(f"the board at {port} does not answer")
    if answers is None:
        return list(examine_silent_board(port))
    return joined(judge_answers(answers, stage), [] if stage else remember(answers.hello))


def ask_board(port: str, is_empty: bool = False) -> Answers | None:
    """Return what the board at a port answers to all questions, None if it says no hello; raise PortError."""
    with Enquiry(port) as board:
        hello = board.hello(_HELLO_S)
        if hello is None:
            return None
        count = lambda: (board.lines, board.bad_lines, board.repeats)  # noqa: E731
        return questions.ask(hello, board.ask_board, count, is_empty)


def examine_silent_board(port: str) -> Iterator[Finding]:
    """Examine the board at a port, and restart it; raise PortError, DeployError."""
    pins = firmware_module("pins")
    with Prompt(port) as pico:
        facts = pico.facts()
        try:
            check_machine(facts)
        except DeployError as error:
            yield Finding("board", BROKEN, {"code": "pico_unfit", "why": str(error)}, "pico_docs")
            return
        figures = {"machine": facts.machine, "python": facts.release, "board": facts.board}
        yield Finding("board", GOOD, {"code": "pico_at_prompt", **figures})
        digest = pico.ask("image_digest()", str)
        crash = (pico.read_file(CRASHES[0]) or b"").decode("utf-8", "backslashreplace")
        supply_mv = pico.ask("supply_mv()", int)
        volts = supply_mv / 1000
        yield graded("supply", volts, 4.2, 4.0, "supply", code="volts", volts=f"{volts:.2f}")
        if not pico.ask("has_files()", bool):
            yield Finding("firmware", BROKEN, {"code": "flash_unreadable"}, "erase")
        elif not digest:
            yield Finding("firmware", BROKEN, {"code": "firmware_missing"}, "flash")
        elif crash:
            yield Finding("firmware", BROKEN, {"code": "firmware_falls", "crash": crash}, "flash_or_tell")
        elif pico.ask(f"identity_level({pins.MUX_ENABLE_A}, {pins.MUX_ENABLE_B}, {pins.ADC2})", int) < _NO_SURFACE:
            yield Finding("surface", BROKEN, {"code": "surface_missing"}, "surface")
        else:
            yield Finding("firmware", LOOK, {"code": "firmware_rests"}, "starts_now")
        pico.restart()
