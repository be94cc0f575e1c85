"""The USB serial port in a browser: two buffers."""

to_board = bytearray()
to_host = bytearray()
_MOST = 65536


class Console:
    """Takes from one buffer and adds to the other."""

    def read_into(self, buffer) -> int:
        """Read the bytes that have arrived into the buffer; return how many."""
        count = min(len(buffer), len(to_board))
        buffer[:count] = to_board[:count]
        to_board[:] = to_board[count:]
        return count

    def write(self, content) -> int:
        """Send as much as there is room for; return how many bytes were accepted."""
        if len(to_host) > _MOST:
            return 0
        to_host.extend(content)
        return len(content)
