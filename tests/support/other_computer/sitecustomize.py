"""Takes away what Windows does not have: with this folder in PYTHONPATH every Python starts that way."""

import os
import select
import subprocess  # noqa: F401 - it takes msvcrt for a sign of Windows
import sys

import mpremote.console  # noqa: F401 - these two have other parts on Windows
import serial  # noqa: F401

for name in ("fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"):
    sys.modules[name] = None  # type: ignore[assignment]
for module, name in ((select, "poll"), (os, "openpty"), (os, "ttyname"), (os, "tcgetpgrp"), (os, "statvfs")):
    delattr(module, name)


class Locking:
    """Stands in for `msvcrt`, whose locks know no other process here."""

    LK_NBLCK = 2

    @staticmethod
    def locking(_file: int, _mode: int, _count: int) -> None:
        """Lock nothing."""


sys.modules["msvcrt"] = Locking  # type: ignore[assignment]
