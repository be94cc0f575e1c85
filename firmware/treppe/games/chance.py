"""Chance that is the same everywhere: xorshift32 over four bytes of a position.

The state never becomes one 32-bit number, which a Pico would have to keep on the heap: it is worked on as two
halves of 16 bits.
"""


def seed(position: bytearray, place: int, value: int) -> None:
    """Start the generator whose state lies in `position[place : place + 4]`; `value` is 1 to 2**32 - 1."""
    for index in range(4):
        position[place + index] = value >> 8 * index & 255


def below(position: bytearray, place: int, limit: int) -> int:
    """Advance the generator and return its number modulo `limit` (1 to 2**13)."""
    low = position[place] | position[place + 1] << 8
    high = position[place + 2] | position[place + 3] << 8
    # x ^= x << 13
    high ^= (high << 13 | low >> 3) & 0xFFFF
    low ^= low << 13 & 0xFFFF
    # x ^= x >> 17
    low ^= high >> 1
    # x ^= x << 5
    high ^= (high << 5 | low >> 11) & 0xFFFF
    low ^= low << 5 & 0xFFFF
    position[place] = low & 255
    position[place + 1] = low >> 8
    position[place + 2] = high & 255
    position[place + 3] = high >> 8
    return ((high % limit << 16) + low) % limit


def shuffle(position: bytearray, place: int, items, first: int, count: int) -> None:
    """Shuffle `items[first : first + count]` in place, from the last item down."""
    for index in range(count - 1, 0, -1):
        other = first + below(position, place, index + 1)
        items[first + index], items[other] = items[other], items[first + index]
