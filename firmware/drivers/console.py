"""The USB serial port, shared with the interpreter's prompt. No call here waits."""

import select
import sys

from treppe.runtime import const

# A Pico's port has room for 256 bytes and hands them on in packets of 64. It says that there is room from one byte
# on, and a write of more than fits waits for half a second. Written in pieces of 64, its room is a multiple of 64:
# where a byte fits, a piece fits.
_PIECE = const(64)


class Console:
    """Reads and writes bytes unchanged, through the binary streams: the text streams change line ends."""

    def __init__(self):
        """Use the interpreter's own standard streams."""
        self._output = sys.stdout.buffer
        self._byte = bytearray(1)
        to_read = select.poll()
        to_read.register(sys.stdin, select.POLLIN)
        # Bound once: that allocates.
        self._ready, self._read = to_read.ipoll, sys.stdin.buffer.readinto  # type: ignore[union-attr]
        self._to_write = select.poll()
        self._to_write.register(sys.stdout, select.POLLOUT)

    def read_into(self, buffer) -> int:
        """Read the bytes that have arrived into the buffer; return how many."""
        for _ in self._ready(0):
            return self._read_arrived(buffer)
        return 0

    def _read_arrived(self, buffer):
        ready, read, byte = self._ready, self._read, self._byte
        # One at a time: a read of more would wait until all of them have come.
        for count in range(len(buffer)):
            for _ in ready(0):
                break
            else:
                return count
            if not read(byte):
                return count
            buffer[count] = byte[0]
        return len(buffer)

    def write(self, content) -> int:
        """Send as much as there is room for; return how many bytes were accepted.

        It never waits if every write is a multiple of 64 bytes long.
        """
        written = 0
        while written < len(content) and _is_ready(self._to_write):
            sent = self._output.write(content[written : written + _PIECE])
            if not sent:
                break
            written += sent
        return written


def _is_ready(poll) -> bool:
    for _ in poll.ipoll(0):
        return True
    return False
