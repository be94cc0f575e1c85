"""A task or thread that fails ends the program with a line and status 1, however the program waits."""

import os
import signal
import subprocess
import sys

import pytest
from waiting import LIMIT_S

PROGRAM = """
import asyncio, signal, sys, threading, time, typer
from treppe_host import cli, supervision

async def fail():
    raise LookupError("gone")

async def serve():
    kept = supervision.{start}(fail(), "the clerk")
    await asyncio.sleep({seconds})

def work():
    raise LookupError("gone")

def log():
    threading.Thread(target=work, name="the clerk").start()
    threading.Event().wait({seconds})

@cli.app.command()
def wait():
    try:
        {run}
    except KeyboardInterrupt:
        print("tidied up")

{before}
sys.argv = ["treppe", "wait"]
cli.main()
"""
SERVE, LOG = "asyncio.run(serve())", "log()"
IGNORED = "signal.signal(signal.SIGINT, signal.SIG_IGN)"


def end(run: str, start: str = "start_task", seconds: int = 60, before: str = "") -> subprocess.CompletedProcess[str]:
    program = PROGRAM.format(run=run, start=start, seconds=seconds, before=before)
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=LIMIT_S, check=False, env=os.environ
    )


@pytest.mark.parametrize("run", [SERVE, LOG])
def test_the_program_ends_as_by_ctrl_c_and_says_why(run: str) -> None:
    ended = end(run)
    assert ended.returncode == 1 and ended.stdout == "tidied up\n"
    assert "the clerk has failed, and the program ends" in ended.stderr and "LookupError: gone" in ended.stderr


def test_what_is_wrong_outside_the_program_is_one_line() -> None:
    full = PROGRAM.replace('LookupError("gone")', 'OSError(28, "No space left on device", "a/b")')
    program = full.format(run=SERVE, start="start_task", seconds=60, before="")
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=LIMIT_S, check=False
    )
    text = "the clerk has failed, and the program ends: a/b: No space left on device"
    assert ended.returncode == 1 and ended.stderr.strip() == text


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="only where shells let programs ignore Ctrl-C")
@pytest.mark.parametrize("run", [SERVE, LOG])
def test_it_ends_in_the_background_of_a_shell_too(run: str) -> None:
    ended = end(run, before=IGNORED)
    assert ended.returncode == 1 and "the clerk has failed, and the program ends" in ended.stderr


def test_a_job_that_fails_is_told_and_the_program_goes_on() -> None:
    ended = end(SERVE, "start_job", seconds=0)
    assert ended.returncode == 0, ended.stderr
    assert "the clerk has failed\n" in ended.stderr and "LookupError: gone" in ended.stderr
