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
