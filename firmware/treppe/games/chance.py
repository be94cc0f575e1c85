"""Chance that is the same everywhere: xorshift32 over four bytes of a position.

The state never becomes one 32-bit number, which a Pico would have to keep on the heap: it is worked on as two
halves of 16 bits.
"""

from treppe.runtime import micropython, ptr8


def seed(position: bytearray, place: int, value: int) -> None:
    """Start the generator whose state lies in `position[place : place + 4]`; `value` is 1 to 2**32 - 1."""
    for index in range(4):
        position[place + index] = value >> 8 * index & 255


# A full bag of 126 discs: 160 us as bytecode, 54 native, 2 viper, where a Pico's 7 ms are 60.
@micropython.viper
def shuffle(position: ptr8, place: int, items: ptr8, first: int, count: int):
    """Shuffle `items[first : first + count]` in place, from the last item down; both are bytearrays, `count` < 2**13.

    Item i changes places with item `next() % (i + 1)`; the generator goes on in `position[place : place + 4]`.
    """
    low = position[place] | position[place + 1] << 8
    high = position[place + 2] | position[place + 3] << 8
    limit = count
    while limit > 1:
        # x ^= x << 13
        high ^= (high << 13 | low >> 3) & 0xFFFF
        low ^= low << 13 & 0xFFFF
        # x ^= x >> 17
        low ^= high >> 1
        # x ^= x << 5
        high ^= (high << 5 | low >> 11) & 0xFFFF
        low ^= low << 5 & 0xFFFF
        other = first + ((high % limit << 16) + low) % limit
        limit -= 1
        last = items[first + limit]
        items[first + limit] = items[other]
        items[other] = last
    position[place] = low & 255
    position[place + 1] = low >> 8
    position[place + 2] = high & 255
    position[place + 3] = high >> 8
