"""The launcher: starts the firmware, and restarts the board if the firmware crashes.

`/crash.txt` keeps the last traceback; a register that survives a reset, but not a power cut, counts failed starts and
crashes. After two failed starts, after five crashes without a good hour between them, while MENU is held, or by Ctrl-C
from a host that has said hello, it leaves the interpreter's prompt: safe mode, all pins at rest. By any other Ctrl-C
the board starts anew, as after a power cut.
"""

import os
import sys
import time

import machine
import modules
import pins
from drivers.chip import registers

CRASH = "/crash.txt"
_OURS = 0x54520000  # in the upper half of the register; below it a byte for crashes, and one for failed starts
_MOST_FAILED = 2
_MOST_CRASHES = 5
_CRASH_LIGHT_MS = 1000


def start():
    """Start the firmware, or safe mode."""
    crashes, failed = _counts()
    if failed >= _MOST_FAILED or crashes >= _MOST_CRASHES:
        print("Treppe: safe mode, for the firmware failed again and again:", CRASH, "says why")
        return
    _keep_counts(crashes, failed + 1)
    try:
        if _is_menu_held():
            print("Treppe: safe mode, for MENU is held")
        else:
            complaint = modules.load()
            import board  # not before its modules

            board.run(CRASH, _start_was_good, _is_sound, complaint)
    except SystemExit:
        pass
    except KeyboardInterrupt:
        _keep_counts(crashes, failed)
        machine.reset()
    except Exception as error:
        sys.print_exception(error)
        _keep(error)
        crashes, failed = _counts()
        _keep_counts(crashes + 1, failed)
        time.sleep_ms(_CRASH_LIGHT_MS)
        machine.reset()
    _keep_counts(0, 0)


def _is_menu_held() -> bool:
    return not machine.Pin(pins.BUTTON_MENU, machine.Pin.IN, machine.Pin.PULL_UP)()


def _keep(error):
    """Write the traceback to the flash; a full or broken one must not keep the board from starting again."""
    try:
        with open(CRASH + ".new", "w") as file:
            sys.print_exception(error, file)
        os.rename(CRASH + ".new", CRASH)
    except OSError as refused:
        print("Treppe: the flash did not take the traceback:", refused)


def _counts() -> tuple[int, int]:
    """Return how often the firmware has crashed, and how often it has failed to start, without a pause."""
    word = machine.mem32[registers.SCRATCH0]
    return (word >> 8 & 0xFF, word & 0xFF) if word & ~0xFFFF == _OURS else (0, 0)


def _keep_counts(crashes: int, failed: int):
    machine.mem32[registers.SCRATCH0] = _OURS | crashes << 8 | failed


def _start_was_good():
    _keep_counts(_counts()[0], 0)


def _is_sound():
    _keep_counts(0, 0)


if __name__ == "__main__":
    start()
