"""What is read of Das Tor in English: on the page, on displays, on printed things."""

SUMMARY = "Open a gate between two enemies and bring in a new piece."
OPTIONS = {
    "empty": "With two or three, this corner stays empty",
    "crowd": "A gate must be cleared for two enemies",
    "partner_forbids": "A partner's two pieces forbid a new one",
}
CHOICES = {
    ("empty", "se"): "SE",
    ("empty", "sw"): "SW",
    ("empty", "nw"): "NW",
    ("empty", "ne"): "NE",
    ("crowd", "all"): "of any colours",
    ("crowd", "one"): "of one colour",
}
REASONS = {
    "gates": "all pieces are in play",
}
COACH = (
    "Be the first to bring all eight of your waiting pieces into play, through gates.",
    "Your pieces go straight, as far as they like and over anything. Move the cylinder from a1 to l1.",
    (
        "Red's pieces stand on l10 and j12. Move to l12: then Red has a triangle in your column and a square in your "
        "row, and your own piece is a cylinder."
    ),
    "Three different shapes: the gate of this block opens, the field with the ring. Put a new square onto k11.",
)
DISPLAY = {
    "TEXTS": {
        "ended gates": "All eight came in",
        "word T+": "triangle on {fields}",
        "word S+": "square on {fields}",
        "word .": "no new piece",
    },
    "MENU": {
        "option empty": "Empty",
        "value se": "south-east",
        "value sw": "south-west",
        "value nw": "north-west",
        "value ne": "north-east",
        "option crowd": "Enemies",
        "value all": "any two",
        "value one": "one colour",
        "option partner_forbids": "Partner bars",
    },
    "REFUSALS": {
        "gate": "A new piece goes on the gate of this block",
        "clear": "First clear your gate",
        "centre": "Only new pieces go on a gate",
        "straight": "In a straight line",
    },
}
