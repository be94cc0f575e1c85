"""What is read of Allein Wetteifern in English: on the page, on displays, on printed things."""

SUMMARY = "One player, four colours: jump until one piece is left."
OPTIONS = {
    "mix": "Mixed by hand: the colours, row by row from the north",
    "area": "Jumps land on",
}
CHOICES = {
    ("area", 12): "the whole board",
    ("area", 8): "the middle 8 × 8",
}
REASONS = {
    "stuck": "no move is left",
    "stopped": "stopped",
}
COACH = (
    "Jump over pieces until a single one is left.",
    (
        "A piece jumps in a straight line over one piece, or over several without a gap. Jump from f6 to f10: the "
        "three pieces between are gone."
    ),
    "None of the pieces jumped over may have the colour of the one that jumps. Jump from g6 to g10.",
    "Jump with any piece you like, and try to leave none alone. Now jump from f4 over one piece to f6.",
)
DISPLAY = {
    "TEXTS": {
        "rating excellent": "excellent",
        "rating good": "good",
        "rating satisfactory": "satisfactory",
        "rating keep practising": "keep practising",
        "word .": "end of the game",
    },
    "MENU": {
        "option area": "Area",
        "value 12": "12x12",
        "value 8": "8x8",
    },
    "REFUSALS": {
        "straight": "Jumps are straight",
        "jump": "Jump over a piece, or more",
        "gap": "Jump over an unbroken line",
        "colour": "Not over its own colour",
        "area": "Not out of the area",
    },
}
