"""A lock on a file that ends with the process, on POSIX and on Windows."""

from typing import IO

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

_FAR = 1 << 30  # Windows locks bytes: one that no file has, so that others can read what is in it


def lock(file: IO[str]) -> bool:
    """Lock an open file; False if another process has locked it."""
    try:
        if fcntl:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            import msvcrt

            file.seek(_FAR)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    except OSError:
        return False
    return True
