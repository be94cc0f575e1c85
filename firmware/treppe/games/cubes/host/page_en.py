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
COACH = (
    "Have all five of your stones on the board and active.",
    (
        "A stone is active if as many white stones lie around it as its number says. Four lie around c4: place your "
        "4 there."
    ),
    (
        "You have two actions a turn. Cards shift white stones: move i2 one field forward to i3, and so spoil or "
        "mend a count."
    ),
    "Red has passed. Two white stones lie around e2: place your 2.",
    "With the second action exchange a card: mark the one that shifts to the left, and press the button.",
)
