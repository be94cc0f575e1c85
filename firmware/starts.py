"""Counts starts and crashes, and leaves out what has stopped the board at two starts.

A start loads its parts in an order: the overlay, settings, the calibration, the game that goes on. If the board crashes
or hangs, the part that was loaded last is suspected. A register that survives a reset, but not a power cut, has that
part, and counts failed starts and crashes; so a hang, which the watchdog ends, is put down to a part at the next start.
`/suspects` on the flash survives a power cut, too: the firmware's identity, then a line for each suspect, with a text
that tells its content from another one, and how often it has stopped the board. Other content is loaded again, and with
another firmware all is.
"""

import binascii
import os

import machine
from drivers.chip import registers

PARTS = ("", "overlay", "settings", "calibration", "game")
CODES = ("", "overlay_left_out", "settings_left_out", "calibration_left_out", "game_left_out")
"""What is wrong if a part is left out."""
PATH = "/suspects"
_OURS = 0x54520000  # in the upper half of the register; below it a byte for crashes, half a byte for the part, and one
_COUNTED = 8  # added to the part once the flash has its stop
_MOST_STOPS = 2  # of a part, before it is left out
_MOST_FAILED = 2  # starts of the firmware alone, before safe mode
_MOST_CRASHES = 5
_MOST_IN_ALL = 15  # of either, whatever is suspected

left_out: list[str] = []
"""Parts that were not loaded at this start."""
newly_left_out: list[str] = []
"""Those of them that were loaded at the start before."""
_identity = [""]
_stopped_by = ["", False]  # the part at the start before, and whether that has still to be counted
_loaded: dict[str, str] = {}  # texts of the parts of this start
_stops: dict[str, tuple[str, int]] = {}  # text of a part, and how often it has stopped the board


def begin(identity: str) -> bool:
    """Count a start; False if the firmware has failed again and again, so that the board should rest."""
    crashes, part, failed = _word()
    is_alone = not part and (failed >= _MOST_FAILED or crashes >= _MOST_CRASHES)
    if is_alone or max(failed, crashes) >= _MOST_IN_ALL:
        return False
    _keep(crashes, 0, failed + 1)
    for each in (left_out, newly_left_out, _loaded, _stops):
        each.clear()
    _identity[0] = identity
    _stopped_by[:] = [PARTS[part & ~_COUNTED], 0 < part < _COUNTED]
    _stops.update(_read_suspects(identity))
    return True


def may_load(part: str, content: bytes | str) -> bool:
    """Tell whether a part may be loaded, and suspect it from now on; False if this content has stopped two starts."""
    text = f"{binascii.crc32(content):08x}" if isinstance(content, bytes) else content
    is_suspect = _stopped_by[0] == part
    if is_suspect and _stopped_by[1]:
        _stopped_by[1] = False
        _count(part, text)
    if _num_stops(part, text) < _MOST_STOPS:
        suspect(part, text)
        return True
    left_out.append(part)
    if is_suspect:
        newly_left_out.append(part)
    return False


def suspect(part: str, text: str) -> None:
    """Suspect a part that is loaded, should the board stop from now on."""
    crashes, _, failed = _word()
    _keep(crashes, PARTS.index(part), failed)
    _loaded[part] = text
    if part in left_out:
        left_out.remove(part)


def note_crash() -> None:
    """Count a crash, and put it down to the part that was loaded last."""
    crashes, part, failed = _word()
    name = PARTS[part & ~_COUNTED]
    if name in _loaded:
        _count(name, _loaded[name])
        part |= _COUNTED
    _keep(crashes + 1, part, failed)


def _num_stops(part: str, text: str) -> int:
    before, stops = _stops.get(part, (text, 0))
    return stops if before == text else 0


def _count(part: str, text: str) -> None:
    _stops[part] = (text, _num_stops(part, text) + 1)
    if _stops[part][1] == _MOST_STOPS:
        for later in PARTS[PARTS.index(part) + 1 :]:
            _stops.pop(later, None)  # the board has stopped without those that were left out
    _write()


def note_interrupt() -> None:
    """Forget this start, which something else has broken off."""
    crashes, _, failed = _word()
    _keep(crashes, 0, max(0, failed - 1))


def note_good_start() -> None:
    """Forget the failed starts: this one has gone well for a while."""
    crashes, part, _ = _word()
    _keep(crashes, part, 0)


def note_good_hour() -> None:
    """Forget crashes, and what they were put down to where it has been loaded since."""
    _keep(0, _word()[1], 0)
    forgiven = [part for part in _stops if part not in left_out]
    for part in forgiven:
        del _stops[part]
    if forgiven:
        _write()


def note_end() -> None:
    """Forget all counts: somebody has stopped the board."""
    _keep(0, 0, 0)


def _word() -> tuple[int, int, int]:
    """Return how often the firmware has crashed, the part loaded last, and how often the firmware failed to start."""
    word = machine.mem32[registers.SCRATCH0]
    part = word >> 4 & 0xF
    if word & ~0xFFFF != _OURS or part & ~_COUNTED >= len(PARTS):
        return 0, 0, 0
    return word >> 8 & 0xFF, part, word & 0xF


def _keep(crashes: int, part: int, failed: int) -> None:
    machine.mem32[registers.SCRATCH0] = _OURS | min(crashes, 0xFF) << 8 | part << 4 | min(failed, 0xF)


def _read_suspects(identity: str) -> dict[str, tuple[str, int]]:
    """Return what the flash has of this firmware's suspects; nothing if that cannot be read."""
    try:
        with open(PATH) as file:
            first, *lines = file.read().split("\n")
        parts = [line.split(" ") for line in lines if line]
        return {part: (text, int(stops)) for part, text, stops in parts} if first == identity else {}
    except (OSError, ValueError):
        return {}


def _write() -> None:
    """Keep the suspects; a flash that does not take them must not keep the board from starting."""
    lines = [_identity[0]] + [f"{part} {text} {stops}" for part, (text, stops) in _stops.items()]
    try:
        with open(PATH + ".new", "w") as file:
            file.write("\n".join(lines))
        os.rename(PATH + ".new", PATH)
    except OSError as refused:
        print("Treppe: the flash did not take what has stopped the board:", refused)
