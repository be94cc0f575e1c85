"""What is read of STEP BY STEP in English: on the page, on displays, on printed things."""

SUMMARY = "Build stairs that everybody may use, and be first on the tower."
OPTIONS = {
    "size": "Board",
    "bricks": "Bricks in the supply",
    "edition": "Edition",
    "blocked": "Blocked, not out, if",
    "last_brick": "After the last brick",
}
CHOICES = {
    ("size", 5): "5 × 5",
    ("size", 7): "7 × 7",
    ("edition", "de"): "German",
    ("edition", "fr"): "French",
    ("blocked", "beside"): "any ball is beside",
    ("blocked", "way"): "a ball is in the way",
    ("last_brick", "ends"): "a draw",
    ("last_brick", "reach"): "the others may reach the top",
}
REASONS = {
    "top": "reached the top of the tower",
    "bricks": "the last brick is laid",
    "last": "nobody else can move",
}
COACH = (
    "Be the first on top of the tower in the middle.",
    (
        "This blue ball is yours. A ball rolls as far as you like: on the same level, or down one level at a time. "
        "Put it on d3, beside the tower."
    ),
    "Every turn ends with a brick beside your ball. Put one on c3: your stairs begin.",
    "Red has done the same. At the end of its way a ball may climb one level: move up onto your brick on c3.",
    (
        "Build on: put a brick on d3. The tower is five levels high, and anybody may climb your stairs. Always leave "
        "yourself a way: a player whose ball is walled in by bricks is out."
    ),
)
DISPLAY = {
    "TEXTS": {
        "ended top": "On top of the tower",
        "ended bricks": "No bricks are left",
        "ended last": "The others are out",
    },
    "MENU": {
        "option size": "Board",
        "value 5": "5x5",
        "value 7": "7x7",
        "option edition": "Edition",
        "value de": "German",
        "value fr": "French",
        "option blocked": "Blocked by",
        "value beside": "any ball",
        "value way": "its way",
        "option last_brick": "Bricks gone",
        "value ends": "draw",
        "value reach": "go on",
    },
    "REFUSALS": {
        "up": "Too high: a ball climbs one level",
        "down": "Too deep: down one level at a time",
        "way": "No way: level or down, one level up at the end",
        "place": "No place for a brick there",
        "top": "Only the tower is left to go to",
        "bricks": "Bricks stay where they are",
        "beside": "A brick goes beside your ball",
        "full": "Five bricks are the most",
    },
}
