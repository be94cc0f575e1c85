"""The Pico's flash, seen as a flat folder of files."""

import os

from treppe.runtime import const

_FOLDER = const(0x4000)  # the kind of an entry

lost = [False]  # whether a file system that could not be read was formatted, see file_system.py


def _do_nothing():
    pass


class Storage:
    """Files of one folder on the flash. When a method returns, its data is on the flash: a power cut cannot lose it."""

    def __init__(self, folder: str, on_access=_do_nothing):
        """Use a folder such as "/journal"; it is made if it is missing. `on_access()` is called with each access."""
        self._on_access = on_access
        self._folder = folder
        if folder.strip("/") and folder[1:] not in os.listdir("/"):
            os.mkdir(folder)
        for name in self.names():
            if name.endswith(".new"):
                self.remove(name)  # the power went while it was written

    def names(self) -> list[str]:
        """Return the names of all files."""
        return os.listdir(self._folder)

    def read(self, name: str, offset: int = 0, size: int = -1) -> bytes:
        """Return up to `size` bytes from `offset` on, fewer at the end; all by default."""
        with open(self._path(name), "rb") as file:
            file.seek(offset)
            return file.read(size)

    def append(self, name: str, content: bytes) -> None:
        """Add to the end of a file, which is made if it is missing."""
        with open(self._path(name), "ab") as file:
            file.write(content)

    def write(self, name: str, content: bytes) -> None:
        """Replace a file: afterwards, also after a power cut, it has either the old content or the new one."""
        fresh = self._path(name + ".new")
        with open(fresh, "wb") as file:
            file.write(content)
        os.rename(fresh, self._path(name))

    def remove(self, name: str) -> None:
        """Delete a file."""
        os.remove(self._path(name))

    def free(self) -> int:
        """Return the free bytes of the whole flash."""
        self._on_access()
        status = os.statvfs("/")
        free = status[3] if status[3] <= status[2] else status[3] - (1 << 32)
        # littlefs counts the two blocks of each folder twice (lfs_fs_size: "best effort").
        return status[0] * (free + 2 * _count_folders())

    def _path(self, name):
        self._on_access()
        return self._folder + "/" + name


def _count_folders() -> int:
    """Return how many folders there are on the flash. Other mounts, which are listed with three items, do not count."""
    folders = [""]
    for folder in folders:
        for entry in os.ilistdir(folder or "/"):
            if entry[1] == _FOLDER and len(entry) > 3:
                folders.append(folder + "/" + entry[0])
    return len(folders) - 1
