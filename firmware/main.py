"""The launcher: starts the firmware that was flashed last, and restarts the board if the firmware crashes.

It is seldom renewed, so it knows little of the firmware: the file `/tree` names the tree that runs, `/a` or `/b`.
Without it the firmware in MicroPython's own image runs, if that has one; a new image drops what was flashed before it.
`/crash.txt` keeps the last traceback; a register that survives a reset, but not a power cut, counts failed starts.
After two failed starts, or while MENU is held, it leaves the interpreter's prompt: safe mode, all pins at rest.
"""

import os
import sys
import time

import machine

TREE = "/tree"
IMAGE = "/image"
CRASH = "/crash.txt"
# Scratch register 0 of the watchdog (RP2040 data sheet, 4.7.6); MicroPython leaves it alone.
_SCRATCH = 0x4005800C
_OURS = 0x54520000
_MOST_FAILED = 2
_CRASH_LIGHT_MS = 1000


def start():
    """Start the firmware, or safe mode."""
    failed = _failed_starts()
    if failed >= _MOST_FAILED:
        print("Treppe: safe mode, for the firmware failed to start twice:", CRASH, "says why")
        return
    _note_failed_starts(failed + 1)
    tree = chosen_tree()
    sys.path.insert(0, "/" + tree if tree else ".frozen")
    try:
        if _is_menu_held():
            print("Treppe: safe mode, for MENU is held")
        else:
            import board

            board.run(CRASH, _note_failed_starts)
    except KeyboardInterrupt:
        pass
    except Exception as error:
        _keep(error)
        time.sleep_ms(_CRASH_LIGHT_MS)
        machine.reset()
    _note_failed_starts()


def chosen_tree() -> str:
    """Return the name of the tree that was flashed last, unless an image of MicroPython came after it."""
    try:
        from image import DIGEST  # type: ignore[import-not-found] # only an image has it
    except ImportError:  # MicroPython without the firmware
        return _read(TREE)
    if _read(IMAGE) != DIGEST:
        if _read(TREE):
            os.remove(TREE)
        _write(IMAGE, DIGEST)
    return _read(TREE)


def _read(path: str) -> str:
    """Return what a file says; nothing if there is none."""
    try:
        with open(path) as file:
            return file.read().strip()
    except OSError:
        return ""


def _write(path: str, text: str):
    with open(path, "w") as file:
        file.write(text)


def _is_menu_held() -> bool:
    import pins

    return not machine.Pin(pins.BUTTON_MENU, machine.Pin.IN, machine.Pin.PULL_UP)()


def _keep(error):
    sys.print_exception(error)
    with open(CRASH + ".new", "w") as file:
        sys.print_exception(error, file)
    os.rename(CRASH + ".new", CRASH)


def _failed_starts() -> int:
    word = machine.mem32[_SCRATCH]
    return word & 0xFF if word & ~0xFF == _OURS else 0


def _note_failed_starts(count: int = 0):
    machine.mem32[_SCRATCH] = _OURS | count


if __name__ == "__main__":
    start()
