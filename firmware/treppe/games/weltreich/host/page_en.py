"""The page's own words about Weltreich in English; see `treppe_host/web/texts`."""

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
