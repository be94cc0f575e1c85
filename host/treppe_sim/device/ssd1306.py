"""The display's chip, an SSD1306 at 0x3C: what commands make of its memory. Runs in CPython too.

Its file holds the 1024 bytes of the memory, page by page, and then the state that decides what can be seen of it.
"""

_WIDTH = 128
_RAM = 8 * _WIDTH
_PUMP, _ON, _COLUMNS_TURNED, _ROWS_TURNED, _INVERTED, _ALTERNATING, _ALL_LINES = 1, 2, 4, 8, 16, 32, 64
AS_MOUNTED = _PUMP | _ON | _COLUMNS_TURNED | _ROWS_TURNED | _ALTERNATING | _ALL_LINES
"""The state in which the picture of a module is upright and shines."""
# How many bytes follow a command, if any do (data sheet, chapter 9).
_ARGUMENTS = {0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x81: 1, 0x8D: 1, 0xA3: 2, 0xA8: 1}
_ARGUMENTS.update({0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1})


class Ssd1306:
    """The chip after a reset, with whatever was in its memory."""

    def __init__(self, file):
        self._file = file
        self._page = self._column = 0
        self._command = -1
        self._arguments = []
        self._state = _ALTERNATING | _ALL_LINES
        self._store_state()

    def write(self, content):
        """Take one transmission: control bytes, each with a byte of its own or with all that follow."""
        at = 0
        while at < len(content):
            control = content[at]
            end = at + 2 if control & 0x80 else len(content)
            if control & 0x40:
                self._store(content[at + 1 : end])
            else:
                for byte in content[at + 1 : end]:
                    self._obey(byte)
            at = end
        self._file.flush()

    def _store(self, points):
        """Fill the page from the column on; beyond its end it goes on at its beginning."""
        while points:
            room = _WIDTH - self._column
            self._file.seek(_WIDTH * self._page + self._column)
            self._file.write(points[:room])
            self._column = (self._column + len(points[:room])) % _WIDTH
            points = points[room:]

    def _obey(self, byte):
        if self._command < 0:
            self._command = byte
            self._arguments = []
        else:
            self._arguments.append(byte)
        if len(self._arguments) == _ARGUMENTS.get(self._command, 0):
            self._carry_out(self._command, self._arguments)
            self._command = -1

    def _carry_out(self, command, arguments):
        if command < 0x10:
            self._column = self._column & 0x70 | command
        elif command < 0x20:
            self._column = self._column & 0x0F | (command & 7) << 4
        elif command == 0x20:
            if arguments[0] & 3 != 2:
                raise ValueError("the simulated display is filled page by page only")
        elif 0xB0 <= command <= 0xB7:
            self._page = command & 7
        else:
            self._switch(command, arguments)

    def _switch(self, command, arguments):
        if command in (0xAE, 0xAF):
            self._set(_ON, command & 1)
        elif command in (0xA0, 0xA1):
            self._set(_COLUMNS_TURNED, command & 1)
        elif command in (0xC0, 0xC8):
            self._set(_ROWS_TURNED, command & 8)
        elif command in (0xA6, 0xA7):
            self._set(_INVERTED, command & 1)
        elif command == 0x8D:
            self._set(_PUMP, arguments[0] & 4)
        elif command == 0xDA:
            self._set(_ALTERNATING, arguments[0] == 0x12)
        elif command == 0xA8:
            self._set(_ALL_LINES, arguments[0] == 63)
        self._store_state()

    def _set(self, flag, is_set):
        self._state = self._state | flag if is_set else self._state & ~flag

    def _store_state(self):
        self._file.seek(_RAM)
        self._file.write(bytes((self._state,)))
        self._file.flush()
