"""What is read of Cubes in English: on the page, on displays, on printed things."""

SUMMARY = "Five stones that are active only among the right number of others."
OPTIONS = {
    "depends": "Depends on",
    "sides": "Two players sit",
    "begins": "Who begins after the white stones",
    "own_card": "Whoever is dealt their own colour",
    "third_point": "Third point",
}
CHOICES = {
    ("sides", "facing"): "face to face",
    ("sides", "adjacent"): "side by side",
    ("begins", "first"): "the first player",
    ("begins", "next"): "whoever is next",
    ("own_card", "shuffled"): "has all colours shuffled again",
    ("own_card", "chosen"): "chooses whom to swap with",
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
    "Get all five of your stones onto the board, all of them active.",
    (
        "A stone is active if as many white stones lie around it as its number says. Four lie around c4: place "
        "your 4 there."
    ),
    (
        "You have two actions a turn. A card shifts a white stone: then other stones have more or fewer around "
        "them. Shift i2 one field forward to i3."
    ),
    (
        "Red has placed a 2 on e2. You depend on Red: red stones count for you like white ones. Two white stones "
        "and a red one lie around d3: place your 3."
    ),
    "Now your second action: exchange a card for a new one, the card that shifts one field to the left.",
)
DISPLAY = {
    "TEXTS": {
        "ended five": "Five active stones",
        "note points": "Points:",
        "note depends": "Depends on",
        "card F": "forward",
        "card B": "back",
        "card L": "left",
        "card R": "right",
        "card <": "depend. left",
        "card >": "depend. right",
        "card *": "swap two",
        "word <": "dependencies left",
        "word >": "dependencies right",
        "word x": "exchange cards {cards}",
        "word *": "{0} and {2} swap dependencies",
    },
    "MENU": {
        "option seed": "Deal cards",
        "option depends": "Depends",
        "option sides": "Seats",
        "value facing": "face to face",
        "value adjacent": "side by side",
        "option begins": "Begins",
        "value first": "first",
        "value next": "next",
        "option own_card": "Own colour",
        "value shuffled": "reshuffle",
        "value chosen": "swap",
        "option third_point": "3rd point",
        "value kept": "kept",
        "value while": "while 10",
    },
    "REFUSALS": {
        "shift": "White: one or two fields straight on",
        "between": "Something is in the way",
        "card": "You have no such card",
        "off": "Stones go back to their place at the edge",
        "count": "Its number has to be that of its neighbours",
    },
}
BACK = "CUBES"
PRINTED = {
    "F1": ("Shift", "a white stone one field forward"),
    "B1": ("Shift", "a white stone one field back"),
    "L1": ("Shift", "a white stone one field to the left"),
    "R1": ("Shift", "a white stone one field to the right"),
    "F2": ("Shift by two", "a white stone two fields forward"),
    "B2": ("Shift by two", "a white stone two fields back"),
    "L2": ("Shift by two", "a white stone two fields to the left"),
    "R2": ("Shift by two", "a white stone two fields to the right"),
    "<": ("Change of dependency", "Everybody gives his dependency to his left neighbour"),
    ">": ("Change of dependency", "Everybody gives his dependency to his right neighbour"),
    "*": ("Change of dependency", "Swap the dependencies of any two players"),
    "depends": ("Dependency", "Stones of this colour count for you as if they were white"),
    "overview": ("Your turn", "2 action points; 3 if your active stones add up to 10 or more. Each buys one of these:"),
    "overview 1": ("Place", "a stone of yours where its number is right"),
    "overview 2": ("Take up", "a stone of yours, active or not"),
    "overview 3": ("Play a card", "shift a white stone, or change dependencies; draw a new card"),
    "overview 4": ("Exchange", "any number of your cards"),
    "overview after": ("After every action", "turn stones over that have changed; who has five active?"),
    "example": ("Active?", "White stones and stones of the colour you depend on, in the eight fields around: here 4."),
    "point": ("", ""),
}
