"""What the ROM of a Pico (RP2040) does with its flash: it takes images from its drive, and starts what is there."""

import struct

FLASH_BYTES = 2 << 20
SECTOR = 4096
ERASED = b"\xff" * FLASH_BYTES
_START = 0x10000000
_UF2 = struct.Struct(
    "<8I476sI"
)  # github.com/microsoft/uf2: from the fourth on address, length, number, and their count
_PAGE = 256
_CRC = 0x04C11DB7  # RP2040 data sheet, 2.8.1.3.1


def copy_uf2(uf2: bytes, flash: bytes = ERASED, most_blocks: int | None = None) -> bytes:
    """Return a flash after a file, or the first blocks of it, came onto the drive of a Pico in BOOTSEL; the rest stays.

    The ROM erases a sector with the first block whose number, divided by 16, it has not seen (pico-bootrom-rp2040,
    virtual_disk.c).
    """
    changed = bytearray(flash)
    seen = set()
    whole = uf2[: len(uf2) // _UF2.size * _UF2.size]
    for _, _, _, address, size, number, _, _, content, _ in list(_UF2.iter_unpack(whole))[:most_blocks]:
        place = address - _START
        if number * _PAGE // SECTOR not in seen:
            seen.add(number * _PAGE // SECTOR)
            sector = place // SECTOR * SECTOR
            changed[sector : sector + SECTOR] = ERASED[:SECTOR]
        there = int.from_bytes(changed[place : place + size])
        changed[place : place + size] = (there & int.from_bytes(content[:size])).to_bytes(size)
    return bytes(changed)


def is_whole(uf2: bytes) -> bool:
    """Tell whether all blocks of a file are there; the ROM then starts what it holds."""
    return len(uf2) >= _UF2.size and len(uf2) // _UF2.size == _UF2.unpack_from(uf2)[6]


def is_started(flash: bytes) -> bool:
    """Tell whether the ROM starts what is on a flash; else it waits for an image."""
    return checksum(flash[: _PAGE - 4]) == flash[_PAGE - 4 : _PAGE]


def checksum(content: bytes) -> bytes:
    """Return what the ROM wants behind the beginning of a program."""
    crc = 0xFFFFFFFF
    for byte in content:
        crc ^= byte << 24
        for _ in range(8):
            crc = (crc << 1 ^ (_CRC if crc >> 31 else 0)) & 0xFFFFFFFF
    return crc.to_bytes(4, "little")
