"""Roles of lamps, and the one palette that turns them into colour and blinking.

A role is one character. Roles that may stand beside each other differ in their rhythm, or their colours are far apart
also for the three common colour-vision deficiencies: a test computes it. PLAYER, PUT_OF and SIGN are those of player 0;
the number of a player is added.

A line of LOOKS is a role, red, green, blue at full brightness, and the rhythm: bit n lights the lamp in the n-th eighth
of a second. It is one text: as a table of bytes it would take four times the memory.
"""

# Made from protocol.toml by `make protocol`.
OFF = ord(".")
PLAYER = ord("0")
MAY_LIFT = ord("l")
MAY_GO = ord("g")
BUILD = ord("b")
CAPTURE = ord("x")
CAME_FROM = ord("o")
REMOVE = ord("r")
PUT = ord("p")
PUT_OF = ord("4")
SIGN = ord("A")
WRONG = ord("!")
UNSURE = ord("?")
TURN = ord("t")
WINNER = ord("w")
WAY = ord("y")
LAST = ord("m")
BLOCKED = ord("k")
WARNED = ord("e")
ADVISED = ord("a")

LOOKS = """
. 0 0 0 00000000
0 20 50 255 11111111
1 255 5 0 11111111
2 255 190 0 11111111
3 0 190 85 11111111
l 200 200 200 01111111
g 150 230 230 11111111
b 255 200 120 11101110
x 255 0 140 00110011
o 120 120 120 00000001
r 255 80 0 00011011
p 180 180 255 00001111
4 20 50 255 00001111
5 255 35 30 00001111
6 255 190 0 00001111
7 0 190 85 00001111
A 20 50 255 00000111
B 255 35 30 00000111
C 255 190 0 00000111
D 0 190 85 00000111
! 255 40 40 00000101
? 220 0 255 00111111
t 255 255 255 01000100
w 255 255 120 01010111
y 60 255 60 00110111
m 90 70 130 00000011
k 160 0 90 00010011
e 255 70 0 00001011
a 170 255 40 01101111
"""
# End of what is made.

PUTS = b"p4567"


def palette() -> dict[str, tuple[int, int, int, int]]:
    """Return the looks of all roles: red, green, blue, rhythm."""
    looks = [line.split() for line in LOOKS.split("\n") if line]
    return {role: (int(red), int(green), int(blue), int(rhythm, 2)) for role, red, green, blue, rhythm in looks}


def show_numbers(out: bytearray, first: int, count: int, chosen: int, role: int = MAY_GO) -> None:
    """Light `count` fields from `first` on, the chosen one steadily: choices on a board without a display."""
    for number in range(min(count, len(out) - first)):  # a small board shows the first ones
        out[first + number] = role if number == chosen else CAME_FROM
