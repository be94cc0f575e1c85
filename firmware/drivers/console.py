"""The USB serial port, shared with the interpreter's prompt: nothing here ever waits."""

import select
import sys

_PIECE = 64


class Console:
    """Bytes as they are, through the binary streams: the others change line ends."""

    def __init__(self):
        """Use the interpreter's own standard streams."""
        self._input = sys.stdin.buffer
        self._output = sys.stdout.buffer
        self._byte = bytearray(1)
        self._to_read = select.poll()
        self._to_read.register(sys.stdin, select.POLLIN)
        self._to_write = select.poll()
        self._to_write.register(sys.stdout, select.POLLOUT)

    def read_into(self, buffer) -> int:
        """Fill the buffer with what has come; return how many bytes."""
        count = 0
        # One at a time: a read of more would wait until all of them have come.
        while count < len(buffer) and _is_ready(self._to_read) and self._input.readinto(self._byte):  # type: ignore[union-attr]
            buffer[count] = self._byte[0]
            count += 1
        return count

    def write(self, content) -> int:
        """Send what there is room for; return how many bytes were accepted."""
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
