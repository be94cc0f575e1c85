"""The page's own words about Cubes in English; see `treppe_host/web/texts`."""

SUMMARY = "Five stones that are active only among the right number of others."
OPTIONS = {
    "depends": "Depends on",
    "sides": "Two players sit",
    "begins": "After the white stones begins",
    "own_card": "Dealt the own colour",
    "third_point": "Third point",
}
CHOICES = {
    ("sides", "facing"): "face to face",
    ("sides", "adjacent"): "side by side",
    ("begins", "first"): "the first player",
    ("begins", "next"): "who is next",
    ("own_card", "shuffled"): "shuffle again",
    ("own_card", "chosen"): "choose a partner",
    ("third_point", "kept"): "kept for the turn",
    ("third_point", "while"): "while stones add up to 10",
}
REASONS = {
    "five": "five stones, all active",
}
NOTES = {
    "points": "Action points: {}",
    "depends": "depends on {player}",
    "cards": "Cards of {player}: {}",
}
GIVES = ("Exchange {} card", "Exchange {} cards")
MEANINGS = {
    "x": "exchange {cards}",
}
