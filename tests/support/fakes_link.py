"""Stand-ins for flash and console, for tests on both runtimes."""


class PowerCut(BaseException):
    """The power is gone; the code under test must not catch it."""


class MemoryStorage:
    """A flash folder in memory. After `cut_in` more changes the power goes, in the midst of that change.

    `done` of the bytes of that change (0 none, 1 half, 2 all) reach the flash; afterwards nothing works until
    `power_up`.
    """

    def __init__(self, capacity=1 << 20):
        self.files = {}
        self.capacity = capacity
        self.cut_in = -1
        self.done = 0
        self.changes = 0
        self._is_dead = False

    def power_up(self):
        self.cut_in = -1
        self._is_dead = False

    def names(self):
        return list(self.files)

    def read(self, name, offset, size):
        if name not in self.files:
            raise OSError(2)
        return bytes(self.files[name][offset : offset + size])

    def append(self, name, content):
        old = self.files.get(name, b"")
        self._change(name, [old, old + content[: len(content) // 2], old + content])

    def write(self, name, content):
        old = self.files.get(name)
        self._change(name, [old, old, content])

    def remove(self, name):
        self._change(name, [self.files[name], self.files[name], None])

    def size(self):
        return self.capacity

    def free(self):
        return self.capacity - sum([len(content) for content in self.files.values()])

    def _change(self, name, outcomes):
        if self._is_dead:
            raise PowerCut()
        self.changes += 1
        self.cut_in -= 1
        self._is_dead = self.cut_in == -1
        outcome = outcomes[self.done if self._is_dead else 2]
        if outcome is not None:
            self.files[name] = outcome
        elif name in self.files:
            del self.files[name]
        if self._is_dead:
            raise PowerCut()


class PipeConsole:
    """The board's end of a pipe: what the host wrote lies in `incoming`, what the board wrote in `outgoing`."""

    def __init__(self, room=1 << 20):
        self.incoming = bytearray()
        self.outgoing = bytearray()
        self.room = room

    def read_into(self, buffer):
        count = min(len(buffer), len(self.incoming))
        for i in range(count):
            buffer[i] = self.incoming[i]
        self.incoming = self.incoming[count:]
        return count

    def write(self, content):
        count = min(len(content), self.room - len(self.outgoing))
        self.outgoing.extend(content[:count])
        return count

    def take(self):
        taken = bytes(self.outgoing)
        self.outgoing = bytearray()
        return taken


class Random:
    """xorshift32: the same numbers on every runtime."""

    def __init__(self, seed):
        self._state = seed

    def below(self, limit):
        state = self._state
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        self._state = state
        return state % limit


class ListStore:
    """A store in memory; complains about an event that comes twice or out of order."""

    def __init__(self):
        self.events = []
        self.gaps = []

    def connect_board(self, hello):
        return max([event["e"] for event in self.events[-1:]] + [last for _, last in self.gaps[-1:]] + [0])

    def add_events(self, board, events):
        for event in events:
            assert event["e"] == self.connect_board({}) + 1, event
            self.events.append(event)

    def add_gap(self, board, first, last):
        assert first == self.connect_board({}) + 1 <= last
        self.gaps.append((first, last))

    def add_measurement(self, board, event, readings):
        pass

    def notations(self):
        return [event["word"] for event in self.events if event["k"] == "action"]
