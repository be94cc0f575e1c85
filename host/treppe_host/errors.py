"""What can go wrong on the host for a reason outside the program: each is told in one line, without a traceback.

TreppeError
 +- StoreError          the database
 |   +- StoreTooNew         written by a newer Treppe
 |   +- UnknownRecord       no game, action or board of this number or name
 |   +- BadCorrection       what a record shall say cannot be, as a word that is no action
 +- BadFile             a file of games cannot be read: file, line and reason
 +- PortError           the serial port
 |   +- PortNotFound        no such port
 |   +- PortBusy            another program has it
 |   +- PortVanished        unplugged, or the board's process ended
 +- BoardError          the board
     +- ProtocolMismatch    it speaks another protocol than this host
     +- CommandRefused      it said no, and why
     +- CommandUnanswered   it did not say anything
     +- DeployError         the firmware cannot be brought onto it
"""

import os


class TreppeError(Exception):
    """A failure that the user can do something about; its text says what it was."""


class StoreError(TreppeError):
    """The database cannot be opened, read or written."""


class StoreTooNew(StoreError):
    """The database was written by a newer version of this program."""


class UnknownRecord(StoreError):
    """There is no game, action or board of this number or name in the database."""


class BadCorrection(StoreError):
    """A record shall say what cannot be: a word that is no action of its game, names of more players than it has."""


class BadFile(TreppeError):
    """A file of games cannot be read; the text has file, line and reason."""


class PortError(TreppeError):
    """The serial port cannot be used."""


class PortNotFound(PortError):
    """There is no such port."""


class PortBusy(PortError):
    """Another program has the port open."""


class PortVanished(PortError):
    """The port was there and is gone."""


class BoardError(TreppeError):
    """The board and this host do not agree."""


class ProtocolMismatch(BoardError):
    """The board's firmware speaks another protocol."""


class CommandRefused(BoardError):
    """The board has refused a command, for the reason that is the text."""


class CommandUnanswered(BoardError):
    """The board has not answered a command, or has restarted before it did."""


class DeployError(BoardError):
    """The firmware cannot be brought onto a board, for the reason that is the text."""


def in_words(error: OSError) -> str:
    """Return what the system says of a file, a folder or a port, without its numbers."""
    reason = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason
