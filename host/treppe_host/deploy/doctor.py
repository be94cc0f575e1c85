"""`treppe doctor`: examines a board, a finding a line, each with advice.

A board whose firmware runs is asked over the link and plays on. A silent board (no surface, safe mode, no firmware) is
examined from its Python prompt, and restarted afterwards.
"""

from collections.abc import Callable
from typing import Any

from treppe_host.deploy import answers as questions
from treppe_host.deploy.answers import Answers
from treppe_host.deploy.running_board import judge
from treppe_host.deploy.silent_board import examine_silent_board
from treppe_host.errors import CommandUnanswered
from treppe_host.finding import Finding, joined
from treppe_host.link.enquiry import Enquiry
from treppe_host.link.ports import SIMULATED

Remember = Callable[[dict[str, Any]], list[Finding]]
_HELLO_S = 3.0


def examine(
    port: str, stage: int | None = None, is_empty: bool = False, remember: Remember = lambda _: []
) -> list[Finding]:
    """Examine the board at a port; `stage` examines only what that stage of the build guide needs.

    `is_empty`: no piece stands on the board. `remember` returns what earlier games have shown of a board, by its hello.

    Raises PortError, BoardError.
    """
    answers = _ask(port, is_empty)
    if answers is None and port.startswith(SIMULATED):
        raise CommandUnanswered(f"the board at {port} does not answer")
    if answers is None:
        return list(examine_silent_board(port))
    return joined(judge(answers, stage), [] if stage else remember(answers.hello))


def _ask(port: str, is_empty: bool = False) -> Answers | None:
    with Enquiry(port) as board:
        hello = board.hello(_HELLO_S)
        if hello is None:
            return None
        count = lambda: (board.lines, board.bad_lines, board.repeats)  # noqa: E731
        return questions.ask(hello, board.command, count, is_empty)
