"""The option `--with`: one game on two boards, over a broker."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from treppe_host import terminal
from treppe_host.web.connections.connection import BoardConnection

from treppe_together.address import read_address
from treppe_together.pair import Pair
from treppe_together.rival_board import RivalBoard
from treppe_together.secret import new_code, read_code
from treppe_together.shared_game import GUEST, HOST

_CODES = "codes.json"


def joining(url: str, typed: str | None, name: str, folder: Path) -> Callable[[BoardConnection], RivalBoard]:
    """Return a function that joins a board to the other side's; print the code for the other side.

    Raises BadAddress and BadCode.
    """
    address = read_address(url)
    code, side = choose_code(folder, f"{address.host}:{address.port}/{address.prefix}", typed)
    if side == HOST:
        terminal.say(f"The other side types `treppe play --with {shown(url)} --code -`, and then the code: {code}")

    def join(connection: BoardConnection) -> RivalBoard:
        return RivalBoard(connection, Pair(address, code, side, folder, name, connection.changes.post))

    return join


def choose_code(folder: Path, broker: str, typed: str | None) -> tuple[str, int]:
    """Return the code and the side for a broker, and store them: a typed code makes this side the guest."""
    codes = _read_codes(folder / _CODES)
    kept = codes.get(broker)
    if typed and typed.lower() != "new":
        code = read_code(typed)
        chosen = (code, HOST) if kept == (code, HOST) else (code, GUEST)
    elif kept and not typed:
        chosen = kept
    else:
        chosen = (new_code(), HOST)
    folder.mkdir(parents=True, exist_ok=True)
    fresh = folder / f"{_CODES}.new"
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as out:
        json.dump(codes | {broker: chosen}, out)
    fresh.replace(folder / _CODES)
    return chosen


def _read_codes(file: Path) -> dict[str, tuple[str, int]]:
    """Return the code and the side that were chosen for each broker; a spoilt file is reported, and has none."""
    if not file.exists():
        return {}
    try:
        kept = json.loads(file.read_text("utf-8"))
        if not isinstance(kept, dict):
            raise TypeError(kept)
        return {broker: (_as_text(code), _as_side(side)) for broker, (code, side) in kept.items()}
    except (OSError, TypeError, ValueError, RecursionError):
        terminal.say(f"{file} is spoilt: the codes in it are forgotten")
        return {}


def _as_text(code: Any) -> str:
    if not isinstance(code, str):
        raise TypeError(code)
    return code


def _as_side(side: Any) -> int:
    if type(side) is not int or side not in (0, 1):
        raise TypeError(side)
    return side


def shown(url: str) -> str:
    """Return a broker's address without its password."""
    head, at, tail = url.partition("@")
    scheme, _, account = head.partition("//")
    return f"{scheme}//{account.partition(':')[0]}@{tail}" if at else url
