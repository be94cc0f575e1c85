"""Failures with a cause outside the program. The command line tells each in one line, without a traceback.

TreppeError
 +- Defect              a bug of this program; the text says where
 +- StoreError          the database
 |   +- StoreUnavailable    cannot be read or written for now: locked, full, its server is away
 |   +- StoreDamaged        the file is damaged
 |   +- StoreTooNew         written by a newer Treppe
 |   +- UnknownRecord       no game, action or board of this number or name
 |   +- BadCorrection       a correction that no record can hold, as a word that is no action
 +- BadFile             a file of games cannot be read: file, line and reason
 +- PortError           the serial port
 |   +- PortNotFound        no such port
 |   +- PortBusy            another program has it
 |   +- PortVanished        the board was unplugged, or its process ended
 +- BoardError          the board
     +- ProtocolMismatch    it speaks another protocol than this host
     +- CommandRefused      it refused a command, and said why
     +- CommandUnanswered   it did not answer
     +- DeployError         the firmware cannot be installed on it
"""

import os
import re
from typing import Any


class TreppeError(Exception):
    """A failure that the user can resolve.

    Its argument says what failed: a code of `words` with its values, which each reader gets in his language, or an
    English text.
    """

    def __str__(self) -> str:
        what = self.args[0] if self.args else ""
        if not isinstance(what, dict):
            return super().__str__()
        from treppe_host.words import render  # most commands need no words

        return render(what)


class Defect(TreppeError):
    """A bug of this program; please report it."""


class StoreError(TreppeError):
    """The database cannot be opened, read or written."""


class StoreUnavailable(StoreError):
    """The database cannot be read or written for now: another program has it, the disk is full, its server is away."""


class StoreDamaged(StoreError):
    """The database's file is damaged."""


class StoreTooNew(StoreError):
    """The database was written by a newer version of this program."""


class UnknownRecord(StoreError):
    """There is no game, action or board of this number or name in the database."""


class BadCorrection(StoreError):
    """A correction cannot be right: a word that is no action of the game, or names of more players than it has."""


class BadFile(TreppeError):
    """A file of games cannot be read; the text has file, line and reason."""


class PortError(TreppeError):
    """The serial port cannot be used."""


class PortNotFound(PortError):
    """There is no such port."""


class PortBusy(PortError):
    """Another program has the port open."""


class PortVanished(PortError):
    """The port was open and is gone."""


class BoardError(TreppeError):
    """The board does not do what this host asks of it."""


class ProtocolMismatch(BoardError):
    """The board's firmware speaks another protocol."""


class CommandRefused(BoardError):
    """The board has refused a command. `diagnostic` is its reason: a code with its values."""

    def __init__(self, diagnostic: dict[str, Any]):
        super().__init__(diagnostic)
        self.diagnostic = diagnostic


class CommandUnanswered(BoardError):
    """The board has not answered a command, or has restarted before it answered."""


class DeployError(BoardError):
    """The firmware cannot be installed on a board; the text says why."""


def without_password(address: str) -> str:
    """Return an address, as people type it, without what may be a password, also one that breaks the rules of URLs."""
    return re.sub(r"([?&;][^=&]*pass[^=&]*=)[^&]*", r"\1...", re.sub(r"//.*@", "//...@", address, flags=re.S))


def in_words(error: OSError) -> str:
    """Return the system's message about a file, a folder or a port, without error numbers."""
    reason = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason


class LineError(ValueError):
    """A line of a file of games cannot be read, or is impossible: its number, counted from 1, and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(line, reason)
        self.line = line
        self.reason = reason
