"""The launcher: starts the firmware, and restarts the board if the firmware crashes.

`/crash.txt` keeps the last traceback; a register that survives a reset, but not a power cut, counts failed starts.
After two failed starts, or while MENU is held, it leaves the interpreter's prompt: safe mode, all pins at rest.
"""

import os
import sys
import time

import machine
import modules
import pins
from drivers.chip import registers

CRASH = "/crash.txt"
_OURS = 0x54520000  # in the upper half of the register: the lower one counts
_MOST_FAILED = 2
_CRASH_LIGHT_MS = 1000


def start():
    """Start the firmware, or safe mode."""
    if "" in sys.path:
        sys.path.remove("")  # files in the flash's root are none of ours
    failed = _failed_starts()
    if failed >= _MOST_FAILED:
        print("Treppe: safe mode, for the firmware failed to start twice:", CRASH, "says why")
        return
    _note_failed_starts(failed + 1)
    try:
        if _is_menu_held():
            print("Treppe: safe mode, for MENU is held")
        else:
            complaint = modules.load()
            import board  # not before its modules

            board.run(CRASH, _note_failed_starts, complaint)
    except KeyboardInterrupt:
        pass
    except Exception as error:
        sys.print_exception(error)
        _keep(error)
        time.sleep_ms(_CRASH_LIGHT_MS)
        machine.reset()
    _note_failed_starts()


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


def _failed_starts() -> int:
    word = machine.mem32[registers.SCRATCH0]
    return word & 0xFF if word & ~0xFF == _OURS else 0


def _note_failed_starts(count: int = 0):
    machine.mem32[registers.SCRATCH0] = _OURS | count


if __name__ == "__main__":
    start()
