"""What a lamp says: roles, and the one palette that turns them into colour and blinking.

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
PUT_OF = ord("4")  # + number of the player: put a piece of his colour here
PUTS = b"p4567"

# role: red, green, blue at full brightness, and the rhythm: bit n lights the lamp in the n-th eighth of a second.
PALETTE = {
    ".": (0, 0, 0, 0b00000000),
    "0": (20, 50, 255, 0b11111111),
    "1": (255, 5, 0, 0b11111111),
    "2": (255, 190, 0, 0b11111111),
    "3": (0, 190, 85, 0b11111111),
    "l": (200, 200, 200, 0b01111111),
    "g": (150, 230, 230, 0b11111111),
    "b": (255, 200, 120, 0b11101110),
    "x": (255, 0, 140, 0b00110011),
    "o": (120, 120, 120, 0b00000001),
    "r": (255, 60, 0, 0b01010101),
    "p": (180, 180, 255, 0b00001111),
    "4": (20, 50, 255, 0b00001111),
    "5": (255, 5, 0, 0b00001111),
    "6": (255, 190, 0, 0b00001111),
    "7": (0, 190, 85, 0b00001111),
    "!": (255, 0, 0, 0b00000101),
    "?": (220, 0, 255, 0b00111111),
    "t": (255, 255, 255, 0b01000100),
    "w": (255, 255, 120, 0b01010111),
    "y": (60, 255, 60, 0b00110111),
    "m": (90, 70, 130, 0b00000011),
    "k": (160, 0, 90, 0b00010011),
}
