"""The page's own words about STEP BY STEP in English; see `treppe_host/web/texts`."""

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
        "This blue ball is yours. It rolls over level ground and down as far as it likes. Click it, then d3 beside "
        "the tower."
    ),
    "Every turn ends with a brick beside your ball. Put one on c3: the first step of your stairs.",
    "Red has done the same. At the end of its way a ball may climb one level: move up onto your brick on c3.",
    "Build on: put a brick on d3. The tower is five levels high, and your stairs carry everybody, so be quick.",
)
