"""`treppe repl`."""

import subprocess
import sys
from typing import Annotated

import typer


def repl(port: Annotated[str | None, typer.Option(help="Serial port of the board, as /dev/ttyACM0.")] = None) -> None:
    """Talk to the board's interpreter, by mpremote (Ctrl-] ends it); afterwards the board starts anew."""
    from treppe_host.deploy.pico_port import check_prompt, find_pico
    from treppe_host.deploy.prompt import Prompt

    where = port or find_pico()
    check_prompt(where)
    with Prompt(where):
        pass  # says in one line what is wrong, and stops the firmware and its watchdog
    subprocess.run([sys.executable, "-m", "mpremote", "connect", where, "resume", "repl"], check=False)
    with Prompt(where) as pico:
        pico.restart()
