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
    "You are Red here, and all guards are on the board. A guard moves straight over free fields. Move l3 to l9.",
    "Your king walks straight on, and turns at each guard. Move the guard from k5 to k6, to bend his way.",
    "Blue has opened the way: it is lit. Click your king, and he walks out. You have won.",
)
DISPLAY = {
    "TEXTS": {
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
