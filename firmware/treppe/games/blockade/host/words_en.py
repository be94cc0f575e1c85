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
    "Get your king off the board over the far edge. Guards make him turn.",
    "You play Red here. A game begins with placing guards. Put one on l7: no guard may stand in a block with a king.",
    "A king walks straight on. Before a guard, red or blue, he turns left or right. Put a guard on b6.",
    "Put your last guard on h12, where it is in nobody's way.",
    (
        "From now on guards move, straight over free fields. Move the one on b6 to e6: your king will turn before it, "
        "and again before the guard on a7."
    ),
    "The lights show his way to the far edge. Take your king off the board, and you have won.",
)
DISPLAY = {
    "TEXTS": {
        "ended exit": "The king is out",
        "leave": "Take your king off the board: he is out",
    },
    "REFUSALS": {
        "king": "A king moves only to leave the board",
        "court": "No guard in a king's block",
        "first": "Your first guard: on no centre",
        "straight": "Guards move in a straight line",
        "between": "Guards pass no pieces",
    },
}
