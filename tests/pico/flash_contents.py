"""The file system on a Pico's flash, above MicroPython."""

from littlefs import LittleFS, UserContext
from pico_rom import FLASH_BYTES, SECTOR

_SYSTEM_BLOCKS = 352  # of MicroPython's file system on a Pico
_SYSTEM = FLASH_BYTES - _SYSTEM_BLOCKS * SECTOR
_DISK_VERSION = 0x00020000


def put_files(flash: bytes, files: dict[str, bytes]) -> bytes:
    """Return a flash with a new file system that holds these files."""
    return flash[:_SYSTEM] + flash_image(files, SECTOR, _SYSTEM_BLOCKS)


def read_files(flash: bytes) -> dict[str, bytes]:
    """Return the files of a flash by their paths, such as `/a/board.mpy`; raise LittleFSError without a file system."""
    context = UserContext(buffsize=_SYSTEM_BLOCKS * SECTOR)
    context.buffer[:] = flash[_SYSTEM:]
    system = LittleFS(context=context, block_size=SECTOR, block_count=_SYSTEM_BLOCKS, prog_size=256)
    files = {}
    for folder, _, names in system.walk("/"):
        for name in names:
            path = f"{folder.rstrip('/')}/{name}"
            with system.open(path, "rb") as file:
                files[path] = file.read()
    return files


def flash_image(files: dict[str, bytes], block_size: int, block_count: int) -> bytes:
    """Return a littlefs image that holds the files."""
    context = UserContext(buffsize=block_size * block_count)
    system = LittleFS(
        context=context, block_size=block_size, block_count=block_count, prog_size=256, disk_version=_DISK_VERSION
    )
    for name, content in files.items():
        folder = name.rpartition("/")[0]
        if folder:
            system.makedirs(folder, exist_ok=True)
        with system.open(name, "wb") as file:
            file.write(content)
    system.unmount()
    return bytes(context.buffer)
