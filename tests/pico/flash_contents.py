"""What a Pico's flash holds, and how its ROM fills and starts it: MicroPython below, a file system above."""

import struct

from littlefs import LittleFS, UserContext

FLASH_BYTES = 2 << 20
ERASED = b"\xff" * FLASH_BYTES
_START = 0x10000000
_BLOCK = 4096
_SYSTEM_BLOCKS = 352  # of MicroPython's file system on a plain Pico
_SYSTEM = FLASH_BYTES - _SYSTEM_BLOCKS * _BLOCK
_DISK_VERSION = 0x00020000
_UF2 = struct.Struct("<8I476sI")  # github.com/microsoft/uf2: address, length, number and count of all from the fourth on
_PAGE = 256
_CRC = 0x04C11DB7  # RP2040 data sheet, 2.8.1.3.1


def copy_uf2(uf2: bytes, flash: bytes = ERASED, most_blocks: int | None = None) -> bytes:
    """Return a flash after a file, or the first blocks of it, came onto the drive of a Pico in BOOTSEL; the rest stays.

    The ROM erases a sector with the first block whose number, divided by 16, it has not seen (pico-bootrom-rp2040,
    virtual_disk.c).
    """
    changed = bytearray(flash)
    seen = set()
    for _, _, _, address, size, number, _, _, content, _ in list(_UF2.iter_unpack(uf2))[:most_blocks]:
        place = address - _START
        if number * _PAGE // _BLOCK not in seen:
            seen.add(number * _PAGE // _BLOCK)
            sector = place // _BLOCK * _BLOCK
            changed[sector : sector + _BLOCK] = ERASED[:_BLOCK]
        there = int.from_bytes(changed[place : place + size])
        changed[place : place + size] = (there & int.from_bytes(content[:size])).to_bytes(size)
    return bytes(changed)


def is_whole(uf2: bytes) -> bool:
    """Tell whether all blocks of a file are there; the ROM then starts what it holds."""
    return len(uf2) >= _UF2.size and len(uf2) // _UF2.size == _UF2.unpack_from(uf2)[6]


def is_started(flash: bytes) -> bool:
    """Tell whether the ROM starts what is on a flash; else it waits for an image."""
    crc = 0xFFFFFFFF
    for byte in flash[: _PAGE - 4]:
        crc ^= byte << 24
        for _ in range(8):
            crc = (crc << 1 ^ (_CRC if crc >> 31 else 0)) & 0xFFFFFFFF
    return crc == int.from_bytes(flash[_PAGE - 4 : _PAGE], "little")


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
