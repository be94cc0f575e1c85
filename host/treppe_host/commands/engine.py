"""`treppe engine`."""

import subprocess
import sys
from enum import StrEnum
from typing import Annotated

import typer

from treppe_host.commands.command import command, group

app = group()


class Interpreter(StrEnum):
    """The interpreter that runs the rules."""

    CPYTHON = "cpython"
    MICROPYTHON = "micropython"


@command(app)
def engine(
    runtime: Annotated[Interpreter, typer.Option(help="The interpreter that runs the rules.")] = Interpreter.CPYTHON,
) -> None:
    """Speak the text protocol for engines and scripts on standard input and output.

    Try: list_games, new step, genmove level=3, advise.
    """
    if runtime is Interpreter.MICROPYTHON:
        raise typer.Exit(_run_micropython_engine())
    from treppe.games import engine as rules

    from treppe_host.programs.engine import PlayingEngine

    playing = PlayingEngine()
    try:
        rules.run(sys.stdin.buffer.readline, lambda text: print(text, end="", flush=True), playing)
    finally:
        playing.thinker.close()


def _run_micropython_engine() -> int:
    from treppe_sim.compiled import compiled_folder
    from treppe_sim.interpreter import find_micropython

    folder = str(compiled_folder(for_engine=True))
    program = (
        f"import sys; sys.path[:] = [{folder!r}, '.frozen']; from treppe.games import engine; "
        "engine.run(sys.stdin.buffer.readline, sys.stdout.write)"
    )
    return subprocess.run([find_micropython(), "-c", program], check=False).returncode
