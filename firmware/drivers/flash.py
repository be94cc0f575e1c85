"""The Pico's flash, seen as a flat folder of files."""

import os

from treppe.runtime import const

_FOLDER = const(0x4000)  # the kind of an entry
_MOST_FILES = const(16)  # of a folder: littlefs compares each entry with each when it writes a folder anew

lost = [False]  # whether nothing is mounted, for what the flash holds could not be read, see file_system.py


def _do_nothing():
    pass


class Storage:
    """Files of one folder on the flash. When a method returns, its data is on the flash: a power cut cannot lose it.

    Files whose names begin with digits, each new one greater than all before, lie in folders within this one when they
    are many: a folder has the name of its first file, and `names` and the others know nothing of folders.
    """

    def __init__(self, folder: str, on_access=_do_nothing):
        """Use a folder such as "/journal"; it is made if it is missing. `on_access()` is called with each access."""
        self._on_access = on_access
        self._folder = folder
        if folder.strip("/") and folder[1:] not in os.listdir("/"):
            os.mkdir(folder)
        folders = [entry[0] for entry in os.ilistdir(folder) if entry[1] == _FOLDER and entry[0].isdigit()]
        self._parts = [folder] + [f"{folder}/{each}" for each in sorted(folders)]
        for part in self._parts[1:]:
            self._remove_empty(part)  # the power went before it had a file, or before it was removed
        names = self.names()
        self._last = max([name for name in names if name[0].isdigit()], default="")
        for name in names:
            if name.endswith(".new"):
                self.remove(name)  # the power went while it was written

    def names(self) -> list[str]:
        """Return the names of all files."""
        return [entry[0] for part in self._parts for entry in os.ilistdir(part) if entry[1] != _FOLDER]

    def read(self, name: str, offset: int = 0, size: int = -1) -> bytes:
        """Return up to `size` bytes from `offset` on, fewer at the end; all by default."""
        with open(self._path(name), "rb") as file:
            file.seek(offset)
            return file.read(size)

    def append(self, name: str, content: bytes) -> None:
        """Add to the end of a file, which is made if it is missing."""
        if name[0].isdigit() and name > self._last:
            self._last = name
            self._begin_part(name)
        with open(self._path(name), "ab") as file:
            file.write(content)

    def write(self, name: str, content: bytes) -> None:
        """Replace a file: afterwards, also after a power cut, it has either the old content or the new one."""
        fresh = self._path(name + ".new")
        with open(fresh, "wb") as file:
            file.write(content)
        os.rename(fresh, self._path(name))

    def remove(self, name: str) -> None:
        os.remove(self._path(name))
        self._remove_empty(self._part_of(name))

    def size(self) -> int:
        """Return the bytes of the whole flash."""
        status = os.statvfs("/")
        return status[0] * status[2]

    def free(self) -> int:
        """Return the free bytes of the whole flash."""
        self._on_access()
        status = os.statvfs("/")
        free = status[3] if status[3] <= status[2] else status[3] - (1 << 32)
        # littlefs counts the two blocks of each folder twice (lfs_fs_size: "best effort").
        return status[0] * (free + 2 * _count_folders())

    def _path(self, name):
        self._on_access()
        return self._part_of(name) + "/" + name

    def _part_of(self, name):
        found = self._folder
        if name[0].isdigit():
            for part in self._parts[1:]:
                if part[len(self._folder) + 1 :] <= name:
                    found = part
        return found

    def _begin_part(self, name):
        """Make a folder for a new file if the last one has enough of them."""
        if len(os.listdir(self._parts[-1])) >= _MOST_FILES:
            part = self._folder + "/" + name.split(".")[0]
            os.mkdir(part)
            self._parts.append(part)

    def _remove_empty(self, part):
        if part != self._folder and not os.listdir(part):
            os.rmdir(part)
            self._parts.remove(part)


def _count_folders() -> int:
    """Return how many folders there are on the flash. Other mounts, which are listed with three items, do not count."""
    folders = [""]
    for folder in folders:
        for entry in os.ilistdir(folder or "/"):
            if entry[1] == _FOLDER and len(entry) > 3:
                folders.append(folder + "/" + entry[0])
    return len(folders) - 1
