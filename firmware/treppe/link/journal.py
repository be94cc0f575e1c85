"""The journal: every event of every game, on the flash before it is shown as done."""

from treppe.link.cursor import Cursor
from treppe.link.line import BadLine, compact, decode, encode, seal
from treppe.runtime import const

_RESERVE = const(8192)  # bytes that stay free for littlefs itself, which copies a block with each append
_NEW_GAME = const(49152)  # bytes that must be free to start a game: 500 actions of 80 bytes, and the reserve
_ACKNOWLEDGED = "acknowledged"
_SPOILT = b" torn\n"  # ends a torn line so that it stays bad even if only its newline was missing


class JournalFull(OSError):
    """No room for an event, and no host has fetched the games that take it."""


class Journal:
    """Numbered events in append-only files, one a game; the file's name is the number of its first event.

    An event lies on the flash as the line that the link sends, with its own checksum. A line torn by a power cut
    stays where it is and is skipped; good lines are never rewritten. Games that a host has acknowledged go,
    oldest first, when room gets scarce; others never.

    `storage` is a flat folder: `names() -> list[str]`, `read(name, offset, size) -> bytes` (fewer at the end),
    `append(name, bytes)` and `write(name, bytes)` (replaces, all or nothing; both durable when they return),
    `remove(name)`, `free() -> int` in bytes. The loop keeps `now_ms` up to date.
    """

    def __init__(self, storage):
        self.now_ms = 0
        self.files = sorted([int(name[:-4]) for name in storage.names() if _is_journal(name)])
        self.storage = storage
        self.acknowledged = self._kept = self._read_acknowledged()
        self.next_number = self.files[-1] if self.files else self.acknowledged + 1
        self.boot = 0
        self._room = 0
        self._game = 0
        self._is_over = True
        self._is_torn = False
        self._recover()
        self.boot += 1

    @property
    def oldest_number(self) -> int:
        """Number of the oldest event that is still here, or would be."""
        return self.files[0] if self.files else self.next_number

    @property
    def open_number(self) -> int:
        """Number of the `start` event of the unfinished game, 0 if there is none."""
        return 0 if self._is_over else self._game

    def open_game(self) -> list[dict]:
        """Return the events of the unfinished game from its `start` on; empty if there is none."""
        return list(self.read_from(self.open_number)) if self.open_number else []

    def read_from(self, number: int):
        """Yield the events from a number on, read from the flash one by one."""
        cursor = self.cursor(number)
        line = cursor.read()
        while line:
            yield decode(line)
            line = cursor.read()

    def cursor(self, number: int) -> Cursor:
        """Return a place in the journal that reads on as events are appended."""
        return Cursor(self, number)

    def append(self, event: dict) -> int:
        """Write an event with number (`e`), `boot` and `ms`; it is on the flash when its number is returned.

        Raises JournalFull; an event `start` already while there is still room for a whole game to go on.
        """
        starts = event["k"] == "start"
        number = self.next_number
        # The number comes first, so that it can be read without reading the rest.
        line = seal(f'{{"e":{number},"boot":{self.boot},"ms":{self.now_ms},' + compact(event)[1:])
        self._make_room(_NEW_GAME if starts else _RESERVE)
        file = number if starts or not self.files else self.files[-1]
        torn, self._is_torn = self._is_torn, True
        self.storage.append(_name(file), _SPOILT + line if torn else line)
        self._is_torn = False
        if not self.files or file > self.files[-1]:
            self.files.append(file)
        self.next_number = number + 1
        self._room -= len(line)
        self._note(event["k"], number)
        return number

    def acknowledge(self, number: int) -> None:
        """Take note that a host has stored all events up to a number: their games may make room."""
        if self.acknowledged < number < self.next_number:
            self.acknowledged = number
            if self._kept < self.files[-1] - 1 <= number:  # once a game, to spare the flash
                self.storage.write(_ACKNOWLEDGED, encode({"ack": number}))
                self._kept = number

    def name_of(self, file: int) -> str:
        """Return the name of the file whose first event has this number."""
        return _name(file)

    def _note(self, kind, number):
        if kind == "start":
            self._game = number
        if kind in ("start", "action", "undo", "set"):
            self._is_over = not self._game
        elif kind == "end":
            self._is_over = True

    def _recover(self):
        """Find the last event and the game it is in; files before that game are not opened."""
        if not self.files:
            return
        for file in reversed(self.files):
            line = self.cursor(file).read()
            if line and decode(line)["k"] == "start":
                break
        cursor = self.cursor(file)
        line = cursor.read()
        while line:
            event = decode(line)
            self.boot = event["boot"]
            self.next_number = max(self.next_number, event["e"] + 1)
            self._note(event["k"], event["e"])
            line = cursor.read()
        self._is_torn = cursor.is_torn

    def _make_room(self, bytes_needed):
        if self._room >= bytes_needed:
            return
        self._room = self.storage.free()
        while self._room < bytes_needed and self._has_spare_file():
            self.storage.remove(_name(self.files.pop(0)))
            self._room = self.storage.free()
        if self._room < bytes_needed:
            raise JournalFull(
                f"the journal is full: {self._room} bytes free, {bytes_needed} needed; "
                "connect the board to a PC that fetches its games"
            )

    def _has_spare_file(self):
        """Tell whether the oldest file is on a host as a whole and holds nothing of the open game."""
        if len(self.files) < 2:
            return False
        last = self.files[1] - 1
        return last <= self.acknowledged and (self._is_over or last < self._game)

    def _read_acknowledged(self):
        if _ACKNOWLEDGED not in self.storage.names():
            return 0
        try:
            return int(decode(self.storage.read(_ACKNOWLEDGED, 0, 64))["ack"])
        except BadLine:
            return 0  # only makes games stay longer


def _name(file):
    return f"{file:08d}.log"


def _is_journal(name):
    return name.endswith(".log") and name[:-4].isdigit()
