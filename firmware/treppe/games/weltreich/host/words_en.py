"""What is read of Weltreich in English: on the page, on displays, on printed things."""

SUMMARY = "Riders, archers and a commander on the way to the throne."
OPTIONS = {
    "captures": "A capture",
}
CHOICES = {
    ("captures", "leap"): "may leap over pieces",
    ("captures", "clear"): "needs a free way",
}
REASONS = {
    "commander": "the commander is taken",
    "thrones": "the thrones are held",
    "crown": "the crown is won",
}
PIECES = {
    "C": "commander",
    "T": "rider",
    "S": "archer",
}
A_PIECE = {
    "C": "a commander",
    "T": "a rider",
    "S": "an archer",
}
COACH = (
    "Hold all four thrones, crown your commander, or capture the enemy's.",
    "All pieces leap straight, as far as they like and over anything. Move the rider from d1 to d8.",
    "Go on to h8: a field with a star is a throne. Whoever holds all four has won.",
    (
        "Red has come close. A rider captures exactly three fields away: capture the archer on h11. An archer captures "
        "four fields away, a commander two or five."
    ),
)
DISPLAY = {
    "TEXTS": {
        "ended commander": "Commander captured",
        "ended thrones": "Holds the thrones",
        "ended crown": "Commander crowned",
    },
    "MENU": {
        "option captures": "Captures",
        "value leap": "may leap",
        "value clear": "no leap",
    },
    "REFUSALS": {
        "straight": "In a straight line",
        "partner": "It is your partner's piece",
        "reach T": "A rider captures 3 fields away",
        "reach S": "An archer captures 4 fields away",
        "reach C": "A commander captures 2 or 5 fields away",
        "between": "Captures pass no pieces",
    },
}
