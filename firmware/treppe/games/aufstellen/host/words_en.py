"""What is read of Aufstellen in English: on the page, on displays, on printed things."""

SUMMARY = "Four of your five pieces in a straight line of centres."
OPTIONS = {
    "board": "Board",
    "diagonals": "Diagonals win, too",
}
CHOICES = {("board", "large"): "12 × 12", ("board", "small"): "starter 4 × 4"}
REASONS = {
    "stuck": "no move is left",
    "line": "four in a line",
}
COACH = (
    "Get four of your five pieces into one straight line of centres.",
    "You and Red put pieces onto the centres, the fields with a ring. Each turn has its shape; the square comes "
    "first. Put yours on b2.",
    "Now it is the cylinder's turn. Put yours on e2.",
    "Two in a row. Put the triangle on h2, and you have three. Red should have barred the line by now.",
    "A square again: put it on k2, and four stand in one line.",
)
DISPLAY = {
    "TEXTS": {
        "ended line": "Four in a line",
        "ended stuck": "No move is left",
    },
    "MENU": {
        "option diagonals": "Diagonals win",
        "option board": "Board",
        "value large": "large",
        "value small": "small",
    },
    "REFUSALS": {
        "due S": "It is the square's turn",
        "due T": "It is the triangle's turn",
        "due C": "It is the cylinder's turn",
        "centre": "Pieces stand on centres",
        "beside": "One step, not diagonally",
        "around": "One step to a centre beside it",
    },
}
