"""The journal: keeps every event of every game, on the flash before lamps and display show it."""

from treppe.alphabet import events
from treppe.link.cursor import SPOILT, Cursor, number_of
from treppe.link.limits import ANSWER_BYTES, EVENT_BYTES, FILE_BYTES, UNFINISHED
from treppe.link.line import BadLine, compact, decode, encode, is_intact, seal
from treppe.runtime import CLOCK, const

_RESERVE = const(8192)  # bytes that stay free for littlefs itself, which copies a block with each append
_NEW_FILE = const(20480)  # bytes that must be free to begin a file: it, its folder, and the reserve
_NEW_GAME = const(65536)  # bytes that must be free to start a game: 500 actions take 56,000 at most, and the reserve
_SHORTEST = const(32)  # no event has a shorter line
_MOST_FILES = const(256)  # their numbers are in memory, and looked through with each reading
_DROPPED_AT_ONCE = const(2)  # files, reported by one event
_LONG_NOTE = const(256)  # bytes, of several values: with less, littlefs keeps them in the folder itself
_AROUND = const(128)  # bytes of an answer around a list of games
_READINGS = const(3)  # of what is removed or replaced if it is damaged: at a low supply a flash reads wrong bits
_MOST_FAILURES = const(8)  # of the firmware, that are recorded until the power goes
_ACKNOWLEDGED = const("acknowledged")
_IDENTITY = const("identity")


class JournalFull(OSError):
    """The flash has no room for an event, and no host has fetched older games."""


class GamesFull(JournalFull):
    """As many games can be resumed as a board keeps: one of them has to be over first."""


class JournalDamaged(ValueError):
    """An event of a game cannot be read any more."""


class Journal:
    """Numbered events in append-only files, each a segment of one game.

    A segment begins with the game's `start`, or with the `resume` of a game that another one had interrupted; the
    file's name is the number of this event, which also says which games were `laid` aside then: so the last stretch
    is all that has to be read at power-up.

    An event lies on the flash as the line that the link sends, with its own checksum. A line torn by a power cut
    stays where it is and is skipped; good lines are never rewritten. Games that a host has acknowledged go,
    oldest first, when room gets scarce or there are more files than the flash's size allows, and those laid aside
    only for room, after all others; an event says which before they go. What no host has stays.

    `storage` is a flat folder: `names() -> list[str]`, `read(name, offset, size) -> bytes` (fewer at the end),
    `append(name, bytes)` and `write(name, bytes)` (replaces, all or nothing; both durable when they return),
    `remove(name)`, `size() -> int` and `free() -> int` in bytes. The loop tells the time by `take_time`. `new_identity`
    is the name that a journal takes when it begins, by which a host knows it from one that was erased.
    """

    def __init__(self, storage, new_identity: str = ""):
        self.now_ms = 0
        self._rounds = 0  # of `now_ms`
        self.day = ""
        """The day as a host has set it, empty until one has, and once it is over: a board has no calendar."""
        names = storage.names()
        self.files = sorted([int(name[:-4]) for name in names if _is_journal(name)])
        self.storage = storage
        size = storage.size()
        self.limits = {"flash_bytes": size, "kept_files": min(size // FILE_BYTES, _MOST_FILES)}
        """What follows from the size of the flash, by the names of protocol.toml."""
        self.acknowledged = self._kept = self._read_note(_ACKNOWLEDGED, names, 0)
        self.identity = self._read_note(_IDENTITY, names, "")
        if new_identity and not self.identity and storage.free() > _RESERVE:
            self._write_note(_IDENTITY, new_identity)
            self.identity = new_identity
        self.next_number = self.files[-1] if self.files else self.acknowledged + 1
        self.boot = 0
        self.room = 0
        self._failures: list[dict] = []
        self._noted = _LONG_NOTE  # bytes of the note of what is acknowledged, at most
        self._game = 0
        self._is_over = True
        self._laid: list[int] = []
        self._is_torn = False
        self.last_line = b""
        """The line that was written last, if any was since power-up: to open its file again takes some milliseconds."""
        self.lost_number = 0
        """Number of the `start` or `resume` of an open game that cannot be read; 0 if there is none."""
        self._recover()
        self.boot += 1

    def take_time(self, now_ms: int) -> None:
        """Take the time, which begins anew after 12.4 days (see CLOCK); call it more often than that."""
        if now_ms < self.now_ms:
            self._rounds += 1
        self.now_ms = now_ms

    def uptime_ms(self) -> int:
        """Return the milliseconds since power-up: after 12.4 days a large number, which only what is sent has."""
        return self.now_ms + self._rounds * (CLOCK + 1) if self._rounds else self.now_ms

    @property
    def oldest_number(self) -> int:
        """Number of the oldest event in the journal; of the next one if it is empty."""
        return self.files[0] if self.files else self.next_number

    @property
    def open_number(self) -> int:
        """Number of the `start` event of the game that is being played, 0 if there is none."""
        return 0 if self._is_over else self._game

    @property
    def unfinished(self) -> list[int]:
        """Numbers of the `start` events of all games that can go on, the one played last at the end."""
        return self._laid + ([] if self._is_over else [self._game])

    def heads(self) -> list[dict]:
        """Return the `start` events of the games that can go on; one that is damaged is left out."""
        heads = [self.head(game) for game in self.unfinished]
        return [head for head in heads if head]

    def list_unfinished(self) -> list[dict]:
        """Return number, game and seats of the games that can go on, without the seats where a line has no room."""
        games = [{"number": head["e"], "game": head["game"], "seats": head["seats"]} for head in self.heads()]
        for each in games:
            if len(compact(each)) >= (ANSWER_BYTES - _AROUND) // len(games):
                each["seats"] = []
        return games

    def last_head(self) -> dict:
        """Return the `start` event of the game that was played last, empty if it is not here any more."""
        return self.head(self._game) if self._game else {}

    def head(self, game: int) -> dict:
        """Return the `start` event of a game, empty if it is damaged; that takes a Pico 6 ms."""
        line = self.cursor(game).read()
        return decode(line) if line and number_of(line) == game else {}

    def read_from(self, number: int):
        """Yield the events from a number on, reading them from the flash one by one."""
        cursor = self.cursor(number)
        line = cursor.read()
        while line:
            yield decode(line)
            line = cursor.read()

    def read_game(self, game: int):
        """Yield the events of the game that started with an event's number; raise JournalDamaged if one is bad."""
        if game not in self.files:
            raise JournalDamaged({"code": "journal_damaged", "event": game})  # its first file was removed
        for file in self.files:
            if file >= game and self._game_of(file) in (game, 0):
                yield from self._read_stretch(file)

    def cursor(self, number: int) -> Cursor:
        """Return a cursor that reads on as events are appended."""
        return Cursor(self, number)

    def append(self, event: dict) -> int:
        """Write an event with number (`e`), `boot` and `ms`; it is on the flash when its number is returned.

        Raises JournalFull; an event `start` already while there is still room for a whole game to go on, and GamesFull.
        """
        if event["k"] == events.START and len(self.unfinished) >= UNFINISHED:
            raise GamesFull({"code": "games_full", "most": UNFINISHED})
        taken_up = event["game"] if event["k"] == events.RESUME and "game" in event else 0
        if self._begun_by(event, self.next_number):
            self._make_room(_NEW_GAME if event["k"] == events.START else _NEW_FILE, taken_up)
            num_many = len(self.files) + 1 - self.limits["kept_files"]
            self._drop(self._oldest(self.unfinished + [taken_up], min(num_many, _DROPPED_AT_ONCE)))
        else:
            self._make_room(_RESERVE, taken_up)
        return self._write(event)

    def _write(self, event):
        number = self.next_number
        game = self._begun_by(event, number)
        if game:
            event = dict(event)
            if self.day and event["k"] == events.START:
                event["day"] = self.day
            event["laid"] = [other for other in self.unfinished if other != game]
        # The number comes first, so that it can be read without reading the rest.
        line = seal(f'{{"e":{number},"boot":{self.boot},"ms":{self.uptime_ms()},' + compact(event)[1:])
        file = number if game or not self.files else self.files[-1]
        torn, self._is_torn = self._is_torn and file in self.files, True
        self.storage.append(_file_name(file), SPOILT + line if torn else line)
        self._is_torn = False
        self.last_line = b"" if torn else line  # a cursor before the torn one has to pass it in the file
        if not self.files or file > self.files[-1]:
            self.files.append(file)
        self.next_number = number + 1
        self.room -= len(line)
        self._note(event, number)
        return number

    def record_failure(self, diagnostic: dict) -> None:
        """Write that the firmware itself has failed, as a code: each failure once until the power goes."""
        if diagnostic in self._failures or len(self._failures) == _MOST_FAILURES:
            return
        self._failures.append(diagnostic)
        try:
            self.append({"k": events.FAULT, "told": diagnostic})
        except OSError:
            pass  # a flash that fails, or is full: who has asked gets the answer all the same

    def acknowledge(self, number: int) -> None:
        """Note that a host has stored all events up to a number: their games may be removed to make room."""
        if self.acknowledged < number < self.next_number:
            self.acknowledged = number
            if self._kept < self.files[-1] - 1 <= number:  # once a segment, to spare the flash
                self._add_to_note(number)
                self._kept = number

    def name_of(self, file: int) -> str:
        """Return the name of the file whose first event has this number."""
        return _file_name(file)

    # Stretches and games.

    def _begun_by(self, event, number):
        """Return the game that an event starts or resumes, 0 if it belongs to the present one."""
        if event["k"] == events.START:
            return number
        if event["k"] == events.RESUME:
            game = event.get("game", self._game)
            return game if game != self._game else 0
        return 0

    def _note(self, event, number):
        kind = event["k"]
        game = self._begun_by(event, number)
        if game:
            self._game = game
            self._laid = event.get("laid", [])
            self.lost_number = 0
        if kind == events.DROPPED:
            self._laid = [other for other in self._laid if other not in event["games"]]
        elif kind in (events.START, events.ACTION, events.UNDO, events.RESUME):
            self._is_over = not self._game
        elif kind == events.END:
            self._is_over = True
            self.lost_number = 0

    def _game_of(self, file):
        """Return the game that a segment belongs to, 0 if its first event is damaged."""
        line = self.cursor(file).read()
        head = decode(line) if line else {}
        if head.get("e") != file:
            return 0
        return head.get("game", 0) if head["k"] == events.RESUME else file

    def _read_stretch(self, file):
        cursor = Cursor(self, file, stays=True)  # the next file may have been removed
        wanted = file
        line = cursor.read()
        while line and number_of(line) == wanted:
            yield decode(line)
            wanted += 1
            line = cursor.read()
        if line or cursor.damaged or wanted == file:
            raise JournalDamaged({"code": "journal_damaged", "event": wanted})

    def _recover(self):
        """Find the last event and the games that can go on; files before the last good stretch are not opened."""
        if self.files and self._is_stillborn(self.files[-1]):
            self.storage.remove(_file_name(self.files.pop()))
        if not self.files:
            return
        headless = []
        for file in reversed(self.files):
            if self._game_of(file):
                break
            headless.append(file)
        cursor = self.cursor(file)
        line = cursor.read()
        while line:
            event = decode(line)
            self.boot = event["boot"]
            self.next_number = max(self.next_number, event["e"] + 1)
            while headless and headless[-1] <= event["e"]:
                self._lose_game(headless.pop())
            self._note(event, event["e"])
            line = cursor.read()
        while headless:
            self._lose_game(headless.pop())
        if cursor.damaged:
            # A host may know their numbers: never give them again, skip too many rather than too few.
            self.next_number += 1 + cursor.damaged // _SHORTEST
        self._is_torn = cursor.is_torn
        self._laid = [game for game in self._laid if game in self.files]

    def _lose_game(self, file):
        """Note a segment whose first line is damaged: its game is unknown."""
        self._laid = self.unfinished
        self._game = 0
        self._is_over = True
        self.lost_number = file

    def _is_stillborn(self, file):
        """Tell whether a power cut left a file without its first line: only if each reading says so it is removed."""
        for _ in range(_READINGS):
            content = self.storage.read(_file_name(file), 0, EVENT_BYTES)
            if b"\n" in content or is_intact(content[:-1]) or len(content) == EVENT_BYTES:
                return False
        return True

    # Room.

    def _make_room(self, bytes_needed, taken_up):
        """Let files go, those of games that can be resumed last, and one by one."""
        if self.room >= bytes_needed:
            return
        self.room = self.storage.free()
        self._drop_until(bytes_needed, self.unfinished, _DROPPED_AT_ONCE)
        self._drop_until(bytes_needed, [self.open_number, taken_up], 1)
        if self.room < bytes_needed:
            raise JournalFull({"code": "journal_full", "free": self.room, "needed": bytes_needed})

    def _drop_until(self, bytes_needed, games_kept, at_once):
        while self.room < bytes_needed:
            going = self._oldest(games_kept, at_once)
            if not going:
                return
            self._drop(going)
            self.room = self.storage.free()

    def _oldest(self, games_kept, most):
        """Return the oldest files that a host has stored completely, each with its game, but none of `games_kept`."""
        found: list[tuple[int, int]] = []
        for place in range(len(self.files) - 1):
            if len(found) >= most or self.files[place + 1] - 1 > self.acknowledged:
                break
            game = self._game_of(self.files[place])
            if game not in games_kept:
                found.append((self.files[place], game))
        return found

    def _drop(self, going):
        """Let files go, and say so before: the power may go before they have."""
        if not going:
            return
        resumable = self.unfinished
        lost = [game for _, game in going if game in resumable]
        over = [game for _, game in going if game and game not in resumable]
        try:
            self._write({"k": events.DROPPED, "games": lost, "over": over})
        except OSError:  # a flash that takes not even this gets room by what a host has
            if lost:
                raise
        for file, game in going:
            self.storage.remove(_file_name(file))
            self.files.remove(file)
            self._laid = [other for other in self._laid if other != game and other != file]

    # Small files beside the events.

    def _read_note(self, name, names, default):
        """Return what the last good line of a file says, the default only if no reading finds one."""
        value = default
        for _ in range(_READINGS if name in names else 0):
            content = self.storage.read(name, 0, EVENT_BYTES)
            for line in content.split(b"\n"):
                try:
                    value = decode(line)["value"] if line else value
                except (BadLine, KeyError):  # the power went while it was written
                    pass
            if value != default:
                if len(content) > _LONG_NOTE:
                    self._write_note(name, value)
                break
        return value

    def _add_to_note(self, number):
        """Note what a host has stored, behind the lines before: to replace a file takes three times as long.

        A board that stays on for months replaces it, too, before it is too long to be read.
        """
        line = encode({"value": number})
        self._noted += len(line)
        if self._noted < EVENT_BYTES // 2:
            self.storage.append(_ACKNOWLEDGED, line)
        else:
            self._write_note(_ACKNOWLEDGED, number)
            self._noted = len(line)

    def _write_note(self, name, value):
        self.storage.write(name, encode({"value": value}))


def _file_name(file):
    return f"{file:08d}.log"


def _is_journal(name):
    return name.endswith(".log") and name[:-4].isdigit()
