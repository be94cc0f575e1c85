"""The launcher: starts the firmware, and restarts the board if the firmware crashes.

`/crash.txt` keeps the last traceback. What has stopped the board at two starts, as a game or a calibration, is left out
from then on (see starts.py). After two failed starts of the firmware alone, after five crashes without a good hour
between them, while MENU is held, or by Ctrl-C from a host that has said hello, the launcher leaves the interpreter's
prompt: safe mode, all pins at rest; so it does where the flash cannot be read. By any other Ctrl-C the board starts
anew, as after a power cut.
"""

import os
import sys
import time

import machine
import modules
import pins
import starts
from drivers import flash

CRASH = "/crash.txt"
_CRASH_LIGHT_MS = 1000


def start():
    """Start the firmware, or safe mode."""
    if flash.lost[0]:
        print("Treppe: safe mode, for the flash cannot be read: treppe flash --erase saves its bytes and begins anew")
        return
    if not starts.begin(modules.identity()):
        print("Treppe: safe mode, for the firmware failed again and again:", CRASH, "says why")
        return
    try:
        if is_menu_held():
            print("Treppe: safe mode, for MENU is held")
        else:
            diagnostic = modules.load_modules()
            import board  # not before its modules

            board.run(CRASH, starts.note_good_start, starts.note_good_hour, diagnostic)
    except SystemExit:
        pass
    except KeyboardInterrupt:
        starts.note_interrupt()
        machine.reset()
    except Exception as error:
        sys.print_exception(error)
        _keep(error)
        starts.note_crash()
        time.sleep_ms(_CRASH_LIGHT_MS)
        machine.reset()
    starts.note_end()


def is_menu_held() -> bool:
    """Tell whether MENU is down, and no other button, as under a lid."""
    buttons = (pins.BUTTON_MENU, pins.BUTTON_END, pins.BUTTON_UNDO, pins.BUTTON_OK)
    menu, *others = [machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP)() for number in buttons]
    return not menu and all(others)


def _keep(error):
    """Write the traceback to the flash; a full or broken one must not keep the board from starting again."""
    try:
        with open(CRASH + ".new", "w") as file:
            sys.print_exception(error, file)
        os.rename(CRASH + ".new", CRASH)
    except OSError as refused:
        print("Treppe: the flash did not take the traceback:", refused)


if __name__ == "__main__":
    start()
