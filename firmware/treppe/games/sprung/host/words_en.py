"""What is read of Schaff den Sprung in English: on the page, on displays, on printed things."""

SUMMARY = "Jump along your row; an odd number of enemies earns another jump."
OPTIONS = {
    "shapes": "Shapes count",
    "pattern": "Start pattern",
    "goal": "Goal pattern",
}
REASONS = {
    "home": "all pieces are home",
}
COACH = (
    "Be the first with all nine pieces in your goal at the right edge.",
    "A piece stays in its row and goes to the right: one field, or over all pieces just before it. Jump from a7 to d7.",
    "Now count: move c8 to d8. One red piece stands in column d, and one is odd.",
    "So your piece may move again, by the same rule. Go on to e8. Column e has no enemy, so your turn ends there.",
)
DISPLAY = {
    "TEXTS": {
        "ended home": "All in the goal",
    },
    "MENU": {
        "option shapes": "Shapes count",
    },
    "REFUSALS": {
        "extra": "Only the piece just moved may go on",
        "row": "It stays in its row",
        "right": "To the right only",
        "first": "To the first free field only",
    },
}
