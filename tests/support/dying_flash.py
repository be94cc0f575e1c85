"""A flash in memory, for the littlefs of a MicroPython of the PC, whose power goes."""

from fakes_link import PowerCut

GONE = PowerCut()
BLOCK = 4096


class DyingFlash:
    """A block device that goes dead in the midst of its n-th write or erase (-1: never)."""

    def __init__(self, blocks, content=None, operations_left=-1):
        self.blocks = blocks
        self.content = content or bytearray(b"\xff" * (BLOCK * blocks))
        self.operations = self.programs = self.erases = 0
        self.left = operations_left
        self._is_dead = False

    def readblocks(self, block, buffer, offset=0):
        if self._is_dead:
            raise GONE
        start = block * BLOCK + offset
        buffer[:] = memoryview(self.content)[start : start + len(buffer)]

    def writeblocks(self, block, buffer, offset=0):
        self.programs += (len(buffer) + 255) // 256
        self._write(block * BLOCK + offset, buffer)

    def ioctl(self, request, argument):
        if request == 4:
            return self.blocks
        if request == 5:
            return BLOCK
        if request == 6:
            self.erases += 1
            self._write(argument * BLOCK, b"\xff" * BLOCK)
        return 0

    def _write(self, place, content):
        if self._is_dead:
            raise GONE  # the collector closes what was open when the power went, and may not allocate
        self.operations += 1
        self._is_dead = self.left == 0
        self.left -= 1
        length = len(content) // 2 if self._is_dead else len(content)
        self.content[place : place + length] = memoryview(content)[:length]
        if self._is_dead:
            raise GONE
