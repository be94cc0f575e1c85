"""The Pico's flash, seen as a flat folder of files."""

import os


class Storage:
    """Files of one folder on the flash. What a method has written is there when it returns, whatever follows."""

    def __init__(self, folder: str):
        """Use a folder such as "/journal"; it is made if it is missing."""
        self.on_access = _do_nothing  # called at each reading and writing: a sign of life
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
        status = os.statvfs("/")
        return status[0] * status[3]

    def _path(self, name):
        self.on_access()
        return self._folder + "/" + name


def _do_nothing():
    pass
