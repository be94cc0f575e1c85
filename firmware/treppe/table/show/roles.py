"""Roles of lamps, and the one palette that turns them into colour and blinking.

A role is one character. Roles that may stand beside each other differ in their rhythm, or their colours are far apart
also for the three common colour-vision deficiencies: a test computes it.
"""

OFF = ord(".")
MAY_LIFT = ord("l")
MAY_GO = ord("g")
BUILD = ord("b")
CAPTURE = ord("x")
CAME_FROM = ord("o")
REMOVE = ord("r")
PUT = ord("p")
WRONG = ord("!")
UNSURE = ord("?")
WINNER = ord("w")
TURN = ord("t")
PLAYER = ord("0")  # + number of the player: a piece of his that may be lifted
WAY = ord("y")  # of the king who can leave
LAST = ord("m")  # touched by the last move
BLOCKED = ord("k")  # a piece of a player who cannot move
ADVISED = ord("a")
PUT_OF = ord("4")  # + number of the player: put a piece of his colour here
PUTS = b"p4567"
SIGN = ord("A")  # + number of the player: beside the board, whom somebody depends on, or a point of his

# Role, then red, green, blue at full brightness, and the rhythm: bit n lights the lamp in the n-th eighth of a second.
# One text: as a table of bytes it would take four times the memory.
_LOOKS = """
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
r 255 60 0 01010101
p 180 180 255 00001111
4 20 50 255 00001111
5 255 5 0 00001111
6 255 190 0 00001111
7 0 190 85 00001111
A 20 50 255 00000111
B 255 5 0 00000111
C 255 190 0 00000111
D 0 190 85 00000111
! 255 0 0 00000101
? 220 0 255 00111111
t 255 255 255 01000100
w 255 255 120 01010111
y 60 255 60 00110111
m 90 70 130 00000011
k 160 0 90 00010011
a 170 255 40 01101111
"""


def palette() -> dict[str, tuple[int, int, int, int]]:
    """Return the looks of all roles: red, green, blue, rhythm."""
    looks = [line.split() for line in _LOOKS.split("\n") if line]
    return {role: (int(red), int(green), int(blue), int(rhythm, 2)) for role, red, green, blue, rhythm in looks}


def colour_of(piece: str) -> int:
    """Return the colour of a piece, by its code, as a player's number; -1 if it has none of the four."""
    if not piece or piece[0] not in "OSTCPN":
        return -1
    return int(piece[2 if piece[0] == "N" else 1])


def show_numbers(out: bytearray, first: int, count: int, chosen: int, role: int = MAY_GO) -> None:
    """Light `count` fields from `first` on, the chosen one steadily: choices on a board without a display."""
    for number in range(min(count, len(out) - first)):  # a small board shows the first ones
        out[first + number] = role if number == chosen else CAME_FROM
