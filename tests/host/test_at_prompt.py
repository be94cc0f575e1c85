"""What runs at a Pico's prompt while it is flashed: files, hashes, room on the flash, readings, by itself."""

from pathlib import Path

import treppe_host
from on_chips import run

SOURCE = (Path(treppe_host.__file__).parent / "deploy/on_board/at_prompt.py").read_text()
HEAD = f"""
import vfs
flash = Memory(352 * 4096)
flash_file.open = lambda path, mode: flash
device = flash_file.FlashFile("flash")
exec({SOURCE!r})
vfs.umount("/")
vfs.VfsLfs2.mkfs(device)
vfs.mount(vfs.VfsLfs2(device, progsize=256), "/")
def read(path):
    with open(path, "rb") as file:
        return file.read()
"""


def at_prompt(program: str) -> None:
    """Run a program at the prompt of a Pico with an empty flash."""
    run(HEAD + "\n".join(line.removeprefix("        ") for line in program.splitlines()))


def test_files_are_written_hashed_and_removed_with_their_folders() -> None:
    at_prompt("""
        lines = []
        def hashes_below(folder):
            lines.clear()
            print_hashes_below(folder)
            found = {}
            for line in lines:
                found.update(json.loads(line))
            assert len(found) == len(lines), "a line a file"
            return found
        print = lines.append
        content = bytes(range(256)) * 9
        make_folders("/a/b/c.mpy")
        write("/a/b/c.mpy", "wb", binascii.b2a_base64(content[:1500]))
        write("/a/b/c.mpy", "ab", binascii.b2a_base64(content[1500:2000]), binascii.b2a_base64(content[2000:]))
        assert read("/a/b/c.mpy") == content
        assert [kind_of(path) for path in ("/a", "/a/b/c.mpy", "/c")] == ["folder", "file", ""]
        write("/a/g", "wb")
        digest = binascii.hexlify(hashlib.sha256(content).digest()).decode()
        empty = binascii.hexlify(hashlib.sha256(b"").digest()).decode()
        assert hash_of("/a/b/c.mpy") == digest and hash_of("/a/g") == empty
        assert hashes_below("/a") == {"b/c.mpy": digest, "g": empty}
        assert hashes_below("/nothing") == {}
        remove("/nothing")
        remove("/a/g")
        assert hashes_below("/a") == {"b/c.mpy": digest}
        remove("/a")
        assert kind_of("/a") == "" and hashes_below("/a") == {}
    """)


def test_free_bytes_are_those_that_can_be_written_beside_folders() -> None:
    at_prompt("""
        block, _, blocks = os.statvfs("/")[:3]
        before = free_bytes()
        assert block == 4096 and before == block * os.statvfs("/")[3] and blocks - 4 < before // block <= blocks
        make_folders("/a/b/c")
        after = free_bytes()
        assert after == block * (os.statvfs("/")[3] + 4)
        write("/a/x", "wb", binascii.b2a_base64(bytes(3 * 4096)))
        assert after - 5 * block <= free_bytes() <= after - 3 * block
    """)


def test_a_pico_tells_of_itself_and_of_the_firmware_in_its_image() -> None:
    at_prompt("""
        machine.identity[:] = b"\\x01\\x23\\x45\\x67\\x89\\xab\\xcd\\xef"
        name, release, mpy, board, heap, free = facts()
        assert board == "0123456789abcdef" and release.startswith("1.") and name and heap > 10000
        assert free == free_bytes() and mpy == sys.implementation._mpy
        assert image_digest() == ""
        sys.modules["image"] = type("Image", (), {"DIGEST": "cafe"})
        assert image_digest() == "cafe"
    """)


def test_a_pico_reads_its_surface_and_its_supply() -> None:
    at_prompt("""
        for at in range(256):
            chips._noise[at] = 128
        def put(place, code):
            inputs[place:place + 2] = bytes([16 * code & 255, 16 * code >> 8])
        put(channel.SUPPLY_THIRD, 2000)
        assert 4780 <= supply_mv() <= 4860
        put(channel.IDENTITY, 1000)
        assert 990 <= identity_level(10, 11, 28) >> 4 <= 1010
        assert outputs[channel.PINS + 10] == outputs[channel.PINS + 11] == 1
        assert surface_memory(0, 1, 0) == surface_memory(0, 1, 3072) == ""
        file = Memory(4096)
        file.content[:] = bytes(at >> 4 & 255 ^ at & 15 for at in range(4096))
        chips.memory[0] = eeprom.Eeprom(file, time.now_us)
        pieces = [surface_memory(0, 1, place) for place in range(0, 4096, 1024)]
        assert b"".join(map(binascii.a2b_base64, pieces)) == bytes(file.content)
        assert not [piece for piece in pieces if "\\n" in piece]
    """)
