"""The Pico's flash as a file: a block device for littlefs, with a power cut after any operation if asked."""

import time

import channel

_SIZE = 4096
_PIECE = 256
_PROGRAM_US = 400  # what a Pico's flash (W25Q16JV) takes typically for a page of 256 bytes; meanwhile nothing else runs


class FlashFile:
    """352 blocks of 4 kB in an existing file. `operations_left` writes and erases succeed, then the power goes.

    The last one is done by half, as a cut leaves it. Sync is not passed on to the disk: it would cost
    milliseconds a line, and a killed process loses nothing that it wrote. Programs and erases take the board's
    time, `erase_ms` a block; `programs` (pages) and `erases` count them.
    """

    def __init__(self, path, operations_left=-1, erase_ms=45):
        self._erase_us = 1000 * erase_ms
        self._file = open(path, "r+b")
        self._blocks = self._file.seek(0, 2) // _SIZE
        self._erased = b"\xff" * _PIECE
        self._left = operations_left
        self.programs = self.erases = 0

    def is_blank(self):
        """Tell whether the file system's two head blocks have never been written."""
        self._file.seek(0)
        return all(self._file.read(_PIECE) == self._erased for _ in range(2 * _SIZE // _PIECE))

    def readblocks(self, block, buffer, offset=0):
        self._file.seek(block * _SIZE + offset)
        self._file.readinto(buffer)

    def writeblocks(self, block, buffer, offset=None):
        if offset is None:
            self._erase(block)
            offset = 0
        self._write_until_cut(block * _SIZE + offset, buffer)
        pages = (len(buffer) + _PIECE - 1) // _PIECE
        self.programs += pages
        time.sleep_us(pages * _PROGRAM_US)

    def ioctl(self, request, argument):
        if request == 4:
            return self._blocks
        if request == 5:
            return _SIZE
        if request == 6:
            self._erase(argument)
        return 0

    def _erase(self, block):
        self._write_until_cut(block * _SIZE, self._erased, _SIZE // _PIECE)
        self.erases += 1
        time.sleep_us(self._erase_us)

    def _write_until_cut(self, place, content, times=1):
        self._file.seek(place)
        if self._left == 0:
            for _ in range(times // 2):
                self._file.write(content)
            self._file.write(memoryview(content)[: len(content) // 2])
            channel.exchange(channel.FLASH_CUT, time.now_us(), 0)
        self._left -= 1
        for _ in range(times):
            self._file.write(content)
