"""What can go wrong at a board's port, in runs of any size: each returns what was counted (see troubles.py)."""

import contextlib
import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from unittest.mock import patch

from fakes_board import PortBoard
from lying_pico import HONEST, LyingPico, Raw, flash_pico
from treppe_host.deploy import flash, prompt
from treppe_host.errors import DeployError, PortError
from treppe_host.store.store import Store
from treppe_sim.compiled import NotCompiled
from troubles import Counts, compare_words
from waiting import wait_until

_BURST = 40  # actions that a board records during the life of one host
_LONG_S = 5.0  # for an answer that is there at once
_START = {"k": "start", "game": "step", "options": {}, "seats": [], "firmware": "0.1.0"}


def kill_logs(num_kills: int, url: str, port: Path, seed: int = 9) -> Counts:
    """Run `treppe log` at a port, kill it at random moments while the board records, and compare the record."""
    chance = random.Random(seed)
    board = PortBoard(port)
    board.journal.append(_START)
    num_actions = 0
    for _ in range(num_kills):
        process = _start_log(url, port)
        until = board.journal.acknowledged + chance.randrange(_BURST)
        for _ in range(_BURST):
            num_actions += 1
            board.journal.append({"k": "action", "player": num_actions % 2, "word": f"w{num_actions}"})
        wait_until(lambda until=until: board.journal.acknowledged >= until)  # type: ignore[misc]
        time.sleep(chance.random() * 0.02)
        process.kill()
        process.wait()
    process = _start_log(url, port)
    wait_until(lambda: board.journal.acknowledged == num_actions + 1)
    process.send_signal(signal.SIGINT)
    process.wait()
    board.stop()
    store = Store(url)
    found = compare_words(store.record_words(1), [f"w{number + 1}" for number in range(num_actions)])
    store.close()
    return {"kills": num_kills, **found}


def _start_log(url: str, port: Path) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "treppe_host.cli", "--db", url, "log", "--port", str(port)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def lie_at_prompt(num_lies: int, folder: Path, seed: int = 10) -> Counts:
    """Flash boards whose answers are random; count what was written elsewhere than in their own folder of backups."""
    chance = random.Random(seed)
    deep = folder / "deep"
    wrong = late = 0
    quick = {"_START_S": 0.05, "_DRIVE_S": 0.05}
    with patch.object(prompt, "_PATIENCE_S", 0.1), patch.multiple(flash, **quick):
        for _ in range(num_lies):
            pico = LyingPico({chance.choice(list(HONEST)): _lie(chance)})
            began = time.monotonic()
            message = "\n"
            try:
                flash_pico(pico, deep, wipe=True)
            except (DeployError, PortError, NotCompiled) as error:
                message = str(error)
            late += time.monotonic() - began > _LONG_S
            wrong += "\n" in message or "\x1b" in message
            pico.close()
    written = [path for path in folder.rglob("*") if path.is_file() and path.name != "treppe.uf2"]
    wrong += sum(deep / "backups" not in path.parents for path in written)
    return {"lies": num_lies, "files": len(written), "wrong": wrong, "stuck": late}


def _lie(chance: random.Random) -> Any:
    """Return an answer of any shape, or bytes that are none."""
    if chance.random() < 0.3:
        return Raw(chance.randbytes(chance.randrange(60)))
    with contextlib.suppress(ValueError):
        content = json.dumps(chance.choice(list(HONEST.values())), default=repr)
        place = chance.randrange(len(content) + 1)
        return json.loads(content[:place] + chance.choice('[]{}",:0-9e\\') + content[place + chance.randrange(3) :])
    return _value(chance, 3)


def _value(chance: random.Random, depth: int) -> Any:
    kind = chance.randrange(9 if depth else 7)
    if kind == 7:
        return [_value(chance, depth - 1) for _ in range(chance.randrange(7))]
    if kind == 8:
        names = ("00000001.log", "../../../up.log", "a\x1b[2J", "")
        return {chance.choice(names): _value(chance, depth - 1) for _ in range(chance.randrange(4))}
    plain = (None, False, chance.randrange(-(1 << 40), 1 << 40), chance.random() * 1e300)
    return [*plain, "", "../../../up", "x\x1b[31m\n" * chance.randrange(9)][kind]
