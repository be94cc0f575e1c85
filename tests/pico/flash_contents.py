"""What a Pico's flash holds: MicroPython, perhaps with the firmware inside, below; its file system above."""

import struct

from littlefs import LittleFS, UserContext

FLASH_BYTES = 2 << 20
ERASED = b"\xff" * FLASH_BYTES
_START = 0x10000000
_BLOCK = 4096
_SYSTEM_BLOCKS = 352  # of MicroPython's file system on a plain Pico
_SYSTEM = FLASH_BYTES - _SYSTEM_BLOCKS * _BLOCK
_DISK_VERSION = 0x00020000
_UF2 = struct.Struct("<8I476sI")  # github.com/microsoft/uf2: the fourth number is an address, the fifth a length


def copy_uf2(uf2: bytes, flash: bytes = ERASED) -> bytes:
    """Return a flash after a file was copied onto the drive of a Pico in boot mode; all else stays."""
    changed = bytearray(flash)
    for _, _, _, address, size, _, _, _, content, _ in _UF2.iter_unpack(uf2):
        changed[address - _START : address - _START + size] = content[:size]
    return bytes(changed)


def put_files(flash: bytes, files: dict[str, bytes]) -> bytes:
    """Return a flash with a new file system that holds these files."""
    return flash[:_SYSTEM] + flash_image(files, _BLOCK, _SYSTEM_BLOCKS)


def read_files(flash: bytes) -> dict[str, bytes]:
    """Return the files of a flash by their paths, such as `/a/board.mpy`; raise LittleFSError without a file system."""
    context = UserContext(buffsize=_SYSTEM_BLOCKS * _BLOCK)
    context.buffer[:] = flash[_SYSTEM:]
    system = LittleFS(context=context, block_size=_BLOCK, block_count=_SYSTEM_BLOCKS, prog_size=256)
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
        context=context,
        block_size=block_size,
        block_count=block_count,
        prog_size=256,
        disk_version=_DISK_VERSION,
    )
    for name, content in files.items():
        folder = name.rpartition("/")[0]
        if folder:
            system.makedirs(folder, exist_ok=True)
        with system.open(name, "wb") as file:
            file.write(content)
    system.unmount()
    return bytes(context.buffer)
