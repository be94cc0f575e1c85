"""What is read of Blockade in English: on the page, on displays, on printed things."""

SUMMARY = "Bring your king out over the far edge; guards turn him aside."
REASONS = {
    "exit": "the king is out",
}
PIECES = {
    "C": "king",
    "S": "guard",
}
A_PIECE = {
    "C": "a king",
    "S": "a guard",
}
COACH = (
    "Your king wants to leave the board over the far edge; guards bend his way.",
    (
        "You are Red here, and the first turns of a game set guards. Put one on l7: a guard may not stand in a "
        "block with a king."
    ),
    "A king walks straight on and turns before each guard, red or blue. Put one on b6.",
    "Put your last guard on h12, where it is in nobody's way.",
    (
        "From now on guards move, straight over free fields. Move b6 to e6: there your king will turn, and again "
        "before the guard on a7."
    ),
    "His way is lit, down to the far edge. Let your king walk out, and you have won.",
)
DISPLAY = {
    "TEXTS": {
        "ended exit": "The king is out",
        "leave": "Take your king off the board: he is out",
    },
    "REFUSALS": {
        "king": "The king only ever leaves",
        "court": "No guard in a king's block",
        "first": "Your first guard not on a centre",
        "straight": "Guards move in a straight line",
        "between": "Guards pass no pieces",
    },
}
